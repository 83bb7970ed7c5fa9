package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A limit that is pushed down into a statement. The statement returns, of each class, the objects that can be in the result. {@link
 * Ordering} merges them, so that all engines and classes have one order.
 *
 * @param most the maximum number of objects of each class
 * @param skipped the number of objects to skip; 0 unless there is one class
 * @param keys the sort keys, the id last; empty if any objects will do
 * @param early whether to scan the objects in the order of their ids until there are enough, because most of them count. Otherwise all are
 *     found first: a planner that scans for one of few objects would scan them all
 */
record TopN(long most, long skipped, List<Plan.Order> keys, boolean early) {

    TopN {
        keys = List.copyOf(keys);
        if (most < 0 || skipped < 0 || keys.isEmpty() && skipped > 0) {
            throw new IllegalArgumentException("the first " + most + " after " + skipped + " by " + keys);
        }
    }

    /** Returns a limit without an order. */
    static TopN any(long most) {
        return new TopN(most, 0, List.of(), false);
    }

    /** Returns whether the id is the only key. */
    boolean isById() {
        return keys.size() == 1;
    }

    /** Returns whether the engine sorts a key in the order of the language. False if the key is in another table. */
    static boolean isSortedBy(Dialect dialect, Plan.Order key) {
        return key.steps().isEmpty() && isFieldSortedBy(dialect, key);
    }

    /** Returns whether the engine sorts the field of a key, wherever it is, in the order of the language. */
    static boolean isFieldSortedBy(Dialect dialect, Plan.Order key) {
        return KeyConditions.isEnum(key)
                || dialect.sortsWholeTexts()
                || key.field().columnTypes().stream().noneMatch(TopN::isText);
    }

    /** Returns whether values of the type can have any length. */
    static boolean isText(ColumnType type) {
        return switch (type) {
            case TEXT, NAME, BINARY -> true;
            case SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL, INTEGRAL, BOOLEAN, DATE, TIME, TIMESTAMP, UUID -> false;
        };
    }

    /**
     * Returns the sort expressions of a key. The names of an enum's constants are stored, and are sorted by the order of the constants in
     * the source.
     */
    static List<Expression> sorted(Plan.Order key, SqlRow row) {
        List<Expression> columns = row.compared(key.field());
        if (!KeyConditions.isEnum(key)) {
            return columns;
        }
        List<Expression.Bind> names = KeyConditions.constants(new Plan.Order(key.steps(), key.field(), false)).stream()
                .map(constant ->
                        new Expression.Bind(ColumnType.NAME, constant.columns().get(0)))
                .toList();
        return columns.stream()
                .map(column -> (Expression) new Expression.Rank((Expression.ColumnOf) column, names))
                .toList();
    }

    /** Adds the order and the limit. In a class without the field the value is null, and the other keys decide. */
    Select of(Select all, SqlRow row) {
        return of(all, key -> row, false);
    }

    /**
     * Adds the order and the limit, with keys at the ends of references.
     *
     * @param rows returns the row of a key's field
     */
    Select of(Select all, Function<Plan.Order, SqlRow> rows) {
        return of(all, rows, false);
    }

    /** The same for a condition that leaves no row without a value for the first key. */
    Select ofPresent(Select all, SqlRow row) {
        return of(all, key -> row, true);
    }

    private Select of(Select all, Function<Plan.Order, SqlRow> rows, boolean present) {
        if (keys.isEmpty()) {
            return all.limit(most, 0);
        }
        List<Select.Order> orders = new ArrayList<>();
        for (Plan.Order key : keys) {
            boolean hidden = key.isId() && isById() && !early;
            sorted(key, rows.apply(key))
                    .forEach(column -> orders.add(new Select.Order(
                            hidden ? new Expression.Unindexed((Expression.ColumnOf) column) : column,
                            key.descending(),
                            present && key.equals(keys.get(0)))));
        }
        return all.orderBy(orders.toArray(Select.Order[]::new))
                .limit(most == Long.MAX_VALUE && skipped == 0 ? null : most, skipped);
    }
}
