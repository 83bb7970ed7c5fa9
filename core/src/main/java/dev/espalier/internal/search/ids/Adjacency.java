package dev.espalier.internal.search.ids;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** An adjacency list: for each id the ids that it leads to. Immutable. */
public final class Adjacency {

    private final long[] keys;
    private final int[] starts;
    private final long[] values;

    private Adjacency(long[] keys, int[] starts, long[] values) {
        this.keys = keys;
        this.starts = starts;
        this.values = values;
    }

    /**
     * Builds the list.
     *
     * @param size the number of pairs in the arrays
     */
    public static Adjacency of(long[] from, long[] to, int size) {
        long[] keys = IdSet.of(Arrays.copyOf(from, size)).toArray();
        int[] starts = new int[keys.length + 1];
        for (int i = 0; i < size; i++) {
            starts[Arrays.binarySearch(keys, from[i]) + 1]++;
        }
        for (int i = 0; i < keys.length; i++) {
            starts[i + 1] += starts[i];
        }
        long[] values = new long[size];
        int[] next = Arrays.copyOf(starts, keys.length);
        for (int i = 0; i < size; i++) {
            values[next[Arrays.binarySearch(keys, from[i])]++] = to[i];
        }
        return new Adjacency(keys, starts, values);
    }

    /** Passes each target of an id to the reader. */
    public void forEach(long id, LongConsumer reader) {
        int at = Arrays.binarySearch(keys, id);
        if (at >= 0) {
            for (int i = starts[at]; i < starts[at + 1]; i++) {
                reader.accept(values[i]);
            }
        }
    }

    /** Returns the index of the first target of an id; its {@link #end} if it has none. */
    int begin(long id) {
        int at = Arrays.binarySearch(keys, id);
        return at >= 0 ? starts[at] : 0;
    }

    /** Returns the index behind the last target of an id. */
    int end(long id) {
        int at = Arrays.binarySearch(keys, id);
        return at >= 0 ? starts[at + 1] : 0;
    }

    /** Returns the target at an index. */
    long target(int place) {
        return values[place];
    }

    /** Returns the targets of all these ids. */
    public IdSet of(IdSet ids) {
        IdSet found = new IdSet();
        for (long id : ids.toArray()) {
            forEach(id, found::add);
        }
        return found;
    }
}
