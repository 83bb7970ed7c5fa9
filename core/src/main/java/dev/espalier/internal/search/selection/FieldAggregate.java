package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An aggregate of a field that every engine makes alike. */
final class FieldAggregate implements GroupedSources.Computed {

    private final RowPlan.Aggregate aggregate;
    private final PlannedFormula.Field field;
    private final Dialect dialect;

    private FieldAggregate(RowPlan.Aggregate aggregate, PlannedFormula.Field field, Dialect dialect) {
        this.aggregate = aggregate;
        this.field = field;
        this.dialect = dialect;
    }

    /** Returns an aggregate; empty if it is not of a field, or if engines make different ones. */
    static Optional<FieldAggregate> of(RowPlan.Aggregate aggregate, Dialect dialect) {
        return !aggregate.distinct()
                        && aggregate.argument() instanceof PlannedFormula.Field field
                        && isAlikeEverywhere(aggregate, field.type(), dialect)
                ? Optional.of(new FieldAggregate(aggregate, field, dialect))
                : Optional.empty();
    }

    private static boolean isAlikeEverywhere(RowPlan.Aggregate aggregate, FormulaType type, Dialect dialect) {
        return switch (aggregate.aggregation()) {
            case COUNT -> true;
            case SUM, AVG ->
                type.kind() == FormulaType.Kind.WHOLE
                        || type.kind() == FormulaType.Kind.DECIMAL
                                && (dialect.decimalSums() == DecimalSums.EXACT
                                        || dialect.decimalSums() == DecimalSums.BY_PARTS
                                                && type.javaClass() == BigDecimal.class);
            case MIN, MAX -> type.isOrderedAlike();
        };
    }

    @Override
    public GroupedSources.Partial partial(SourceJoins joins, ToIntFunction<Expression> add) {
        List<ColumnOf> all = joins.columns(field);
        if (all.isEmpty()) {
            return row -> new PartialAggregate(0, null);
        }
        return switch (aggregate.aggregation()) {
            case COUNT -> {
                int count = count(all, add);
                yield row -> new PartialAggregate(row.getLong(count), null);
            }
            case MIN -> extreme(add.applyAsInt(new Expression.Least(all.get(0))));
            case MAX -> extreme(add.applyAsInt(new Expression.Greatest(all.get(0))));
            case SUM -> {
                Sum sum = sum(all, add);
                yield row -> PartialAggregate.of(sum.read(row));
            }
            case AVG -> {
                int count = count(all, add);
                Sum sum = sum(all, add);
                yield row -> new PartialAggregate(row.getLong(count), sum.read(row));
            }
        };
    }

    @Override
    public boolean isOneValue() {
        return switch (aggregate.aggregation()) {
            case COUNT, MIN, MAX -> true;
            case SUM ->
                dialect.addsBeyond64Bits()
                        && (field.type().kind() == FormulaType.Kind.WHOLE
                                || dialect.decimalSums() == DecimalSums.EXACT);
            case AVG -> false;
        };
    }

    @Override
    public Optional<Expression> value(SourceJoins joins, UnaryOperator<Expression> each) {
        List<ColumnOf> all = joins.columns(field);
        if (all.isEmpty()) {
            return aggregate.aggregation() == Aggregation.COUNT
                    ? Optional.of(new Expression.Constant(0))
                    : Optional.empty();
        }
        Expression column = all.get(0);
        return Optional.of(each.apply(
                switch (aggregate.aggregation()) {
                    case COUNT -> new Expression.Count(column);
                    case MIN -> new Expression.Least(column);
                    case MAX -> new Expression.Greatest(column);
                    case SUM, AVG -> new Expression.Sum(column);
                }));
    }

    /** A sum of fewer than 2^32 numbers of 32 bits has 64. */
    @Override
    public Optional<Predicate> doubt(SourceJoins joins, UnaryOperator<Expression> each) {
        boolean isSumOfLongs = aggregate.aggregation() == Aggregation.SUM
                && field.type().kind() == FormulaType.Kind.WHOLE
                && joins.columns(field).stream()
                        .anyMatch(column -> column.column().type() == ColumnType.BIGINT);
        return Optional.of(
                isSumOfLongs
                        ? WholeColumns.isOutside(value(joins, each).orElseThrow(), WholeRange.BITS_64)
                        : Predicates.FALSE);
    }

    private static int count(List<ColumnOf> all, ToIntFunction<Expression> add) {
        return add.applyAsInt(new Expression.Count(all.get(0)));
    }

    private GroupedSources.Partial extreme(int at) {
        FormulaType type = aggregate.type();
        return row -> PartialAggregate.of(
                type.values() == null ? row.get(at, ColumnType.BIGINT) : JoinedSources.decoded(row, at, type.values()));
    }

    /** Reads a sum from a row; null if there is no number. */
    private interface Sum {
        @Nullable
        BigDecimal read(Row row) throws SQLException;
    }

    private Sum sum(List<ColumnOf> number, ToIntFunction<Expression> add) {
        ColumnOf column = number.get(0);
        if (column.column().type() == ColumnType.BIGINT && !dialect.addsBeyond64Bits()) {
            return SumOfHalves.of(column, add)::read;
        }
        if (number.size() == 1) {
            int sum = add.applyAsInt(new Expression.Sum(column));
            return row -> (BigDecimal) row.get(sum, ColumnType.INTEGRAL);
        }
        boolean byParts = dialect.decimalSums() == DecimalSums.BY_PARTS;
        Expression whole = new Expression.WholePart(column);
        int sum = add.applyAsInt(new Expression.Sum(byParts ? whole : column));
        int fraction = byParts ? add.applyAsInt(new Expression.Sum(new Expression.Minus(column, whole))) : 0;
        int scale = add.applyAsInt(new Expression.Greatest(number.get(1)));
        return row -> {
            BigDecimal value = (BigDecimal) row.get(sum, ColumnType.INTEGRAL);
            BigDecimal rest = fraction == 0 ? null : (BigDecimal) row.get(fraction, ColumnType.DECIMAL);
            return value == null
                    ? null
                    : GroupedSources.scaled(rest == null ? value : value.add(rest), row.getLong(scale));
        };
    }
}
