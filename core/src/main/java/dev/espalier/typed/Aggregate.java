package dev.espalier.typed;

import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;

/**
 * {@code COUNT(path)}, {@code SUM(path)} and the like, to be compared. Made by {@link Words}.
 *
 * @param <R> the class where the path begins
 * @param <V> what it is compared with
 */
public final class Aggregate<R, V> implements Ordered<R, V> {

    private final Operand operand;

    Aggregate(Operand operand) {
        this.operand = operand;
    }

    /**
     * Makes the condition {@code COUNT(path) = value}.
     *
     * @param value what is looked for
     * @return the condition
     */
    public Condition<R> eq(V value) {
        return Condition.comparison(operand, Operator.EQUAL, Literals.of(value));
    }

    /**
     * Makes the condition {@code COUNT(path) = :parameter}, {@code COUNT(path) = path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    public Condition<R> eq(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(operand, Operator.EQUAL, Condition.term(other));
    }

    /**
     * Makes the condition {@code COUNT(path) != value}.
     *
     * @param value what is not looked for
     * @return the condition
     */
    public Condition<R> ne(V value) {
        return Condition.comparison(operand, Operator.NOT_EQUAL, Literals.of(value));
    }

    /**
     * Makes the condition {@code COUNT(path) != :parameter}, {@code COUNT(path) != path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    public Condition<R> ne(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(operand, Operator.NOT_EQUAL, Condition.term(other));
    }

    Operand operand() {
        return operand;
    }
}
