package dev.espalier.internal.plan;

import dev.espalier.internal.rql.Rql;
import java.util.stream.Collectors;

/** Prints the nodes of a selection, one per line, children indented, and what becomes of the rows. */
final class RowPlanText {

    private RowPlanText() {}

    static String of(RowPlan plan) {
        StringBuilder text = new StringBuilder();
        node(plan, 0, "", text);
        if (plan.isGrouped()) {
            text.append("grouped by ")
                    .append(plan.keys().size() == 1 ? "1 key" : plan.keys().size() + " keys")
                    .append(", ")
                    .append(
                            plan.aggregates().size() == 1
                                    ? "1 aggregate"
                                    : plan.aggregates().size() + " aggregates")
                    .append('\n');
        }
        text.append("columns ").append(Rql.print(plan.selection())).append('\n');
        return text.toString();
    }

    private static void node(RowPlan plan, int at, String indent, StringBuilder text) {
        RowPlan.Node node = plan.nodes().get(at);
        text.append(indent)
                .append(node.isMany() ? "each " : "")
                .append(
                        node.step() == null
                                ? "rows of " + plan.roots().answer()
                                : node.step().toString())
                .append(node.fields().isEmpty() ? "" : ": ")
                .append(node.fields().stream().map(FieldRef::toString).collect(Collectors.joining(", ")))
                .append('\n');
        for (int child = at + 1; child < plan.nodes().size(); child++) {
            if (plan.nodes().get(child).parent() == at) {
                node(plan, child, indent + "  ", text);
            }
        }
    }
}
