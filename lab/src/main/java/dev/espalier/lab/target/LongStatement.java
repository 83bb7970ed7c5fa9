package dev.espalier.lab.target;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A long statement without a result, such as CREATE INDEX. An interrupt of the waiting thread cancels it on the server too: no driver
 * notices by itself that its thread was interrupted. Thread-safe.
 */
public final class LongStatement {

    /** A statement that has not begun yet cannot be cancelled: the cancel is repeated until the statement has ended. */
    private static final long BETWEEN_TRIES_MILLIS = 100;

    private LongStatement() {}

    /**
     * Executes and waits.
     *
     * @param connection nobody else uses it meanwhile
     * @param sql the statement
     * @throws SQLException if it has failed, or was ended because the thread was interrupted, which it still is
     */
    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            FutureTask<Boolean> running = new FutureTask<>(() -> statement.execute(sql));
            Thread thread = new Thread(running, "lab-statement");
            thread.setDaemon(true);
            thread.start();
            try {
                running.get();
            } catch (ExecutionException e) {
                throw failure(e);
            } catch (InterruptedException e) {
                SQLException interrupted = new SQLException("interrupted", e);
                end(statement, running, interrupted);
                Thread.currentThread().interrupt();
                throw interrupted;
            }
        }
    }

    private static void end(Statement statement, FutureTask<Boolean> running, SQLException interrupted) {
        while (!running.isDone()) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // once more after the pause; a server that is gone fails the statement itself
            }
            try {
                running.get(BETWEEN_TRIES_MILLIS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                interrupted.addSuppressed(e.getCause());
            } catch (TimeoutException | InterruptedException e) {
                // once more
            }
        }
    }

    private static SQLException failure(ExecutionException e) {
        if (e.getCause() instanceof SQLException failed) {
            return failed;
        }
        return new SQLException(e.getCause());
    }
}
