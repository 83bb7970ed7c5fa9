package dev.espalier.internal.graph;

import java.util.Arrays;

/** A list of numbers that grows. */
final class LongList {

    private long[] values;
    private int size;

    LongList() {
        this(16);
    }

    LongList(int capacity) {
        values = new long[capacity];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long get(int at) {
        return values[at];
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.max(16, size * 2));
        }
        values[size++] = value;
    }

    long[] toArray() {
        return Arrays.copyOf(values, size);
    }

    /** The numbers in rising order, each once. */
    long[] distinct() {
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[kept++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, kept);
    }
}
