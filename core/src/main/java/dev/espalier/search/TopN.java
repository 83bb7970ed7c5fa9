package dev.espalier.search;

import dev.espalier.dialect.Dialect;
import dev.espalier.model.ColumnType;
import dev.espalier.plan.FieldRef;
import dev.espalier.plan.Plan;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Select;
import java.util.ArrayList;
import java.util.List;

/**
 * How many of the objects that fulfil a condition are enough for an answer. A statement that is cut so gives, of each class, the objects
 * that can be in the answer; {@link Ordering} makes the answer of them, so that there is one order for all engines and classes.
 *
 * @param most how many of each class
 * @param skipped how many before them are left out; 0 unless there is one class
 * @param keys by what they are sorted before, the id last; none where any of the objects will do
 * @param early whether the objects can be walked in the order of their ids until there are enough, for most of them count. Otherwise all
 *     are found first: a planner that walks until it has found one of few walks through all.
 */
record TopN(long most, long skipped, List<Plan.Order> keys, boolean early) {

    TopN {
        keys = List.copyOf(keys);
        if (most < 0 || skipped < 0 || keys.isEmpty() && skipped > 0) {
            throw new IllegalArgumentException("the first " + most + " after " + skipped + " by " + keys);
        }
    }

    /** As many of them, whichever. */
    static TopN any(long most) {
        return new TopN(most, 0, List.of(), false);
    }

    /** Whether the only key is the id. */
    boolean isById() {
        return keys.size() == 1;
    }

    /** Whether the engine sorts by a key as the language does. Not where the key stands in another table. */
    static boolean isSortedBy(Dialect dialect, Plan.Order key) {
        return key.steps().isEmpty() && (KeyConditions.isEnum(key) || dialect.sortsWholeTexts() || key.field().columnTypes().stream().noneMatch(TopN::isText));
    }

    /** Whether its values can have any length. */
    static boolean isText(ColumnType type) {
        return switch (type) {
            case TEXT, NAME, BINARY -> true;
            case SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL, INTEGRAL, BOOLEAN, DATE, TIME, TIMESTAMP, UUID -> false;
        };
    }

    /** What a row is sorted by for a key: the names of an enum's constants stand in the column, and are sorted by their order in the source. */
    static List<Expression> sorted(Plan.Order key, SqlRow row) {
        List<Expression> columns = row.compared(key.field());
        if (!KeyConditions.isEnum(key)) {
            return columns;
        }
        List<Expression.Bind> names = KeyConditions.constants(new Plan.Order(key.steps(), key.field(), false)).stream()
                .map(constant -> new Expression.Bind(ColumnType.NAME, constant.columns().get(0)))
                .toList();
        return columns.stream().map(column -> (Expression) new Expression.Rank((Expression.ColumnOf) column, names)).toList();
    }

    /** A class without the field is missing the value, like an object without it: the other keys decide. */
    Select of(Select all, SqlRow row) {
        if (keys.isEmpty()) {
            return all.limit(most, 0);
        }
        List<Select.Order> orders = new ArrayList<>();
        for (Plan.Order key : keys) {
            boolean hidden = key.isId() && isById() && !early;
            sorted(key, row).forEach(column -> orders.add(
                    new Select.Order(hidden ? new Expression.Unindexed((Expression.ColumnOf) column) : column, key.descending())));
        }
        return all.orderBy(orders.toArray(Select.Order[]::new)).limit(most, skipped);
    }
}
