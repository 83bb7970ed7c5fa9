package dev.espalier.lab.everyday.jimmer;

import org.babyfish.jimmer.sql.Column;
import org.babyfish.jimmer.sql.Entity;
import org.babyfish.jimmer.sql.Id;
import org.babyfish.jimmer.sql.Table;
import org.babyfish.jimmer.sql.Version;

/** A city. */
@Entity
@Table(name = "city")
public interface City {

    /** @return its key */
    @Id
    long id();

    /** @return how often it was updated */
    @Version
    @Column(name = "_version")
    int version();

    /** @return its name */
    String name();
}
