package dev.espalier.internal.search.selection;

import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.RowPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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
    public static RowFields of(List<RowPlan.Source> sources, int first, SourceRow row) {
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

    /** Passes on each combination of an object's row and of those to which it leads. The array of each is used again for the next one. */
    public static void each(List<RowPlan.Source> sources, SourceRow object, Consumer<RowFields> reader) {
        @Nullable SourceRow[] rows = new SourceRow[sources.size()];
        int[] children = new int[rows.length];
        int[] places = new int[rows.length];
        for (int i = 1; i < rows.length; i++) {
            places[i] = children[sources.get(i).parent()]++;
        }
        rows[0] = object;
        each(sources, places, rows, 1, reader);
    }

    /** @param next the first source that has no row yet */
    private static void each(
            List<RowPlan.Source> sources,
            int[] places,
            @Nullable SourceRow[] rows,
            int next,
            Consumer<RowFields> reader) {
        if (next == rows.length) {
            reader.accept(new RowFields(rows));
            return;
        }
        SourceRow parent = rows[sources.get(next).parent()];
        List<SourceRow> found = parent == null ? List.of() : parent.children(places[next]);
        if (found.isEmpty()) {
            rows[next] = null;
            each(sources, places, rows, next + 1, reader);
        }
        for (SourceRow row : found) {
            rows[next] = row;
            each(sources, places, rows, next + 1, reader);
        }
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
