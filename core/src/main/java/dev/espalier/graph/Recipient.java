package dev.espalier.graph;

import dev.espalier.model.PersistentClass;
import java.util.BitSet;

/** Who has asked for objects: is told of each one that was loaded, and may lend objects to be filled. */
public interface Recipient {

    /** Told nothing, lends nothing. */
    Recipient NONE = (type, object, id, version, leftOut) -> {};

    /**
     * An object is ready: all its fields are set, but not necessarily yet those of the objects it refers to.
     *
     * @param version how often it had been updated
     * @param leftOut the places among the class's attributes of those that the bounds of the answer have left null or empty though
     *     the database may hold more; they must not be stored. Null for none
     */
    void loaded(PersistentClass type, Object object, long id, int version, BitSet leftOut);

    /** The object to be filled in place of a new one, or null; not asked about records. */
    default Object lend(PersistentClass type, long id) {
        return null;
    }
}
