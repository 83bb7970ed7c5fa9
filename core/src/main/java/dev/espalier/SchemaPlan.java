package dev.espalier;

import dev.espalier.catalog.FinishPlan;
import dev.espalier.catalog.OpeningPlan;
import dev.espalier.catalog.PlannedStep;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The changes that opening a database for a model would make. Immutable.
 *
 * @param steps the changes, in their order
 */
public record SchemaPlan(List<Step> steps) {

    /** The cost of a step. */
    public enum Cost {
        /** It takes the same short time whatever the number of rows is. */
        INSTANT,
        /** It reads or writes all rows; other programs go on meanwhile. */
        ONLINE,
        /** It reads or writes all rows; programs that write to the table wait meanwhile. */
        BLOCKING
    }

    /**
     * One change.
     *
     * @param description what is changed, for people
     * @param statements the SQL statements; none where only the catalog changes
     * @param cost the cost of the step
     * @param rows the rows of the table, where the step reads or writes them all; else 0
     */
    public record Step(String description, List<String> statements, Cost cost, long rows) {

        /**
         * Makes a step.
         *
         * @param description what is changed
         * @param statements the SQL statements
         * @param cost the cost of the step
         * @param rows the rows that it reads or writes
         */
        public Step {
            statements = List.copyOf(statements);
        }

        /** Returns the step as text of several lines. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(description).append("  [").append(cost.name().toLowerCase(Locale.ROOT))
                    .append(rows > 0 ? ", " + rows + " rows" : "").append(']');
            statements.forEach(statement -> text.append("\n    ").append(statement));
            return text.toString();
        }
    }

    /**
     * Makes a plan.
     *
     * @param steps the changes
     */
    public SchemaPlan {
        steps = List.copyOf(steps);
    }

    static SchemaPlan of(OpeningPlan plan, Session session) {
        Map<String, Long> rows = new HashMap<>();
        List<Step> steps = new ArrayList<>();
        List<String> made = plan.missing().stream().map(Table::name).toList();
        for (PlannedStep step : plan.steps(session.dialect())) {
            boolean hasRows = step.table() != null && !made.contains(step.table().name());
            Cost cost = hasRows ? Cost.valueOf(step.cost().name()) : Cost.INSTANT;
            steps.add(new Step(step.description(), step.statements(), cost,
                    cost == Cost.INSTANT ? 0 : rows.computeIfAbsent(step.table().name(), name -> count(step.table(), session))));
        }
        return new SchemaPlan(steps);
    }

    static SchemaPlan of(FinishPlan plan) {
        return new SchemaPlan(plan.steps().stream().map(step -> new Step(step.planned().description(), step.planned().statements(),
                Cost.valueOf(step.planned().cost().name()), step.lost())).toList());
    }

    private static long count(Table table, Session session) {
        return session.queryLong(session.dialect().render(Select.of(new Source(table, "t"), new Expression.CountAll())));
    }

    /** Returns the steps as text, or says that nothing has to be changed. */
    @Override
    public String toString() {
        return steps.isEmpty() ? "nothing has to be changed" : String.join("\n", steps.stream().map(Step::toString).toList());
    }
}
