package dev.espalier.typed;

/**
 * A value in the rows of a selection: a path to a value, a parameter, an aggregate, or what is computed of them.
 *
 * @param <R> the class of the objects that it is computed of; {@code Object} if any will do
 * @param <V> the values; {@code Number} for all classes of numbers
 */
public sealed interface Formula<R, V> extends Order<R> permits Comparand, Aggregate, Computed {

    /**
     * Makes the column {@code formula AS name}.
     *
     * @param name a name as of a variable in Java, but not {@code null}, {@code true} or {@code false} in any case
     * @return a column, which its name stands for in {@code HAVING} and {@code ORDER BY}
     * @throws IllegalArgumentException if it is no name
     */
    default Column<R, V> as(String name) {
        return new Column<>(this, name);
    }

    /**
     * Makes the key {@code ORDER BY formula DESC}; the formula itself stands for {@code ORDER BY formula}.
     *
     * @return the order
     */
    default Order<R> descending() {
        return new Descending<>(this);
    }
}
