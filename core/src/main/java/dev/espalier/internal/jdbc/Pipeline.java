package dev.espalier.internal.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that change rows and wait to be sent, so that several of them make one round trip, if need be with a statement that is asked behind
 * them: nothing that comes between depends on how many rows each of them changes. For one thread.
 */
final class Pipeline {

    /** Beyond that a round trip more costs little beside what is sent. */
    private static final int MOST_STATEMENTS = 32;

    static final int MOST_VALUES = 1_000;
    private static final int LONGEST_VALUE = 4_000;
    /** Of up to three bytes each: together far below what a server takes at once. */
    private static final int MOST_CHARACTERS = 256 * 1024;

    private List<Waiting> waiting = new ArrayList<>();
    private int values;
    private int characters;

    /**
     * A statement.
     *
     * @param characters how long its values are together
     * @param doing what is said of it in an error
     * @param counted receives the number of changed rows
     */
    record Waiting(String text, String doing, int values, int characters, Session.Binder binder, RowCount counted) {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean holdsOnly(List<Waiting> statements) {
        return waiting.equals(statements);
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

    /** How long texts and bytes in rows are together. */
    static int characters(List<Object[]> rows) {
        int characters = 0;
        for (Object[] row : rows) {
            for (Object value : row) {
                characters += characters(value);
            }
        }
        return characters;
    }

    /** How long a text or bytes are; 0 for any other value. */
    static int characters(@Nullable Object value) {
        return value instanceof String text ? text.length() : value instanceof byte[] bytes ? bytes.length : 0;
    }

    private static boolean isLong(Object value) {
        return value instanceof String text && text.length() > LONGEST_VALUE
                || value instanceof byte[] bytes && bytes.length > LONGEST_VALUE;
    }

    /** Adds a statement that it takes; says whether it is full now. */
    boolean add(Waiting statement) {
        waiting.add(statement);
        values += statement.values();
        characters += statement.characters();
        return waiting.size() >= MOST_STATEMENTS || values >= MOST_VALUES || characters >= MOST_CHARACTERS;
    }

    /** All that waits; it is empty then. */
    List<Waiting> takeAll() {
        List<Waiting> all = waiting;
        waiting = new ArrayList<>();
        values = 0;
        characters = 0;
        return all;
    }
}
