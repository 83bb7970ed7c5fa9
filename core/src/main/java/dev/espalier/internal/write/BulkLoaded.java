package dev.espalier.internal.write;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The objects that this program has bulk-loaded last, so that they can be changed and stored: a loaded row has version 0, and stays what
 * was loaded as long as it has. An object is recognised by its id and its identity hash code, so that a copy, or an object that was made by
 * hand with the same id, is not taken for it. Costs four bytes for each object, and at most 4 MB. Safe for any number of threads.
 */
public final class BulkLoaded {

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /** A million objects. */
    private static final int MOST_CHUNKS = 256;

    private final Map<Long, int[]> chunks = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, int[]> eldest) {
            return size() > MOST_CHUNKS;
        }
    };

    /** Remembers an object that gets this id. */
    public synchronized void add(long id, Object object) {
        chunks.computeIfAbsent(id >> CHUNK_BITS, number -> new int[CHUNK])[(int) id & CHUNK - 1] =
                System.identityHashCode(object);
    }

    /** Whether the object was loaded with this id, and is one of the last million. */
    synchronized boolean has(long id, Object object) {
        int[] chunk = chunks.get(id >> CHUNK_BITS);
        return chunk != null && chunk[(int) id & CHUNK - 1] == System.identityHashCode(object);
    }
}
