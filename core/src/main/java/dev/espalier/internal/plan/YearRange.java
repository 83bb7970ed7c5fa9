package dev.espalier.internal.plan;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.rql.Operator;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plans tests of the year of a date as conditions on the date, so that an index serves them.
 *
 * <pre>
 * year(day) = 2026         day >= 2026-01-01 AND day < 2027-01-01
 * year(day) > 2026         day >= 2027-01-01
 * </pre>
 */
final class YearRange {

    /** The years that every engine keeps. */
    private static final long FIRST = 1;

    private static final long LAST = 9999;

    private final FieldRef date;

    private YearRange(FieldRef date) {
        this.date = date;
    }

    /**
     * Returns the condition for which a test holds; empty if it is none of the year alone.
     *
     * @param path the only one in the test
     */
    static Optional<Condition> of(PlannedTest test, ResolvedPath path) {
        YearRange range = new YearRange(path.slot());
        if (test instanceof PlannedTest.Not not) {
            return of(not.part(), path).map(Condition::not);
        }
        if (test instanceof PlannedTest.In in && isYear(in.value())) {
            return range.in(in).map(path::some);
        }
        if (!(test instanceof PlannedTest.Comparison comparison)) {
            return Optional.empty();
        }
        boolean isLeft = isYear(comparison.left());
        Long year =
                isLeft ? constant(comparison.right()) : isYear(comparison.right()) ? constant(comparison.left()) : null;
        if (year == null) {
            return Optional.empty();
        }
        Operator operator = isLeft ? comparison.operator() : mirrored(comparison.operator());
        return Optional.of(
                operator == Operator.NOT_EQUAL
                        ? Condition.not(path.some(range.compared(Operator.EQUAL, year)))
                        : path.some(range.compared(operator, year)));
    }

    private static boolean isYear(PlannedFormula formula) {
        return formula instanceof PlannedFormula.Call call
                && call.function() == RowFunction.YEAR
                && call.arguments().get(0) instanceof PlannedFormula.Field;
    }

    private static @Nullable Long constant(PlannedFormula formula) {
        return formula instanceof PlannedFormula.Constant constant && constant.value() instanceof Long year
                ? year
                : null;
    }

    private static Operator mirrored(Operator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL -> operator;
            case LESS -> Operator.GREATER;
            case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
            case GREATER -> Operator.LESS;
            case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
        };
    }

    private Optional<Condition> in(PlannedTest.In in) {
        List<Condition> items = new ArrayList<>();
        for (Object year : in.values()) {
            if (!(year instanceof Long whole)) {
                return Optional.empty();
            }
            items.add(compared(Operator.EQUAL, whole));
        }
        for (PlannedTest.Interval interval : in.intervals()) {
            if (!isWholeOrNone(interval.low()) || !isWholeOrNone(interval.high())) {
                return Optional.empty();
            }
            List<Condition> ends = new ArrayList<>(List.of(Condition.present(date)));
            if (interval.low() instanceof Long low) {
                ends.add(compared(interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER, low));
            }
            if (interval.high() instanceof Long high) {
                ends.add(compared(interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS, high));
            }
            items.add(Condition.and(ends.size() > 1 ? ends.subList(1, ends.size()) : ends));
        }
        return Optional.of(Condition.or(items));
    }

    private static boolean isWholeOrNone(@Nullable Object end) {
        return end == null || end instanceof Long;
    }

    private Condition compared(Operator operator, long year) {
        return switch (operator) {
            case EQUAL -> Condition.and(notBefore(year), before(next(year)));
            case NOT_EQUAL -> throw new IllegalArgumentException("!= is the opposite of =");
            case LESS -> before(year);
            case LESS_OR_EQUAL -> before(next(year));
            case GREATER -> notBefore(next(year));
            case GREATER_OR_EQUAL -> notBefore(year);
        };
    }

    private static long next(long year) {
        return year == Long.MAX_VALUE ? year : year + 1;
    }

    private Condition before(long year) {
        return year <= FIRST
                ? Condition.NEVER
                : year > LAST ? Condition.present(date) : new Condition.Compare(date, Operator.LESS, beginning(year));
    }

    private Condition notBefore(long year) {
        return year <= FIRST
                ? Condition.present(date)
                : year > LAST
                        ? Condition.NEVER
                        : new Condition.Compare(date, Operator.GREATER_OR_EQUAL, beginning(year));
    }

    /** The first moment of a year, as its columns have it. */
    private Constant beginning(long year) {
        LocalDate first = LocalDate.of((int) year, 1, 1);
        List<Object> columns = new ArrayList<>();
        for (ColumnType column : date.columnTypes()) {
            columns.add(
                    column == ColumnType.DATE
                            ? first
                            : column == ColumnType.TIMESTAMP ? (Object) first.atStartOfDay() : Long.valueOf(0));
        }
        return new Constant(columns);
    }
}
