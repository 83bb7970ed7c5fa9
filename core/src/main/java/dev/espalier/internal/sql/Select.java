package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.sql.Expression.Bind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT.
 *
 * @param distinct whether equal rows are given once
 * @param columns what is selected
 * @param from the first source and those joined to it
 * @param where null for all rows
 * @param orders the sort keys, most significant first
 * @param limit how many rows at most; null for all, without an offset
 * @param offset how many rows are skipped; 0 for none
 * @param skipped the value that travels beside the text in place of the offset; null if the offset is part of the text
 */
public record Select(
        boolean distinct,
        List<Expression> columns,
        From from,
        @Nullable Predicate where,
        List<Order> orders,
        @Nullable Long limit,
        long offset,
        @Nullable Bind skipped)
        implements Query {

    public Select(
            boolean distinct,
            List<Expression> columns,
            From from,
            @Nullable Predicate where,
            List<Order> orders,
            @Nullable Long limit,
            long offset) {
        this(distinct, columns, from, where, orders, limit, offset, null);
    }

    /**
     * A sort key; nulls come last in both directions.
     *
     * @param present whether the condition leaves no row in which it is null, so that nobody has to ask about the place of nulls
     */
    public record Order(Expression expression, boolean descending, boolean present) {
        public Order {
            requireNonNull(expression);
        }

        public Order(Expression expression, boolean descending) {
            this(expression, descending, false);
        }
    }

    /** How a table is joined to those before it. */
    public enum Joining {
        /** Its row must be there. */
        INNER,
        /** Its columns are null if it has no row. */
        OUTER,
        /** Its row must be there, and is looked up from the rows before, in whose order the result comes. */
        INNER_AFTER,
        /** The same; by an index, even if the planner expects many rows. */
        BY_INDEX
    }

    /** A table joined to those before it. */
    public record Join(Source source, Predicate on, Joining joining) {
        public Join {
            requireNonNull(source);
            requireNonNull(on);
            requireNonNull(joining);
        }

        public boolean outer() {
            return joining == Joining.OUTER;
        }
    }

    /** The FROM clause. */
    public record From(Source first, List<Join> joins) {
        public From {
            requireNonNull(first);
            joins = List.copyOf(joins);
        }
    }

    public Select {
        columns = List.copyOf(columns);
        requireNonNull(from);
        if (limit == null && offset > 0) {
            throw new IllegalArgumentException("an offset without a limit");
        }
        orders = List.copyOf(orders);
    }

    /** Selects columns of one table. */
    public static Select of(Source first, Expression... columns) {
        return new Select(false, List.of(columns), new From(first, List.of()), null, List.of(), null, 0);
    }

    /** Selects columns of one table. */
    public static Select of(Source first, List<? extends Expression> columns) {
        return of(first, columns.toArray(Expression[]::new));
    }

    /** These columns in place of those asked before. */
    public Select selecting(List<Expression> other) {
        return new Select(distinct, other, from, where, orders, limit, offset, skipped);
    }

    /** With one more table, whose row must be there. */
    public Select join(Source source, Predicate on) {
        return join(new Join(source, on, Joining.INNER));
    }

    /** With one more table, whose row must be there, looked up from the rows of those before. */
    public Select joinAfter(Source source, Predicate on) {
        return join(new Join(source, on, Joining.INNER_AFTER));
    }

    /** With one more table, whose row must be there, looked up from the rows of those before by an index on a column. */
    public Select joinByIndex(Source source, Expression indexed, Expression value) {
        return join(new Join(source, Predicate.equal(indexed, value), Joining.BY_INDEX));
    }

    /** With one more table, whose columns are null if it has no row. */
    public Select leftJoin(Source source, Predicate on) {
        return join(new Join(source, on, Joining.OUTER));
    }

    private Select join(Join join) {
        List<Join> joins = new ArrayList<>(from.joins());
        joins.add(join);
        return new Select(distinct, columns, new From(from.first(), joins), where, orders, limit, offset, skipped);
    }

    /** Only the rows for which this holds, and what was asked before. */
    public Select where(Predicate condition) {
        Predicate both = where == null ? condition : Predicate.and(where, condition);
        return new Select(distinct, columns, from, both, orders, limit, offset, skipped);
    }

    /** Sorted by these keys, after those given before. */
    public Select orderBy(Order... keys) {
        List<Order> all = new ArrayList<>(orders);
        all.addAll(List.of(keys));
        return new Select(distinct, columns, from, where, all, limit, offset, skipped);
    }

    /** Sorted upwards by these expressions, after the keys given before. */
    public Select orderBy(Expression... keys) {
        Order[] orders = new Order[keys.length];
        for (int i = 0; i < keys.length; i++) {
            orders[i] = new Order(keys[i], false);
        }
        return orderBy(orders);
    }

    /** The same rows in any order. */
    public Select unsorted() {
        return new Select(distinct, columns, from, where, List.of(), limit, offset, skipped);
    }

    /** At most that many rows after skipping some. */
    public Select limit(@Nullable Long rows, long skipped) {
        return new Select(distinct, columns, from, where, orders, rows, skipped);
    }

    /** With a value that travels beside the text in place of the offset. */
    public Select skipping(Bind rows) {
        return new Select(distinct, columns, from, where, orders, limit, offset, rows);
    }

    /** From another first table, and none joined to it yet. */
    public Select from(Source first) {
        return new Select(distinct, columns, new From(first, List.of()), where, orders, limit, offset, skipped);
    }

    /** Equal rows once. */
    public Select unique() {
        return new Select(true, columns, from, where, orders, limit, offset, skipped);
    }
}
