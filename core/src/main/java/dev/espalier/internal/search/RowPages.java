package dev.espalier.internal.search;

import dev.espalier.internal.search.selection.RowReading;
import java.util.Optional;

/** Reads the objects and the rows of one selection, from which its pages are made. For one thread; valid as long as its session. */
public interface RowPages {

    /**
     * Returns the first objects of the query, or those behind a position.
     *
     * @param size the number of objects
     * @param after empty for the first ones
     */
    ResultPage objects(long size, Optional<Position> after);

    /** Returns the position of an object that the query finds. */
    Position position(long object);

    /** Reads the rows of some objects, in their order. */
    void rows(long[] objects, RowReading reading);

    /** Reads the rows of all objects, in the order of the query; in a plan with groups in any order. */
    void rows(RowReading reading);
}
