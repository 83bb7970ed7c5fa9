package dev.espalier.internal.search.ids;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A compressed set of ids, the bitmap of ids. Ids of a graph are consecutive, so a dense set takes one bit per id. For one thread.
 * Operations that combine sets change this set, and may then share parts of the other one: copy a set that is still needed.
 *
 * <p>Ids are divided by their upper halves into bitmaps of 32 bits. Adding or finding an id takes a third of the time of the same library's
 * 64-bit bitmap, whose tree is searched byte by byte (10 million ids, November 2026).
 */
public final class IdSet {

    /** The bitmaps by the upper half of their ids, which are positive; none is empty. */
    private final TreeMap<Integer, RoaringBitmap> parts = new TreeMap<>();

    /** The part used last; most sets have only one. */
    private int lastUpper = -1;

    private @Nullable RoaringBitmap last;

    public static IdSet of(long... ids) {
        IdSet set = new IdSet();
        for (long id : ids) {
            set.add(id);
        }
        return set;
    }

    private static int upper(long id) {
        return (int) (id >>> 32);
    }

    private static long id(int upper, int lower) {
        return (long) upper << 32 | Integer.toUnsignedLong(lower);
    }

    public void add(long id) {
        int upper = upper(id);
        if (upper != lastUpper || last == null) {
            last = parts.computeIfAbsent(upper, any -> new RoaringBitmap());
            lastUpper = upper;
        }
        last.add((int) id);
    }

    public boolean contains(long id) {
        int upper = upper(id);
        if (upper != lastUpper) {
            last = parts.get(upper);
            lastUpper = upper;
        }
        return last != null && last.contains((int) id);
    }

    public long size() {
        return parts.values().stream()
                .mapToLong(RoaringBitmap::getLongCardinality)
                .sum();
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    public IdSet copy() {
        IdSet copy = new IdSet();
        parts.forEach((upper, part) -> copy.parts.put(upper, part.clone()));
        return copy;
    }

    public IdSet and(IdSet other) {
        parts.keySet().retainAll(other.parts.keySet());
        parts.forEach((upper, part) -> part.and(other.parts.get(upper)));
        return changed();
    }

    public IdSet or(IdSet other) {
        for (Map.Entry<Integer, RoaringBitmap> theirs : other.parts.entrySet()) {
            parts.merge(theirs.getKey(), theirs.getValue().clone(), (mine, more) -> {
                mine.or(more);
                return mine;
            });
        }
        return changed();
    }

    public IdSet without(IdSet other) {
        parts.forEach((upper, part) -> {
            RoaringBitmap theirs = other.parts.get(upper);
            if (theirs != null) {
                part.andNot(theirs);
            }
        });
        return changed();
    }

    private IdSet changed() {
        parts.values().removeIf(RoaringBitmap::isEmpty);
        lastUpper = -1;
        last = null;
        return this;
    }

    /** Returns all ids, ascending. */
    public long[] toArray() {
        long[] ids = new long[Math.toIntExact(size())];
        Iterator<long[]> chunks = chunks(ids.length);
        return chunks.hasNext() ? chunks.next() : ids;
    }

    /** Passes the ids to the reader in chunks, ascending. */
    public void inChunks(int size, Consumer<long[]> reader) {
        chunks(size).forEachRemaining(reader);
    }

    private Iterator<long[]> chunks(int most) {
        Iterator<Map.Entry<Integer, RoaringBitmap>> open = parts.entrySet().iterator();
        return new Iterator<>() {

            private long left = size();
            private int upper;
            private PeekableIntIterator lower = new RoaringBitmap().getIntIterator();

            @Override
            public boolean hasNext() {
                while (!lower.hasNext() && open.hasNext()) {
                    Map.Entry<Integer, RoaringBitmap> part = open.next();
                    upper = part.getKey();
                    lower = part.getValue().getIntIterator();
                }
                return lower.hasNext();
            }

            @Override
            public long[] next() {
                long[] chunk = new long[(int) Math.min(most, Math.max(1, left))];
                int taken = 0;
                while (taken < chunk.length && hasNext()) {
                    chunk[taken++] = id(upper, lower.next());
                }
                left -= taken;
                return chunk;
            }
        };
    }
}
