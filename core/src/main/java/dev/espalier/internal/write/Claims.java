package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.INTERRUPTED;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.DatabaseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The new objects that units of work are storing now. One unit of work claims an object until the unit ends. So a new object that is shared by the
 * graphs of several threads is inserted once; the other threads wait, and refer to it. Safe for any number of threads.
 *
 * <p>A unit of work that holds claims never waits for other claims: it ends and is retried. So there are no deadlocks.
 */
public final class Claims {

    private final Map<Object, Unit> owners = new IdentityHashMap<>();
    private final Duration patience;
    private volatile boolean isEmpty = true;

    /** @param patience how long one object is waited for at most */
    public Claims(Duration patience) {
        this.patience = patience;
    }

    /** A unit of work, which has claimed nothing yet. Closing it gives up its claims. */
    public Unit unit() {
        return new Unit();
    }

    /** The claims of one unit of work. For one thread. */
    public final class Unit implements AutoCloseable {

        private final List<Object> claimed = new ArrayList<>();

        private Unit() {}

        /** Whether it has claimed an object. */
        public boolean holdsClaims() {
            return !claimed.isEmpty();
        }

        /** Whether another unit is storing the object. */
        boolean isTaken(Object object) {
            if (isEmpty) {
                return false;
            }
            synchronized (owners) {
                Unit owner = owners.get(object);
                return owner != null && owner != this;
            }
        }

        /**
         * Claims all of the objects or none of them.
         *
         * @return an object that another unit has claimed; null if all of them are this unit's now
         */
        public @Nullable Object claim(Collection<?> objects) {
            if (objects.isEmpty()) {
                return null;
            }
            synchronized (owners) {
                for (Object object : objects) {
                    Unit owner = owners.get(object);
                    if (owner != null && owner != this) {
                        return object;
                    }
                }
                objects.forEach(object -> owners.put(object, this));
                isEmpty = false;
            }
            claimed.addAll(objects);
            return null;
        }

        @Override
        public void close() {
            if (claimed.isEmpty()) {
                return;
            }
            synchronized (owners) {
                claimed.forEach(owners::remove);
                isEmpty = owners.isEmpty();
                owners.notifyAll();
            }
            claimed.clear();
        }
    }

    /** Whether a unit is storing the object. */
    boolean isTaken(Object object) {
        if (isEmpty) {
            return false;
        }
        synchronized (owners) {
            return owners.containsKey(object);
        }
    }

    /**
     * Waits until no unit is storing the object. The caller holds nothing that such a unit may wait for.
     *
     * @throws DatabaseException {@code lock-timeout} if that takes too long; {@code interrupted}
     */
    public void await(Object object) {
        long end = System.nanoTime() + patience.toNanos();
        synchronized (owners) {
            while (owners.containsKey(object)) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new DatabaseException(
                            LOCK_TIMEOUT,
                            "another thread has been storing a new object of "
                                    + object.getClass().getSimpleName() + ", which this call reaches too, for "
                                    + patience.toSeconds() + " s");
                }
                try {
                    owners.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new DatabaseException(
                            INTERRUPTED,
                            "interrupted while another thread was storing a new object that this call reaches",
                            e);
                }
            }
        }
    }
}
