package dev.espalier.internal.rows;

import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.search.SourceRow;
import org.jspecify.annotations.Nullable;

/** The values of the fields in a combination of rows. */
record Fieldwise(@Nullable SourceRow[] rows) implements RowValues {

    @Override
    public @Nullable Object field(int source, int index) {
        SourceRow row = rows[source];
        return row == null ? null : row.field(index);
    }

    @Override
    public Object key(int index) {
        throw new IllegalStateException("a row has no keys");
    }

    @Override
    public Object aggregate(int index) {
        throw new IllegalStateException("a row has no aggregates");
    }
}
