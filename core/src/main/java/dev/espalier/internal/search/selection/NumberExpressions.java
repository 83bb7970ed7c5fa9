package dev.espalier.internal.search.selection;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Formulas of numbers as an engine computes them: sums, differences and products. */
final class NumberExpressions {

    private static final Expression ONE = new Expression.Constant(1);

    private NumberExpressions() {}

    /**
     * Returns a formula as an expression.
     *
     * @param values returns the value of a field
     * @param constants returns a constant in the type in which the engine computes
     */
    static Expression of(
            PlannedFormula part,
            Function<PlannedFormula.Field, Expression> values,
            Function<Expression, Expression> constants) {
        if (part instanceof PlannedFormula.Field field) {
            return values.apply(field);
        }
        if (part instanceof PlannedFormula.Constant constant) {
            Object number = requireNonNull(constant.value());
            return constants.apply(
                    number instanceof BigDecimal
                            ? new Expression.Bind(ColumnType.DECIMAL, number)
                            : new Expression.Constant(((Number) number).longValue()));
        }
        if (part instanceof PlannedFormula.Negated negated) {
            return new Expression.Minus(
                    constants.apply(new Expression.Constant(0)), of(negated.part(), values, constants));
        }
        PlannedFormula.Arithmetic arithmetic = (PlannedFormula.Arithmetic) part;
        Expression left = of(arithmetic.left(), values, constants);
        Expression right = of(arithmetic.right(), values, constants);
        return switch (arithmetic.sign()) {
            case PLUS -> new Expression.Plus(left, right);
            case MINUS -> new Expression.Minus(left, right);
            case TIMES -> new Expression.Times(left, right);
            case DIVIDED -> throw new IllegalStateException("engines round quotients in different ways");
        };
    }

    /** Returns the number of rows in which all of some fields have a value. */
    static Expression count(Set<PlannedFormula.Field> fields, Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        List<Predicate> present = present(fields, columns);
        return present.isEmpty()
                ? new Expression.CountAll()
                : new Expression.Count(new Expression.Where(Predicates.and(present), ONE));
    }

    /** Returns the conditions that all of some fields have a value; none if all always have one. */
    static List<Predicate> present(
            Set<PlannedFormula.Field> fields, Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        return fields.stream()
                .filter(field -> field.source() > 0
                        || columns.apply(field).get(0).column().nullable())
                .map(field -> Predicates.notNull(columns.apply(field).get(0)))
                .toList();
    }
}
