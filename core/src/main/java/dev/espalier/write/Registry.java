package dev.espalier.write;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.BitSet;

/**
 * What is known of the objects in the program that stand in the database: by identity, and only as long as the program holds
 * them. Safe for any number of threads.
 */
public final class Registry {

    /**
     * What is known of one object. Unchanging; a new state replaces it.
     *
     * @param id its id
     * @param version the version that was stored or loaded last
     * @param fingerprint of the fields as they were stored or loaded last
     * @param notLoaded the attributes, by place in the class, that an answer's bounds left out; null for none
     */
    public record State(long id, int version, Fingerprint fingerprint, BitSet notLoaded) {

        /** A state of an object whose content is not known: a bulk loader has written it, or is about to. */
        static State claimed(long id) {
            return new State(id, 0, null, null);
        }
    }

    /** A hash table is divided so that many threads rarely meet. A power of two. */
    private static final int SEGMENTS = 64;

    private final Segment[] segments = new Segment[SEGMENTS];

    public Registry() {
        for (int i = 0; i < SEGMENTS; i++) {
            segments[i] = new Segment();
        }
    }

    /** What is known of the object; null for nothing. */
    public State find(Object object) {
        int hash = hash(object);
        return segment(hash).find(object, hash);
    }

    /** Replaces what is known of the object. */
    public void put(Object object, State state) {
        int hash = hash(object);
        segment(hash).put(object, hash, state, true);
    }

    /**
     * Adds an object that nothing is known of, without looking: only for objects that nobody else has seen yet. After a large
     * answer the table is full of objects that are no longer held but not yet collected, and looking through them would cost more
     * than reading the object's row.
     */
    void addNew(Object object, State state) {
        int hash = hash(object);
        segment(hash).add(object, hash, state);
    }

    /** Forgets the object. */
    public void remove(Object object) {
        int hash = hash(object);
        segment(hash).remove(object, hash);
    }

    /** Gives an object that nothing is known of an id; says what is known where another thread was first, else null. */
    State claim(Object object, long id) {
        int hash = hash(object);
        return segment(hash).put(object, hash, State.claimed(id), false);
    }

    private Segment segment(int hash) {
        return segments[hash & SEGMENTS - 1];
    }

    private static int hash(Object object) {
        int hash = System.identityHashCode(object) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }

    private static final class Entry extends WeakReference<Object> {
        final int hash;
        State state;
        Entry next;

        Entry(Object object, int hash, State state, ReferenceQueue<Object> queue, Entry next) {
            super(object, queue);
            this.hash = hash;
            this.state = state;
            this.next = next;
        }
    }

    private static final class Segment {
        private final ReferenceQueue<Object> dead = new ReferenceQueue<>();
        private Entry[] table = new Entry[16];
        private int size;

        synchronized State find(Object object, int hash) {
            Entry entry = entry(object, hash);
            return entry == null ? null : entry.state;
        }

        synchronized State put(Object object, int hash, State state, boolean replace) {
            removeDead();
            Entry entry = entry(object, hash);
            if (entry != null) {
                State before = entry.state;
                if (replace) {
                    entry.state = state;
                }
                return before;
            }
            link(object, hash, state);
            return null;
        }

        synchronized void add(Object object, int hash, State state) {
            removeDead();
            link(object, hash, state);
        }

        private void link(Object object, int hash, State state) {
            if (size >= 2 * table.length) {
                grow();
            }
            int at = index(hash, table.length);
            table[at] = new Entry(object, hash, state, dead, table[at]);
            size++;
        }

        synchronized void remove(Object object, int hash) {
            Entry entry = entry(object, hash);
            if (entry != null) {
                unlink(entry);
            }
        }

        private Entry entry(Object object, int hash) {
            Entry entry = table[index(hash, table.length)];
            while (entry != null && !(entry.hash == hash && entry.refersTo(object))) {
                entry = entry.next;
            }
            return entry;
        }

        private void removeDead() {
            for (Object gone = dead.poll(); gone != null; gone = dead.poll()) {
                unlink((Entry) gone);
            }
        }

        private void unlink(Entry gone) {
            int at = index(gone.hash, table.length);
            Entry before = null;
            for (Entry entry = table[at]; entry != null; before = entry, entry = entry.next) {
                if (entry == gone) {
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

        private void grow() {
            Entry[] larger = new Entry[table.length * 2];
            for (Entry head : table) {
                for (Entry entry = head; entry != null; ) {
                    Entry next = entry.next;
                    int at = index(entry.hash, larger.length);
                    entry.next = larger[at];
                    larger[at] = entry;
                    entry = next;
                }
            }
            table = larger;
        }

        private static int index(int hash, int length) {
            return hash >>> 6 & length - 1;
        }
    }
}
