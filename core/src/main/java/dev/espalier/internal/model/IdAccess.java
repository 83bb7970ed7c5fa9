package dev.espalier.internal.model;

/**
 * Reads and writes the {@code id} field of a class that has one. 0 (or null) means: not stored yet. Safe for any number of
 * threads.
 */
public interface IdAccess {

    /** The id, or 0 if the object has none yet. */
    long get(Object object);

    /** Writes the id; does nothing on a record, whose components are final. */
    void set(Object object, long id);

    /** Gives the id to an object that has none, if no other thread did so first. False on a record. */
    boolean claim(Object object, long id);

    /** False for a record: its id component is only given when it is constructed. */
    boolean isWritable();
}
