package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;

/** A class of the published model: refers to one to three {@link N4} and one {@link M4}. An ordinary Java class: nothing in it knows a database. */
@SuppressWarnings("NullAway.Init") // the subjects and the library set the fields
public final class N3 {

    /** Zero until the object is stored. */
    public long id;
    /** From 1 to 1000. */
    public int value;
    /** One to three members, drawn at random. */
    public List<N4> n4 = new ArrayList<>();
    /** Always present. */
    public M4 m4;
}
