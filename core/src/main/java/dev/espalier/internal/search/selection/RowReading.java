package dev.espalier.internal.search.selection;

import org.jspecify.annotations.Nullable;

/** Takes the rows of a selection's sources as they are read. */
public interface RowReading {

    /** Stands for a key that is to be computed of the rows' fields. */
    Object OF_FIELDS = new Object();

    /** Takes an object, from whose row all others of its sources are reached. Objects come in the order of the query. */
    void object(SourceRow object);

    /**
     * Takes one combination of rows, which no other repeats. A plan with nested columns has none. In a plan without groups they come in the order of the query.
     *
     * @param rows for each source its row; null if its parent leads to none. The array is used again for the next combination
     * @param keys for each key of the plan its value, or {@link #OF_FIELDS}
     */
    void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys);

    /**
     * Takes a part of a group.
     *
     * @param rows for each source a row with the fields that keys are made of, and those of which different values count. The array is used again
     * @param keys for each key of the plan its value, or {@link #OF_FIELDS}
     * @param aggregates for each aggregate of the plan its part
     */
    void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates);
}
