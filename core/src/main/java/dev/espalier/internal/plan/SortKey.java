package dev.espalier.internal.plan;

/** A value by which the objects of a plan are sorted. Objects without a value come last. */
public sealed interface SortKey permits Plan.Order, ComputedKey {

    /** Returns whether the greatest value comes first. */
    boolean descending();

    /** Returns whether the key is the objects' own id. */
    default boolean isId() {
        return false;
    }
}
