package dev.espalier.internal.catalog.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Finds things that lead to one another in a ring. */
final class Rings {

    private Rings() {}

    /** The rings, each in the order of the things; those that share a thing are one. */
    static <T> List<Set<T>> of(Collection<T> things, Function<T, ? extends Collection<T>> next) {
        List<Set<T>> rings = new ArrayList<>();
        Set<T> seen = new LinkedHashSet<>();
        for (T thing : things) {
            Set<T> reached = reached(thing, next);
            if (reached.contains(thing) && !seen.contains(thing)) {
                Set<T> ring = new LinkedHashSet<>(things);
                ring.removeIf(other ->
                        !reached.contains(other) || !reached(other, next).contains(thing));
                rings.add(ring);
                seen.addAll(ring);
            }
        }
        return rings;
    }

    private static <T> Set<T> reached(T from, Function<T, ? extends Collection<T>> next) {
        Set<T> reached = new LinkedHashSet<>();
        Deque<T> left = new ArrayDeque<>(next.apply(from));
        while (!left.isEmpty()) {
            T thing = left.pop();
            if (reached.add(thing)) {
                left.addAll(next.apply(thing));
            }
        }
        return reached;
    }
}
