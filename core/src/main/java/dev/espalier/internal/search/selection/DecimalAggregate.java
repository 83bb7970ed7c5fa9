package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.search.condition.Predicates;
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
import java.util.function.UnaryOperator;

/**
 * A sum or an average of a formula of decimals, which an engine computes exactly: sums, differences and products have all their digits there.
 *
 * <pre>
 * SUM(amount * price)    SUM(COALESCE(
 *     CASE WHEN price BETWEEN -1E+100 AND 1E+100 AND price_scale BETWEEN -1000 AND 1000 THEN amount * price END,
 *     CASE WHEN amount IS NOT NULL AND price IS NOT NULL THEN 1E+2000 END))
 * </pre>
 *
 * <p>A product of longer numbers could have more digits than the engine computes. If there is such a number, the sum shows it, and the aggregate is inexact.
 */
final class DecimalAggregate implements GroupedSources.Computed {

    /** PostgreSQL computes 131,072 digits before the point, and 16,383 behind it: a product of eleven numbers has fewer. */
    private static final int MOST_OPERATIONS = 10;

    /** With one digit, as the other: PostgreSQL's driver divides a number with a hundred of them 25 times, each time it is bound. */
    private static final BigDecimal GREATEST = BigDecimal.ONE.scaleByPowerOfTen(100);

    private static final int GREATEST_SCALE = 1_000;
    /** Stands for a number that is too long: the sum of all others, of which none has 1,200 digits, does not reach it. */
    private static final BigDecimal BEYOND = BigDecimal.ONE.scaleByPowerOfTen(2_000);

    private static final BigDecimal LEAST_BEYOND = BigDecimal.ONE.scaleByPowerOfTen(1_999);

    private final PlannedFormula formula;
    private final Set<PlannedFormula.Field> fields;
    private final boolean isAverage;

    private DecimalAggregate(PlannedFormula formula, Set<PlannedFormula.Field> fields, boolean isAverage) {
        this.formula = formula;
        this.fields = fields;
        this.isAverage = isAverage;
    }

    /** Returns an aggregate; empty if the engine does not compute it as Java does. */
    static Optional<GroupedSources.Computed> of(RowPlan.Aggregate aggregate, Dialect dialect) {
        PlannedFormula argument = aggregate.argument();
        boolean isTotal = aggregate.aggregation() == Aggregation.SUM || aggregate.aggregation() == Aggregation.AVG;
        if (argument == null
                || !isTotal
                || aggregate.distinct()
                || dialect.decimalSums() != DecimalSums.EXACT
                || !isComputed(argument)
                || operations(argument) > MOST_OPERATIONS) {
            return Optional.empty();
        }
        Set<PlannedFormula.Field> fields = new LinkedHashSet<>();
        Fields.of(argument, fields::add);
        return fields.isEmpty()
                ? Optional.empty()
                : Optional.of(new DecimalAggregate(argument, fields, aggregate.aggregation() == Aggregation.AVG));
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
                || part instanceof PlannedFormula.Constant constant
                        && (kind == Kind.WHOLE && constant.value() != null
                                || constant.value() instanceof BigDecimal decimal && isSmall(decimal))
                || isComputed(part);
    }

    private static boolean isSmall(BigDecimal number) {
        return Math.abs(number.scale()) <= GREATEST_SCALE && number.abs().compareTo(GREATEST) <= 0;
    }

    private static int operations(PlannedFormula part) {
        return part instanceof PlannedFormula.Negated negated
                ? 1 + operations(negated.part())
                : part instanceof PlannedFormula.Arithmetic arithmetic
                        ? 1 + operations(arithmetic.left()) + operations(arithmetic.right())
                        : 0;
    }

    @Override
    public boolean isAlwaysExact() {
        return false;
    }

    @Override
    public GroupedSources.Partial partial(SourceJoins joins, ToIntFunction<Expression> add) {
        Function<PlannedFormula.Field, List<ColumnOf>> columns = joins::columns;
        if (fields.stream().anyMatch(field -> columns.apply(field).isEmpty())) {
            return row -> new PartialAggregate(0, null);
        }
        List<Predicate> present = NumberExpressions.present(fields, columns);
        // The scales are read of all rows: 64 bits have room for the sum of so many.
        int scale = add.applyAsInt(new Expression.Greatest(where(present, new DecimalScale(columns).of(formula))));
        int sum = add.applyAsInt(sum(columns));
        int count = isAverage ? add.applyAsInt(NumberExpressions.count(fields, columns)) : 0;
        return row -> {
            BigDecimal all = (BigDecimal) row.get(sum, ColumnType.INTEGRAL);
            if (all == null) {
                return new PartialAggregate(0, null);
            }
            return new PartialAggregate(
                    count == 0 ? 1 : row.getLong(count),
                    all.compareTo(LEAST_BEYOND) > 0
                            ? PartialAggregate.INEXACT
                            : GroupedSources.scaled(all, row.getLong(scale)));
        };
    }

    private Expression sum(Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        Expression number =
                NumberExpressions.of(formula, field -> columns.apply(field).get(0), constant -> constant);
        return new Expression.Sum(new Expression.Coalesce(
                where(areSmall(columns), number),
                where(NumberExpressions.present(fields, columns), new Expression.Bind(ColumnType.DECIMAL, BEYOND))));
    }

    @Override
    public boolean isOneValue() {
        return !isAverage;
    }

    @Override
    public Optional<Expression> value(SourceJoins joins, UnaryOperator<Expression> each) {
        return fields.stream().anyMatch(field -> joins.columns(field).isEmpty())
                ? Optional.empty()
                : Optional.of(each.apply(sum(joins::columns)));
    }

    @Override
    public Optional<Predicate> doubt(SourceJoins joins, UnaryOperator<Expression> each) {
        return Optional.of(value(joins, each)
                .<Predicate>map(sum -> new Predicate.Compare(
                        sum, SqlOperator.GREATER, new Expression.Bind(ColumnType.DECIMAL, LEAST_BEYOND)))
                .orElse(Predicates.FALSE));
    }

    private static Expression where(List<Predicate> conditions, Expression value) {
        return conditions.isEmpty() ? value : new Expression.Where(Predicates.and(conditions), value);
    }

    /** Returns the conditions that all decimals have so few digits that the engine computes the formula exactly. */
    private List<Predicate> areSmall(Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        List<Predicate> small = new ArrayList<>();
        for (PlannedFormula.Field field : fields) {
            List<ColumnOf> number = columns.apply(field);
            if (field.type().kind() == Kind.DECIMAL) {
                small.add(new Predicate.Between(
                        number.get(0),
                        new Expression.Bind(ColumnType.DECIMAL, GREATEST.negate()),
                        new Expression.Bind(ColumnType.DECIMAL, GREATEST)));
            }
            if (number.size() > 1) {
                small.add(new Predicate.Between(
                        number.get(1),
                        new Expression.Constant(-GREATEST_SCALE),
                        new Expression.Constant(GREATEST_SCALE)));
            }
        }
        return small;
    }
}
