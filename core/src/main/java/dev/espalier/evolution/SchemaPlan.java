package dev.espalier.evolution;

import dev.espalier.internal.catalog.change.FinishPlan;
import dev.espalier.internal.catalog.change.OpeningPlan;
import dev.espalier.internal.catalog.change.PlannedStep;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.migration.Computations;
import dev.espalier.internal.schema.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The changes that opening a database for a model would make. Immutable.
 *
 * @param steps the changes, in their order
 */
public record SchemaPlan(List<Step> steps) {

    /** The cost of a step. */
    public enum Cost {
        /** The step takes the same short time for any number of rows. */
        INSTANT,
        /** The step reads or writes all rows; other programs go on meanwhile. */
        ONLINE,
        /** The step reads or writes all rows; programs that write to the table wait meanwhile. */
        BLOCKING
    }

    /**
     * One change of a plan.
     *
     * @param description what is changed, for people
     * @param statements the SQL statements; none if only the catalog changes
     * @param cost the cost of the step
     * @param rows the rows of the table, if the step reads or writes them all; else 0
     * @param rowsPerSecond the rate of the last change of this kind that was made in this database, with 1,000 rows or more: of another index, another rewritten
     *     table, other values by statements, other values by the program. 0 if none was measured, or if the step does not read or write all rows
     */
    public record Step(String description, List<String> statements, Cost cost, long rows, long rowsPerSecond) {

        /**
         * Makes a step.
         *
         * @param description what is changed
         * @param statements the SQL statements
         * @param cost the cost of the step
         * @param rows the rows that it reads or writes
         * @param rowsPerSecond the measured rate, or 0
         */
        public Step {
            statements = List.copyOf(statements);
        }

        /**
         * Returns how long the step takes if it goes at the measured rate. Other programs, and other columns, make it slower or faster.
         *
         * @return the time; empty if no rate was measured
         */
        public Optional<Duration> estimate() {
            return rowsPerSecond == 0
                    ? Optional.empty()
                    : Optional.of(Duration.ofMillis(Math.round(1_000.0 * rows / rowsPerSecond)));
        }

        /** Returns the step as text of several lines, with the estimate in one or two digits. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(description)
                    .append("  [")
                    .append(cost.name().toLowerCase(Locale.ROOT))
                    .append(rows > 0 ? ", " + rows + " rows" : "")
                    .append(rows > 0 && cost != Cost.INSTANT ? ", " + time() : "")
                    .append(']');
            statements.forEach(statement -> text.append("\n    ").append(statement));
            return text.toString();
        }

        private String time() {
            return estimate()
                    .map(time -> about(time)
                            + String.format(Locale.ROOT, " (measured: %,d rows/s)", twoDigits(rowsPerSecond)))
                    .orElse("time unknown");
        }

        private static long twoDigits(long rate) {
            long unit = 1;
            while (rate / unit >= 100) {
                unit *= 10;
            }
            return rounded(rate, unit);
        }
    }

    /** A number of seconds, minutes or hours, of which nobody should believe more than the first digits. */
    private static String about(Duration time) {
        long seconds = Math.round(time.toMillis() / 1_000.0);
        long minutes = Math.round(seconds / 60.0);
        return seconds < 1
                ? "under 1 s"
                : seconds < 10
                        ? "about " + seconds + " s"
                        : seconds < 100
                                ? "about " + rounded(seconds, 10) + " s"
                                : minutes < 10
                                        ? "about " + minutes + " min"
                                        : minutes < 100
                                                ? "about " + rounded(minutes, 10) + " min"
                                                : "about " + Math.round(minutes / 60.0) + " h";
    }

    private static long rounded(long number, long unit) {
        return Math.round((double) number / unit) * unit;
    }

    /**
     * Makes a plan.
     *
     * @param steps the changes
     */
    public SchemaPlan {
        steps = List.copyOf(steps);
    }

    static SchemaPlan of(OpeningPlan plan, Computations computations, Session session) {
        Map<String, Long> rows = new HashMap<>();
        List<Step> steps = new ArrayList<>();
        List<String> made = plan.missing().stream().map(Table::name).toList();
        Rates rates = null;
        for (PlannedStep step : plan.steps(session.dialect(), computations::isByStatement)) {
            Table table = step.table();
            boolean hasRows = table != null && !made.contains(table.name());
            Cost cost = hasRows ? Cost.valueOf(step.cost().name()) : Cost.INSTANT;
            if (table == null || cost == Cost.INSTANT) {
                steps.add(new Step(step.description(), step.statements(), cost, 0, 0));
                continue;
            }
            rates = rates != null ? rates : Rates.read(session);
            steps.add(new Step(
                    step.description(),
                    step.statements(),
                    cost,
                    rows.computeIfAbsent(table.name(), name -> Rates.rows(session, table)),
                    rates.perSecond(step.kind())));
        }
        return new SchemaPlan(steps);
    }

    static SchemaPlan of(FinishPlan plan) {
        return new SchemaPlan(plan.steps().stream()
                .map(step -> new Step(
                        step.planned().description(),
                        step.planned().statements(),
                        Cost.valueOf(step.planned().cost().name()),
                        step.lost(),
                        0))
                .toList());
    }

    /** Returns the steps as text, or says that nothing has to be changed. */
    @Override
    public String toString() {
        return steps.isEmpty()
                ? "nothing has to be changed"
                : String.join("\n", steps.stream().map(Step::toString).toList());
    }
}
