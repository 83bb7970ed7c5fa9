package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.INTERRUPTED;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The objects on which this program's transactions conflicted lately, with a fair lock for each. A thread that waits for its turn holds no connection
 * meanwhile and does no work that would be rolled back.
 *
 * <p>Turns only save retries. Other programs do not take part in them, and a missing turn breaks nothing, because the commit checks versions anyway.
 * Safe for any number of threads.
 */
final class ContendedObjects {

    private static final int MOST_OBJECTS = 10_000;
    private static final Duration MEMORY = Duration.ofSeconds(10);

    private final Duration lockWait;
    private final LongSupplier nanos;
    private final Map<Long, Turn> turns = new ConcurrentHashMap<>();
    /** A clock that ticks with each change of a contended object. */
    private final AtomicLong changes = new AtomicLong();

    /** The turns at one object, in the order in which threads ask for them. */
    private static final class Turn {

        private final ReentrantLock lock = new ReentrantLock(true);
        private volatile long contendedUntil;
        /** The moment of the object's last change, see {@link #now()}. */
        private volatile long changed;
        /** The number of threads that have the turn or wait for it; changed only within {@link Map#compute}. */
        private int users;
    }

    /**
     * @param lockWait the maximum time to wait for one turn
     * @param nanos the time in nanoseconds since some origin
     */
    ContendedObjects(Duration lockWait, LongSupplier nanos) {
        this.lockWait = lockWait;
        this.nanos = nanos;
    }

    /** Notes that transactions conflicted on these objects. An object that is forgotten costs one retry. */
    void conflicted(Collection<Long> ids) {
        if (turns.size() >= MOST_OBJECTS) {
            turns.keySet()
                    .forEach(id -> turns.computeIfPresent(
                            id, (i, turn) -> turn.users == 0 && !isContended(turn) ? null : turn));
        }
        if (turns.size() < MOST_OBJECTS) {
            long until = nanos.getAsLong() + MEMORY.toNanos();
            ids.forEach(id -> turns.computeIfAbsent(id, i -> new Turn()).contendedUntil = until);
        }
    }

    private boolean isContended(Turn turn) {
        return turn.contendedUntil - nanos.getAsLong() >= 0;
    }

    /** Those of the objects on which transactions conflicted lately. */
    List<Long> among(long[] ids) {
        List<Long> found = new ArrayList<>();
        if (!turns.isEmpty()) {
            for (long id : ids) {
                Turn turn = turns.get(id);
                if (turn != null && isContended(turn)) {
                    found.add(id);
                }
            }
        }
        return found;
    }

    /** The present moment, comparable with the moments of changes. */
    long now() {
        return changes.get();
    }

    /**
     * Waits for the turn at an object.
     *
     * @throws DatabaseException {@code lock-timeout} if it does not come in time; {@code interrupted}
     */
    void await(long id) {
        Turn turn = use(id);
        boolean isMine = false;
        try {
            isMine = turn.lock.tryLock(lockWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException(
                    INTERRUPTED, "interrupted while it waited for its turn to work with object " + id, e);
        } finally {
            if (!isMine) {
                leave(id);
            }
        }
        if (!isMine) {
            throw new DatabaseException(
                    LOCK_TIMEOUT,
                    "object " + id + ": other transactions of this program have worked with it for "
                            + lockWait.toSeconds() + " s");
        }
    }

    /** Takes the turn if it is free, and if the object has not changed since that moment. */
    boolean tryTake(long id, long moment) {
        Turn turn = use(id);
        if (turn.lock.tryLock()) {
            if (turn.changed <= moment) {
                return true;
            }
            turn.lock.unlock();
        }
        leave(id);
        return false;
    }

    private Turn use(long id) {
        return turns.compute(id, (i, turn) -> {
            Turn used = turn == null ? new Turn() : turn;
            used.users++;
            return used;
        });
    }

    private void leave(long id) {
        turns.computeIfPresent(id, (i, turn) -> --turn.users == 0 && !isContended(turn) ? null : turn);
    }

    /** Notes that the object may have changed now. To be called with the turn. */
    void changed(long id) {
        taken(id).changed = changes.incrementAndGet();
    }

    /** Ends the turn at an object. */
    void end(long id) {
        taken(id).lock.unlock();
        leave(id);
    }

    private Turn taken(long id) {
        return requireNonNull(turns.get(id), "the thread has taken the turn");
    }
}
