package dev.espalier.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * Statements that change rows and wait to be sent, so that several of them make one round trip, if need be with a statement that is asked behind
 * them: nothing that comes between depends on how many rows each of them changes. For one thread.
 */
final class Pipeline {

    /** Beyond that a round trip more costs little beside what is sent. */
    private static final int MOST_STATEMENTS = 32;
    static final int MOST_VALUES = 1_000;
    private static final int LONGEST_VALUE = 4_000;

    private List<Waiting> waiting = new ArrayList<>();
    private int values;

    /**
     * A statement.
     *
     * @param doing what is said of it in an error
     * @param told is told how many rows it has changed
     */
    record Waiting(String text, String doing, int values, Session.Binder binder, RowCount told) {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether a statement with these values, in rows, may wait at all; some may be null. */
    static boolean takes(List<Object[]> rows) {
        if (count(rows) > MOST_VALUES) {
            return false;
        }
        for (Object[] row : rows) {
            for (Object value : row) {
                if (isLong(value)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** How many values there are in rows of one length. */
    static int count(List<Object[]> rows) {
        return rows.isEmpty() ? 0 : rows.size() * rows.get(0).length;
    }

    private static boolean isLong(Object value) {
        return value instanceof String text && text.length() > LONGEST_VALUE || value instanceof byte[] bytes && bytes.length > LONGEST_VALUE;
    }

    /** Adds a statement that it takes; says whether it is full now. */
    boolean add(Waiting statement) {
        waiting.add(statement);
        values += statement.values();
        return waiting.size() >= MOST_STATEMENTS || values >= MOST_VALUES;
    }

    /** All that waits; it is empty then. */
    List<Waiting> takeAll() {
        List<Waiting> all = waiting;
        waiting = new ArrayList<>();
        values = 0;
        return all;
    }
}
