package dev.espalier.lab.everyday.jimmer;

import java.time.LocalDate;
import org.babyfish.jimmer.sql.Column;
import org.babyfish.jimmer.sql.Entity;
import org.babyfish.jimmer.sql.Id;
import org.babyfish.jimmer.sql.ManyToOne;
import org.babyfish.jimmer.sql.Table;
import org.babyfish.jimmer.sql.Version;
import org.jspecify.annotations.Nullable;

/** A pet. */
@Entity
@Table(name = "pet")
public interface Pet {

    /** @return its key */
    @Id
    long id();

    /** @return how often it was updated */
    @Version
    @Column(name = "_version")
    int version();

    /** @return its name */
    String name();

    /** @return the day of its birth */
    LocalDate birth();

    /** @return what it is */
    @ManyToOne
    @Nullable
    PetType type();

    /** @return whose it is */
    @ManyToOne
    @Nullable
    Owner owner();
}
