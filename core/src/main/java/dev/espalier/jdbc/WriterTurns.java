package dev.espalier.jdbc;

import dev.espalier.engine.Failure;
import dev.espalier.error.EspalierException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives the right to write to one thread after the other, in the order in which they came, where the engine has one writer at a time: none of
 * them has to find the file locked by its neighbour. Safe for any number of threads.
 */
final class WriterTurns {

    private static final ConnectionSource.Turn EVERYBODYS = () -> {};

    private final boolean parallel;
    private final ReentrantLock writer = new ReentrantLock(true);
    private final Duration lockWait;
    private final DriverErrors errors;

    /** @param parallel whether any number of threads write at the same time */
    WriterTurns(boolean parallel, Duration lockWait, DriverErrors errors) {
        this.parallel = parallel;
        this.lockWait = lockWait;
        this.errors = errors;
    }

    /**
     * Waits for the turn.
     *
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if it did not come in time
     */
    ConnectionSource.Turn take() {
        if (parallel) {
            return EVERYBODYS;
        }
        try {
            if (!writer.tryLock(lockWait.toMillis(), TimeUnit.MILLISECONDS)) {
                throw notHad();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Watchdog.interrupted(e);
        }
        return writer::unlock;
    }

    /** The turn did not come in time. */
    EspalierException notHad() {
        return errors.as(Failure.LOCK_TIMEOUT, new SQLException("other threads write since " + lockWait.toSeconds() + " s"), "waiting for the turn to write");
    }
}
