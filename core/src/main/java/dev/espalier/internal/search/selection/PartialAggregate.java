package dev.espalier.internal.search.selection;

import org.jspecify.annotations.Nullable;

/**
 * An aggregate of some rows, which others of the same group complete.
 *
 * @param count the number of values; of rows if these are counted; any number but 0 if only a sum or an extreme of them is asked for
 * @param value the sum, the least or the greatest of them; of floats several sums as doubles, which are to be added, or {@link #INEXACT}; null if there is none, or they are only counted
 * @param isTooLarge whether a number that one of the values is made of is beyond 64 bits
 */
public record PartialAggregate(long count, @Nullable Object value, boolean isTooLarge) {

    /** Stands for a value that the engine could not make exactly. Then nothing of its statement counts. */
    static final Object INEXACT = new Object();

    PartialAggregate(long count, @Nullable Object value) {
        this(count, value, false);
    }

    /** Returns the part with a sum or an extreme, for which the number of values makes no difference. */
    static PartialAggregate of(@Nullable Object value) {
        return new PartialAggregate(value == null ? 0 : 1, value);
    }

    boolean isExact() {
        return value != INEXACT;
    }
}
