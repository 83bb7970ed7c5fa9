package dev.espalier.model;

/** The kinds of collection fields. {@code Containers} builds and reads them. */
public enum Container {
    /** {@code List} or a class that implements it, and {@code Collection}. */
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
    ARRAY
}
