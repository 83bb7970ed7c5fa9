package dev.espalier.lab.isolation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The dependencies between transactions: which one must come before which, and why. For one thread. */
final class Dependencies {

    /** Why one stands before the other. */
    enum Reason {
        /** It wrote before the other did. */
        WRITE_WRITE,
        /** The other read what it wrote. */
        WRITE_READ,
        /** It read what the other then changed. */
        READ_WRITE
    }

    /** A transaction that must come before another one. */
    private record Edge(long from, long to, Reason reason) {}

    private final Map<Long, Set<Edge>> edges = new HashMap<>();

    void add(long from, long to, Reason reason) {
        if (from != to) {
            edges.computeIfAbsent(from, name -> new LinkedHashSet<>()).add(new Edge(from, to, reason));
        }
    }

    /** Circles in which every step has one of the reasons; the shortest through each first step of that reason, each circle once. */
    List<List<Long>> circles(Reason first, Set<Reason> others) {
        Set<Set<Long>> known = new LinkedHashSet<>();
        List<List<Long>> circles = new ArrayList<>();
        edges.values()
                .forEach(from -> from.stream()
                        .filter(edge -> edge.reason == first)
                        .forEach(edge -> {
                            List<Long> back = path(edge.to, edge.from, others);
                            if (!back.isEmpty() && known.add(Set.copyOf(back))) {
                                circles.add(back);
                            }
                        }));
        return circles;
    }

    /** Returns the shortest path, both ends included; empty if there is none. */
    private List<Long> path(long from, long to, Set<Reason> reasons) {
        Map<Long, Long> cameFrom = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>(List.of(from));
        cameFrom.put(from, from);
        while (!open.isEmpty() && !cameFrom.containsKey(to)) {
            long at = open.poll();
            for (Edge edge : edges.getOrDefault(at, Set.of())) {
                if (reasons.contains(edge.reason) && cameFrom.putIfAbsent(edge.to, at) == null) {
                    open.add(edge.to);
                }
            }
        }
        if (!cameFrom.containsKey(to)) {
            return List.of();
        }
        List<Long> path = new ArrayList<>();
        for (long at = to; at != from; at = Objects.requireNonNull(cameFrom.get(at))) {
            path.add(at);
        }
        path.add(from);
        Collections.reverse(path);
        return path;
    }

    static final Set<Reason> WRITES = EnumSet.of(Reason.WRITE_WRITE);
    static final Set<Reason> FLOWS = EnumSet.of(Reason.WRITE_WRITE, Reason.WRITE_READ);
    static final Set<Reason> ALL = EnumSet.allOf(Reason.class);
}
