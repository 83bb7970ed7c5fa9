package dev.espalier.internal.model;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names in a message: a few are read, hundreds are not. */
public final class NameList {

    /** The maximum number of names in a message. */
    private static final int LISTED = 12;

    private NameList() {}

    /** The first names, and how many more there are: {@code a, b and 293 more}. */
    public static String of(Collection<?> names) {
        String listed = names.stream().limit(LISTED).map(Object::toString).collect(Collectors.joining(", "));
        return names.size() > LISTED ? listed + " and " + (names.size() - LISTED) + " more" : listed;
    }

    /** The same, each on a line of its own below the message. */
    public static String lines(Collection<?> names) {
        String listed = names.stream().limit(LISTED).map(Object::toString).collect(Collectors.joining("\n  "));
        return names.size() > LISTED ? listed + "\n  and " + (names.size() - LISTED) + " more" : listed;
    }
}
