package dev.espalier.internal.model;

/** The kinds of collection fields. {@link Containers} reads and builds them. */
public enum Container {
    /** {@code Collection}, {@code List}, {@code Queue}, {@code Deque} or a class that implements one of them. */
    LIST,
    /** {@code Set} or a class that implements it; keeps its order of iteration. */
    SET,
    /** {@code SortedSet}, {@code NavigableSet} or a class that implements it, in natural order. */
    SORTED_SET,
    /** {@code Map} or a class that implements it; keeps its order of iteration. */
    MAP,
    /** {@code SortedMap}, {@code NavigableMap} or a class that implements it, in natural order of the keys. */
    SORTED_MAP,
    /** An array of any component type but {@code byte}. */
    ARRAY,
    /** One object or none: a field that is the inverse of a reference. The field holds the object itself. */
    ONE
}
