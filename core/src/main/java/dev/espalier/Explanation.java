package dev.espalier;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How a query was answered. Its text contains everything, a line for each item.
 *
 * @param query the query in its canonical form: keywords in capitals, no bracket that it does not need
 * @param plan what was understood, as an outline: one condition a line, what belongs to it indented below
 * @param search how the roots were found
 * @param load what was loaded
 * @param advice the indexes that are missing and would have helped, the most useful first; empty if none would
 */
public record Explanation(String query, String plan, Search search, Load load, List<Advice> advice) {

    /**
     * Creates an explanation. No part of it may be null.
     *
     * @param query the query in its canonical form
     * @param plan what was understood
     * @param search how the roots were found
     * @param load what was loaded
     * @param advice the indexes that would have helped
     */
    public Explanation {
        Objects.requireNonNull(query);
        Objects.requireNonNull(plan);
        Objects.requireNonNull(search);
        Objects.requireNonNull(load);
        advice = List.copyOf(advice);
    }

    /**
     * How the roots were found.
     *
     * @param strategy one SQL statement, or steps
     * @param form what the strategy made of the query: {@code EXISTS}, a condition for every path; {@code INTERSECT}, the intersection of
     *     what each path finds; {@code NARROWED}, that of two paths, from which steps walk the others; or {@code STEPS}
     * @param reason why this was chosen
     * @param steps what was asked of the database, in this order
     * @param found how many roots were found
     * @param time from the plan to the roots' ids
     */
    public record Search(
            SearchStrategy strategy, String form, String reason, List<Step> steps, long found, Duration time) {

        /**
         * Creates the description of a search. No part of it may be null.
         *
         * @param strategy one SQL statement, or steps
         * @param form what the strategy made of the query
         * @param reason why this was chosen
         * @param steps what was asked of the database
         * @param found how many roots were found
         * @param time from the plan to the roots' ids
         */
        public Search {
            Objects.requireNonNull(strategy);
            Objects.requireNonNull(form);
            Objects.requireNonNull(reason);
            steps = List.copyOf(steps);
            Objects.requireNonNull(time);
        }

        /**
         * Returns the number of statements of all steps.
         *
         * @return how many there were
         */
        public int statements() {
            return steps.stream().mapToInt(Step::statements).sum();
        }
    }

    /**
     * One question to the database, put in one statement or, if it names many ids, in several of the same form.
     *
     * @param title what it is for
     * @param sql the text of the first statement, cut if it names ids by the hundred; each {@code ?} stands for a value that travels
     *     beside it
     * @param statements how many statements
     * @param ids how many ids they name; 0 if the question is not about ids
     * @param expectedRows how many rows were expected, from the engine's own statistics; empty if it has none
     * @param rows how many rows came
     * @param time how long it took, the reading of the rows included
     * @param enginePlan the engine's own plan of the first statement, with real figures if it has them; empty unless it was asked for
     */
    public record Step(
            String title,
            String sql,
            int statements,
            long ids,
            OptionalDouble expectedRows,
            long rows,
            Duration time,
            Optional<String> enginePlan) {

        /**
         * Creates a step. No part of it may be null.
         *
         * @param title what it is for
         * @param sql the text of the first statement
         * @param statements how many statements
         * @param ids how many ids they name
         * @param expectedRows how many rows were expected
         * @param rows how many rows came
         * @param time how long it took
         * @param enginePlan the engine's own plan
         */
        public Step {
            Objects.requireNonNull(title);
            Objects.requireNonNull(sql);
            Objects.requireNonNull(expectedRows);
            Objects.requireNonNull(time);
            Objects.requireNonNull(enginePlan);
        }
    }

    /**
     * The loaded objects: roots, and all that belongs to them within the bounds. Of any number of roots the first 1,000 are loaded.
     *
     * @param classBounds the bounds that came from the class because the query said none, such as {@code depth 2, stopAt buyer.orders}; empty for none
     * @param roots how many of the roots that were found, the first ones in their order
     * @param objects how many, by the names of their classes
     * @param statements how many statements read them
     * @param time how long it took
     */
    public record Load(String classBounds, long roots, Map<String, Long> objects, int statements, Duration time) {

        /**
         * Creates the description of a load, sorted by class.
         *
         * @param classBounds the bounds that came from the class
         * @param roots how many of the roots
         * @param objects how many, by the names of their classes
         * @param statements how many statements read them
         * @param time how long it took
         */
        public Load {
            Objects.requireNonNull(classBounds);
            objects = java.util.Collections.unmodifiableMap(new TreeMap<>(objects));
            Objects.requireNonNull(time);
        }

        /**
         * Returns the number of objects of all classes.
         *
         * @return how many there were
         */
        public long total() {
            return objects.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * A missing index, which would have spared a step most of its rows. The step has read at least 1,000 rows, and at least ten times as many as with the
     * index. Indexes for the same step work together.
     *
     * @param step the number of the step in {@link Search#steps}, from 1
     * @param place the class and the field, like {@code Order.due}; for the way back from an object to those that refer to it, like
     *     {@code Order.lines (backwards)}
     * @param statement the {@code CREATE INDEX} of the engine. It builds the index that {@code @Index} on the field, or an index level with
     *     it, would have built; if the database is opened with these, it is found there
     * @param rowsRead how many rows of the table the step had to read
     * @param rowsExpected how many it would read with the index; counted in the same snapshot
     */
    public record Advice(int step, String place, String statement, long rowsRead, long rowsExpected) {

        /**
         * Creates an advice. No part of it may be null.
         *
         * @param step the number of the step, from 1
         * @param place the class and the field
         * @param statement the {@code CREATE INDEX}
         * @param rowsRead how many rows the step had to read
         * @param rowsExpected how many it would read with the index
         */
        public Advice {
            Objects.requireNonNull(place);
            Objects.requireNonNull(statement);
        }

        /**
         * Returns by what factor the index would reduce the rows that the step reads.
         *
         * @return the rows read without it, divided by those with it
         */
        public double gain() {
            return (double) rowsRead / Math.max(1, rowsExpected);
        }
    }

    /** Returns the whole explanation, as text of several lines. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("query\n").append((query.isEmpty() ? "all" : query).indent(2));
        text.append("plan\n").append(plan.indent(2));
        text.append("search: ")
                .append(search.form())
                .append(", ")
                .append(search.reason())
                .append('\n');
        for (int i = 0; i < search.steps().size(); i++) {
            append(text, i + 1, search.steps().get(i));
        }
        text.append(line(
                "  %s found by %s in %s",
                search.found(), number(search.statements(), "statement"), millis(search.time())));
        text.append(line(
                "load%s%s: %s by %s in %s",
                load.classBounds().isEmpty() ? "" : " within the bounds of the class (" + load.classBounds() + ")",
                load.roots() < search.found()
                        ? String.format(
                                Locale.ROOT, " of the first %,d of %s", load.roots(), number(search.found(), "root"))
                        : "",
                load.objects().isEmpty()
                        ? "nothing"
                        : load.objects().entrySet().stream()
                                .map(entry -> number(entry.getValue(), entry.getKey(), ""))
                                .collect(Collectors.joining(", ")),
                number(load.statements(), "statement"),
                millis(load.time())));
        if (!advice.isEmpty()) {
            text.append("missing indexes\n");
            advice.forEach(index -> append(text, index));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Advice index) {
        text.append(line(
                "  %s: step %d read %s, with the index %s, %,.0f times fewer",
                index.place(),
                index.step(),
                number(index.rowsRead(), "row"),
                number(index.rowsExpected(), "row"),
                index.gain()));
        text.append(index.statement().indent(5));
    }

    private static void append(StringBuilder text, int place, Step step) {
        text.append(line(
                "  %d. %s: %s%s%s%s in %s",
                place,
                step.title(),
                number(step.rows(), "row"),
                step.expectedRows().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                " (%,.0f expected)",
                                step.expectedRows().getAsDouble())
                        : "",
                step.ids() > 0 ? " from " + number(step.ids(), "id") : "",
                step.statements() > 1 ? " by " + number(step.statements(), "statement") : "",
                millis(step.time())));
        text.append(step.sql().indent(5));
        step.enginePlan().ifPresent(plan -> text.append(plan.indent(7)));
    }

    private static String number(long count, String what) {
        return number(count, what, count == 1 ? "" : "s");
    }

    private static String number(long count, String what, String ending) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, ending);
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values) + "\n";
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
    }
}
