package dev.espalier.internal.plan;

import dev.espalier.internal.rql.Rql;
import java.util.stream.Collectors;

/** Prints the sources of a selection, one per line, children indented, and what becomes of the rows. */
final class RowPlanText {

    private RowPlanText() {}

    static String of(RowPlan plan) {
        StringBuilder text = new StringBuilder();
        source(plan, 0, "", text);
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

    private static void source(RowPlan plan, int at, String indent, StringBuilder text) {
        RowPlan.Source source = plan.sources().get(at);
        boolean beginsList = at > 0 && plan.sources().get(source.parent()).nested() != source.nested();
        text.append(indent)
                .append(beginsList ? "list of " : source.isMany() ? "each " : "")
                .append(
                        source.step() == null
                                ? "rows of " + plan.roots().answer()
                                : source.step().toString())
                .append(source.fields().isEmpty() ? "" : ": ")
                .append(source.fields().stream().map(FieldRef::toString).collect(Collectors.joining(", ")))
                .append('\n');
        for (int child = at + 1; child < plan.sources().size(); child++) {
            if (plan.sources().get(child).parent() == at) {
                source(plan, child, indent + "  ", text);
            }
        }
    }
}
