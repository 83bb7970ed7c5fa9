package dev.espalier.jdbc;

import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.EspalierException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives the right to write to one thread after the other, in the order in which they came, where the engine has one writer at a time: none of
 * them has to find the file locked by its neighbour. Safe for any number of threads.
 */
final class WriterTurns {

    private static final ConnectionSource.Turn EVERYBODYS = () -> {};

    /** Of databases that are open in this process only, whoever has opened them here: a program may do so several times. */
    private static final Map<String, ReentrantLock> OF_PROCESS = new ConcurrentHashMap<>();

    private final boolean parallel;
    private final ReentrantLock writer;
    private final ReentrantLock definer;
    private final Duration lockWait;
    private final DriverErrors errors;

    WriterTurns(Address address, Duration lockWait, DriverErrors errors) {
        boolean oneProcess = address.engine().isOneProcess();
        this.parallel = address.engine().dialect().limits().parallelWriters();
        this.writer = oneProcess ? ofProcess("write " + address.key()) : new ReentrantLock(true);
        this.definer = oneProcess && !address.engine().definesInTransactions() ? ofProcess("define " + address.key()) : null;
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

    private static ReentrantLock ofProcess(String name) {
        return OF_PROCESS.computeIfAbsent(name, key -> new ReentrantLock(true));
    }

    /** Waits for the turn to change tables and indexes; null if it did not come in time. */
    ConnectionSource.Turn define(Duration wait) {
        if (definer == null) {
            return EVERYBODYS;
        }
        try {
            return definer.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS) ? definer::unlock : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Watchdog.interrupted(e);
        }
    }

    /** The turn did not come in time. */
    EspalierException notHad() {
        return errors.as(LOCK_TIMEOUT, new SQLException("other threads write since " + lockWait.toSeconds() + " s"), "waiting for the turn to write");
    }
}
