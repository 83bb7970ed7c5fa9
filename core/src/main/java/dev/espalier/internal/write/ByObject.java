package dev.espalier.internal.write;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Maps and sets by the identity of objects, for what one attempt works with: mostly a few objects. Java makes room for 32 unless it is told, 270 bytes for each map,
 * and an attempt has several that stay empty.
 */
public final class ByObject {

    private static final int FEW = 4;

    private ByObject() {}

    /** Returns an empty map. */
    public static <K, V> Map<K, V> map() {
        return new IdentityHashMap<>(FEW);
    }

    /** Returns an empty set. */
    public static Set<Object> set() {
        return Collections.newSetFromMap(map());
    }

    /** Returns the set that most attempts need not have: {@link #with} makes another one. */
    public static Set<Object> none() {
        return Collections.emptySet();
    }

    /** Adds an object to a set, which may be {@link #none}. Returns the set that has it. */
    public static Set<Object> with(Object object, Set<Object> others) {
        Set<Object> all = others == none() ? set() : others;
        all.add(object);
        return all;
    }
}
