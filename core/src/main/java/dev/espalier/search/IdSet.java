package dev.espalier.search;

import java.util.function.Consumer;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A set of ids, compressed; a graph's ids follow each other, so dense sets take a bit an id. For one thread. The operations that
 * combine sets change this one, which the other may be afterwards part of: whoever still needs a set copies it.
 */
final class IdSet {

    private final Roaring64Bitmap ids;

    private IdSet(Roaring64Bitmap ids) {
        this.ids = ids;
    }

    IdSet() {
        this(new Roaring64Bitmap());
    }

    static IdSet of(long... ids) {
        IdSet set = new IdSet();
        for (long id : ids) {
            set.add(id);
        }
        return set;
    }

    void add(long id) {
        ids.addLong(id);
    }

    boolean contains(long id) {
        return ids.contains(id);
    }

    long size() {
        return ids.getLongCardinality();
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    IdSet copy() {
        return new IdSet(ids.clone());
    }

    IdSet and(IdSet other) {
        ids.and(other.ids);
        return this;
    }

    IdSet or(IdSet other) {
        ids.or(other.ids);
        return this;
    }

    IdSet without(IdSet other) {
        ids.andNot(other.ids);
        return this;
    }

    /** All ids upwards. Ids are positive, so the bitmap's unsigned order is theirs. */
    long[] toArray() {
        return ids.toArray();
    }

    /** The ids upwards, so many at a time. */
    void inChunks(int size, Consumer<long[]> reader) {
        long left = size();
        LongIterator iterator = ids.getLongIterator();
        while (left > 0) {
            long[] chunk = new long[(int) Math.min(size, left)];
            for (int i = 0; i < chunk.length; i++) {
                chunk[i] = iterator.next();
            }
            left -= chunk.length;
            reader.accept(chunk);
        }
    }
}
