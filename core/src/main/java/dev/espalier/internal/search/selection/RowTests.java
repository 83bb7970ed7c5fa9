package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.PlannedTest;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.search.condition.ColumnRange;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
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
 * Tests of a selection's rows, or of its groups, as conditions of its statement: those that the engine decides as Java does, of what the statement has, such as
 * fields, and of values beside it. A field without a column has no value. Below a NOT a comparison also asks for values, so that it is never unknown.
 *
 * <pre>
 * NOT (nation.name = 'FRANCE')    NOT (n2.name IS NOT NULL AND n2.name = ?)
 * </pre>
 */
final class RowTests {

    /** A computed decimal is compared with a number of so many digits at most. */
    private static final int DIGITS = 1_000;

    private final Dialect dialect;
    private final Function<PlannedFormula, Optional<Expression>> values;

    /** @param values returns what the engine compares for an operand; empty if it never has a value */
    RowTests(Dialect dialect, Function<PlannedFormula, Optional<Expression>> values) {
        this.dialect = dialect;
        this.values = values;
    }

    /** Returns the conditions for tests of the rows of joined sources. */
    static RowTests ofRows(SourceJoins joins, Dialect dialect) {
        return new RowTests(
                dialect,
                field -> joins.columns((PlannedFormula.Field) field).stream()
                        .<Expression>map(column -> column)
                        .findFirst());
    }

    /** Returns whether the engine decides a test of fields as Java does. */
    static boolean areAlike(PlannedTest test, Dialect dialect) {
        return areAlike(test, dialect, PlannedFormula.Field.class::isInstance);
    }

    /**
     * Returns whether the engine decides a test as Java does.
     *
     * @param isOperand whether the statement has a formula as it is
     */
    static boolean areAlike(PlannedTest test, Dialect dialect, java.util.function.Predicate<PlannedFormula> isOperand) {
        if (test instanceof PlannedTest.And and) {
            return and.parts().stream().allMatch(part -> areAlike(part, dialect, isOperand));
        }
        if (test instanceof PlannedTest.Or or) {
            return or.parts().stream().allMatch(part -> areAlike(part, dialect, isOperand));
        }
        if (test instanceof PlannedTest.Not not) {
            return areAlike(not.part(), dialect, isOperand);
        }
        if (test instanceof PlannedTest.IsNull isNull) {
            return isOperand.test(isNull.value());
        }
        if (test instanceof PlannedTest.Match match) {
            return isOperand.test(match.value())
                    && match.value().type().kind() == Kind.TEXT
                    && !match.ignoreCase()
                    && isText(match.pattern(), dialect);
        }
        if (test instanceof PlannedTest.In in) {
            return isOperand.test(in.value())
                    && comparisons(in).stream().allMatch(one -> isComparable(one, dialect, isOperand));
        }
        return isComparable((PlannedTest.Comparison) test, dialect, isOperand);
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

    private static boolean isComparable(
            PlannedTest.Comparison comparison,
            Dialect dialect,
            java.util.function.Predicate<PlannedFormula> isOperand) {
        boolean isOrdered = comparison.operator() != Operator.EQUAL && comparison.operator() != Operator.NOT_EQUAL;
        PlannedFormula left = comparison.left();
        PlannedFormula right = comparison.right();
        if (!isOperand.test(left) || isOrdered && !isOrdered(left.type())) {
            return false;
        }
        return right instanceof PlannedFormula.Constant constant
                ? constant.value() == null
                        || value(left.type(), constant.value(), dialect).isPresent()
                : isOperand.test(right)
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
        if (values == null && type.kind() == Kind.DECIMAL) {
            return alike instanceof BigDecimal decimal && hasFewDigits(decimal)
                    ? Optional.of(new Expression.Bind(ColumnType.DECIMAL, decimal))
                    : Optional.empty();
        }
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

    private static boolean hasFewDigits(BigDecimal number) {
        return number.precision() <= DIGITS && Math.abs((long) number.scale()) <= DIGITS;
    }

    private static boolean isText(String text, Dialect dialect) {
        return dialect.limits().nullCharacter() || text.indexOf('\0') < 0;
    }

    /** Returns the comparisons that a list and its intervals are made of. */
    private static List<PlannedTest.Comparison> comparisons(PlannedTest.In in) {
        List<PlannedTest.Comparison> all = new ArrayList<>();
        in.values().forEach(value -> all.add(comparison(in.value(), Operator.EQUAL, value)));
        in.intervals().forEach(interval -> all.addAll(ends(interval, in.value())));
        return all;
    }

    private static List<PlannedTest.Comparison> ends(PlannedTest.Interval interval, PlannedFormula value) {
        List<PlannedTest.Comparison> ends = new ArrayList<>();
        if (interval.low() != null) {
            ends.add(comparison(
                    value, interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER, interval.low()));
        }
        if (interval.high() != null) {
            ends.add(comparison(
                    value, interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS, interval.high()));
        }
        return ends;
    }

    private static PlannedTest.Comparison comparison(PlannedFormula left, Operator operator, @Nullable Object value) {
        return new PlannedTest.Comparison(left, operator, new PlannedFormula.Constant(value, left.type()));
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
            return values.apply(isNull.value())
                    .<Predicate>map(Predicate.IsNull::new)
                    .orElse(Predicates.TRUE);
        }
        if (test instanceof PlannedTest.Match match) {
            return values.apply(match.value())
                    .map(text -> known(List.of(text), negated, new Predicate.Match(text, match.pattern(), false)))
                    .orElse(Predicates.FALSE);
        }
        if (test instanceof PlannedTest.In in) {
            return in(in, negated);
        }
        return comparison((PlannedTest.Comparison) test, negated);
    }

    private Predicate in(PlannedTest.In in, boolean negated) {
        List<Predicate> any = new ArrayList<>();
        in.values().forEach(value -> any.add(comparison(comparison(in.value(), Operator.EQUAL, value), negated)));
        for (PlannedTest.Interval interval : in.intervals()) {
            List<Predicate> ends = new ArrayList<>();
            ends(interval, in.value()).forEach(end -> ends.add(comparison(end, negated)));
            any.add(ends.isEmpty() ? present(in.value()) : Predicates.and(ends));
        }
        return Predicates.or(any);
    }

    private Predicate present(PlannedFormula operand) {
        return values.apply(operand).map(Predicates::notNull).orElse(Predicates.FALSE);
    }

    private Predicate comparison(PlannedTest.Comparison comparison, boolean negated) {
        if (comparison.operator() == Operator.NOT_EQUAL) {
            return negation(new PlannedTest.Comparison(comparison.left(), Operator.EQUAL, comparison.right()));
        }
        Optional<Expression> left = values.apply(comparison.left());
        SqlOperator operator = SqlOperator.valueOf(comparison.operator().name());
        if (left.isEmpty()) {
            return Predicates.FALSE;
        }
        if (comparison.right() instanceof PlannedFormula.Constant constant) {
            return constant.value() == null
                    ? Predicates.FALSE
                    : known(
                            List.of(left.get()),
                            negated,
                            new Predicate.Compare(
                                    left.get(),
                                    operator,
                                    value(comparison.left().type(), constant.value(), dialect)
                                            .orElseThrow()));
        }
        return values.apply(comparison.right())
                .map(right ->
                        known(List.of(left.get(), right), negated, new Predicate.Compare(left.get(), operator, right)))
                .orElse(Predicates.FALSE);
    }

    private static Predicate known(List<Expression> compared, boolean negated, Predicate test) {
        List<Predicate> all = new ArrayList<>();
        if (negated) {
            compared.forEach(value -> all.add(Predicates.notNull(value)));
        }
        all.add(test);
        return Predicates.and(all);
    }
}
