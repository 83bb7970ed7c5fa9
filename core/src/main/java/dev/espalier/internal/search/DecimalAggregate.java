package dev.espalier.internal.search;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A sum or an average of a formula of decimals, which an engine computes exactly: sums, differences and products have all their digits there. A
 * decimal's scale is a column of its own, so the scale of a result is computed beside it.
 *
 * <pre>
 * SUM(amount * price)    SUM(CASE WHEN price BETWEEN -1E+1000 AND 1E+1000 AND price_scale &lt;= 1000 THEN amount * price END), MAX(CASE WHEN ... THEN 0 + price_scale END)
 * </pre>
 *
 * <p>Numbers of more digits are counted, and then refused: a product of several could have more digits than the engine computes.
 */
final class DecimalAggregate implements GroupedSources.Computed {

    /** PostgreSQL computes 131,072 digits before the point, and 16,383 behind it: a product of eleven numbers has fewer. */
    private static final int MOST_DIGITS = 1_000;

    private static final int MOST_OPERATIONS = 10;
    private static final Expression ONE = new Expression.Constant(1);
    private static final Expression ZERO = new Expression.Constant(0);

    private final PlannedFormula formula;
    private final Set<PlannedFormula.Field> fields = new LinkedHashSet<>();
    private int operations;

    private DecimalAggregate(PlannedFormula formula) {
        this.formula = formula;
        add(formula);
    }

    /** Returns an aggregate; empty if the engine does not compute it as Java does. */
    static Optional<GroupedSources.Computed> of(RowPlan.Aggregate aggregate, Dialect dialect) {
        PlannedFormula argument = aggregate.argument();
        if (argument == null
                || aggregate.distinct()
                || (aggregate.aggregation() != Aggregation.SUM && aggregate.aggregation() != Aggregation.AVG)
                || dialect.decimalSums() != DecimalSums.EXACT
                || !isComputed(argument)) {
            return Optional.empty();
        }
        DecimalAggregate decimal = new DecimalAggregate(argument);
        return decimal.fields.isEmpty() || decimal.operations > MOST_OPERATIONS
                ? Optional.empty()
                : Optional.of(decimal);
    }

    /** Whether an operation gives a decimal. Whole numbers have 64 bits in Java, so an operation of these alone is another matter. */
    private static boolean isComputed(PlannedFormula part) {
        return part.type().kind() == Kind.DECIMAL
                && (part instanceof PlannedFormula.Negated negated && isOperand(negated.part())
                        || part instanceof PlannedFormula.Arithmetic arithmetic
                                && arithmetic.sign() != Formula.Sign.DIVIDED
                                && isOperand(arithmetic.left())
                                && isOperand(arithmetic.right()));
    }

    private static boolean isOperand(PlannedFormula part) {
        Kind kind = part.type().kind();
        return part instanceof PlannedFormula.Field && (kind == Kind.WHOLE || kind == Kind.DECIMAL)
                || part instanceof PlannedFormula.Constant constant && kind == Kind.WHOLE && constant.value() != null
                || isComputed(part);
    }

    private void add(PlannedFormula part) {
        if (part instanceof PlannedFormula.Field field) {
            fields.add(field);
        } else if (part instanceof PlannedFormula.Negated negated) {
            operations++;
            add(negated.part());
        } else if (part instanceof PlannedFormula.Arithmetic arithmetic) {
            operations++;
            add(arithmetic.left());
            add(arithmetic.right());
        }
    }

    @Override
    public GroupedSources.Partial partial(
            Function<PlannedFormula.Field, List<ColumnOf>> columns, ToIntFunction<Expression> add) {
        if (fields.stream().anyMatch(field -> columns.apply(field).isEmpty())) {
            return row -> new PartialAggregate(0, null);
        }
        Predicate present = Predicates.and(WholeColumns.present(fields, columns));
        Predicate small = Predicates.and(present, areSmall(columns));
        int all = add.applyAsInt(new Expression.Count(new Expression.Where(present, ONE)));
        int counted = add.applyAsInt(new Expression.Count(new Expression.Where(small, ONE)));
        int sum = add.applyAsInt(new Expression.Sum(new Expression.Where(
                small, number(formula, field -> columns.apply(field).get(0)))));
        int scale = add.applyAsInt(new Expression.Greatest(new Expression.Where(small, scale(formula, columns))));
        return row -> {
            BigDecimal value = (BigDecimal) row.get(sum, ColumnType.INTEGRAL);
            return new PartialAggregate(
                    row.getLong(counted),
                    value == null ? null : GroupedSources.scaled(value, row.getLong(scale)),
                    row.getLong(counted) < row.getLong(all));
        };
    }

    private Predicate areSmall(Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        BigDecimal limit = BigDecimal.TEN.pow(MOST_DIGITS);
        List<Predicate> small = new ArrayList<>();
        for (PlannedFormula.Field field : fields) {
            List<ColumnOf> number = columns.apply(field);
            if (field.type().kind() == Kind.DECIMAL) {
                small.add(new Predicate.Between(
                        number.get(0),
                        new Expression.Bind(ColumnType.DECIMAL, limit.negate()),
                        new Expression.Bind(ColumnType.DECIMAL, limit)));
            }
            if (number.size() > 1) {
                small.add(new Predicate.Compare(
                        number.get(1), SqlOperator.LESS, new Expression.Constant(MOST_DIGITS + 1L)));
            }
        }
        return Predicates.and(small);
    }

    private static Expression number(PlannedFormula part, Function<PlannedFormula.Field, Expression> values) {
        return WholeFormula.expression(part, values, constant -> constant);
    }

    /** The scale of a result, as BigDecimal has it: products have the sum of both scales, sums the greater one. */
    private static Expression scale(PlannedFormula part, Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        if (part instanceof PlannedFormula.Field field) {
            List<ColumnOf> number = columns.apply(field);
            return number.size() > 1 ? number.get(1) : ZERO;
        }
        if (part instanceof PlannedFormula.Negated negated) {
            return scale(negated.part(), columns);
        }
        if (!(part instanceof PlannedFormula.Arithmetic arithmetic)) {
            return ZERO;
        }
        Expression left = scale(arithmetic.left(), columns);
        Expression right = scale(arithmetic.right(), columns);
        if (left.equals(ZERO) && right.equals(ZERO)) {
            return ZERO;
        }
        return arithmetic.sign() == Formula.Sign.TIMES
                ? new Expression.Plus(left, right)
                : new Expression.Coalesce(
                        new Expression.Where(new Predicate.Compare(left, SqlOperator.GREATER, right), left), right);
    }
}
