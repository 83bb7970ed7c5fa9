package dev.espalier.lab.spec;

/** The implementations of a set of UUIDs inside the lab's own process. */
public enum SetHome {
    /** {@code java.util.HashSet}. */
    HASH_SET,
    /** An array, sorted, with binary search. */
    SORTED_ARRAY,
    /** The same outside the heap. */
    SORTED_OFF_HEAP,
    /** Pairs of longs in one array, found by their hash, with linear probing. */
    OPEN_ADDRESSING;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
