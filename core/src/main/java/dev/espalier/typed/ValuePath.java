package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operator;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A path to values, which are equal or not.
 *
 * @param <R> the class where it begins
 * @param <V> the values; {@code Number} for all classes of numbers, which are compared exactly
 */
public sealed class ValuePath<R, V> extends Path<R> implements Comparand<R, V> permits OrderedPath, EnumPath {

    /**
     * Makes the path, for generated classes.
     *
     * @param route its steps
     */
    public ValuePath(Route<R> route) {
        super(route);
    }

    /**
     * Makes the condition {@code path = value}.
     *
     * @param value what is looked for; null is {@code NULL}, which nothing equals
     * @return the condition
     */
    public final Condition<R> eq(@Nullable V value) {
        return Condition.comparison(path(), Operator.EQUAL, Literals.of(value));
    }

    /**
     * Makes the condition {@code path = :parameter}, {@code path = path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    public final Condition<R> eq(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(path(), Operator.EQUAL, Condition.term(other));
    }

    /**
     * Makes the test {@code path = formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    public final RowCondition<R> eq(Formula<? super R, ? extends V> other) {
        return Tested.compared(this, Operator.EQUAL, other);
    }

    /**
     * Makes the condition {@code path != value}: the plain opposite of {@link #eq} for a slot; an empty one fulfils it.
     *
     * @param value what is not looked for
     * @return the condition
     */
    public final Condition<R> ne(@Nullable V value) {
        return Condition.comparison(path(), Operator.NOT_EQUAL, Literals.of(value));
    }

    /**
     * Makes the condition {@code path != :parameter}, {@code path != path}.
     *
     * @param other a parameter or a path
     * @return the condition
     */
    public final Condition<R> ne(Comparand<? super R, ? extends V> other) {
        return Condition.comparison(path(), Operator.NOT_EQUAL, Condition.term(other));
    }

    /**
     * Makes the test {@code path != formula} of a row.
     *
     * @param other what is computed
     * @return the test, for a selection
     */
    public final RowCondition<R> ne(Formula<? super R, ? extends V> other) {
        return Tested.compared(this, Operator.NOT_EQUAL, other);
    }

    /**
     * Makes the condition {@code path IN (1, 5)}.
     *
     * @param first a value
     * @param more others
     * @return the condition
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Condition<R> in(V first, V... more) {
        return in(false, values(first, more));
    }

    /**
     * Makes the condition {@code path IN ([1..5], :some)}.
     *
     * @param first an interval, a parameter, or {@link Words#only one value}
     * @param more others
     * @return the condition
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Condition<R> in(Choice<? extends V> first, Choice<? extends V>... more) {
        return in(false, choices(first, more));
    }

    /**
     * Makes the condition {@code path NOT IN (1, 5)}: the opposite of {@code IN} for a slot; an empty one fulfils it.
     *
     * @param first a value
     * @param more others
     * @return the condition
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Condition<R> notIn(V first, V... more) {
        return in(true, values(first, more));
    }

    /**
     * Makes the condition {@code path NOT IN ([1..5], :some)}.
     *
     * @param first an interval, a parameter, or {@link Words#only one value}
     * @param more others
     * @return the condition
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Condition<R> notIn(Choice<? extends V> first, Choice<? extends V>... more) {
        return in(true, choices(first, more));
    }

    private Condition<R> in(boolean negated, Stream<Item> items) {
        return new Condition<>(new Expression.In(Route.NOWHERE, path(), negated, items.toList()));
    }

    static <V> Stream<Item> values(V first, V[] more) {
        return Stream.concat(Stream.of(Literals.of(first)), Arrays.stream(more).map(Literals::of));
    }

    static Stream<Item> choices(Choice<?> first, Choice<?>[] more) {
        return Stream.concat(Stream.of(first), Arrays.stream(more)).map(ValuePath::item);
    }

    private static Item item(Choice<?> choice) {
        return choice instanceof Interval<?> interval
                ? interval.item()
                : choice instanceof Parameter<?> parameter ? parameter.value() : ((Single<?>) choice).value();
    }
}
