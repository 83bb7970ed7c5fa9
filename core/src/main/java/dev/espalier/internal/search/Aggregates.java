package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.formula.Values;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.ids.Portions;
import dev.espalier.internal.search.total.FloatSum;
import dev.espalier.internal.search.total.Sums;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates aggregates, and comparisons of two paths. Engines add and divide differently, and round in between. Here integers and decimals
 * are added exactly, an average is a fraction that is never divided, and floats are added exactly and rounded once. For one search, by one
 * thread.
 */
public final class Aggregates {

    private final Slots slots;

    Aggregates(Slots slots) {
        this.slots = slots;
    }

    /** Returns the candidates for which the comparison of the aggregate holds. */
    IdSet filter(Condition.Aggregate condition, PersistentClass type, IdSet candidates) {
        IdSet found = new IdSet();
        Portions.of(candidates, objects -> {
            Map<Long, List<Object[]>> left =
                    slots.of(condition.steps(), condition.condition(), condition.slot(), type, objects);
            Map<Long, List<Object[]>> right = condition.right() instanceof Condition.Comparand.Slots path
                    ? slots.of(path.steps(), Condition.ALWAYS, path.slot(), type, objects)
                    : Map.of();
            for (long id : objects.toArray()) {
                Made made = made(
                        condition.aggregation(),
                        left.getOrDefault(id, List.of()).stream()
                                .filter(Objects::nonNull)
                                .toList());
                boolean holds = condition.right() instanceof Condition.Comparand.Number number
                        ? made.holds(condition.operator(), new Object[] {
                            made.isFloat() ? (Object) number.number().doubleValue() : number.number()
                        })
                        : right.getOrDefault(id, List.of()).stream()
                                .anyMatch(columns -> made.holds(condition.operator(), columns));
                if (holds) {
                    found.add(id);
                }
            }
        });
        return found;
    }

    /** Returns the candidates whose paths lead to two values for which the comparison holds. */
    IdSet filter(Condition.ComparePaths condition, PersistentClass type, IdSet candidates) {
        IdSet found = new IdSet();
        Portions.of(candidates, objects -> {
            Map<Long, List<Object[]>> left =
                    slots.of(condition.leftSteps(), Condition.ALWAYS, condition.left(), type, objects);
            Map<Long, List<Object[]>> right =
                    slots.of(condition.rightSteps(), Condition.ALWAYS, condition.right(), type, objects);
            for (long id : objects.toArray()) {
                List<Object[]> values = right.getOrDefault(id, List.of());
                if (left.getOrDefault(id, List.of()).stream()
                        .anyMatch(a -> values.stream().anyMatch(b -> Values.holds(a, condition.operator(), b)))) {
                    found.add(id);
                }
            }
        });
        return found;
    }

    /** The digits of an average after the point. Two different averages of fewer than 10^19 numbers, each with 30 digits after the point, differ in one of these. */
    private static final int AVERAGE = 80;

    /** Returns a value of each of some objects; objects without one are omitted. */
    Map<Long, Object> values(PlannedValue value, IdSet objects) {
        Map<Long, Object> found = new HashMap<>();
        Portions.of(
                objects,
                portion -> slots.of(value.steps(), value.condition(), value.slot(), value.type(), portion)
                        .forEach((id, list) -> {
                            List<Object[]> values =
                                    list.stream().filter(Objects::nonNull).toList();
                            Condition.Aggregation aggregation =
                                    value.aggregation() == null ? Condition.Aggregation.MIN : value.aggregation();
                            Made made = made(aggregation, values);
                            if (made.columns() != null) {
                                found.put(
                                        id,
                                        aggregation == Condition.Aggregation.MIN
                                                        || aggregation == Condition.Aggregation.MAX
                                                ? decoded(value.slot(), made.columns())
                                                : made.number());
                            }
                        }));
        return found;
    }

    /** Returns the values of columns. */
    static Map<Long, Object> decoded(FieldRef slot, Map<Long, Object[]> columns) {
        Map<Long, Object> decoded = new HashMap<>();
        columns.forEach((id, one) -> {
            Object value = decoded(slot, one);
            if (value != null) {
                decoded.put(id, value);
            }
        });
        return decoded;
    }

    private static @Nullable Object decoded(FieldRef slot, Object[] columns) {
        if (!(slot.content() instanceof FieldRef.Content.Value value)) {
            return columns[0];
        }
        ValueType type = value.type();
        return type.decode(Arrays.copyOf(columns, type.parts().size()), 0);
    }

    /**
     * The result of an aggregate.
     *
     * @param columns null without a value
     * @param count the divisor of the value
     */
    private record Made(Object @Nullable [] columns, long count) {

        static final Made NOTHING = new Made(null, 1);

        static Made of(Object value) {
            return new Made(new Object[] {value}, 1);
        }

        boolean isFloat() {
            return columns != null && columns[0] instanceof Double;
        }

        Object number() {
            Object value = requireNonNull(columns)[0];
            if (count == 1) {
                return value;
            }
            BigDecimal average = Values.exact(value)
                    .divide(BigDecimal.valueOf(count), AVERAGE, RoundingMode.HALF_EVEN)
                    .stripTrailingZeros();
            return average.scale() < 0 ? average.setScale(0) : average;
        }

        boolean holds(Operator operator, Object[] right) {
            if (count == 1 || right == null || !Values.isFinite(right[0])) {
                return Values.holds(columns, operator, right);
            }
            BigDecimal multiplied = Values.exact(right[0]).multiply(BigDecimal.valueOf(count));
            return Values.holds(columns, operator, new Object[] {multiplied});
        }
    }

    /**
     * Returns whether a comparison of a sum, an average or a number of values with a number holds.
     *
     * @param at the place of an object in the sums
     * @param isFloat whether the values are floats
     */
    static boolean holds(
            Condition.Aggregation aggregation,
            Sums sums,
            int at,
            boolean isFloat,
            Operator operator,
            BigDecimal number) {
        return made(aggregation, sums, at, isFloat).holds(operator, new Object[] {
            isFloat && aggregation != Condition.Aggregation.COUNT ? (Object) number.doubleValue() : number
        });
    }

    /** Returns a sum, an average or a number of values; null for none. */
    static @Nullable Object number(Condition.Aggregation aggregation, Sums sums, int at, boolean isFloat) {
        Made made = made(aggregation, sums, at, isFloat);
        return made.columns() == null ? null : made.number();
    }

    private static Made made(Condition.Aggregation aggregation, Sums sums, int at, boolean isFloat) {
        long count = sums.count(at);
        if (aggregation == Condition.Aggregation.COUNT) {
            return Made.of(count);
        }
        boolean isAverage = aggregation == Condition.Aggregation.AVG && count > 1;
        if (!isFloat) {
            return new Made(new Object[] {sums.sum(at)}, isAverage ? count : 1);
        }
        double infinite = sums.infinite(at);
        if (infinite != 0) {
            return Double.isNaN(infinite) ? Made.NOTHING : Made.of(infinite);
        }
        return Made.of(isAverage ? FloatSum.quotient(sums.sum(at), count) : sums.rounded(at));
    }

    private static Made made(Condition.Aggregation aggregation, List<Object[]> values) {
        if (aggregation == Condition.Aggregation.COUNT) {
            return Made.of((long) values.size());
        }
        if (values.isEmpty()) {
            return Made.NOTHING;
        }
        return switch (aggregation) {
            case COUNT -> throw new IllegalStateException("was counted above");
            case MIN -> new Made(values.stream().min(Values::compareColumns).orElseThrow(), 1);
            case MAX -> new Made(values.stream().max(Values::compareColumns).orElseThrow(), 1);
            case SUM, AVG -> {
                long count = aggregation == Condition.Aggregation.AVG ? values.size() : 1;
                yield values.get(0)[0] instanceof Double
                        ? floats(values, aggregation)
                        : new Made(new Object[] {exactSum(values)}, count);
            }
        };
    }

    private static Made floats(List<Object[]> values, Condition.Aggregation aggregation) {
        FloatSum sum = new FloatSum();
        values.forEach(value -> sum.add((Double) value[0]));
        double result = aggregation == Condition.Aggregation.AVG ? sum.average(values.size()) : sum.rounded();
        return Double.isNaN(result) ? Made.NOTHING : Made.of(result);
    }

    private static BigDecimal exactSum(List<Object[]> numbers) {
        return numbers.stream().map(number -> Values.exact(number[0])).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
