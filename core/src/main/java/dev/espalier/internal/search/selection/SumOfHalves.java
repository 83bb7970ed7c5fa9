package dev.espalier.internal.search.selection;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Expression;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sum of whole numbers of 64 bits on an engine whose own sums have no more: the sum of their high halves and that of their low ones.
 *
 * @param high the place of the first
 * @param low the place of the second
 */
record SumOfHalves(int high, int low) {

    private static final BigDecimal HIGH = BigDecimal.valueOf(1L << 32);

    /** @param add adds a column, and returns its place */
    static SumOfHalves of(Expression number, ToIntFunction<Expression> add) {
        return new SumOfHalves(
                add.applyAsInt(new Expression.Sum(new Expression.HighHalf(number))),
                add.applyAsInt(new Expression.Sum(new Expression.LowHalf(number))));
    }

    /** Returns the sum; null if there is no number. */
    @Nullable
    BigDecimal read(Row row) throws SQLException {
        BigDecimal upper = (BigDecimal) row.get(high, ColumnType.INTEGRAL);
        BigDecimal lower = (BigDecimal) row.get(low, ColumnType.INTEGRAL);
        return upper == null || lower == null ? null : upper.multiply(HIGH).add(lower);
    }
}
