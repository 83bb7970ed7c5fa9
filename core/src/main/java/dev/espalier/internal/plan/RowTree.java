package dev.espalier.internal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The nodes of a selection, gathered while its formulas are planned. Equal steps from a node lead to one child. */
final class RowTree {

    private final List<Growing> nodes = new ArrayList<>();

    private record Growing(
            int parent, @Nullable Step step, Condition narrowing, Condition condition, List<FieldRef> fields) {

        boolean isMany() {
            return step != null && !(step instanceof Step.Follow);
        }
    }

    RowTree() {
        nodes.add(new Growing(-1, null, Condition.ALWAYS, Condition.ALWAYS, new ArrayList<>()));
    }

    /** Returns the node at the end of steps. A class in brackets behind a collection keeps only the members of the class.
     * Members that are objects and missing are no rows. */
    int node(List<Step> steps, Condition condition) {
        int node = 0;
        for (int i = 0; i < steps.size(); i++) {
            boolean isLast = i == steps.size() - 1;
            Condition narrowing = !isLast
                            && steps.get(i) instanceof Step.Members
                            && steps.get(i + 1) instanceof Step.Follow follow
                            && follow.narrows()
                    ? Condition.some(follow, Condition.ALWAYS)
                    : Condition.ALWAYS;
            node = child(node, steps.get(i), narrowing, isLast ? condition : Condition.ALWAYS);
        }
        return node;
    }

    private int child(int parent, Step step, Condition narrowing, Condition condition) {
        for (int i = 1; i < nodes.size(); i++) {
            Growing node = nodes.get(i);
            if (node.parent == parent
                    && step.equals(node.step)
                    && narrowing.equals(node.narrowing)
                    && condition.equals(node.condition)) {
                return i;
            }
        }
        nodes.add(new Growing(parent, step, narrowing, condition, new ArrayList<>()));
        return nodes.size() - 1;
    }

    /** Returns the place of a field among those that are read of a node. */
    int field(int node, FieldRef field) {
        List<FieldRef> fields = nodes.get(node).fields;
        int known = fields.indexOf(field);
        if (known >= 0) {
            return known;
        }
        fields.add(field);
        return fields.size() - 1;
    }

    /** Returns the nearest node on the way to the root that can have several rows: itself, one above it, or the root. */
    int many(int node) {
        int at = node;
        while (at > 0 && !nodes.get(at).isMany()) {
            at = nodes.get(at).parent;
        }
        return at;
    }

    /** Returns whether a node is another one or lies above it. */
    boolean isAbove(int above, int node) {
        int at = node;
        while (at > above) {
            at = nodes.get(at).parent;
        }
        return at == above;
    }

    @Nullable
    Step step(int node) {
        return nodes.get(node).step;
    }

    List<RowPlan.Node> nodes() {
        return nodes.stream()
                .map(node -> new RowPlan.Node(node.parent, node.step, node.narrowing, node.condition, node.fields))
                .toList();
    }

    /** Returns the nodes that have several rows and are used by a formula, the root included. */
    Set<Integer> manyOf(PlannedFormula formula) {
        Set<Integer> found = new TreeSet<>();
        found.add(0);
        Fields.of(formula, field -> found.add(many(field.node())));
        return found;
    }
}
