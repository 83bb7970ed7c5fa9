package dev.espalier.internal.search.selection;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Passes on what a statement reads as long as the engine has made all parts of groups exactly. For one thread. */
public final class ExactParts implements RowReading {

    private final RowReading to;
    private boolean areExact = true;

    public ExactParts(RowReading to) {
        this.to = to;
    }

    @Override
    public void object(SourceRow object) {
        to.object(object);
    }

    @Override
    public void combination(@Nullable SourceRow[] rows, @Nullable Object[] keys) {
        to.combination(rows, keys);
    }

    @Override
    public void part(SourceRow[] rows, @Nullable Object[] keys, PartialAggregate[] aggregates) {
        areExact &= Arrays.stream(aggregates).allMatch(PartialAggregate::isExact);
        if (areExact) {
            to.part(rows, keys, aggregates);
        }
    }

    /** Returns whether all parts were exact. If not, what was passed on does not count. */
    public boolean areExact() {
        return areExact;
    }
}
