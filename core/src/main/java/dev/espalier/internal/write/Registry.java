package dev.espalier.internal.write;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The registry: what is known of each Java object that is stored in the database or was loaded from it, which is its id, its version and its
 * fingerprint. Holds the objects weakly. Safe for any number of threads.
 */
public final class Registry {

    /** A hash table is divided so that many threads rarely meet. A power of two. */
    private static final int SEGMENTS = 64;

    /** Threads that load rarely meet at a log. A power of two. */
    private static final int LOGS = 16;

    private static final KnownState FORGOTTEN = forgotten(null);

    /** All sweeps together take a hundredth of the time at most. */
    private static final int PAUSE_PER_SWEEP = 100;

    private final Segment[] segments;
    /** None in a layer. */
    private final LoadLog[] logs;
    /** The number of logs that hold something. */
    private final AtomicInteger pending = new AtomicInteger();

    private final @Nullable Registry below;
    private final BulkIds bulkIds;
    private final DeletedIds deletedParts;
    private final DeletedIds deleted;
    /** Lives until the garbage collector has run. */
    private volatile WeakReference<Object> untilCollected = new WeakReference<>(new Object());

    private volatile long nextSweep = System.nanoTime();
    /** Whether it says of a deleted object what was not loaded of it. */
    private volatile boolean hasForgottenGaps;

    private final AtomicBoolean isSwept = new AtomicBoolean();

    public Registry() {
        this(null, SEGMENTS);
    }

    private Registry(@Nullable Registry below, int size) {
        this.below = below;
        this.bulkIds = below == null ? new BulkIds() : below.bulkIds;
        this.deletedParts = below == null ? new DeletedIds() : below.deletedParts;
        this.deleted = below == null ? new DeletedIds() : below.deleted;
        this.segments = new Segment[size];
        for (int i = 0; i < size; i++) {
            segments[i] = new Segment();
        }
        this.logs = new LoadLog[below == null ? LOGS : 0];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = new LoadLog(pending);
        }
    }

    /** Returns a registry that reads through to this one and keeps changes to itself: for a transaction, which may be rolled back. */
    public Registry layer() {
        return new Registry(this, 1); // a transaction has one thread
    }

    /** The registry that this one is a layer of, or itself: what is recorded in it outlives every transaction. */
    Registry base() {
        return below == null ? this : below.base();
    }

    /** The ids that bulk loads have taken. */
    public BulkIds bulkIds() {
        return bulkIds;
    }

    /** The state that this layer has recorded for the object; null if it has recorded none. */
    public @Nullable KnownState findOwn(Object object) {
        index();
        int hash = hash(object);
        return segment(hash).find(object, hash);
    }

    /** What is known of the object; null for nothing. */
    public @Nullable KnownState find(Object object) {
        KnownState state = findOwn(object);
        if (state == null) {
            return below == null ? null : below.find(object);
        }
        return saysNothing(state) ? null : state;
    }

    /** Whether the object is new, because it was deleted or its bulk load was undone. */
    private boolean saysNothing(KnownState state) {
        return state.id() == 0 || bulkIds.isUndone(state.id()) || isDeletedPart(state);
    }

    /** The state of an object before a committed transaction deleted it as a part; null if none did. */
    @Nullable
    KnownState findDeletedPart(Object object) {
        KnownState state = findRecorded(object);
        return state != null && state.id() != 0 && isDeletedPart(state) ? state : null;
    }

    /** Returns the attributes that were not loaded of a deleted object; null if all were loaded. */
    @Nullable
    LeftOut leftOutOfDeleted(Object object) {
        if (!hasDeletedParts() && !hasForgottenGaps()) {
            return null;
        }
        KnownState state = findRecorded(object);
        return state != null && (state.id() == 0 || isDeletedPart(state)) ? state.notLoaded() : null;
    }

    private @Nullable KnownState findRecorded(Object object) {
        KnownState state = findOwn(object);
        return state == null && below != null ? below.findRecorded(object) : state;
    }

    private boolean hasForgottenGaps() {
        return hasForgottenGaps || below != null && below.hasForgottenGaps();
    }

    /** A stand-in stays one: stored as a new object, it would be one without content. */
    private boolean isDeletedPart(KnownState state) {
        return deletedParts.has(state.id()) && state.version() != VersionAccess.UNKNOWN;
    }

    /** Takes in that a transaction was committed which has deleted objects: those that have the ids of its parts are new. */
    public void deleted(Versions versions) {
        deletedParts.add(versions.deletedParts());
        deleted.add(versions.deleted());
    }

    /** Whether a committed transaction of this program may have deleted the object with that id, although something is known of it. */
    boolean mayBeDeleted(long id) {
        return deleted.mayHave(id) || deletedParts.mayHave(id);
    }

    /** Whether it certainly has. */
    boolean isDeleted(long id) {
        return deleted.has(id) || deletedParts.has(id);
    }

    /** Whether a committed transaction of this program has deleted parts. */
    boolean hasDeletedParts() {
        return deletedParts.isAny();
    }

    /** Whether the id was that of a part that a committed transaction of this program has deleted. */
    boolean isDeletedPart(long id) {
        return deletedParts.has(id);
    }

    /** Replaces what is known of the object. */
    public void put(Object object, KnownState state) {
        index();
        int hash = hash(object);
        Segment segment = segment(hash);
        segment.put(object, hash, state);
        if (segment.looksForDead()) {
            releaseDead();
        }
    }

    /**
     * Drops what is known of objects that the program no longer holds, if the garbage collector has run since, and if that does not take too much
     * time. To be called once for each answer or so: the tables themselves look for dead objects only when they are full.
     */
    void releaseDead() {
        if (below == null
                && untilCollected.refersTo(null)
                && System.nanoTime() - nextSweep >= 0
                && isSwept.compareAndSet(false, true)) {
            try {
                untilCollected = new WeakReference<>(new Object());
                long start = System.nanoTime();
                for (LoadLog log : logs) {
                    log.sweep();
                }
                for (Segment segment : segments) {
                    segment.sweep();
                }
                long end = System.nanoTime();
                nextSweep = end + PAUSE_PER_SWEEP * (end - start);
            } finally {
                isSwept.set(false);
            }
        }
    }

    /** How many objects it knows, with dead ones that were not dropped yet. */
    public int size() {
        int size = 0;
        for (LoadLog log : logs) {
            size += log.size();
        }
        for (Segment segment : segments) {
            size += segment.size();
        }
        return size;
    }

    /**
     * Adds objects that nothing is known of, without looking: only for objects that nobody else has seen yet. They come into a table when somebody asks
     * for an object, whichever. Not for a layer.
     */
    void addLoaded(RegistryEntry[] entries, int count) {
        logs[(int) Thread.currentThread().getId() & LOGS - 1].add(entries, count, this::index);
    }

    /** The same for one object. */
    void addLoaded(RegistryEntry entry) {
        addLoaded(new RegistryEntry[] {entry}, 1);
    }

    /** Has a place in a table for each object that was loaded before, and still lives. */
    private void index() {
        if (pending.get() > 0) {
            Consumer<RegistryEntry> table = this::index;
            for (LoadLog log : logs) {
                log.moveTo(table);
            }
        }
    }

    private void index(RegistryEntry entry) {
        Object object = entry.get();
        if (object != null) {
            entry.hash = hash(object);
            segment(entry.hash).add(entry);
        }
    }

    /** Forgets a deleted object, except for what was not loaded of it: stored again, it would lack that. */
    void forget(Object object) {
        KnownState known = findRecorded(object);
        if (known == null || known.notLoaded() == null || known.notLoaded().isOfInverses()) {
            remove(object);
        } else {
            forget(object, forgotten(known.notLoaded()));
        }
    }

    /** Takes in the state of an object that a layer has forgotten. */
    public void forget(Object object, KnownState forgotten) {
        if (forgotten.notLoaded() == null) {
            remove(object);
        } else {
            hasForgottenGaps = true;
            put(object, forgotten);
        }
    }

    private static KnownState forgotten(@Nullable LeftOut notLoaded) {
        return new KnownState(0, 0, null, notLoaded);
    }

    /** Forgets the object. */
    public void remove(Object object) {
        index();
        int hash = hash(object);
        if (below == null) {
            segment(hash).remove(object, hash);
        } else {
            segment(hash).put(object, hash, FORGOTTEN);
        }
    }

    /**
     * Makes the object new if an undone load has given it its id. One thread at a time, in all layers: another one may be giving the object
     * an id again.
     *
     * @return whether it was one
     */
    boolean release(PersistentClass type, Object object) {
        synchronized (bulkIds) {
            KnownState known = findOwn(object);
            boolean isKnown = known != null && bulkIds.isUndone(known.id());
            if (isKnown) {
                remove(object);
            }
            return bulkIds.release(type, object) || isKnown;
        }
    }

    /** Gives an object that nothing is known of an id; says what is known if another thread was first, else null. */
    @Nullable
    KnownState claim(Object object, long id) {
        index();
        int hash = hash(object);
        return segment(hash).claim(object, hash, KnownState.claimed(id), this::saysNothing);
    }

    private Segment segment(int hash) {
        return segments[hash & segments.length - 1];
    }

    private static int hash(Object object) {
        int hash = System.identityHashCode(object) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }

    /** Dead entries are swept when the table is full, and now and then. */
    private static final class Segment {
        /** Every so many states that are put. */
        private static final int LOOKS_EVERY = 16;

        private RegistryEntry[] table = new RegistryEntry[16];
        private int size;
        private int puts;

        synchronized int size() {
            return size;
        }

        synchronized boolean looksForDead() {
            puts = (puts + 1) % LOOKS_EVERY;
            return puts == 0;
        }

        synchronized @Nullable KnownState find(Object object, int hash) {
            RegistryEntry entry = entry(object, hash);
            return entry == null ? null : entry.state();
        }

        synchronized void put(Object object, int hash, KnownState state) {
            RegistryEntry entry = entry(object, hash);
            (entry == null ? link(object, hash) : entry).become(state);
        }

        /** Puts a state if nothing is known; returns what is known else. */
        synchronized @Nullable KnownState claim(
                Object object, int hash, KnownState state, Predicate<KnownState> saysNothing) {
            RegistryEntry entry = entry(object, hash);
            KnownState before = entry == null ? null : entry.state();
            if (before != null && !saysNothing.test(before)) {
                return before;
            }
            (entry == null ? link(object, hash) : entry).become(state);
            return null;
        }

        synchronized void add(RegistryEntry entry) {
            makeRoom();
            link(entry);
        }

        synchronized void remove(Object object, int hash) {
            int at = index(hash, table.length);
            RegistryEntry before = null;
            for (RegistryEntry entry = table[at]; entry != null; before = entry, entry = entry.next) {
                if (entry.hash == hash && entry.refersTo(object)) {
                    if (before == null) {
                        table[at] = entry.next;
                    } else {
                        before.next = entry.next;
                    }
                    size--;
                    return;
                }
            }
        }

        private @Nullable RegistryEntry entry(Object object, int hash) {
            RegistryEntry entry = table[index(hash, table.length)];
            while (entry != null && !(entry.hash == hash && entry.refersTo(object))) {
                entry = entry.next;
            }
            return entry;
        }

        private RegistryEntry link(Object object, int hash) {
            makeRoom();
            RegistryEntry entry = new RegistryEntry(object);
            entry.hash = hash;
            link(entry);
            return entry;
        }

        private void link(RegistryEntry entry) {
            int at = index(entry.hash, table.length);
            entry.next = table[at];
            table[at] = entry;
            size++;
        }

        private void makeRoom() {
            if (size >= 2 * table.length) {
                sweep();
            }
        }

        /** Drops the dead and makes room for as many again as live. */
        synchronized void sweep() {
            List<RegistryEntry> live = new ArrayList<>(size);
            for (RegistryEntry head : table) {
                for (RegistryEntry entry = head; entry != null; entry = entry.next) {
                    if (!entry.isDead()) {
                        live.add(entry);
                    }
                }
            }
            // Between two runs of the garbage collector nothing is dropped. A table that begins small each time is
            // looked through again and again on its way up: an eighth of the time of loading 100 objects on SQLite.
            boolean mostLive = live.size() > size / 2;
            int wanted = Integer.highestOneBit(Math.max(1, live.size())) * (mostLive ? 4 : 2);
            table = new RegistryEntry[Math.max(16, Math.max(wanted, table.length / 2))];
            size = live.size();
            for (RegistryEntry entry : live) {
                int at = index(entry.hash, table.length);
                entry.next = table[at];
                table[at] = entry;
            }
        }

        private static int index(int hash, int length) {
            return hash >>> 6 & length - 1;
        }
    }
}
