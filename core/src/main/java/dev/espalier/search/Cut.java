package dev.espalier.search;

import dev.espalier.dialect.Dialect;
import dev.espalier.plan.Place;
import dev.espalier.plan.Plan;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many of the objects that fulfil a condition are enough for an answer. A statement that is cut so gives, of each class, the objects
 * that can be in the answer; {@link Ordering} makes the answer of them, so that there is one order for all engines and classes.
 *
 * @param most how many of each class
 * @param keys by what they are sorted before; by id where there are none, and where objects are alike in all of them
 * @param sorted false where any of them will do
 * @param early whether the objects can be walked in the order of their ids until there are enough, for most of them count. Otherwise all
 *     are found first: a planner that walks until it has found one of few walks through all.
 */
record Cut(long most, List<Plan.Order> keys, boolean sorted, boolean early) {

    Cut {
        keys = List.copyOf(keys);
        if (most < 0 || !sorted && !keys.isEmpty()) {
            throw new IllegalArgumentException("the first " + most + " by " + keys);
        }
    }

    /** Where the plan wants some only, and the engine sorts by its keys as the language does. */
    static Optional<Cut> of(Plan plan, Dialect dialect, boolean early) {
        return plan.limit().isPresent() && plan.orders().stream().allMatch(key -> isSortedBy(dialect, key))
                ? Optional.of(new Cut(most(plan), plan.orders(), true, early))
                : Optional.empty();
    }

    /** As many as tell whether the plan's answer has anything in it. */
    static Cut any(Plan plan) {
        return new Cut(most(plan), List.of(), false, false);
    }

    private static long most(Plan plan) {
        long limit = plan.limit().orElse(Long.MAX_VALUE);
        return limit > Long.MAX_VALUE - plan.offset() ? Long.MAX_VALUE : limit + plan.offset();
    }

    /** Not where the key stands in another table, nor for the constants of an enum, which have their names in the column. */
    private static boolean isSortedBy(Dialect dialect, Plan.Order key) {
        return key.steps().isEmpty()
                && !(key.place().content() instanceof Place.Content.Value value && value.type().javaClass().isEnum())
                && (dialect.sortsWholeTexts() || key.place().columnTypes().stream().noneMatch(type -> switch (type) {
                    case TEXT, NAME, BINARY -> true;
                    case SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL, INTEGRAL, BOOLEAN, DATE, TIME, TIMESTAMP, UUID -> false;
                }));
    }

    /** A class without the field is missing the value, like an object without it: the other keys decide. */
    Select of(Select all, Row row) {
        if (!sorted) {
            return all.limit(most, 0);
        }
        List<Select.Order> orders = new ArrayList<>();
        keys.forEach(key -> row.compared(key.place()).forEach(column -> orders.add(new Select.Order(column, key.descending()))));
        Expression id = row.id();
        orders.add(new Select.Order(early || !keys.isEmpty() ? id : new Expression.Unindexed((Expression.ColumnOf) id), false));
        return all.orderBy(orders.toArray(Select.Order[]::new)).limit(most, 0);
    }
}
