package dev.espalier.internal.search;

import org.jspecify.annotations.Nullable;

/** Takes the rows of a selection's nodes as they are read. */
public interface RowReading {

    /** Takes an object, from whose row all others of its nodes are reached. Objects come in the order of the query. */
    void object(NodeRow object);

    /**
     * Takes one combination of rows, which no other repeats. In a plan without groups they come in the order of the query.
     *
     * @param rows for each node its row; null if its parent leads to none. The array is used again for the next combination
     */
    void combination(@Nullable NodeRow[] rows);
}
