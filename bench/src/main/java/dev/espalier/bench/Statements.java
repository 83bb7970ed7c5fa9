package dev.espalier.bench;

import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One connection without auto-commit, each statement prepared once: what a careful expert writes around JDBC. */
public final class Statements implements AutoCloseable {

    private final TargetDatabase at;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    /** @param at the database to connect to */
    public Statements(TargetDatabase at) {
        this.at = at;
        try {
            connection = at.connect(Drivers.options(at));
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw Drivers.failed("connect to", at, e);
        }
    }

    /**
     * The reading of a row as an object.
     *
     * @param <T> the object
     */
    public interface Read<T> {
        /**
         * Makes the object.
         *
         * @param row at which the result stands
         * @return the object
         */
        T of(ResultSet row) throws SQLException;
    }

    /** The use of a row. */
    public interface Use {
        /**
         * Reads the row.
         *
         * @param row at which the result stands
         */
        void of(ResultSet row) throws SQLException;
    }

    private interface Task<T> {
        T with(PreparedStatement statement) throws SQLException;
    }

    private <T> T run(String text, Task<T> task) {
        try {
            PreparedStatement statement = prepared.get(text);
            if (statement == null) {
                statement = connection.prepareStatement(text);
                prepared.put(text, statement);
            }
            return task.with(statement);
        } catch (SQLException e) {
            throw Drivers.failed("ask", at, e);
        }
    }

    /**
     * Asks for objects.
     *
     * @param <T> the objects
     * @param text of the statement
     * @param read makes an object of a row
     * @param values of the parameters
     * @return the objects
     */
    public <T> List<T> query(String text, Read<T> read, Object... values) {
        List<T> found = new ArrayList<>();
        each(text, row -> found.add(read.of(row)), values);
        return found;
    }

    /**
     * Asks for rows.
     *
     * @param text of the statement
     * @param use is given each row
     * @param values of the parameters
     */
    public void each(String text, Use use, Object... values) {
        run(text, statement -> {
            bind(statement, values);
            int count = 0;
            try (ResultSet rows = statement.executeQuery()) {
                for (; rows.next(); count++) {
                    use.of(rows);
                }
            }
            return count;
        });
    }

    /**
     * Changes rows.
     *
     * @param text of the statement
     * @param values of the parameters
     */
    public void change(String text, Object... values) {
        run(text, statement -> {
            bind(statement, values);
            return statement.executeUpdate();
        });
    }

    /**
     * Changes or deletes a row for each object, in one batch. Each row must be there in the version that was read.
     *
     * @param <T> the objects
     * @param text of the statement
     * @param objects one for each row
     * @param values of the parameters
     */
    public <T> void update(String text, Collection<T> objects, Function<T, Object[]> values) {
        for (int count : batch(text, objects, values)) {
            if (count == 0) {
                throw new IllegalStateException("stale: " + text);
            }
        }
    }

    /**
     * Inserts a row for each object, in one batch.
     *
     * @param <T> the objects
     * @param table with its columns
     * @param objects one for each row
     * @param values of the columns
     */
    public <T> void insert(String table, Collection<T> objects, Function<T, Object[]> values) {
        int columns = table.split(",").length;
        batch(
                "INSERT INTO " + table + " VALUES (" + String.join(", ", Collections.nCopies(columns, "?")) + ")",
                objects,
                values);
    }

    /**
     * Changes rows for each object, in one batch.
     *
     * @param <T> the objects
     * @param text of the statement
     * @param objects one for each execution
     * @param values of the parameters
     * @return the number of rows of each
     */
    public <T> int[] batch(String text, Collection<T> objects, Function<T, Object[]> values) {
        return run(text, statement -> {
            for (T object : objects) {
                bind(statement, values.apply(object));
                statement.addBatch();
            }
            return statement.executeBatch();
        });
    }

    private static void bind(PreparedStatement statement, Object[] values) throws SQLException {
        for (int index = 0; index < values.length; index++) {
            if (values[index] instanceof Long number) {
                statement.setLong(index + 1, number);
            } else if (values[index] instanceof Integer number) {
                statement.setInt(index + 1, number);
            } else {
                statement.setString(index + 1, (String) values[index]);
            }
        }
    }

    /** Ends the transaction. */
    public void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw Drivers.failed("commit to", at, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw Drivers.failed("close", at, e);
        }
    }
}
