package dev.espalier.internal.plan;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.RqlSelection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A planned selection.
 *
 * <p>Its rows are combinations of the rows of its sources, which form a tree: the root is an object that the query finds, and a step leads from a source to its
 * children. Each row has one row of each source, and none of a source to which its parent's row does not lead.
 *
 * <pre>
 * lines.product.name, SUM(lines.count)    on Order
 *
 * 0 order - 1 lines (many) - 2 product: name
 *                     count
 * </pre>
 *
 * <p>The sources of a nested column are its own: what they lead to makes no rows but those of the column.
 *
 * @param roots the query for the objects
 * @param sources parents before their children
 * @param isGrouped whether there is one row for each combination of keys
 * @param keys the values that are equal in all rows of a group
 * @param columns made of fields; of keys and aggregates in a grouped plan
 * @param having the rows that are kept; made likewise
 * @param orders the sort keys, the first one first; made likewise
 */
public record RowPlan(
        Plan roots,
        List<Source> sources,
        boolean isGrouped,
        List<PlannedFormula> keys,
        List<Aggregate> aggregates,
        List<Column> columns,
        Optional<PlannedTest> having,
        List<Order> orders,
        OptionalLong limit,
        long offset,
        RqlSelection selection) {

    public RowPlan {
        Objects.requireNonNull(roots);
        sources = List.copyOf(sources);
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        columns = List.copyOf(columns);
        Objects.requireNonNull(having);
        orders = List.copyOf(orders);
        Objects.requireNonNull(limit);
        Objects.requireNonNull(selection);
    }

    /** Returns this plan for the objects of another query. */
    RowPlan with(Plan other) {
        return new RowPlan(
                other, sources, isGrouped, keys, aggregates, columns, having, orders, limit, offset, selection);
    }

    /** Returns this plan without an order of its own: its rows come in the order of a query's objects. */
    RowPlan inOrder(Plan sorted) {
        return new RowPlan(
                sorted, sources, isGrouped, keys, aggregates, columns, having, List.of(), limit, offset, selection);
    }

    /** Returns this plan with groups of one key. */
    RowPlan grouped(PlannedFormula key, List<Aggregate> aggregates) {
        return new RowPlan(
                roots,
                sources,
                true,
                List.of(key),
                aggregates,
                List.of(),
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                0,
                selection);
    }

    /** Returns how many rows, and so how many objects at most, are needed from the beginning; empty if all can be. */
    public OptionalLong first() {
        boolean isCut = limit.isPresent()
                && !isGrouped
                && orders.isEmpty()
                && having.isEmpty()
                && offset <= Long.MAX_VALUE - limit.getAsLong();
        return isCut ? OptionalLong.of(limit.getAsLong() + offset) : OptionalLong.empty();
    }

    /** Whether a column has rows of its own. */
    public boolean isNested() {
        return sources.stream().anyMatch(source -> source.nested() > 0);
    }

    /** Returns the error that a number of a column is too large. */
    public QueryException overflow(Column column) {
        return overflow(column.position(), "the column " + column.name());
    }

    /** Returns the error that a number of an aggregate is too large. */
    public QueryException aggregateOverflow(int aggregate) {
        Aggregate found = aggregates.get(aggregate);
        return overflow(found.position(), "this " + found.aggregation());
    }

    /** Returns the error that a number of a key is too large. */
    public QueryException keyOverflow(int key) {
        return columns.stream()
                .filter(column -> column.formula() instanceof PlannedFormula.Key of && of.index() == key)
                .findFirst()
                .map(this::overflow)
                .orElseGet(() -> overflow(1, "the selection"));
    }

    /** Returns the error that a number in the test of rows is too large. */
    public QueryException havingOverflow() {
        return overflow(selection.having().orElseThrow().position(), "HAVING");
    }

    /** Returns the error that a number by which rows are sorted is too large. */
    public QueryException orderOverflow(int order) {
        return overflow(selection.orders().get(order).formula().position(), "ORDER BY");
    }

    private QueryException overflow(int position, String place) {
        return new QueryException(
                ErrorCode.NUMBER_OVERFLOW,
                selection.text(),
                position,
                "a number of " + place + " is beyond 64 bits; expected smaller numbers, or decimals: 1.0 * number");
    }

    /** Returns the sources as text, one per line, and what becomes of the rows. */
    @Override
    public String toString() {
        return RowPlanText.of(this);
    }

    /**
     * A source of the tree.
     *
     * @param parent the place of its parent; -1 for the root
     * @param step leads to it; null for the root
     * @param narrowing the rows that there are; all but for members of which a class is asked for
     * @param condition the rows that count
     * @param fields those that are read of each row
     * @param nested the number of the nested column whose rows are made of it; 0 for the rows of the selection
     */
    public record Source(
            int parent,
            @Nullable Step step,
            Condition narrowing,
            Condition condition,
            List<FieldRef> fields,
            int nested) {

        public Source {
            Objects.requireNonNull(narrowing);
            Objects.requireNonNull(condition);
            fields = List.copyOf(fields);
        }

        /** Whether a row of the parent can lead to several rows of it. */
        public boolean isMany() {
            return step != null && !(step instanceof Step.Follow);
        }
    }

    /**
     * An aggregate of a group.
     *
     * @param distinct whether equal values count once
     * @param source each row of this source counts once in a group
     * @param argument the values; null if rows are counted
     * @param position of the aggregate in the selection
     */
    public record Aggregate(
            Condition.Aggregation aggregation,
            boolean distinct,
            int source,
            @Nullable PlannedFormula argument,
            FormulaType type,
            int position) {

        /** Returns the same aggregate in a plan with other sources. */
        public Aggregate at(int source, @Nullable PlannedFormula argument) {
            return new Aggregate(aggregation, distinct, source, argument, type, position);
        }

        /** The place in the text makes no difference. */
        boolean isSameAs(Aggregate other) {
            return aggregation == other.aggregation
                    && distinct == other.distinct
                    && source == other.source
                    && Objects.equals(argument, other.argument);
        }
    }

    /** A column and its name. */
    public record Column(String name, PlannedFormula formula, int position) {

        public Column {
            Objects.requireNonNull(name);
            Objects.requireNonNull(formula);
        }
    }

    /** A sort key. Missing values come last. */
    public record Order(PlannedFormula formula, boolean descending) {

        public Order {
            Objects.requireNonNull(formula);
        }
    }
}
