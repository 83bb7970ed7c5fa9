package dev.espalier.typed;

import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Rql;

/**
 * {@code COUNT(path)}, {@code SUM(path)} and the like, to be compared in a condition, or for a selection. Made by {@link Words}.
 *
 * @param <R> the class where the path begins
 * @param <V> what it is compared with
 */
public final class Aggregate<R, V> implements Ordered<R, V>, Formula<R, V> {

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
     * Makes the test {@code COUNT(path) = formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    public RowCondition<R> eq(Formula<? super R, ? extends V> other) {
        return Tested.compared(this, Operator.EQUAL, other);
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

    /**
     * Makes the test {@code COUNT(path) != formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    public RowCondition<R> ne(Formula<? super R, ? extends V> other) {
        return Tested.compared(this, Operator.NOT_EQUAL, other);
    }

    /** Returns the aggregate as text, as queries and selections have it. */
    @Override
    public String toString() {
        return Rql.print(formula());
    }

    Operand operand() {
        return operand;
    }

    dev.espalier.internal.rql.Formula formula() {
        return Tested.formula(operand);
    }
}
