package dev.espalier.internal.formula;

import org.jspecify.annotations.Nullable;

/** The values that formulas are made of, in one row or one group. */
public interface RowValues {

    /** Returns a field of a source's row. */
    @Nullable
    Object field(int source, int index);

    /** Returns a key of the group. */
    @Nullable
    Object key(int index);

    /** Returns an aggregate of the group. */
    @Nullable
    Object aggregate(int index);
}
