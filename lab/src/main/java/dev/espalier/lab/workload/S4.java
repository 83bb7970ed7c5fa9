package dev.espalier.lab.workload;

/** A class of the published model, at the end of its chain. An ordinary Java class: nothing in it knows a database. */
public final class S4 {

    /** Zero until the object is stored. */
    public long id;
    /** From 1 to 1000. */
    public int value;
}
