package dev.espalier.internal.jdbc;

import dev.espalier.error.EspalierException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives the right to write to one thread after the other, in the order in which they came, if the engine has one writer at a time: none of
 * them has to find the file locked by its neighbour. If this process alone has the database open, and changes of tables are no transactions, it keeps
 * writers off while tables are changed. H2 loses rows that are written to a table while it is copied. Safe for any number of threads.
 */
final class WriterTurns {

    private static final ConnectionSource.Turn EVERYBODYS = () -> {};

    /** Of databases that are open in this process only, whoever has opened them here: a program may do so several times. */
    private static final Map<String, Writer> WRITERS = new ConcurrentHashMap<>();

    private static final Map<String, ReentrantReadWriteLock> TABLES = new ConcurrentHashMap<>();

    /** The one writer of an engine that has one at a time. */
    private static final class Writer implements ConnectionSource.Turn {

        private final ReentrantLock turn = new ReentrantLock(true);
        /** How many turns have ended that may have committed something of objects. */
        private final AtomicLong ended = new AtomicLong();

        @Override
        public void close() {
            ended.incrementAndGet();
            turn.unlock();
        }

        @Override
        public void closeUnseen() {
            turn.unlock();
        }
    }

    private final boolean parallel;
    private final Writer writer;
    /** Parallel writers share it; null if nothing has to be kept off. */
    private final @Nullable ReentrantReadWriteLock tables;

    private final Duration lockWait;
    private final DriverErrors errors;

    WriterTurns(Address address, Duration lockWait, DriverErrors errors) {
        boolean oneProcess = address.engine().isOneProcess();
        this.parallel = address.engine().dialect().limits().parallelWriters();
        this.writer = oneProcess ? WRITERS.computeIfAbsent(address.key(), key -> new Writer()) : new Writer();
        this.tables = oneProcess && !address.engine().definesInTransactions()
                ? TABLES.computeIfAbsent(address.key(), key -> new ReentrantReadWriteLock(true))
                : null;
        this.lockWait = lockWait;
        this.errors = errors;
    }

    /**
     * Waits for the turn.
     *
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if it did not come in time
     */
    ConnectionSource.Turn take() {
        Lock turn = !parallel ? writer.turn : tables != null ? tables.readLock() : null;
        if (turn == null) {
            return EVERYBODYS;
        }
        if (!isHad(turn, lockWait)) {
            throw notHad();
        }
        return parallel ? turn::unlock : writer;
    }

    /** See {@link ConnectionSource#turnsEnded}. */
    long ended() {
        return writer.ended.get();
    }

    /** Waits for the turn to change tables and indexes; null if it did not come in time. */
    ConnectionSource.@Nullable Turn define(Duration wait) {
        if (tables == null) {
            return EVERYBODYS;
        }
        // The turns of the session that is going to change the tables, which would wait for itself.
        int shared = tables.getReadHoldCount();
        for (int i = 0; i < shared; i++) {
            tables.readLock().unlock();
        }
        try {
            Lock turn = tables.writeLock();
            return isHad(turn, wait) ? turn::unlock : null;
        } finally {
            for (int i = 0; i < shared; i++) {
                tables.readLock().lock();
            }
        }
    }

    private static boolean isHad(Lock turn, Duration wait) {
        try {
            return turn.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Watchdog.interrupted(e);
        }
    }

    /** The turn did not come in time. Its holder is a thread of this process, maybe one of Espalier's own, so that nothing is said of other processes. */
    EspalierException notHad() {
        String holder = tables == null ? "writes" : "writes, or is opening it and changes its tables or indexes";
        return errors.lockTimeout("another thread of this program " + holder + "; waited " + lockWait.toMillis()
                + " ms for the turn to write. " + errors.turnAdvice());
    }
}
