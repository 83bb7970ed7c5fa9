package dev.espalier.internal.write;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values by the identity of objects. Unlike an {@code IdentityHashMap}, it looks for an object once to find that it is not there and to add it, and reads no
 * object again when it grows. For one thread.
 */
final class ByIdentity<V> {

    private static final int LEAST = 8;

    /** So many objects have room at the beginning at most. */
    private static final int MOST = 1 << 16;

    /** An object and its value, or two nulls. At most half of the places are taken. */
    private Object[] table = new Object[2 * LEAST];
    /** Of the objects. */
    private int[] hashes = new int[LEAST];

    private int size;

    /** Begins anew, with room for that many objects and as many that these lead to. */
    void clear(int objects) {
        int places = Math.max(LEAST, Integer.highestOneBit(4 * Math.min(objects, MOST) - 1) * 2);
        if (places > hashes.length) {
            table = new Object[2 * places];
            hashes = new int[places];
        } else if (size > 0) {
            Arrays.fill(table, null);
        }
        size = 0;
    }

    /** The value of the object; null for none. */
    @Nullable
    V get(Object object) {
        return value(find(object));
    }

    /** The place of the object, or of what is to be added for it. Valid until something is added. */
    int find(Object object) {
        int last = hashes.length - 1;
        int at = hash(object) & last;
        while (table[2 * at] != object && table[2 * at] != null) {
            at = at + 1 & last;
        }
        return at;
    }

    /** The value at a place that was found. */
    @Nullable
    @SuppressWarnings("unchecked") // put in by add
    V value(int place) {
        return (V) table[2 * place + 1];
    }

    /** Adds an object that has no value, at the place that was found for it. */
    void add(int place, Object object, V value) {
        put(place, object, value, hash(object));
        if (2 * ++size > hashes.length) {
            grow();
        }
    }

    private void grow() {
        Object[] before = table;
        int[] hashesBefore = hashes;
        table = new Object[2 * before.length];
        hashes = new int[2 * hashesBefore.length];
        int last = hashes.length - 1;
        for (int i = 0; i < hashesBefore.length; i++) {
            if (before[2 * i] != null) {
                int at = hashesBefore[i] & last;
                while (table[2 * at] != null) {
                    at = at + 1 & last;
                }
                put(at, before[2 * i], before[2 * i + 1], hashesBefore[i]);
            }
        }
    }

    private void put(int place, Object object, Object value, int hash) {
        table[2 * place] = object;
        table[2 * place + 1] = value;
        hashes[place] = hash;
    }

    private static int hash(Object object) {
        int hash = System.identityHashCode(object) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }
}
