package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;

/** A class of the published model: refers to one to three {@link N3}. An ordinary Java class: nothing in it knows a database. */
public final class N2 {

    /** Zero until the object is stored. */
    public long id;
    /** From 1 to 1000. */
    public int value;
    /** One to three members, drawn at random. */
    public List<N3> n3 = new ArrayList<>();
}
