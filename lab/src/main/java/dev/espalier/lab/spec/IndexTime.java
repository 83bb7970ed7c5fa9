package dev.espalier.lab.spec;

/** When the indexes of a database are built. */
public enum IndexTime {
    /** Before the first object, as published. */
    BEFORE,
    /** After the last object. */
    AFTER;

    /** @return the time as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
