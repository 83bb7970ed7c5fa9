package dev.espalier.internal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Refuses null in the collections and arrays that callers hand in, by the name of the argument and the place in it: {@code ids[2]}. */
public final class Arguments {

    public static final String OBJECT = "an object";

    private Arguments() {}

    /**
     * Returns an argument.
     *
     * @throws NullPointerException if it is null
     */
    public static <T> T required(String name, @Nullable T argument, String expected) {
        return Objects.requireNonNull(argument, () -> name + ": found null, expected " + expected);
    }

    /**
     * Returns a collection without null.
     *
     * @param each what each member is
     * @throws NullPointerException if the collection or a member is null
     */
    public static <C extends Collection<?>> C members(String name, @Nullable C members, String each) {
        C present = required(name, members, "a collection");
        int at = 0;
        for (Object member : present) {
            member(name, at++, member, each);
        }
        return present;
    }

    /**
     * Returns an array without null.
     *
     * @param each what each member is
     * @throws NullPointerException if the array or a member is null
     */
    public static <T> T[] members(String name, T @Nullable [] members, String each) {
        T[] present = required(name, members, "an array");
        for (int at = 0; at < present.length; at++) {
            member(name, at, present[at], each);
        }
        return present;
    }

    /** Returns a copy of a collection without null. */
    public static <T> List<T> copy(String name, @Nullable Collection<T> members, String each) {
        return List.copyOf(members(name, members, each));
    }

    /**
     * Returns a map without null.
     *
     * @throws NullPointerException if the map, a key or a value is null
     */
    public static <M extends Map<?, ?>> M entries(String name, @Nullable M entries, String each) {
        M present = required(name, entries, "a map");
        present.forEach((key, value) -> {
            required("a key of " + name, key, each);
            required(name + '[' + key + ']', value, each);
        });
        return present;
    }

    private static void member(String name, int at, @Nullable Object member, String expected) {
        if (member == null) {
            throw new NullPointerException(name + '[' + at + "]: found null, expected " + expected);
        }
    }
}
