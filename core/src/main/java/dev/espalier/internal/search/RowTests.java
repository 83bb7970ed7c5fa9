package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.PlannedTest;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tests of a selection's rows as conditions of its statement: those that the engine decides as Java does, of fields and of values beside them. A field without a
 * column has no value. Below a NOT a comparison also asks for values, so that it is never unknown.
 *
 * <pre>
 * NOT (nation.name = 'FRANCE')    NOT (n2.name IS NOT NULL AND n2.name = ?)
 * </pre>
 */
final class RowTests {

    private final Dialect dialect;
    private final Function<PlannedFormula.Field, List<ColumnOf>> columns;

    /** @param columns returns the columns of a field; none if the table has none */
    RowTests(Dialect dialect, Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        this.dialect = dialect;
        this.columns = columns;
    }

    /** Returns whether the engine decides a test as Java does. */
    static boolean areAlike(PlannedTest test, Dialect dialect) {
        if (test instanceof PlannedTest.And and) {
            return and.parts().stream().allMatch(part -> areAlike(part, dialect));
        }
        if (test instanceof PlannedTest.Or or) {
            return or.parts().stream().allMatch(part -> areAlike(part, dialect));
        }
        if (test instanceof PlannedTest.Not not) {
            return areAlike(not.part(), dialect);
        }
        if (test instanceof PlannedTest.IsNull isNull) {
            return isNull.value() instanceof PlannedFormula.Field;
        }
        if (test instanceof PlannedTest.Match match) {
            return match.value() instanceof PlannedFormula.Field field
                    && field.type().kind() == Kind.TEXT
                    && !match.ignoreCase()
                    && isText(match.pattern(), dialect);
        }
        if (test instanceof PlannedTest.In in) {
            return in.value() instanceof PlannedFormula.Field field
                    && comparisons(in, field).stream().allMatch(one -> isComparable(one, dialect));
        }
        return isComparable((PlannedTest.Comparison) test, dialect);
    }

    /** Returns how many comparisons a test is made of. */
    static int comparisons(PlannedTest test) {
        if (test instanceof PlannedTest.And and) {
            return and.parts().stream().mapToInt(RowTests::comparisons).sum();
        }
        if (test instanceof PlannedTest.Or or) {
            return or.parts().stream().mapToInt(RowTests::comparisons).sum();
        }
        if (test instanceof PlannedTest.Not not) {
            return comparisons(not.part());
        }
        return test instanceof PlannedTest.In in
                ? in.values().size() + 2 * in.intervals().size()
                : 1;
    }

    private static boolean isComparable(PlannedTest.Comparison comparison, Dialect dialect) {
        boolean isOrdered = comparison.operator() != Operator.EQUAL && comparison.operator() != Operator.NOT_EQUAL;
        if (!(comparison.left() instanceof PlannedFormula.Field left) || isOrdered && !isOrdered(left.type())) {
            return false;
        }
        return comparison.right() instanceof PlannedFormula.Constant constant
                ? constant.value() == null
                        || value(left.type(), constant.value(), dialect).isPresent()
                : comparison.right() instanceof PlannedFormula.Field right
                        && isOrdered(left.type())
                        && isOrdered(right.type())
                        && left.type().kind() == right.type().kind();
    }

    /** Whether a column has the order of the values. */
    private static boolean isOrdered(FormulaType type) {
        return type.kind() == Kind.WHOLE
                || type.kind() == Kind.TEXT
                || type.javaClass() == BigDecimal.class
                || type.javaClass() == LocalDate.class;
    }

    /** Returns a value as it is compared with the column of a field; empty if no column has it, or if several do. */
    private static Optional<Expression> value(FormulaType type, Object value, Dialect dialect) {
        ValueType values = type.values();
        if (type.kind() == Kind.WHOLE) {
            return value instanceof Long whole ? Optional.of(new Expression.Constant(whole)) : Optional.empty();
        }
        Object alike =
                value instanceof Long whole && type.javaClass() == BigDecimal.class ? BigDecimal.valueOf(whole) : value;
        if (values == null
                || type.kind() == Kind.FLOAT
                || values.comparedParts() != 1
                || !values.javaClass().isInstance(alike)
                || alike instanceof String text && !isText(text, dialect)) {
            return Optional.empty();
        }
        Object[] stored = new Object[values.parts().size()];
        try {
            values.encode(alike, stored, 0);
        } catch (IllegalArgumentException refused) {
            return Optional.empty();
        }
        ColumnType column = values.parts().get(0).type();
        return ColumnRange.holds(column, dialect.limits(), stored[0])
                ? Optional.of(new Expression.Bind(column, stored[0]))
                : Optional.empty();
    }

    private static boolean isText(String text, Dialect dialect) {
        return dialect.limits().nullCharacter() || text.indexOf('\0') < 0;
    }

    /** Returns the comparisons that a list and its intervals are made of. */
    private static List<PlannedTest.Comparison> comparisons(PlannedTest.In in, PlannedFormula.Field field) {
        List<PlannedTest.Comparison> all = new ArrayList<>();
        in.values().forEach(value -> all.add(comparison(field, Operator.EQUAL, value)));
        in.intervals().forEach(interval -> all.addAll(ends(interval, field)));
        return all;
    }

    private static List<PlannedTest.Comparison> ends(PlannedTest.Interval interval, PlannedFormula.Field field) {
        List<PlannedTest.Comparison> ends = new ArrayList<>();
        if (interval.low() != null) {
            ends.add(comparison(
                    field, interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER, interval.low()));
        }
        if (interval.high() != null) {
            ends.add(comparison(
                    field, interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS, interval.high()));
        }
        return ends;
    }

    private static PlannedTest.Comparison comparison(
            PlannedFormula.Field field, Operator operator, @Nullable Object value) {
        return new PlannedTest.Comparison(field, operator, new PlannedFormula.Constant(value, field.type()));
    }

    /** Returns a test that the engine decides as a condition. */
    Predicate predicate(PlannedTest test) {
        return predicate(test, false);
    }

    /** Returns the condition that a test does not hold. */
    Predicate negation(PlannedTest test) {
        return Predicates.not(predicate(test, true));
    }

    private Predicate predicate(PlannedTest test, boolean negated) {
        if (test instanceof PlannedTest.And and) {
            return Predicates.and(
                    and.parts().stream().map(part -> predicate(part, negated)).toList());
        }
        if (test instanceof PlannedTest.Or or) {
            return Predicates.or(
                    or.parts().stream().map(part -> predicate(part, negated)).toList());
        }
        if (test instanceof PlannedTest.Not not) {
            return negation(not.part());
        }
        if (test instanceof PlannedTest.IsNull isNull) {
            List<ColumnOf> column = columns.apply((PlannedFormula.Field) isNull.value());
            return column.isEmpty() ? Predicates.TRUE : new Predicate.IsNull(column.get(0));
        }
        if (test instanceof PlannedTest.Match match) {
            PlannedFormula.Field field = (PlannedFormula.Field) match.value();
            List<ColumnOf> column = columns.apply(field);
            return column.isEmpty()
                    ? Predicates.FALSE
                    : known(List.of(field), negated, new Predicate.Match(column.get(0), match.pattern(), false));
        }
        if (test instanceof PlannedTest.In in) {
            return in(in, (PlannedFormula.Field) in.value(), negated);
        }
        return comparison((PlannedTest.Comparison) test, negated);
    }

    private Predicate in(PlannedTest.In in, PlannedFormula.Field field, boolean negated) {
        List<Predicate> any = new ArrayList<>();
        in.values().forEach(value -> any.add(comparison(comparison(field, Operator.EQUAL, value), negated)));
        for (PlannedTest.Interval interval : in.intervals()) {
            List<Predicate> ends = new ArrayList<>();
            ends(interval, field).forEach(end -> ends.add(comparison(end, negated)));
            any.add(ends.isEmpty() ? present(field) : Predicates.and(ends));
        }
        return Predicates.or(any);
    }

    private Predicate present(PlannedFormula.Field field) {
        List<ColumnOf> column = columns.apply(field);
        return column.isEmpty() ? Predicates.FALSE : Predicates.notNull(column.get(0));
    }

    private Predicate comparison(PlannedTest.Comparison comparison, boolean negated) {
        if (comparison.operator() == Operator.NOT_EQUAL) {
            return negation(new PlannedTest.Comparison(comparison.left(), Operator.EQUAL, comparison.right()));
        }
        PlannedFormula.Field left = (PlannedFormula.Field) comparison.left();
        List<ColumnOf> column = columns.apply(left);
        SqlOperator operator = SqlOperator.valueOf(comparison.operator().name());
        if (column.isEmpty()) {
            return Predicates.FALSE;
        }
        if (comparison.right() instanceof PlannedFormula.Constant constant) {
            return constant.value() == null
                    ? Predicates.FALSE
                    : known(
                            List.of(left),
                            negated,
                            new Predicate.Compare(
                                    column.get(0),
                                    operator,
                                    value(left.type(), constant.value(), dialect)
                                            .orElseThrow()));
        }
        PlannedFormula.Field right = (PlannedFormula.Field) comparison.right();
        List<ColumnOf> other = columns.apply(right);
        return other.isEmpty()
                ? Predicates.FALSE
                : known(List.of(left, right), negated, new Predicate.Compare(column.get(0), operator, other.get(0)));
    }

    private Predicate known(List<PlannedFormula.Field> fields, boolean negated, Predicate test) {
        List<Predicate> all = new ArrayList<>();
        if (negated) {
            fields.forEach(field -> all.add(present(field)));
        }
        all.add(test);
        return Predicates.and(all);
    }
}
