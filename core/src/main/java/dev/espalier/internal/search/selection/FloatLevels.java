package dev.espalier.internal.search.selection;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The sums of the levels of a column of floats, and beside them the range of the values that were added. It proves that no sum was rounded, whatever has happened
 * since the scale was chosen.
 *
 * <pre>
 * SELECT COUNT(x), MAX(ABS(x)), MIN(NULLIF(ABS(x), 0)), SUM((x + c) - c), SUM(x - ((x + c) - c))
 * </pre>
 */
final class FloatLevels {

    private final FloatScale scale;
    private final int range;
    private final int[] sums;

    private FloatLevels(FloatScale scale, int range, int[] sums) {
        this.scale = scale;
        this.range = range;
        this.sums = sums;
    }

    /**
     * Adds the columns to a statement.
     *
     * @param add adds one, and returns its place
     */
    static FloatLevels of(ColumnOf column, FloatScale scale, ToIntFunction<Expression> add) {
        List<Integer> range =
                FloatRange.columns(column).stream().map(add::applyAsInt).toList();
        return new FloatLevels(
                scale,
                range.get(0),
                scale.levels(column).stream()
                        .map(Expression.Sum::new)
                        .mapToInt(add)
                        .toArray());
    }

    /** Reads the sums: null for no value, or {@link PartialAggregate#INEXACT} if one of them may have been rounded. */
    PartialAggregate read(Row row) throws SQLException {
        FloatRange added = FloatRange.read(row, range);
        if (added.count() == 0) {
            return new PartialAggregate(0, null);
        }
        if (!scale.holds(added)) {
            return new PartialAggregate(added.count(), PartialAggregate.INEXACT);
        }
        double[] read = new double[sums.length];
        for (int i = 0; i < read.length; i++) {
            read[i] = (Double) requireNonNull(row.get(sums[i], ColumnType.DOUBLE));
        }
        return new PartialAggregate(added.count(), read);
    }
}
