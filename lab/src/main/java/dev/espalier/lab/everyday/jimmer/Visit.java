package dev.espalier.lab.everyday.jimmer;

import java.time.LocalDate;
import org.babyfish.jimmer.sql.Column;
import org.babyfish.jimmer.sql.Entity;
import org.babyfish.jimmer.sql.Id;
import org.babyfish.jimmer.sql.ManyToOne;
import org.babyfish.jimmer.sql.Table;
import org.babyfish.jimmer.sql.Version;
import org.jspecify.annotations.Nullable;

/** A visit of a pet. */
@Entity
@Table(name = "visit")
public interface Visit {

    /** @return its key */
    @Id
    long id();

    /** @return how often it was updated */
    @Version
    @Column(name = "_version")
    int version();

    /** @return which pet */
    @ManyToOne
    @Nullable
    Pet pet();

    /** @return the day */
    LocalDate held();

    /** @return what was done */
    String note();
}
