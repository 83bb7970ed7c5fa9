package dev.espalier.lab.workload;

import java.util.stream.LongStream;

/**
 * The rows of each table whose ids come first. Each index begins with the id, so these rows lie together in the table and in its indexes, and
 * take the same part of the pages of all. Values do not change.
 */
public final class KeyRange {

    private static final int ROWS_OF_AN_ID = FortyTables.ROWS_OF_AN_ID;

    private final long rows;
    /** The first number of each id, ascending; empty for all rows, whose numbers need no list. */
    private final long[] starts;

    private KeyRange(long rows, long... starts) {
        this.rows = rows;
        this.starts = starts;
    }

    /**
     * Returns the rows in a part of the range of ids.
     *
     * @param tables which rows there are
     * @param part above 0; 1 and more for all
     * @return those of one id at least
     */
    public static KeyRange first(FortyTables tables, double part) {
        if (part >= 1) {
            return new KeyRange(tables.rows());
        }
        long[] ids = starts(tables).map(tables::id).sorted().toArray();
        long last = ids[(int) Math.max(0, Math.round(ids.length * part) - 1)];
        long[] starts = starts(tables).filter(start -> tables.id(start) <= last).toArray();
        // the last id of a table may have fewer rows
        long afterLast = Math.min(starts[starts.length - 1] + ROWS_OF_AN_ID, tables.rows());
        return new KeyRange((starts.length - 1L) * ROWS_OF_AN_ID + afterLast - starts[starts.length - 1], starts);
    }

    private static LongStream starts(FortyTables tables) {
        return LongStream.iterate(0, start -> start < tables.rows(), start -> start + ROWS_OF_AN_ID);
    }

    /** @return how many rows of each table */
    public long rows() {
        return rows;
    }

    /** Returns the number of a row, by its index from 0 to {@link #rows()}. */
    long number(long place) {
        return starts.length == 0 ? place : starts[(int) (place / ROWS_OF_AN_ID)] + place % ROWS_OF_AN_ID;
    }
}
