package dev.espalier.internal.search.ids;

import java.util.Arrays;

/** Pairs of ids: the beginning and the end of each link of a relation. For one thread. */
public final class IdPairs {

    /** Pairs that are joined without a look at those that are equal. */
    private static final int FEW = 10_000;

    private long[] from = new long[64];
    private long[] to = new long[64];
    private int size;

    public static IdPairs same(IdSet ids) {
        IdPairs pairs = new IdPairs();
        for (long id : ids.toArray()) {
            pairs.add(id, id);
        }
        return pairs;
    }

    public void add(long fromId, long toId) {
        if (size == from.length) {
            from = Arrays.copyOf(from, size * 2);
            to = Arrays.copyOf(to, size * 2);
        }
        from[size] = fromId;
        to[size++] = toId;
    }

    public void addAll(IdPairs more) {
        more.forEach(this::add);
    }

    public void forEach(Reader reader) {
        for (int i = 0; i < size; i++) {
            reader.read(from[i], to[i]);
        }
    }

    /** Reads one pair. */
    public interface Reader {
        void read(long from, long to);
    }

    /** Returns the targets. */
    public IdSet targets() {
        return IdSet.of(Arrays.copyOf(to, size));
    }

    /** Returns the beginnings. */
    public IdSet begins() {
        return IdSet.of(Arrays.copyOf(from, size));
    }

    /** Returns the pairs by their beginnings. */
    public Adjacency forwards() {
        return Adjacency.of(from, to, size);
    }

    /** Returns the pairs by their targets. */
    public Adjacency backwards() {
        return Adjacency.of(to, from, size);
    }

    /** Returns the beginnings of pairs with one of these targets. */
    public IdSet from(IdSet targets) {
        IdSet found = new IdSet();
        for (int i = 0; i < size; i++) {
            if (targets.contains(to[i])) {
                found.add(from[i]);
            }
        }
        return found;
    }

    /** Joins these pairs with the next ones: from the beginnings of these to the targets of those. */
    public IdPairs then(IdPairs next) {
        return then(next, Integer.MAX_VALUE);
    }

    /**
     * The same. If there are many, each pair is there once: three thousand lines that lead to one order, and from there to three thousand lines, would be nine
     * million pairs otherwise.
     *
     * @param most see {@link TooManyPairs}
     */
    public IdPairs then(IdPairs next, int most) {
        Adjacency onwards = next.forwards();
        long joined = 0;
        for (int i = 0; i < size; i++) {
            joined += onwards.end(to[i]) - onwards.begin(to[i]);
        }
        if (joined > FEW) {
            return eachOnce(onwards, most);
        }
        IdPairs pairs = new IdPairs();
        for (int i = 0; i < size; i++) {
            long begin = from[i];
            onwards.forEach(to[i], end -> pairs.add(begin, end));
        }
        return pairs;
    }

    private IdPairs eachOnce(Adjacency onwards, int most) {
        Adjacency here = forwards();
        long[] begins = begins().toArray();
        IdPairs pairs = new IdPairs();
        for (long begin : begins) {
            IdSet between = new IdSet();
            here.forEach(begin, between::add);
            pairs.addAll(begin, onwards.of(between));
            TooManyPairs.check(pairs.size, begins.length, most);
        }
        return pairs;
    }

    /** Adds a pair for each target. */
    public void addAll(long begin, IdSet targets) {
        for (long end : targets.toArray()) {
            add(begin, end);
        }
    }

    public int size() {
        return size;
    }

    public IdPairs onlyTo(IdSet targets) {
        IdPairs pairs = new IdPairs();
        for (int i = 0; i < size; i++) {
            if (targets.contains(to[i])) {
                pairs.add(from[i], to[i]);
            }
        }
        return pairs;
    }
}
