package dev.espalier.typed;

import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operator;

/**
 * An operand with an order, by which it is compared: a path to values, or an aggregate. Enums are compared with values only.
 *
 * @param <R> the class where it begins
 * @param <V> the values
 */
public sealed interface Ordered<R, V> permits OrderedPath, EnumPath, Aggregate {

    /**
     * Makes the condition {@code left < value}.
     *
     * @param value what is too great
     * @return the condition
     */
    default Condition<R> lt(V value) {
        return Condition.comparison(Condition.operand(this), Operator.LESS, Literals.of(value));
    }

    /**
     * Makes the condition {@code left < :parameter}, {@code left < path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    default Condition<R> lt(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(Condition.operand(this), Operator.LESS, Condition.term(other));
    }

    /**
     * Makes the test {@code left < formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    default RowCondition<R> lt(Formula<? super R, ? extends V> other) {
        return Tested.compared((Formula<?, ?>) this, Operator.LESS, other);
    }

    /**
     * Makes the condition {@code left <= value}.
     *
     * @param value the greatest value
     * @return the condition
     */
    default Condition<R> le(V value) {
        return Condition.comparison(Condition.operand(this), Operator.LESS_OR_EQUAL, Literals.of(value));
    }

    /**
     * Makes the condition {@code left <= :parameter}, {@code left <= path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    default Condition<R> le(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(Condition.operand(this), Operator.LESS_OR_EQUAL, Condition.term(other));
    }

    /**
     * Makes the test {@code left <= formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    default RowCondition<R> le(Formula<? super R, ? extends V> other) {
        return Tested.compared((Formula<?, ?>) this, Operator.LESS_OR_EQUAL, other);
    }

    /**
     * Makes the condition {@code left > value}.
     *
     * @param value what is too small
     * @return the condition
     */
    default Condition<R> gt(V value) {
        return Condition.comparison(Condition.operand(this), Operator.GREATER, Literals.of(value));
    }

    /**
     * Makes the condition {@code left > :parameter}, {@code left > path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    default Condition<R> gt(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(Condition.operand(this), Operator.GREATER, Condition.term(other));
    }

    /**
     * Makes the test {@code left > formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    default RowCondition<R> gt(Formula<? super R, ? extends V> other) {
        return Tested.compared((Formula<?, ?>) this, Operator.GREATER, other);
    }

    /**
     * Makes the condition {@code left >= value}.
     *
     * @param value the least value
     * @return the condition
     */
    default Condition<R> ge(V value) {
        return Condition.comparison(Condition.operand(this), Operator.GREATER_OR_EQUAL, Literals.of(value));
    }

    /**
     * Makes the condition {@code left >= :parameter}, {@code left >= path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    default Condition<R> ge(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(Condition.operand(this), Operator.GREATER_OR_EQUAL, Condition.term(other));
    }

    /**
     * Makes the test {@code left >= formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    default RowCondition<R> ge(Formula<? super R, ? extends V> other) {
        return Tested.compared((Formula<?, ?>) this, Operator.GREATER_OR_EQUAL, other);
    }
}
