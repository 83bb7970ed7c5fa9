package dev.espalier.typed;

/**
 * A test of a row, for {@code HAVING} and {@code CASE}: what is said of a {@link Computed} value, or a condition of values, whose paths and aggregates are then those
 * of the row. Conditions with {@code ANY}, {@code ALL}, {@code NO}, a group, {@code MERGE}, a variable, {@code IS EMPTY} or {@code IS} with a class are no tests of a
 * row: an {@link IllegalArgumentException} says so if such a one is used. {@link Words#holds} makes the condition of a query from a test.
 *
 * @param <R> the class of the objects that the row is made of
 */
public sealed interface RowCondition<R> permits Condition, Tested {

    /**
     * Makes the test {@code this AND other}. The test left of the dot is one operand.
     *
     * @param <S> the class that both are of
     * @param other what must hold too
     * @return a new test
     */
    default <S extends R> RowCondition<S> and(RowCondition<? super S> other) {
        return Tested.and(this, other);
    }

    /**
     * Makes the test {@code this OR other}. The test left of the dot is one operand.
     *
     * @param <S> the class that both are of
     * @param other what may hold instead
     * @return a new test
     */
    default <S extends R> RowCondition<S> or(RowCondition<? super S> other) {
        return Tested.or(this, other);
    }
}
