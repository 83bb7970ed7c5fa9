package dev.espalier.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Statements that change rows and wait to be sent, so that several of them make one round trip: nothing that comes between depends on how many rows
 * each of them changes. For one thread.
 */
final class Pipeline {

    /** Beyond that a round trip more costs little beside what is sent. */
    private static final int MOST_STATEMENTS = 32;
    private static final int MOST_VALUES = 1_000;
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

    /** Whether a statement with these values may wait at all; some may be null. */
    static boolean takes(int count, Stream<?> values) {
        return count <= MOST_VALUES && values.noneMatch(Pipeline::isLong);
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

    /** One text of all, with semicolons between them. */
    static String joined(List<Waiting> some) {
        return some.stream().map(Waiting::text).collect(Collectors.joining("; "));
    }
}
