package dev.espalier.internal.search.selection;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the combinations of a plan whose sources are joined and not grouped. */
public record EachRow(Consumer<@Nullable SourceRow[]> reader) implements RowReading {

    @Override
    public void object(SourceRow object) {
        throw new IllegalStateException("the rows are joined");
    }

    @Override
    public void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys) {
        reader.accept(rows);
    }

    @Override
    public void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {
        throw new IllegalStateException("nothing is grouped");
    }
}
