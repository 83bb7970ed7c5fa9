package dev.espalier.transaction;

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
 * The objects at which this program's transactions were in each other's way lately, and whose turn it is to work with them. Who waits for a
 * turn holds nothing in the database meanwhile, and no work is done in vain. Turns say nothing to other programs, and nothing is wrong
 * where one was not taken: what is written is checked against the database all the same. Safe for any number of threads.
 */
final class Contention {

    private static final int MOST_OBJECTS = 10_000;
    private static final Duration MEMORY = Duration.ofSeconds(10);

    private final Duration patience;
    private final LongSupplier nanos;
    private final Map<Long, Turn> turns = new ConcurrentHashMap<>();
    /** How many turns have ended with a change. */
    private final AtomicLong changes = new AtomicLong();

    /** Who works with one object; the others come in the order in which they have asked. */
    private static final class Turn {

        private final ReentrantLock lock = new ReentrantLock(true);
        private volatile long untilNanos;
        /** What {@link #changes} was when it changed last. */
        private volatile long changed;
        /** Who has it or waits for it; changed within {@link Map#compute} only. */
        private int users;
    }

    /**
     * @param patience how long one turn is waited for at most
     * @param nanos the time, in nanoseconds from any moment
     */
    Contention(Duration patience, LongSupplier nanos) {
        this.patience = patience;
        this.nanos = nanos;
    }

    /** For one run to take its turns. */
    Turns turns() {
        return new Turns(this);
    }

    /** Remembers that transactions have met at these objects. What is forgotten costs one run in vain. */
    void met(Collection<Long> ids) {
        if (turns.size() >= MOST_OBJECTS) {
            turns.keySet().forEach(id -> turns.computeIfPresent(id, (i, turn) -> turn.users == 0 && !isContended(turn) ? null : turn));
        }
        if (turns.size() < MOST_OBJECTS) {
            long until = nanos.getAsLong() + MEMORY.toNanos();
            ids.forEach(id -> turns.computeIfAbsent(id, i -> new Turn()).untilNanos = until);
        }
    }

    private boolean isContended(Turn turn) {
        return turn.untilNanos - nanos.getAsLong() >= 0;
    }

    /** Those of the objects at which transactions have met lately. */
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

    /** A moment, to be compared with changes. */
    long now() {
        return changes.get();
    }

    /**
     * Waits until it is this thread's turn.
     *
     * @throws DatabaseException {@code lock-timeout} if it has not come in time; {@code interrupted}
     */
    void await(long id) {
        Turn turn = use(id);
        boolean isMine = false;
        try {
            isMine = turn.lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted", "interrupted while it waited for its turn to work with object " + id, false, e);
        } finally {
            if (!isMine) {
                leave(id);
            }
        }
        if (!isMine) {
            throw new DatabaseException("lock-timeout", "object " + id + ": other transactions of this program have worked with it for "
                    + patience.toSeconds() + " s", true, null);
        }
    }

    /** Takes the turn if nobody has it, and if a transaction that began at that moment sees the object as it is. */
    boolean take(long id, long began) {
        Turn turn = use(id);
        if (turn.lock.tryLock()) {
            if (turn.changed <= began) {
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

    /** The next one's turn; the object may have changed if so it says. */
    void pass(long id, boolean isChanged) {
        Turn turn = turns.get(id);
        if (isChanged) {
            turn.changed = changes.incrementAndGet();
        }
        turn.lock.unlock();
        leave(id);
    }
}
