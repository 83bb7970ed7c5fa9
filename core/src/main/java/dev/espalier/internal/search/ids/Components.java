package dev.espalier.internal.search.ids;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The strongly connected components of a graph: the sets of ids that lead to each other, each after those that it leads to. Tarjan's
 * algorithm ("Depth-first search and linear graph algorithms", 1972) without recursion, because a path can be as long as there are ids.
 */
public final class Components {

    private static final int UNSEEN = -1;

    private final long[] ids;
    private final Adjacency edges;
    private final int[] componentOf;
    private final List<long[]> members = new ArrayList<>();

    /**
     * Finds the components.
     *
     * @param ids all ids of edges, ascending
     */
    public Components(long[] ids, Adjacency edges) {
        this.ids = ids;
        this.edges = edges;
        this.componentOf = new int[ids.length];
        Arrays.fill(componentOf, UNSEEN);
        Walk walk = new Walk();
        for (int node = 0; node < ids.length; node++) {
            if (componentOf[node] == UNSEEN) {
                walk.from(node);
            }
        }
    }

    public int count() {
        return members.size();
    }

    /** Returns the ids of a component. */
    public long[] members(int component) {
        return members.get(component);
    }

    /** Returns whether the component is a cycle: several members, or one that leads to itself. */
    public boolean isCircle(int component) {
        long[] all = members.get(component);
        boolean[] circle = {all.length > 1};
        edges.forEach(all[0], next -> circle[0] |= next == all[0]);
        return circle[0];
    }

    /** Returns for each component whether it leads to another one with a marked id. */
    public boolean[] leadingTo(IdSet marked) {
        boolean[] leading = new boolean[count()];
        boolean[] holding = new boolean[count()];
        for (int component = 0; component < count(); component++) {
            int here = component;
            for (long id : members(component)) {
                holding[here] |= marked.contains(id);
                edges.forEach(id, next -> {
                    int other = componentOf[node(next)];
                    leading[here] |= other != here && (holding[other] || leading[other]);
                });
            }
        }
        return leading;
    }

    private int node(long id) {
        return Arrays.binarySearch(ids, id);
    }

    /** The depth-first search: a number for each node in the order of the visit, and the smallest number that can be reached from it. */
    private final class Walk {

        private final int[] number = new int[ids.length];
        private final int[] least = new int[ids.length];
        private final int[] strategy = new int[ids.length];
        private final int[] open = new int[ids.length];
        private final int[] nextEdge = new int[ids.length];
        private int numbers;
        private int opened;

        void from(int start) {
            int depth = 0;
            strategy[depth] = enter(start);
            while (depth >= 0) {
                int node = strategy[depth];
                if (nextEdge[node] < edges.end(ids[node])) {
                    int next = node(edges.target(nextEdge[node]++));
                    if (number[next] == 0) {
                        strategy[++depth] = enter(next);
                    } else if (componentOf[next] == UNSEEN) {
                        least[node] = Math.min(least[node], number[next]);
                    }
                } else {
                    if (least[node] == number[node]) {
                        complete(node);
                    }
                    depth--;
                    if (depth >= 0) {
                        least[strategy[depth]] = Math.min(least[strategy[depth]], least[node]);
                    }
                }
            }
        }

        private int enter(int node) {
            number[node] = ++numbers;
            least[node] = numbers;
            open[opened++] = node;
            nextEdge[node] = edges.begin(ids[node]);
            return node;
        }

        private void complete(int first) {
            int from = opened;
            do {
                from--;
                componentOf[open[from]] = members.size();
            } while (open[from] != first);
            members.add(Arrays.stream(open, from, opened)
                    .mapToLong(node -> ids[node])
                    .toArray());
            opened = from;
        }
    }
}
