package dev.espalier.lab.workload;

import java.util.ArrayList;
import java.util.List;

/** A class of the published model: refers to one to three {@link N2} and one {@link M2}. An ordinary Java class: nothing in it knows a database. */
@SuppressWarnings("NullAway.Init") // the subjects and the library set the fields
public final class N1 {

    /** Zero until the object is stored. */
    public long id;
    /** From 1 to 1000. */
    public int value;
    /** One to three members, drawn at random. */
    public List<N2> n2 = new ArrayList<>();
    /** Always present. */
    public M2 m2;
}
