package dev.espalier.search;

import java.util.Arrays;

/** Pairs of ids: the beginning and the end of each link of a relation. For one thread. */
final class IdPairs {

    private long[] from = new long[64];
    private long[] to = new long[64];
    private int size;

    static IdPairs same(IdSet ids) {
        IdPairs pairs = new IdPairs();
        for (long id : ids.toArray()) {
            pairs.add(id, id);
        }
        return pairs;
    }

    void add(long fromId, long toId) {
        if (size == from.length) {
            from = Arrays.copyOf(from, size * 2);
            to = Arrays.copyOf(to, size * 2);
        }
        from[size] = fromId;
        to[size++] = toId;
    }

    void addAll(IdPairs more) {
        more.forEach(this::add);
    }

    void forEach(Reader reader) {
        for (int i = 0; i < size; i++) {
            reader.read(from[i], to[i]);
        }
    }

    /** Reads one pair. */
    interface Reader {
        void read(long from, long to);
    }

    /** Returns the targets. */
    IdSet targets() {
        return IdSet.of(Arrays.copyOf(to, size));
    }

    /** Returns the beginnings. */
    IdSet begins() {
        return IdSet.of(Arrays.copyOf(from, size));
    }

    /** Returns the pairs by their beginnings. */
    Adjacency forwards() {
        return Adjacency.of(from, to, size);
    }

    /** Returns the pairs by their targets. */
    Adjacency backwards() {
        return Adjacency.of(to, from, size);
    }

    /** Returns the beginnings of pairs with one of these targets. */
    IdSet from(IdSet targets) {
        IdSet found = new IdSet();
        for (int i = 0; i < size; i++) {
            if (targets.contains(to[i])) {
                found.add(from[i]);
            }
        }
        return found;
    }

    /** Joins these pairs with the next ones: from the beginnings of these to the targets of those. */
    IdPairs then(IdPairs next) {
        Adjacency onwards = next.forwards();
        IdPairs pairs = new IdPairs();
        for (int i = 0; i < size; i++) {
            long begin = from[i];
            onwards.forEach(to[i], end -> pairs.add(begin, end));
        }
        return pairs;
    }

    IdPairs onlyTo(IdSet targets) {
        IdPairs pairs = new IdPairs();
        for (int i = 0; i < size; i++) {
            if (targets.contains(to[i])) {
                pairs.add(from[i], to[i]);
            }
        }
        return pairs;
    }
}
