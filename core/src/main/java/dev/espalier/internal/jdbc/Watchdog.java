package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.INTERRUPTED;
import static dev.espalier.error.ErrorCode.STATEMENT_TIMEOUT;

import dev.espalier.error.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends statements whose thread was interrupted or whose time is over. No driver does the first: a thread that waits for an answer does not
 * see that it was interrupted. Safe for any number of threads.
 */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final Duration LOOKS_EVERY = Duration.ofMillis(50);

    /**
     * A cancellation that comes before the database has begun with the statement does nothing, without an error; sqlite3_interrupt says so. So it is sent
     * again until the statement ends.
     */
    private static final Duration CANCELS_EVERY = Duration.ofMillis(250);

    /** A server that has not ended a statement by then is taken for lost: the connection is torn down. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Duration time;
    private final boolean canTearDown;
    private final Set<Watch> running = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Heartbeat looking;
    /** Nobody waits for them: a driver may take any time to end a statement. */
    private final ExecutorService ending = Workers.pool("espalier-cancel");

    /**
     * @param time that a statement may take; zero for any
     * @param canTearDown whether a connection may be torn down while a statement runs on it
     */
    Watchdog(Duration time, boolean canTearDown) {
        this.time = time;
        this.canTearDown = canTearDown;
    }

    /**
     * Watches a statement that the thread begins now.
     *
     * @throws DatabaseException {@code interrupted} if the thread is already
     */
    Watch watch(Statement statement, Connection connection) {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(null);
        }
        return begin(new Watch(statement, connection));
    }

    /** Watches a COMMIT, which is never cancelled; but a server that is gone does not answer it. */
    Watch watchCommit(Connection connection) {
        return begin(new Watch(null, connection));
    }

    private Watch begin(Watch watch) {
        if (looking == null) {
            start();
        }
        running.add(watch);
        return watch;
    }

    private synchronized void start() {
        if (looking == null) {
            looking = new Heartbeat("espalier-watchdog", LOOKS_EVERY, () -> running.forEach(Watch::look));
        }
    }

    static DatabaseException interrupted(@Nullable Throwable cause) {
        return new DatabaseException(
                INTERRUPTED,
                "the thread was interrupted while the database worked for it; what was not committed is undone",
                cause);
    }

    /** A statement that runs. */
    final class Watch implements AutoCloseable {

        /** Null for a COMMIT. */
        private final @Nullable Statement statement;

        private final Connection connection;
        private final Thread thread = Thread.currentThread();
        private final long start = System.nanoTime();
        private volatile boolean wasInterrupted;
        private volatile boolean wasTooLong;
        private long endedAt;
        private long cancelledAt;
        private volatile boolean isCancelling;
        private boolean isTornDown;

        private Watch(@Nullable Statement statement, Connection connection) {
            this.statement = statement;
            this.connection = connection;
        }

        /** Why the statement was ended, as an error with that cause; null if it was not. */
        @Nullable
        DatabaseException reason(SQLException cause, String doing) {
            return wasInterrupted
                    ? interrupted(cause)
                    : wasTooLong && statement != null
                            ? new DatabaseException(
                                    STATEMENT_TIMEOUT,
                                    "the statement took longer than " + time.toMillis()
                                            + " ms and was cancelled (while: " + doing + ")",
                                    cause)
                            : null;
        }

        /** Whether somebody may still be about to end whatever runs on the connection. */
        boolean wasEnded() {
            return wasInterrupted || wasTooLong;
        }

        private void look() {
            long now = System.nanoTime();
            if (!wasEnded()) {
                wasTooLong = !time.isZero() && now - start > time.toNanos();
                wasInterrupted = statement != null && thread.isInterrupted();
                endedAt = now;
                cancelledAt = now - CANCELS_EVERY.toNanos();
            }
            if (wasEnded() && statement != null && !isCancelling && now - cancelledAt >= CANCELS_EVERY.toNanos()) {
                isCancelling = true;
                cancelledAt = now;
                try {
                    ending.execute(() -> cancel(statement));
                } catch (RuntimeException | Error e) { // no thread: another one is asked for the next time
                    isCancelling = false;
                    throw e;
                }
            }
            if (wasEnded() && canTearDown && !isTornDown && (statement == null || now - endedAt > PATIENCE.toNanos())) {
                ending.execute(() -> end("torn down", () -> connection.abort(Runnable::run)));
                isTornDown = true;
            }
        }

        private void cancel(Statement running) {
            try {
                end("cancelled", running::cancel);
            } finally {
                isCancelling = false;
            }
        }

        private void end(String how, Ending action) {
            try {
                if (running.contains(this)) {
                    action.run();
                }
            } catch (SQLException | RuntimeException e) {
                LOG.debug("a statement could not be {}: {}", how, e.toString());
            }
        }

        @Override
        public void close() {
            running.remove(this);
        }
    }

    private interface Ending {
        void run() throws SQLException;
    }

    @Override
    public synchronized void close() {
        if (looking != null) {
            looking.close();
        }
        ending.shutdown();
    }
}
