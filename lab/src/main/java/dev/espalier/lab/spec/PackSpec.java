package dev.espalier.lab.spec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** One run of a pack that loads a target with operations. In results its member {@code pack} says which. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "pack")
@JsonSubTypes({
    @JsonSubTypes.Type(value = OltpSpec.class, name = "oltp"),
    @JsonSubTypes.Type(value = KeyValueSpec.class, name = "key-value"),
    @JsonSubTypes.Type(value = UuidSetSpec.class, name = "uuid-set"),
    @JsonSubTypes.Type(value = FortyTablesSpec.class, name = "forty-tables")
})
public sealed interface PackSpec permits OltpSpec, KeyValueSpec, UuidSetSpec, FortyTablesSpec {

    /** @return where: the name of an engine, a JDBC URL without a password, {@code noop} or {@code fixed-delay:5ms} */
    String target();

    /** @return the place of the data */
    DataSpec data();

    /** @return the database of the data, if the target has several; empty for one that carries the run's name */
    default String database() {
        return data().database();
    }

    /**
     * Returns the same in a database.
     *
     * @param name of the database
     * @return what is run there
     */
    PackSpec inDatabase(String name);

    /**
     * Returns the same in a database that no other run uses.
     *
     * @param run the name of the run
     * @return this, if a database is named; otherwise with one that carries the run's name
     */
    default PackSpec named(RunName run) {
        return database().isEmpty() ? inDatabase(run.database(pack().replace('-', '_'))) : this;
    }

    /**
     * Returns whether both find their data in one place.
     *
     * @param other of the same pack, on the same target
     * @return false if one would make them anew, or insert what the other inserts
     */
    boolean sharesData(PackSpec other);

    /**
     * Returns whether the data of both lie in one folder: on the server that is there, or in the same {@code --data-dir}.
     *
     * @param other of another run
     * @return false if each has a folder of its own
     */
    default boolean sharesFolder(PackSpec other) {
        return loading().server().dataDir().equals(other.loading().server().dataDir());
    }

    /** @return numbers of connections, one after the other */
    List<Integer> connections();

    /**
     * Returns the same with other numbers of connections.
     *
     * @param counts one after the other
     * @return what is run then
     */
    PackSpec withConnections(List<Integer> counts);

    /** @return how much is done with each */
    LoadSpec loading();

    /** @return whether the data stay after the run */
    default boolean keep() {
        return data().keep();
    }

    /** @return the pack's name */
    String pack();
}
