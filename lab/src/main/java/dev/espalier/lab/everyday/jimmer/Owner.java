package dev.espalier.lab.everyday.jimmer;

import java.util.List;
import org.babyfish.jimmer.sql.Column;
import org.babyfish.jimmer.sql.Entity;
import org.babyfish.jimmer.sql.Id;
import org.babyfish.jimmer.sql.ManyToOne;
import org.babyfish.jimmer.sql.OneToMany;
import org.babyfish.jimmer.sql.Table;
import org.babyfish.jimmer.sql.Version;
import org.jspecify.annotations.Nullable;

/** An owner of pets. */
@Entity
@Table(name = "owner")
public interface Owner {

    /** @return its key */
    @Id
    long id();

    /** @return how often it was updated */
    @Version
    @Column(name = "_version")
    int version();

    /** @return the given name */
    String firstName();

    /** @return the family name */
    String lastName();

    /** @return street and number */
    String street();

    /** @return where the owner lives */
    @ManyToOne
    @Nullable
    City city();

    /** @return the owner's pets */
    @OneToMany(mappedBy = "owner")
    List<Pet> pets();
}
