package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;

/** A class of the published model: refers to one to three {@link S2}. An ordinary Java class: nothing in it knows a database. */
public final class S1 {

    /** Zero until the object is stored. */
    public long id;
    /** From 1 to 1000. */
    public int value;
    /** One to three members, drawn at random. */
    public List<S2> s2 = new ArrayList<>();
}
