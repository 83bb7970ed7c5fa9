package dev.espalier.promises;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The class of all objects of the random schedules. */
final class Thing implements Serializable {

    private static final long serialVersionUID = 1L;

    long id;
    String name;
    int count;
    Long big;
    Maybe maybe;
    Thing next;
    List<Thing> members = new ArrayList<>();

    static Thing named(String name) {
        Thing thing = new Thing();
        thing.name = name;
        return thing;
    }
}
