package dev.espalier.internal.search;

import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.RowPlan;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values of one row, and of those to which references lead from it.
 *
 * @param rows one for each source; null if no reference leads to it
 */
record ReferredRows(@Nullable SourceRow[] rows) implements RowValues {

    /**
     * Returns the rows to which references lead.
     *
     * @param sources all those behind the first one are reached by references
     * @param first the source of the row
     */
    static ReferredRows of(List<RowPlan.Source> sources, int first, SourceRow row) {
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
        return new ReferredRows(rows);
    }

    @Override
    public @Nullable Object field(int source, int index) {
        SourceRow row = rows[source];
        return row == null ? null : row.field(index);
    }

    @Override
    public Object key(int index) {
        throw new IllegalStateException("one row has no groups");
    }

    @Override
    public Object aggregate(int index) {
        throw new IllegalStateException("one row has no groups");
    }
}
