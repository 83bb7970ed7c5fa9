package dev.espalier.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pairs of ids: where a relation leads from and to. For one thread. */
final class Pairs {

    private long[] from = new long[64];
    private long[] to = new long[64];
    private int size;

    static Pairs same(IdSet ids) {
        Pairs pairs = new Pairs();
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

    void forEach(Reader reader) {
        for (int i = 0; i < size; i++) {
            reader.read(from[i], to[i]);
        }
    }

    /** Takes one pair. */
    interface Reader {
        void read(long from, long to);
    }

    /** Where they lead. */
    IdSet targets() {
        return IdSet.of(Arrays.copyOf(to, size));
    }

    /** Where they begin. */
    IdSet begins() {
        return IdSet.of(Arrays.copyOf(from, size));
    }

    /** Where those begin that lead to one of the targets. */
    IdSet from(IdSet targets) {
        IdSet found = new IdSet();
        for (int i = 0; i < size; i++) {
            if (targets.contains(to[i])) {
                found.add(from[i]);
            }
        }
        return found;
    }

    /** From where these begin to where the next lead, by way of one of the targets. */
    Pairs then(Pairs next) {
        Map<Long, List<Long>> onwards = new HashMap<>();
        for (int i = 0; i < next.size; i++) {
            onwards.computeIfAbsent(next.from[i], id -> new ArrayList<>()).add(next.to[i]);
        }
        Pairs pairs = new Pairs();
        for (int i = 0; i < size; i++) {
            for (long id : onwards.getOrDefault(to[i], List.of())) {
                pairs.add(from[i], id);
            }
        }
        return pairs;
    }

    Pairs onlyTo(IdSet targets) {
        Pairs pairs = new Pairs();
        for (int i = 0; i < size; i++) {
            if (targets.contains(to[i])) {
                pairs.add(from[i], to[i]);
            }
        }
        return pairs;
    }

    /** To how many different targets each leads that leads to one at all. */
    Map<Long, Integer> targetsOfEach() {
        Map<Long, Set<Long>> targets = new HashMap<>();
        for (int i = 0; i < size; i++) {
            targets.computeIfAbsent(from[i], id -> new HashSet<>()).add(to[i]);
        }
        Map<Long, Integer> counts = new HashMap<>();
        targets.forEach((id, different) -> counts.put(id, different.size()));
        return counts;
    }
}
