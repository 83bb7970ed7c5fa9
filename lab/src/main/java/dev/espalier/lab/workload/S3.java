package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;

/** A class of the published model: refers to one to three {@link S4}. An ordinary Java class: nothing in it knows a database. */
public final class S3 {

    /** Zero until the object is stored. */
    public long id;
    /** From 1 to 1000. */
    public int value;
    /** One to three members, drawn at random. */
    public List<S4> s4 = new ArrayList<>();
}
