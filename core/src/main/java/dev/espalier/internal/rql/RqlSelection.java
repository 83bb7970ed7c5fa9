package dev.espalier.internal.rql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A selection as it was read: the columns of the rows that answer a query.
 *
 * @param text what it was read from; positions in the tree count its UTF-16 units from 1
 * @param distinct whether equal rows are given once
 * @param columns at least one
 * @param having the rows that are kept, after grouping; absent for all
 * @param orders how the rows are sorted, the first one first
 * @param limit how many rows are wanted at most: a number or a parameter; absent for all
 * @param offset how many are left out before, likewise; absent for none
 */
public record RqlSelection(
        String text,
        boolean distinct,
        List<Column> columns,
        Optional<RowTest> having,
        List<Order> orders,
        Optional<Value> limit,
        Optional<Value> offset) {

    public RqlSelection {
        Objects.requireNonNull(text);
        columns = List.copyOf(columns);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a selection has at least one column");
        }
        Objects.requireNonNull(having);
        orders = List.copyOf(orders);
        Objects.requireNonNull(limit);
        Objects.requireNonNull(offset);
    }

    /**
     * One column.
     *
     * @param position of its name, or of the formula
     * @param alias the name that it was given
     */
    public record Column(int position, Formula formula, Optional<String> alias) {

        public Column {
            Objects.requireNonNull(formula);
            Objects.requireNonNull(alias);
        }

        /** The name: the one that it was given, the last field of a path, or else the text of the formula. */
        public String name() {
            Formula named = formula instanceof Formula.Rows rows ? rows.path() : formula;
            return alias.orElseGet(() ->
                    named instanceof Path path && path.steps().get(path.steps().size() - 1) instanceof Path.Field field
                            ? field.name()
                            : Rql.print(named));
        }
    }

    /** One key of the order. */
    public record Order(Formula formula, boolean descending) {

        public Order {
            Objects.requireNonNull(formula);
        }
    }
}
