package dev.espalier.internal.rows;

import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.NodeRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Combines the rows of some nodes: each combination has one row of each, or none if a node's parent leads to none. */
final class Combinations {

    private final RowPlan plan;
    private final int[] nodes;
    /** For each node its place among the children of its parent. */
    private final int[] places;
    /** For each node one whose row is there before and is the same, if the node has it; -1 for none. */
    private final int[] sames;

    /**
     * Creates the combinations of nodes and those above them.
     *
     * @param wanted the places of the nodes
     * @param fixed those of which a row is there before
     */
    Combinations(RowPlan plan, Set<Integer> wanted, Set<Integer> fixed) {
        this.plan = plan;
        this.nodes = withAncestors(plan, wanted).stream()
                .filter(node -> !fixed.contains(node))
                .mapToInt(Integer::intValue)
                .toArray();
        this.places = new int[plan.nodes().size()];
        int[] children = new int[plan.nodes().size()];
        for (int node = 1; node < places.length; node++) {
            places[node] = children[plan.nodes().get(node).parent()]++;
        }
        this.sames = IntStream.range(0, places.length)
                .map(node -> fixed.stream()
                        .filter(before ->
                                isPart(plan.nodes().get(node), plan.nodes().get(before)))
                        .findFirst()
                        .orElse(-1))
                .toArray();
    }

    /** Whether a node has only some of the rows of another one, to which the same way leads. */
    private static boolean isPart(RowPlan.Node some, RowPlan.Node all) {
        return some.step() != null
                && some.step().equals(all.step())
                && some.parent() == all.parent()
                && some.narrowing().equals(all.narrowing())
                && !some.condition().equals(all.condition());
    }

    /** Returns some nodes, those above them, and the root. */
    static Set<Integer> withAncestors(RowPlan plan, Set<Integer> nodes) {
        Set<Integer> all = new TreeSet<>(List.of(0));
        for (int node : nodes) {
            for (int at = node; at > 0; at = plan.nodes().get(at).parent()) {
                all.add(at);
            }
        }
        return all;
    }

    /** Runs for each combination, with the rows of the nodes in their places. */
    void forEach(@Nullable NodeRow[] rows, Runnable each) {
        combine(0, rows, each);
    }

    private void combine(int at, @Nullable NodeRow[] rows, Runnable each) {
        if (at == nodes.length) {
            each.run();
            return;
        }
        int node = nodes[at];
        NodeRow parent = rows[plan.nodes().get(node).parent()];
        List<NodeRow> children = parent == null ? List.of() : parent.children(places[node]);
        if (sames[node] >= 0) {
            NodeRow same = rows[sames[node]];
            children = children.stream()
                    .filter(child -> same != null && child.id() == same.id())
                    .toList();
        }
        if (children.isEmpty()) {
            rows[node] = null;
            combine(at + 1, rows, each);
        }
        for (NodeRow child : children) {
            rows[node] = child;
            combine(at + 1, rows, each);
        }
    }
}
