package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.search.SqlConditions.Reached;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements that add what steps lead to in one table, for each object from which they lead: compared by the engine, added by the engine, or as rows that are
 * added here.
 */
final class TotalStatements {

    private static final BigDecimal HIGH = BigDecimal.valueOf(1L << 32);

    /** A number of more digits is compared in Java: multiplied it exceeds the 131,072 of PostgreSQL, which keeps 16,383 behind the point. */
    private static final int DIGITS = 1_000;

    private final TotalComparison comparison;
    private final Reached rows;
    private final SqlConditions sql;
    private final Dialect dialect;
    private final Statistics statistics;
    private final ColumnType type;
    /** The added column; the begin if rows are counted. */
    private final ColumnOf value;

    /** @param sql has the values that the rows are compared with */
    TotalStatements(
            TotalComparison comparison, Reached rows, SqlConditions sql, Dialect dialect, Statistics statistics) {
        this.comparison = comparison;
        this.rows = rows;
        this.sql = sql;
        this.dialect = dialect;
        this.statistics = statistics;
        this.type = comparison.type(rows).orElseThrow();
        this.value = comparison.slot() == null
                ? rows.begin()
                : (ColumnOf) rows.end().compared(comparison.slot()).get(0);
    }

    /** Returns what is said of them in an explanation. */
    String title() {
        return "totals of "
                + (rows.end() instanceof SqlRow.OfObject object
                        ? object.table().type()
                        : rows.end() instanceof SqlRow.OfMember member
                                ? member.table().table().name()
                                : first().table().name());
    }

    /** Returns the first table, by whose rows the objects are known. */
    Source first() {
        return rows.select().from().first();
    }

    /** Returns the column of the objects' ids in the first table. */
    ColumnOf begin() {
        return rows.begin();
    }

    private boolean isCount() {
        return comparison.slot() == null;
    }

    /** Returns whether the engine adds exactly, and groups without sorting: by hashes, or along an index. */
    boolean isPossible() {
        return (dialect.groupsByHash() || comparison.isOneWay() && statistics.isIndexed(first(), rows.begin()))
                && (type.isInteger()
                        || type == ColumnType.DECIMAL && dialect.decimalSums() != DecimalSums.INEXACT
                        || type == ColumnType.INTEGRAL && dialect.decimalSums() == DecimalSums.EXACT);
    }

    /** Returns whether the engine adds the rows and also counts the ends, so that it shows if several ways lead to one. */
    boolean isPossibleOfPairs() {
        return !comparison.isOneWay()
                && dialect.countsDifferentOfGroups()
                && (dialect.groupsByHash() || statistics.isIndexed(first(), rows.begin()))
                && type.isInteger()
                && having().isPresent();
    }

    /** Returns the statement for the objects for which the comparison holds, or that lead to an end by several ways: the second column is not zero then. */
    Query comparedPairs() {
        Expression ends = new Expression.Count(rows.end().id());
        Expression different = new Expression.CountDistinct(rows.end().id());
        Predicate holds = having().orElseThrow();
        Expression surplus = isCount() ? new Expression.Constant(0) : new Expression.Minus(ends, different);
        return new Query.Grouped(
                rows.select().selecting(List.of(rows.begin(), surplus)),
                List.of(rows.begin()),
                isCount()
                        ? new Predicate.Compare(
                                different, ((Predicate.Compare) holds).operator(), ((Predicate.Compare) holds).right())
                        : Predicates.or(holds, new Predicate.Compare(different, SqlOperator.LESS, ends)));
    }

    private boolean isInHalves() {
        return !isCount() && type == ColumnType.BIGINT && !dialect.addsBeyond64Bits();
    }

    private boolean isByParts() {
        return type == ColumnType.DECIMAL && dialect.decimalSums() == DecimalSums.BY_PARTS;
    }

    /** Returns the rows with one column for each value, in which null is none. */
    Select values() {
        List<Expression> columns = new ArrayList<>(List.of(rows.begin()));
        if (!comparison.isOneWay()) {
            columns.add(rows.end().id());
        }
        if (!isCount()) {
            columns.add(value);
        }
        Select select = rows.select().selecting(columns);
        return comparison.isOneWay() ? select : select.unique();
    }

    /** Adds the values of those rows. */
    RowReader adding(Sums sums) {
        int at = comparison.isOneWay() ? 2 : 3;
        if (isCount()) {
            return row -> sums.count(row.getLong(1));
        }
        if (type.isInteger()) {
            return row -> {
                long number = row.getLong(at);
                if (number != 0 || !row.wasNull()) {
                    sums.add(row.getLong(1), number);
                }
            };
        }
        return row -> {
            Object number = row.get(at, type);
            if (number instanceof Double some) {
                sums.add(row.getLong(1), some.doubleValue());
            } else if (number != null) {
                sums.add(row.getLong(1), (BigDecimal) number);
            }
        };
    }

    /** Returns the comparison for a statement's groups; empty if the engine cannot compare the whole sum. */
    Optional<Predicate> having() {
        return having(value);
    }

    private Optional<Predicate> having(Expression added) {
        if (isByParts() || !hasFewDigits(comparison.number())) {
            return Optional.empty();
        }
        BigDecimal number = comparison.number();
        Operator operator = comparison.operator();
        boolean isAverage = comparison.aggregation() == Aggregation.AVG;
        Expression sum =
                isCount() ? new Expression.CountAll() : isInHalves() ? inHalves(added) : new Expression.Sum(added);
        ColumnType compared = type.isInteger() ? ColumnType.BIGINT : ColumnType.DECIMAL;
        Object bound = number;
        if (type.isInteger()) {
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
        return comparison.aggregation() == Aggregation.AVG
                ? new Expression.Times(bind, new Expression.Count(added))
                : bind;
    }

    /** Returns the statement for the objects for which the comparison holds. */
    Query compared() {
        return grouped((begin, added) -> new Query.Grouped(
                begin, List.of(begin.columns().get(0)), having(added).orElseThrow()));
    }

    /** Returns the id of the object, by which the engine groups: hidden from a planner that would look up each row from the index. */
    private Expression key() {
        boolean isOwnIndex = rows.begin().equals(first().column(0));
        boolean isCovered = isCount() && comparison.condition().equals(Condition.ALWAYS);
        return dialect.groupsAlongIndexes() && !isOwnIndex && !isCovered
                ? new Expression.Unindexed(rows.begin())
                : rows.begin();
    }

    private interface Groups {
        /** @param rows selects the id of the object */
        Query of(Select rows, Expression added);
    }

    private Query grouped(Groups groups) {
        if (comparison.isOneWay()) {
            return groups.of(rows.select().selecting(List.of(key())), value);
        }
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("begin_id", ColumnType.BIGINT, false, false));
        columns.add(new Column("end_id", ColumnType.BIGINT, false, false));
        if (!isCount()) {
            columns.add(new Column("number", type, true, false));
        }
        Source different = sql.different(columns);
        return new Query.Different(
                different,
                values(),
                groups.of(Select.of(different, different.column(0)), different.column(isCount() ? 0 : 2)));
    }

    /**
     * Returns the statement for the sum of each object.
     *
     * @param isWhole whether the rows of no other statement are added to it; else a part says nothing of the sum
     */
    Query sums(boolean isWhole) {
        return grouped((begin, added) -> {
            List<Expression> columns = new ArrayList<>(begin.columns());
            columns.add(isCount() ? new Expression.CountAll() : new Expression.Count(added));
            if (isInHalves()) {
                columns.add(new Expression.Sum(new Expression.HighHalf(added)));
                columns.add(new Expression.Sum(new Expression.LowHalf(added)));
            } else if (isByParts()) {
                Expression whole = new Expression.WholePart(added);
                columns.add(new Expression.Sum(whole));
                columns.add(new Expression.Sum(new Expression.Minus(added, whole)));
            } else if (!isCount()) {
                columns.add(new Expression.Sum(added));
            }
            return new Query.Grouped(
                    begin.selecting(columns),
                    List.of(begin.columns().get(0)),
                    isByParts() && isWhole ? nearly(added).orElse(null) : null);
        });
    }

    /** Adds the sums of that statement. */
    RowReader addingSums(Sums sums) {
        return row -> {
            long count = row.getLong(2);
            if (count > 0) {
                sums.add(row.getLong(1), isInHalves() ? halves(row.getLong(3), row.getLong(4)) : sum(row), count);
            }
        };
    }

    private BigDecimal sum(Row row) throws SQLException {
        if (isCount()) {
            return BigDecimal.ZERO;
        }
        BigDecimal sum = number(row, 3, type == ColumnType.DECIMAL ? ColumnType.DECIMAL : ColumnType.INTEGRAL);
        return isByParts() ? sum.add(number(row, 4, ColumnType.DECIMAL)) : sum;
    }

    private static BigDecimal halves(long high, long low) {
        return BigDecimal.valueOf(high).multiply(HIGH).add(BigDecimal.valueOf(low));
    }

    private static BigDecimal number(Row row, int at, ColumnType type) throws SQLException {
        return (BigDecimal) requireNonNull(row.get(at, type));
    }
}
