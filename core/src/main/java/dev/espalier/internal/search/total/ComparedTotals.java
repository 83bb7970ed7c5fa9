package dev.espalier.internal.search.total;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.search.condition.SqlConditions.Reached;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** The statements in which the engine compares the totals that it adds. */
public final class ComparedTotals {

    /** A number of more digits is compared in Java: multiplied it exceeds the 131,072 of PostgreSQL, which keeps 16,383 behind the point. */
    private static final int DIGITS = 1_000;

    private final TotalComparison comparison;
    private final TotalStatements statements;
    private final Reached rows;
    private final Dialect dialect;

    /** @param statements those that add the totals */
    public ComparedTotals(TotalComparison comparison, TotalStatements statements, Dialect dialect) {
        this.comparison = comparison;
        this.statements = statements;
        this.rows = statements.rows();
        this.dialect = dialect;
    }

    /** Returns whether the engine adds the rows and also counts the ends, so that it shows if several ways lead to one. */
    public boolean isPossibleOfPairs() {
        return !statements.total().isOneWay()
                && dialect.countsDifferentOfGroups()
                && statements.isGroupedUnsorted()
                && statements.type().isInteger()
                && having().isPresent();
    }

    /** Returns the statement for the objects for which the comparison holds, or that lead to an end by several ways: the second column is not zero then. */
    public Query comparedPairs() {
        Expression ends = new Expression.Count(rows.end().id());
        Expression different = new Expression.CountDistinct(rows.end().id());
        Predicate holds = having().orElseThrow();
        Expression surplus = statements.isCount() ? new Expression.Constant(0) : new Expression.Minus(ends, different);
        return new Query.Grouped(
                rows.select().selecting(List.of(rows.begin(), surplus)),
                List.of(rows.begin()),
                statements.isCount()
                        ? new Predicate.Compare(
                                different, ((Predicate.Compare) holds).operator(), ((Predicate.Compare) holds).right())
                        : Predicates.or(holds, new Predicate.Compare(different, SqlOperator.LESS, ends)));
    }

    /** Returns the comparison for a statement's groups; empty if the engine cannot compare the whole sum. */
    public Optional<Predicate> having() {
        return having(statements.value());
    }

    private Optional<Predicate> having(Expression added) {
        if (statements.isByParts() || !hasFewDigits(comparison.number())) {
            return Optional.empty();
        }
        BigDecimal number = comparison.number();
        Operator operator = comparison.operator();
        boolean isAverage = statements.total().aggregation() == Aggregation.AVG;
        Expression sum = statements.isCount()
                ? new Expression.CountAll()
                : statements.isInHalves() ? inHalves(added) : new Expression.Sum(added);
        ColumnType compared = statements.type().isInteger() ? ColumnType.BIGINT : ColumnType.DECIMAL;
        Object bound = number;
        if (statements.type().isInteger()) {
            BigDecimal whole = number.setScale(0, RoundingMode.FLOOR);
            boolean isWhole = whole.compareTo(number) == 0;
            if (whole.precision() > (isAverage ? 9 : 18) || !isWhole && (isAverage || operator == Operator.EQUAL)) {
                return Optional.empty();
            }
            if (!isWhole) {
                operator = operator == Operator.LESS
                        ? Operator.LESS_OR_EQUAL
                        : operator == Operator.GREATER_OR_EQUAL ? Operator.GREATER : operator;
            }
            bound = whole.longValueExact();
        }
        Expression bind = new Expression.Bind(compared, bound);
        return Optional.of(new Predicate.Compare(
                sum,
                SqlOperator.valueOf(operator.name()),
                isAverage ? new Expression.Times(bind, new Expression.Count(added)) : bind));
    }

    private static boolean hasFewDigits(BigDecimal number) {
        return number.precision() <= DIGITS && Math.abs((long) number.scale()) <= DIGITS;
    }

    /** The number it is compared with has 18 digits, so that a floating sum beyond 64 bits compares as the exact one. */
    private static Expression inHalves(Expression added) {
        return new Expression.Halves(
                new Expression.Sum(new Expression.HighHalf(added)), new Expression.Sum(new Expression.LowHalf(added)));
    }

    /**
     * Returns a condition of groups that holds if the comparison of a sum by parts holds, and rarely else: the fractions add up to less than their number, upwards and
     * downwards. Empty if the number is too great.
     */
    private Optional<Predicate> nearly(Expression added) {
        BigDecimal floor = comparison.number().setScale(0, RoundingMode.FLOOR);
        BigDecimal ceiling = comparison.number().setScale(0, RoundingMode.CEILING);
        if (floor.precision() > 9 || ceiling.precision() > 9) {
            return Optional.empty();
        }
        Expression wholes = new Expression.Sum(new Expression.WholePart(added));
        Predicate notLess = new Predicate.Compare(
                new Expression.Plus(wholes, new Expression.Count(added)),
                SqlOperator.GREATER_OR_EQUAL,
                bound(floor, added));
        Predicate notGreater = new Predicate.Compare(
                new Expression.Minus(wholes, new Expression.Count(added)),
                SqlOperator.LESS_OR_EQUAL,
                bound(ceiling, added));
        return Optional.of(
                switch (comparison.operator()) {
                    case GREATER, GREATER_OR_EQUAL -> notLess;
                    case LESS, LESS_OR_EQUAL -> notGreater;
                    case EQUAL -> Predicate.and(notLess, notGreater);
                    case NOT_EQUAL -> throw new IllegalStateException("is the opposite of =");
                });
    }

    /** Returns what the sum is compared with. */
    private Expression bound(BigDecimal whole, Expression added) {
        Expression bind = new Expression.Bind(ColumnType.BIGINT, whole.longValueExact());
        return statements.total().aggregation() == Aggregation.AVG
                ? new Expression.Times(bind, new Expression.Count(added))
                : bind;
    }

    /** Returns the statement for the objects for which the comparison holds. */
    public Query compared() {
        return statements.grouped((begin, added) -> new Query.Grouped(
                begin, List.of(begin.columns().get(0)), having(added).orElseThrow()));
    }

    /**
     * Returns the statement for the sum of each object.
     *
     * @param isWhole whether the rows of no other statement are added to it; else a part says nothing of the sum
     */
    public Query sums(boolean isWhole) {
        return statements.sums(
                added -> statements.isByParts() && isWhole ? nearly(added).orElse(null) : null);
    }
}
