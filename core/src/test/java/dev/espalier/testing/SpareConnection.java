package dev.espalier.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps one connection open from one use to the next: a login takes a server, and its driver, longer than most statements of a test. A concurrent
 * use opens a connection of its own, and one that was lost is replaced.
 */
final class SpareConnection implements AutoCloseable {

    /** Seconds to wait for a sign of life. */
    private static final int PATIENCE = 5;

    private final AtomicReference<Connection> spare = new AtomicReference<>();
    private final Opening opening;

    SpareConnection(Opening opening) {
        this.opening = opening;
    }

    /** Opens a connection. */
    interface Opening {
        Connection open() throws SQLException;
    }

    /** What is done with a connection. */
    interface Use<T> {
        T with(Connection connection) throws SQLException;
    }

    <T> T use(Use<T> use) throws SQLException {
        Connection connection = spare.getAndSet(null);
        if (connection != null && !connection.isValid(PATIENCE)) {
            connection.close();
            connection = null;
        }
        if (connection == null) {
            connection = opening.open();
        }
        T result;
        try {
            result = use.with(connection);
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
        if (!spare.compareAndSet(null, connection)) {
            connection.close();
        }
        return result;
    }

    /** Closes it; the next use opens another. */
    @Override
    public void close() {
        Connection connection = spare.getAndSet(null);
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
