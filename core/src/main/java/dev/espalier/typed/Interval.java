package dev.espalier.typed;

import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Value;
import java.util.Optional;

/**
 * The values between two ends: {@code from(1971).below(1974)} is {@code [1971..1974)}. Begins in {@link Words}.
 *
 * @param <V> the values
 */
public final class Interval<V> implements Choice<V> {

    private final Item.Interval item;

    private Interval(Optional<Value> low, boolean lowIncluded, Optional<Value> high, boolean highIncluded) {
        item = new Item.Interval(Route.NOWHERE, low, lowIncluded, high, highIncluded);
    }

    static <V> Interval<V> startingAt(Value low, boolean included) {
        return new Interval<>(Optional.of(low), included, Optional.empty(), true);
    }

    static <V> Interval<V> endingAt(Value high, boolean included) {
        return new Interval<>(Optional.empty(), true, Optional.of(high), included);
    }

    /**
     * Returns the interval that ends with this value: {@code ..1974]}.
     *
     * @param high the greatest value
     * @return a new interval
     */
    public Interval<V> to(V high) {
        return new Interval<>(item.low(), item.lowIncluded(), Optional.of(Literals.of(high)), true);
    }

    /**
     * Returns the interval that ends before this value: {@code ..1974)}.
     *
     * @param high the least value that is too great
     * @return a new interval
     */
    public Interval<V> below(V high) {
        return new Interval<>(item.low(), item.lowIncluded(), Optional.of(Literals.of(high)), false);
    }

    Item item() {
        return item;
    }
}
