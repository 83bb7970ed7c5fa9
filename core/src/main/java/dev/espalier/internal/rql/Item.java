package dev.espalier.internal.rql;

import java.util.Objects;
import java.util.Optional;

/** One member of the list behind {@code IN}. */
public sealed interface Item permits Value, Item.Interval {

    /** The place at which it begins, counted from 1. */
    int position();

    /**
     * {@code [1971..1974)}: the values between two ends.
     *
     * @param low the lower end; absent if there is none
     * @param lowIncluded whether the lower end itself belongs to it
     * @param high the upper end; absent if there is none
     * @param highIncluded whether the upper end itself belongs to it
     */
    record Interval(int position, Optional<Value> low, boolean lowIncluded, Optional<Value> high, boolean highIncluded)
            implements Item {

        public Interval {
            Objects.requireNonNull(low);
            Objects.requireNonNull(high);
        }
    }
}
