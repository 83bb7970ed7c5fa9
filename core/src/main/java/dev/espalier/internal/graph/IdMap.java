package dev.espalier.internal.graph;

import org.jspecify.annotations.Nullable;

/**
 * From ids, which are never 0, to numbers that are not negative; for one writer, or any number of readers. Open addressing in two arrays: a lookup
 * touches no object but these. As long as each number is 0, there is one array: many are sets of ids.
 */
final class IdMap {

    /** What {@link #get} says of an id that is not there. */
    static final long ABSENT = -1;

    /** 2^64 divided by the golden ratio spreads ids that follow each other over the whole table. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int MAX_BITS = 30;

    private long[] ids;
    /** Null while each number is 0. */
    private long @Nullable [] values;

    private int size;
    private int shift;

    IdMap() {
        this(0);
    }

    /** @param expected how many ids are likely to come */
    IdMap(int expected) {
        allocate(bits(expected));
    }

    private static int bits(int ids) {
        return Math.min(MAX_BITS, Math.max(4, 64 - Long.numberOfLeadingZeros(ids * 3L / 2)));
    }

    int size() {
        return size;
    }

    /** The number, or {@link #ABSENT}. */
    long get(long id) {
        int mask = ids.length - 1;
        for (int at = (int) ((id * SPREAD) >>> shift); ; at = (at + 1) & mask) {
            if (ids[at] == id) {
                return values == null ? 0 : values[at];
            }
            if (ids[at] == 0) {
                return ABSENT;
            }
        }
    }

    boolean contains(long id) {
        return get(id) != ABSENT;
    }

    /** Adds the id unless it is there already; says whether it was added. */
    boolean putIfAbsent(long id, long value) {
        int mask = ids.length - 1;
        int at = (int) ((id * SPREAD) >>> shift);
        while (ids[at] != 0) {
            if (ids[at] == id) {
                return false;
            }
            at = (at + 1) & mask;
        }
        ids[at] = id;
        if (value != 0) {
            set(at, value);
        }
        // Two thirds full at most: beyond, runs of occupied places grow long.
        if (++size * 3L > ids.length * 2L) {
            grow(64 - shift + 1);
        }
        return true;
    }

    private void set(int at, long value) {
        long[] all = values;
        if (all == null) {
            all = new long[ids.length];
            values = all;
        }
        all[at] = value;
    }

    /** Makes room for so many more ids. */
    void expect(int more) {
        int bits = bits(size + more);
        if (more > 0 && bits > 64 - shift) {
            grow(bits);
        }
    }

    private void grow(int bits) {
        long[] oldIds = ids;
        long @Nullable [] oldValues = values;
        allocate(bits);
        int mask = ids.length - 1;
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                int at = (int) ((oldIds[i] * SPREAD) >>> shift);
                while (ids[at] != 0) {
                    at = (at + 1) & mask;
                }
                ids[at] = oldIds[i];
                if (oldValues != null) {
                    set(at, oldValues[i]);
                }
            }
        }
    }

    private void allocate(int bits) {
        ids = new long[1 << bits];
        values = null;
        shift = 64 - bits;
    }
}
