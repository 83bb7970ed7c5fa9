package dev.espalier.internal.write;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Entries of objects that were loaded and that nobody has asked the {@link Registry} for yet, in the order of loading. Most objects that a program
 * reads it never stores: their entries are dropped here, and never get an identity hash and a place in a table, which is a cache miss for each. Safe
 * for any number of threads.
 */
final class LoadLog {

    private static final int LEAST = 64;

    /** So many are handed on at the latest. That takes some 35 ms. */
    private static final int MOST = 1 << 18;

    /**
     * So many if the garbage collector has not run since they were looked through. Most of them are dead, and still look alive: in a table they are
     * looked through and moved again and again. The first store after many reads waits until all are handed on: some 70 ms.
     */
    private static final int MOST_UNCOLLECTED = 1 << 19;

    /** The number of logs that hold something. */
    private final AtomicInteger pending;

    private RegistryEntry[] entries = new RegistryEntry[LEAST];
    private volatile int size;
    /** Lives until the garbage collector has run: before, each object counts as alive, and nobody need look. */
    private WeakReference<Object> untilCollected = new WeakReference<>(new Object());

    LoadLog(AtomicInteger pending) {
        this.pending = pending;
    }

    int size() {
        return size;
    }

    /**
     * Appends entries.
     *
     * @param table takes all entries when there are too many
     */
    synchronized void add(RegistryEntry[] more, int count, Consumer<RegistryEntry> table) {
        if (count == 0) {
            return;
        }
        if (size + count > entries.length) {
            int most = MOST_UNCOLLECTED;
            if (untilCollected.refersTo(null)) {
                sweep();
                most = MOST;
            }
            if (size + count > most) {
                moveAll(table);
            }
            if (size + count > entries.length / 2) {
                int room = Math.min(Integer.highestOneBit(size + count) * 4, MOST_UNCOLLECTED);
                entries = Arrays.copyOf(entries, Math.max(size + count, room));
            }
        }
        if (size == 0) {
            pending.incrementAndGet();
        }
        System.arraycopy(more, 0, entries, size, count);
        size = size + count;
    }

    /** Hands on all entries whose objects live. A thread that finds the log empty afterwards finds them in the table. */
    void moveTo(Consumer<RegistryEntry> table) {
        if (size > 0) {
            moveAll(table);
        }
    }

    private synchronized void moveAll(Consumer<RegistryEntry> table) {
        int count = size;
        if (count == 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            table.accept(entries[i]);
        }
        size = 0;
        if (entries.length == LEAST) {
            Arrays.fill(entries, 0, count, null);
        } else {
            entries = new RegistryEntry[LEAST];
        }
        pending.decrementAndGet();
    }

    /** Drops the entries of dead objects. */
    synchronized void sweep() {
        untilCollected = new WeakReference<>(new Object());
        int count = size;
        int live = 0;
        for (int i = 0; i < count; i++) {
            if (!entries[i].isDead()) {
                entries[live++] = entries[i];
            }
        }
        Arrays.fill(entries, live, count, null);
        size = live;
        if (count > 0 && live == 0) {
            pending.decrementAndGet();
        }
        if (live < entries.length / 8) {
            entries = Arrays.copyOf(entries, Math.max(LEAST, entries.length / 4));
        }
    }
}
