package dev.espalier.internal.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of groups, held until it is known that the engine has rounded no sum of them. For one thread. */
final class HeldParts implements RowReading {

    private final List<Part> parts = new ArrayList<>();
    private boolean areExact = true;

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
        areExact &= Arrays.stream(aggregates).noneMatch(part -> part.value() == FloatLevels.ROUNDED);
        if (areExact) {
            parts.add(new Part(rows.clone(), keys, aggregates));
        } else {
            parts.clear();
        }
    }

    /** Whether all sums are exact. */
    boolean areExact() {
        return areExact;
    }

    /** Gives the parts to a reading. */
    void giveTo(RowReading reading) {
        parts.forEach(part -> reading.part(part.rows(), part.keys(), part.aggregates()));
    }
}
