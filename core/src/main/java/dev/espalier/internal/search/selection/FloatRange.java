package dev.espalier.internal.search.selection;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import java.sql.SQLException;
import java.util.List;

/**
 * How large the floats of a column are, and how many.
 *
 * @param greatest the greatest absolute value; 0 for no value
 * @param least the least absolute value but 0; {@code Double.MAX_VALUE} for none
 * @param count how many values there are
 */
record FloatRange(double greatest, double least, long count) {

    /** Returns the aggregates by which an engine is asked. */
    static List<Expression> columns(ColumnOf column) {
        Expression absolute = new Expression.Absolute(column);
        return List.of(
                new Expression.Count(column),
                new Expression.Greatest(absolute),
                new Expression.Least(new Expression.NotZero(absolute)));
    }

    /**
     * Reads these aggregates.
     *
     * @param first the place of the first one
     */
    static FloatRange read(Row row, int first) throws SQLException {
        Double greatest = (Double) row.get(first + 1, ColumnType.DOUBLE);
        Double least = (Double) row.get(first + 2, ColumnType.DOUBLE);
        return new FloatRange(
                greatest == null ? 0 : greatest, least == null ? Double.MAX_VALUE : least, row.getLong(first));
    }
}
