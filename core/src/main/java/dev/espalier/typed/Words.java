package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Quantifier;
import dev.espalier.internal.rql.RqlQuery;
import java.util.List;
import java.util.Optional;

/**
 * The words of RQL that stand before their operands, for a static import: {@code import static dev.espalier.typed.Words.*;}.
 */
public final class Words {

    private Words() {}

    /**
     * Makes the condition {@code NOT condition}.
     *
     * @param <R> the class whose objects fulfil it
     * @param condition what must not be fulfilled
     * @return the opposite
     */
    public static <R> Condition<R> not(Condition<R> condition) {
        return new Condition<>(new Expression.Not(Route.NOWHERE, condition.expression()));
    }

    /**
     * Makes the condition {@code ANY path}: there is one.
     *
     * @param <R> the class where the path begins
     * @param path to objects, records or values
     * @return the condition
     */
    public static <R> Condition<R> any(Path<R> path) {
        return quantified(Quantifier.ANY, path, Optional.empty());
    }

    /**
     * Makes the condition {@code path(group)}: one and the same object fulfils all of the group.
     *
     * @param <R> the class where the path begins
     * @param <T> the class that it leads to
     * @param path to objects or records
     * @param group what one of them fulfils
     * @return the condition
     */
    public static <R, T> Condition<R> any(StructurePath<R, T> path, Condition<? super T> group) {
        return quantified(Quantifier.ANY, path, Optional.of(group));
    }

    /**
     * Makes the condition {@code ALL path(group)}: each of them fulfils the group. It holds, too, if there is none.
     *
     * @param <R> the class where the path begins
     * @param <T> the class that it leads to
     * @param path to objects or records
     * @param group what each of them fulfils
     * @return the condition
     */
    public static <R, T> Condition<R> all(StructurePath<R, T> path, Condition<? super T> group) {
        return quantified(Quantifier.ALL, path, Optional.of(group));
    }

    /**
     * Makes the condition {@code NO path}: there is none.
     *
     * @param <R> the class where the path begins
     * @param path to objects, records or values
     * @return the condition
     */
    public static <R> Condition<R> no(Path<R> path) {
        return quantified(Quantifier.NO, path, Optional.empty());
    }

    /**
     * Makes the condition {@code NO path(group)}: none of them fulfils the group.
     *
     * @param <R> the class where the path begins
     * @param <T> the class that it leads to
     * @param path to objects or records
     * @param group what none of them fulfils
     * @return the condition
     */
    public static <R, T> Condition<R> no(StructurePath<R, T> path, Condition<? super T> group) {
        return quantified(Quantifier.NO, path, Optional.of(group));
    }

    /**
     * Makes the aggregate {@code COUNT(path)}: how many objects or values the path reaches.
     *
     * @param <R> the class where the path begins
     * @param path to objects, records or values
     * @return to be compared
     */
    public static <R> Aggregate<R, Number> count(Path<R> path) {
        return new Aggregate<>(new Operand.Count(Route.NOWHERE, path.path(), Optional.empty()));
    }

    /**
     * Makes the aggregate {@code COUNT(path(group))}: how many of the objects fulfil the group.
     *
     * @param <R> the class where the path begins
     * @param <T> the class that it leads to
     * @param path to objects
     * @param group what those that are counted fulfil
     * @return to be compared
     */
    public static <R, T> Aggregate<R, Number> count(StructurePath<R, T> path, Condition<? super T> group) {
        return new Aggregate<>(new Operand.Count(Route.NOWHERE, path.path(), Optional.of(group.expression())));
    }

    /**
     * Makes the aggregate {@code SUM(path)}.
     *
     * @param <R> the class where the path begins
     * @param path to numbers
     * @return to be compared
     */
    public static <R> Aggregate<R, Number> sum(OrderedPath<R, Number> path) {
        return aggregate(Operand.Function.SUM, path);
    }

    /**
     * Makes the aggregate {@code AVG(path)}.
     *
     * @param <R> the class where the path begins
     * @param path to numbers
     * @return to be compared
     */
    public static <R> Aggregate<R, Number> avg(OrderedPath<R, Number> path) {
        return aggregate(Operand.Function.AVG, path);
    }

    /**
     * Makes the aggregate {@code MIN(path)}.
     *
     * @param <R> the class where the path begins
     * @param <V> the values
     * @param path to values
     * @return to be compared
     */
    public static <R, V> Aggregate<R, V> min(OrderedPath<R, V> path) {
        return aggregate(Operand.Function.MIN, path);
    }

    /**
     * Makes the aggregate {@code MAX(path)}.
     *
     * @param <R> the class where the path begins
     * @param <V> the values
     * @param path to values
     * @return to be compared
     */
    public static <R, V> Aggregate<R, V> max(OrderedPath<R, V> path) {
        return aggregate(Operand.Function.MAX, path);
    }

    /**
     * Makes the path {@code (path)}: several steps, which a repetition repeats as a whole: {@code steps(Person_.staff().leads()).plus()} is
     * {@code (staff.leads)+}.
     *
     * @param <R> the class where the path begins
     * @param <T> the class that it leads to
     * @param <P> the path
     * @param path from objects of a class back to such
     * @return a new path
     */
    public static <R, T, P extends ObjectPath<R, T, P>> P steps(ObjectPath<R, T, P> path) {
        return path.at(Route.<R>start().bracketed(path.route()));
    }

    /**
     * Makes the interval {@code [low..}, to be ended by {@link Interval#to} or {@link Interval#below}; by itself without an upper end.
     *
     * @param <V> the values
     * @param low the least value
     * @return an interval
     */
    public static <V> Interval<V> from(V low) {
        return Interval.startingAt(Literals.of(low), true);
    }

    /**
     * Makes the interval {@code (low..}, to be ended by {@link Interval#to} or {@link Interval#below}; by itself without an upper end.
     *
     * @param <V> the values
     * @param low the greatest value that is too small
     * @return an interval
     */
    public static <V> Interval<V> above(V low) {
        return Interval.startingAt(Literals.of(low), false);
    }

    /**
     * Makes the interval {@code ..high]}, without a lower end.
     *
     * @param <V> the values
     * @param high the greatest value
     * @return an interval
     */
    public static <V> Interval<V> upTo(V high) {
        return Interval.endingAt(Literals.of(high), true);
    }

    /**
     * Makes the interval {@code ..high)}, without a lower end.
     *
     * @param <V> the values
     * @param high the least value that is too great
     * @return an interval
     */
    public static <V> Interval<V> below(V high) {
        return Interval.endingAt(Literals.of(high), false);
    }

    /**
     * Makes a list entry of one value, for a list beside intervals and parameters: {@code IN (1976, [1971..1974])}.
     *
     * @param <V> the values
     * @param value one of them
     * @return a member of the list
     */
    public static <V> Choice<V> only(V value) {
        return new Single<>(Literals.of(value));
    }

    /**
     * Makes the parameter {@code :name}.
     *
     * @param <V> the values that it is given
     * @param name a name as of a variable in Java
     * @return the parameter
     */
    public static <V> Parameter<V> parameter(String name) {
        return new Parameter<>(name);
    }

    /**
     * Makes the variable {@code Q2} or {@code @late}.
     *
     * @param <R> the class
     * @param name {@code Q} with digits, or a name behind {@code @}
     * @param type the class whose objects it finds
     * @return the variable
     */
    public static <R> Variable<R> variable(String name, Class<R> type) {
        return new Variable<>(name, type);
    }

    /**
     * Makes the selection {@code ORDER BY path, path DESC}, without a condition: all objects.
     *
     * @param <R> the class whose objects are selected
     * @param first a path, or its descent
     * @param more others, which decide if the first one does not
     * @return the selection
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <R> Selection<R> orderBy(Order<R> first, Order<R>... more) {
        return Words.<R>all().orderBy(first, more);
    }

    /**
     * Makes the selection {@code LIMIT 10}, without a condition: the first objects, by id.
     *
     * @param <R> the class whose objects are selected
     * @param most how many objects are wanted at most
     * @return the selection
     */
    public static <R> Selection<R> limit(long most) {
        return Words.<R>all().limit(most);
    }

    /**
     * Makes the selection {@code LIMIT :most}, without a condition: the first objects, by id.
     *
     * @param <R> the class whose objects are selected
     * @param most how many objects are wanted at most
     * @return the selection
     */
    public static <R> Selection<R> limit(Parameter<? extends Number> most) {
        return Words.<R>all().limit(most);
    }

    private static <R> Selection<R> all() {
        return new Selection<>(new RqlQuery("", Optional.empty(), List.of()));
    }

    private static <R> Condition<R> quantified(Quantifier quantifier, Path<R> path, Optional<Condition<?>> group) {
        return new Condition<>(
                new Expression.Quantified(Route.NOWHERE, quantifier, path.path(), group.map(Condition::expression)));
    }

    private static <R, V> Aggregate<R, V> aggregate(Operand.Function function, OrderedPath<R, V> path) {
        return new Aggregate<>(new Operand.Aggregate(Route.NOWHERE, function, path.path()));
    }
}
