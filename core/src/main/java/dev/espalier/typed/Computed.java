package dev.espalier.typed;

import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Rql;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A computed value of a row: arithmetic, a {@link Functions function}, a {@link Case}, an aggregate of what is computed, a {@link Column} by its name, or a
 * constant. Its tests are of rows, for {@code HAVING} and {@code CASE}; {@link Words#holds} makes conditions of them.
 *
 * @param <R> the class of the objects that it is computed of; {@code Object} if any will do
 * @param <V> the values
 */
public sealed class Computed<R, V> implements Formula<R, V> permits Case, Column {

    private final Spelled<dev.espalier.internal.rql.Formula> spelled;

    Computed(Spelled<dev.espalier.internal.rql.Formula> spelled) {
        this.spelled = spelled;
    }

    Computed(dev.espalier.internal.rql.Formula tree) {
        this(new Spelled<>(tree, Set.of()));
    }

    static <R, V> Computed<R, V> of(
            Function<List<dev.espalier.internal.rql.Formula>, dev.espalier.internal.rql.Formula> make,
            Formula<?, ?>... parts) {
        return new Computed<>(Spelled.made(make, Stream.of(parts)));
    }

    /**
     * Makes the test {@code formula = value}.
     *
     * @param value what is looked for; null is {@code NULL}, which nothing equals
     * @return the test
     */
    public final RowCondition<R> eq(@Nullable V value) {
        return compared(Operator.EQUAL, value);
    }

    /**
     * Makes the test {@code formula = formula}.
     *
     * @param <S> the class that both are computed of
     * @param other a parameter, a path, or what is computed
     * @return the test
     */
    public final <S extends R> RowCondition<S> eq(Formula<? super S, ? extends V> other) {
        return Tested.compared(this, Operator.EQUAL, other);
    }

    /**
     * Makes the test {@code formula != value}, which a missing value fulfils.
     *
     * @param value what is not looked for
     * @return the test
     */
    public final RowCondition<R> ne(@Nullable V value) {
        return compared(Operator.NOT_EQUAL, value);
    }

    /**
     * Makes the test {@code formula != formula}.
     *
     * @param <S> the class that both are computed of
     * @param other a parameter, a path, or what is computed
     * @return the test
     */
    public final <S extends R> RowCondition<S> ne(Formula<? super S, ? extends V> other) {
        return Tested.compared(this, Operator.NOT_EQUAL, other);
    }

    /**
     * Makes the test {@code formula < value}.
     *
     * @param value what is too great
     * @return the test
     */
    public final RowCondition<R> lt(V value) {
        return compared(Operator.LESS, value);
    }

    /**
     * Makes the test {@code formula < formula}.
     *
     * @param <S> the class that both are computed of
     * @param other a parameter, a path, or what is computed
     * @return the test
     */
    public final <S extends R> RowCondition<S> lt(Formula<? super S, ? extends V> other) {
        return Tested.compared(this, Operator.LESS, other);
    }

    /**
     * Makes the test {@code formula <= value}.
     *
     * @param value the greatest value
     * @return the test
     */
    public final RowCondition<R> le(V value) {
        return compared(Operator.LESS_OR_EQUAL, value);
    }

    /**
     * Makes the test {@code formula <= formula}.
     *
     * @param <S> the class that both are computed of
     * @param other a parameter, a path, or what is computed
     * @return the test
     */
    public final <S extends R> RowCondition<S> le(Formula<? super S, ? extends V> other) {
        return Tested.compared(this, Operator.LESS_OR_EQUAL, other);
    }

    /**
     * Makes the test {@code formula > value}.
     *
     * @param value what is too small
     * @return the test
     */
    public final RowCondition<R> gt(V value) {
        return compared(Operator.GREATER, value);
    }

    /**
     * Makes the test {@code formula > formula}.
     *
     * @param <S> the class that both are computed of
     * @param other a parameter, a path, or what is computed
     * @return the test
     */
    public final <S extends R> RowCondition<S> gt(Formula<? super S, ? extends V> other) {
        return Tested.compared(this, Operator.GREATER, other);
    }

    /**
     * Makes the test {@code formula >= value}.
     *
     * @param value the least value
     * @return the test
     */
    public final RowCondition<R> ge(V value) {
        return compared(Operator.GREATER_OR_EQUAL, value);
    }

    /**
     * Makes the test {@code formula >= formula}.
     *
     * @param <S> the class that both are computed of
     * @param other a parameter, a path, or what is computed
     * @return the test
     */
    public final <S extends R> RowCondition<S> ge(Formula<? super S, ? extends V> other) {
        return Tested.compared(this, Operator.GREATER_OR_EQUAL, other);
    }

    /**
     * Makes the test {@code formula IN (1, 5)}.
     *
     * @param first a value
     * @param more others
     * @return the test
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final RowCondition<R> in(V first, V... more) {
        return in(false, ValuePath.values(first, more));
    }

    /**
     * Makes the test {@code formula IN ([1..5], :some)}.
     *
     * @param first an interval, a parameter, or {@link Words#only one value}
     * @param more others
     * @return the test
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final RowCondition<R> in(Choice<? extends V> first, Choice<? extends V>... more) {
        return in(false, ValuePath.choices(first, more));
    }

    /**
     * Makes the test {@code formula NOT IN (1, 5)}, which a missing value fulfils.
     *
     * @param first a value
     * @param more others
     * @return the test
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final RowCondition<R> notIn(V first, V... more) {
        return in(true, ValuePath.values(first, more));
    }

    /**
     * Makes the test {@code formula NOT IN ([1..5], :some)}, which a missing value fulfils.
     *
     * @param first an interval, a parameter, or {@link Words#only one value}
     * @param more others
     * @return the test
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final RowCondition<R> notIn(Choice<? extends V> first, Choice<? extends V>... more) {
        return in(true, ValuePath.choices(first, more));
    }

    /**
     * Makes the test {@code formula IS NULL}: the value is missing.
     *
     * @return the test
     */
    public final RowCondition<R> isNull() {
        return Tested.of(parts -> new RowTest.IsNull(Route.NOWHERE, parts.get(0), false), this);
    }

    /**
     * Makes the test {@code formula IS NOT NULL}: there is a value.
     *
     * @return the test
     */
    public final RowCondition<R> isNotNull() {
        return Tested.of(parts -> new RowTest.IsNull(Route.NOWHERE, parts.get(0), true), this);
    }

    private RowCondition<R> compared(Operator operator, @Nullable Object value) {
        return Tested.of(
                parts -> new RowTest.Comparison(Route.NOWHERE, parts.get(0), operator, Literals.of(value)), this);
    }

    private RowCondition<R> in(boolean negated, Stream<Item> items) {
        return Tested.of(parts -> new RowTest.In(Route.NOWHERE, parts.get(0), negated, items.toList()), this);
    }

    /** Returns the formula as text, as selections have it. */
    @Override
    public String toString() {
        return Rql.print(spelled.tree());
    }

    final Spelled<dev.espalier.internal.rql.Formula> spelled() {
        return spelled;
    }
}
