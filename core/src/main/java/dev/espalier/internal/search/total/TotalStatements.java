package dev.espalier.internal.search.total;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.search.condition.SqlConditions;
import dev.espalier.internal.search.condition.SqlConditions.Reached;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements that add what steps lead to in one table, for each object from which they lead: added by the engine, or as rows that are added here.
 */
public final class TotalStatements {

    private static final BigDecimal HIGH = BigDecimal.valueOf(1L << 32);

    private final Total total;
    private final Reached rows;
    private final SqlConditions sql;
    private final Dialect dialect;
    private final Statistics statistics;
    private final ColumnType type;
    /** The added column; the begin if rows are counted. */
    private final ColumnOf value;

    /** @param sql has the values that the rows are compared with */
    public TotalStatements(Total total, Reached rows, SqlConditions sql, Dialect dialect, Statistics statistics) {
        this.total = total;
        this.rows = rows;
        this.sql = sql;
        this.dialect = dialect;
        this.statistics = statistics;
        this.type = total.type(rows).orElseThrow();
        this.value = total.slot() == null
                ? rows.begin()
                : (ColumnOf) rows.end().compared(total.slot()).get(0);
    }

    /** Returns what is said of them in an explanation. */
    public String title() {
        return "totals of "
                + (rows.end() instanceof SqlRow.OfObject object
                        ? object.table().type()
                        : rows.end() instanceof SqlRow.OfMember member
                                ? member.table().table().name()
                                : first().table().name());
    }

    /** Returns the first table, by whose rows the objects are known. */
    public Source first() {
        return rows.select().from().first();
    }

    /** Returns the column of the objects' ids in the first table. */
    public ColumnOf begin() {
        return rows.begin();
    }

    public Total total() {
        return total;
    }

    /** Returns the rows to which the steps lead. */
    Reached rows() {
        return rows;
    }

    /** Returns the added column; that of the objects' ids if rows are counted. */
    ColumnOf value() {
        return value;
    }

    public ColumnType type() {
        return type;
    }

    boolean isCount() {
        return total.slot() == null;
    }

    /** Returns whether the engine groups the rows without sorting: by hashes, or along an index. */
    boolean isGroupedUnsorted() {
        return dialect.groupsByHash() || statistics.isIndexed(first(), rows.begin());
    }

    /** Returns whether the engine adds exactly, and groups without sorting. */
    public boolean isPossible() {
        return (dialect.groupsByHash() || total.isOneWay() && isGroupedUnsorted())
                && (type.isInteger()
                        || type == ColumnType.DECIMAL && dialect.decimalSums() != DecimalSums.INEXACT
                        || type == ColumnType.INTEGRAL && dialect.decimalSums() == DecimalSums.EXACT);
    }

    boolean isInHalves() {
        return !isCount() && type == ColumnType.BIGINT && !dialect.addsBeyond64Bits();
    }

    boolean isByParts() {
        return type == ColumnType.DECIMAL && dialect.decimalSums() == DecimalSums.BY_PARTS;
    }

    /** Returns the rows with one column for each value, in which null is none. */
    public Select values() {
        List<Expression> columns = new ArrayList<>(List.of(rows.begin()));
        if (!total.isOneWay()) {
            columns.add(rows.end().id());
        }
        if (!isCount()) {
            columns.add(value);
        }
        Select select = rows.select().selecting(columns);
        return total.isOneWay() ? select : select.unique();
    }

    /** Adds the values of those rows. */
    public RowReader adding(Sums sums) {
        int at = total.isOneWay() ? 2 : 3;
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

    /** Returns the id of the object, by which the engine groups: hidden from a planner that would look up each row from the index. */
    private Expression key() {
        boolean isOwnIndex = rows.begin().equals(first().column(0));
        boolean isCovered = isCount() && total.condition().equals(Condition.ALWAYS);
        return dialect.groupsAlongIndexes() && !isOwnIndex && !isCovered
                ? new Expression.Unindexed(rows.begin())
                : rows.begin();
    }

    interface Groups {
        /** @param rows selects the id of the object */
        Query of(Select rows, Expression added);
    }

    /** Returns a statement with a group for each object. */
    Query grouped(Groups groups) {
        if (total.isOneWay()) {
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
     * @param having returns a condition of the groups, made of what is added; null for none
     */
    public Query sums(Function<Expression, @Nullable Predicate> having) {
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
                    begin.selecting(columns), List.of(begin.columns().get(0)), having.apply(added));
        });
    }

    /** Adds the sums of that statement. */
    public RowReader addingSums(Sums sums) {
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
