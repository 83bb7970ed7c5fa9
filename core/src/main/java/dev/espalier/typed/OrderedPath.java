package dev.espalier.typed;

/**
 * A path to values that have an order: numbers, texts, dates, times, durations, characters, bytes, UUIDs.
 *
 * @param <R> the class where it begins
 * @param <V> the values
 */
public sealed class OrderedPath<R, V> extends ValuePath<R, V> implements Ordered<R, V> permits TextPath {

    /**
     * Makes the path, for generated classes.
     *
     * @param route its steps
     */
    public OrderedPath(Route<R> route) {
        super(route);
    }
}
