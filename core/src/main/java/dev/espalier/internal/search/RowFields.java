package dev.espalier.internal.search;

import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.RowPlan;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a combination of rows.
 *
 * @param rows one for each source; null if its parent leads to none
 */
public record RowFields(@Nullable SourceRow[] rows) implements RowValues {

    /**
     * Returns the fields of a row, and of those to which references lead from it.
     *
     * @param sources all those behind the first one are reached by references
     * @param first the source of the row
     */
    static RowFields of(List<RowPlan.Source> sources, int first, SourceRow row) {
        @Nullable SourceRow[] rows = new SourceRow[sources.size()];
        int[] children = new int[rows.length];
        rows[first] = row;
        for (int i = first + 1; i < rows.length; i++) {
            int parent = sources.get(i).parent();
            int place = children[parent]++;
            rows[i] = Optional.ofNullable(rows[parent])
                    .flatMap(from -> from.children(place).stream().findFirst())
                    .orElse(null);
        }
        return new RowFields(rows);
    }

    @Override
    public @Nullable Object field(int source, int index) {
        SourceRow row = rows[source];
        return row == null ? null : row.field(index);
    }

    @Override
    public Object key(int index) {
        throw new IllegalStateException("a row is no group");
    }

    @Override
    public Object aggregate(int index) {
        throw new IllegalStateException("a row is no group");
    }
}
