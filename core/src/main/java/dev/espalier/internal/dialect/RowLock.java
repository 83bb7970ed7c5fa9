package dev.espalier.internal.dialect;

/** The purpose of a lock on rows; it decides with which other locks the rows can be shared. */
public enum RowLock {
    /** Refer to the objects: they must stay. Any number of transactions may hold this one at once, if the engine can. */
    REFER,
    /** Read the objects, and perhaps change them: nobody else may change or delete them. */
    CHANGE,
    /** Delete the objects: nobody else may change, delete, or begin to refer to them. */
    DELETE
}
