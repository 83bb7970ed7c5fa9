package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
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
import org.jspecify.annotations.Nullable;

/**
 * Compares sums, averages and numbers of what steps lead to with a number, by one statement for each table at their end. The engine adds if it adds exactly, and
 * compares if it adds all; else the values are read, and added here. For one search, by one thread.
 *
 * <pre>
 * SUM(lines.quantity) > 300     SELECT t0.owner FROM order_lines t0 GROUP BY t0.owner HAVING SUM(t0.quantity) > ?
 * SUM(lines.weight) > 300       SELECT t0.owner, t0.weight FROM order_lines t0
 * </pre>
 *
 * What several ways can lead to counts once: the rows are different pairs of an object and an end then.
 */
final class Totals {

    private static final BigDecimal HIGH = BigDecimal.valueOf(1L << 32);

    /** A number of more digits is compared in Java: multiplied it exceeds the 131,072 of PostgreSQL, which keeps 16,383 behind the point. */
    private static final int DIGITS = 1_000;

    private final Schema schema;
    private final Statistics statistics;
    private final SearchStatements statements;
    private final Sizes sizes;
    private final Relations relations;
    private final VariableResults results;
    private final Dialect dialect;

    Totals(
            Schema schema,
            Statistics statistics,
            SearchStatements statements,
            Sizes sizes,
            Relations relations,
            VariableResults results) {
        this.schema = schema;
        this.statistics = statistics;
        this.statements = statements;
        this.sizes = sizes;
        this.relations = relations;
        this.results = results;
        this.dialect = statements.dialect();
    }

    /** A comparison of what steps lead to with a number. */
    private record Comparison(
            Aggregation aggregation,
            List<Step> steps,
            Condition condition,
            @Nullable FieldRef slot,
            Operator operator,
            BigDecimal number) {

        /** Whether the rows at the end are members of a collection, which have no id. */
        boolean endsAtMembers() {
            return steps.get(steps.size() - 1) instanceof Step.Members;
        }

        /** Whether only one way leads from an object to a row at the end. */
        boolean isOneWay() {
            return steps.subList(0, steps.size() - 1).stream().allMatch(Step.Referrers.class::isInstance)
                    && (endsAtMembers() || steps.get(steps.size() - 1) instanceof Step.Referrers);
        }

        /** Whether only the id is used of an object at the end. */
        boolean isOnlyId() {
            return (slot == null || slot.content() instanceof FieldRef.Content.Id)
                    && RowAccess.ONLY_ID.isEnoughFor(condition);
        }
    }

    /**
     * Returns the objects for which a comparison holds, of any class that the first step can start from.
     *
     * @param candidates if only these matter; null for all
     * @return empty if no such statement can find them
     */
    Optional<IdSet> find(Condition.Aggregate aggregate, @Nullable IdSet candidates) {
        return aggregate.right() instanceof Condition.Comparand.Number number
                        && aggregate.operator() != Operator.NOT_EQUAL
                        && (aggregate.aggregation() == Aggregation.SUM || aggregate.aggregation() == Aggregation.AVG)
                ? find(
                        new Comparison(
                                aggregate.aggregation(),
                                aggregate.steps(),
                                Condition.and(aggregate.condition(), Condition.reached(aggregate.slot())),
                                aggregate.slot(),
                                aggregate.operator(),
                                number.number()),
                        candidates)
                : Optional.empty();
    }

    /** Returns the same for a number of objects or values. */
    Optional<IdSet> find(Condition.Count count, @Nullable IdSet candidates) {
        return find(
                new Comparison(
                        Aggregation.COUNT,
                        count.steps(),
                        count.condition(),
                        null,
                        count.operator(),
                        BigDecimal.valueOf(count.number())),
                candidates);
    }

    /** Returns the class of the objects from which a step leads; of another one the step leads nowhere. */
    static PersistentClass start(Step step) {
        return step instanceof Step.Members members
                ? members.collection().declaringClass()
                : ((FieldRef.Content.Reference) (step instanceof Step.Referrers referrers
                                        ? referrers.reference()
                                        : ((Step.Holders) step).reference())
                                .content())
                        .target();
    }

    private Optional<IdSet> find(Comparison comparison, @Nullable IdSet candidates) {
        List<Step> steps = comparison.steps();
        if (steps.isEmpty()
                || steps.get(0) instanceof Step.Follow
                || steps.stream().anyMatch(Step.Repeated.class::isInstance)
                || !RowAccess.ONLY_ROW.isEnoughFor(comparison.condition())
                || !comparison.isOneWay() && comparison.endsAtMembers()) {
            return Optional.empty();
        }
        SqlConditions sql = new SqlConditions(schema, dialect.limits(), results);
        List<Reached> reached = sql.reached(steps, comparison.condition(), comparison.isOnlyId());
        if (sql.binds() > dialect.limits().binds()
                || !comparison.isOneWay() && reached.size() > 1
                || reached.stream().anyMatch(rows -> type(comparison, rows).isEmpty())) {
            return Optional.empty();
        }
        if (reached.size() == 1) {
            Grouping grouping = new Grouping(comparison, reached.get(0), sql);
            if (candidates == null || !isFew(grouping, candidates)) {
                Optional<IdSet> found = compared(grouping);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.of(find(comparison, reached, sql, candidates, false));
    }

    /** Returns the objects for which the engine finds that the comparison holds; empty if it cannot. */
    private Optional<IdSet> compared(Grouping grouping) {
        String title = title(grouping.rows);
        IdSet found = new IdSet();
        if (!grouping.isPossibleOfPairs()) {
            if (!grouping.isPossible() || grouping.having().isEmpty()) {
                return Optional.empty();
            }
            statements.all(title, grouping.compared(), -1, row -> found.add(row.getLong(1)));
            return Optional.of(found);
        }
        IdSet repeated = new IdSet();
        statements.all(
                title,
                grouping.comparedPairs(),
                -1,
                row -> (row.getLong(2) == 0 ? found : repeated).add(row.getLong(1)));
        return Optional.of(
                repeated.isEmpty()
                        ? found
                        : found.or(find(grouping.comparison, List.of(grouping.rows), grouping.sql, repeated, true)));
    }

    /** @param isFew whether the candidates are looked up by their ids in any case */
    private IdSet find(
            Comparison comparison,
            List<Reached> reached,
            SqlConditions sql,
            @Nullable IdSet candidates,
            boolean isFew) {
        Sums sums = new Sums();
        for (Reached rows : reached) {
            Grouping grouping = new Grouping(comparison, rows, sql);
            if (candidates != null && (isFew || isFew(grouping, candidates))) {
                statements.byIds(
                        title(rows),
                        grouping.values(),
                        rows.begin(),
                        candidates,
                        relations.chunk(rows.select().from().first(), rows.begin()),
                        -1,
                        grouping.adding(sums));
            } else if (grouping.isPossible()) {
                grouping.read(sums, reached.size() == 1);
            } else {
                statements.all(title(rows), grouping.values(), -1, grouping.adding(sums));
            }
        }
        boolean isFloat =
                reached.stream().anyMatch(rows -> type(comparison, rows).orElseThrow() == ColumnType.DOUBLE);
        IdSet found = new IdSet();
        sums.forEach((id, at) -> {
            if (Aggregates.holds(
                    comparison.aggregation(), sums, at, isFloat, comparison.operator(), comparison.number())) {
                found.add(id);
            }
        });
        return found;
    }

    private static String title(Reached rows) {
        return "totals of "
                + (rows.end() instanceof SqlRow.OfObject object
                        ? object.table().type()
                        : rows.end() instanceof SqlRow.OfMember member
                                ? member.table().table().name()
                                : rows.select().from().first().table().name());
    }

    /** Returns whether the rows of the candidates are looked up by their ids. */
    private boolean isFew(Grouping grouping, IdSet candidates) {
        Reached rows = grouping.rows;
        Source source = rows.select().from().first();
        double expected = sizes.belonging(
                source.table(),
                candidates.size(),
                start(grouping.comparison.steps().get(0)));
        return !(grouping.isPossible()
                ? relations.isLargePartOfGroups(source, rows.begin(), candidates, expected)
                : relations.isLargePart(source, rows.begin(), candidates, expected));
    }

    /** Returns the type of the added column; that of an id if rows are counted; empty if it cannot be added. */
    private static Optional<ColumnType> type(Comparison comparison, Reached rows) {
        if (comparison.slot() == null) {
            return Optional.of(ColumnType.BIGINT);
        }
        List<Expression> columns = rows.end().compared(comparison.slot());
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(((ColumnOf) columns.get(0)).column().type())
                        .filter(type -> type.isInteger()
                                || type == ColumnType.DECIMAL
                                || type == ColumnType.INTEGRAL
                                || type == ColumnType.DOUBLE);
    }

    /** The rows at one end, and their values. */
    private final class Grouping {

        private final Comparison comparison;
        private final Reached rows;
        private final SqlConditions sql;
        private final ColumnType type;
        /** The added column; the begin if rows are counted. */
        private final ColumnOf value;

        Grouping(Comparison comparison, Reached rows, SqlConditions sql) {
            this.comparison = comparison;
            this.rows = rows;
            this.sql = sql;
            this.type = type(comparison, rows).orElseThrow();
            this.value = comparison.slot() == null
                    ? rows.begin()
                    : (ColumnOf) rows.end().compared(comparison.slot()).get(0);
        }

        private boolean isCount() {
            return comparison.slot() == null;
        }

        /** Returns whether the engine adds exactly, and groups without sorting: by hashes, or along an index. */
        boolean isPossible() {
            Source first = rows.select().from().first();
            return (dialect.groupsByHash() || comparison.isOneWay() && statistics.isIndexed(first, rows.begin()))
                    && (type.isInteger()
                            || type == ColumnType.DECIMAL && dialect.decimalSums() != DecimalSums.INEXACT
                            || type == ColumnType.INTEGRAL && dialect.decimalSums() == DecimalSums.EXACT);
        }

        /** Returns whether the engine adds the rows and also counts the ends, so that it shows if several ways lead to one. */
        boolean isPossibleOfPairs() {
            return !comparison.isOneWay()
                    && dialect.countsDifferentOfGroups()
                    && (dialect.groupsByHash()
                            || statistics.isIndexed(rows.select().from().first(), rows.begin()))
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
                                    different,
                                    ((Predicate.Compare) holds).operator(),
                                    ((Predicate.Compare) holds).right())
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
                    new Expression.Sum(new Expression.HighHalf(added)),
                    new Expression.Sum(new Expression.LowHalf(added)));
        }

        /**
         * Returns a condition of groups that holds if the comparison of a sum by parts holds, and rarely else: the sum of the fractions is not less than zero, and less
         * than their number. Empty if the number is too great.
         */
        private Optional<Predicate> nearly(Expression added) {
            BigDecimal floor = comparison.number().setScale(0, RoundingMode.FLOOR);
            BigDecimal ceiling = comparison.number().setScale(0, RoundingMode.CEILING);
            if (floor.precision() > 9 || ceiling.precision() > 9) {
                return Optional.empty();
            }
            Expression wholes = new Expression.Sum(new Expression.Floor(added));
            Predicate notLess = new Predicate.Compare(
                    new Expression.Plus(wholes, new Expression.Count(added)),
                    SqlOperator.GREATER_OR_EQUAL,
                    bound(floor, added));
            Predicate notGreater = new Predicate.Compare(wholes, SqlOperator.LESS_OR_EQUAL, bound(ceiling, added));
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
            Source first = rows.select().from().first();
            boolean isOwnIndex = rows.begin().equals(first.column(0));
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
         * Reads the sum of each object.
         *
         * @param isWhole whether the rows of no other statement are added to it; else a part says nothing of the sum
         */
        void read(Sums sums, boolean isWhole) {
            Query query = grouped((begin, added) -> {
                List<Expression> columns = new ArrayList<>(begin.columns());
                columns.add(isCount() ? new Expression.CountAll() : new Expression.Count(added));
                if (isInHalves()) {
                    columns.add(new Expression.Sum(new Expression.HighHalf(added)));
                    columns.add(new Expression.Sum(new Expression.LowHalf(added)));
                } else if (isByParts()) {
                    Expression whole = new Expression.Floor(added);
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
            statements.all(title(rows), query, -1, row -> {
                long count = row.getLong(2);
                if (count > 0) {
                    sums.add(row.getLong(1), isInHalves() ? halves(row.getLong(3), row.getLong(4)) : sum(row), count);
                }
            });
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
}
