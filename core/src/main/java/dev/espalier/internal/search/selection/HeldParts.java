package dev.espalier.internal.search.selection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of groups, held until it is known that the engine has made all of them exactly. For one thread. */
public final class HeldParts implements RowReading {

    private final List<Part> parts = new ArrayList<>();

    private record Part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {}

    @Override
    public void object(SourceRow object) {
        throw new IllegalStateException("groups have no objects");
    }

    @Override
    public void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys) {
        throw new IllegalStateException("groups have no combinations of rows");
    }

    @Override
    public void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {
        parts.add(new Part(rows.clone(), keys, aggregates));
    }

    /** Gives the parts to a reading. */
    public void giveTo(RowReading reading) {
        parts.forEach(part -> reading.part(part.rows(), part.keys(), part.aggregates()));
    }
}
