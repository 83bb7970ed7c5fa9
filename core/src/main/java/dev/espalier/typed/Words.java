package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Formula.AggregateFunction;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Quantifier;
import dev.espalier.internal.rql.RqlQuery;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words of RQL that stand before their operands, in queries and selections, for a static import: {@code import static dev.espalier.typed.Words.*;}.
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
     * Makes the test {@code NOT test} of a row.
     *
     * @param <R> the class of the objects that the row is made of
     * @param test what must not hold
     * @return the opposite
     */
    public static <R> RowCondition<R> not(RowCondition<R> test) {
        return Tested.not(test);
    }

    /**
     * Makes a condition of what is computed of an object: {@code holds(year(Person_.born()).eq(1990))} is {@code year(born) = 1990}.
     *
     * @param <R> the class whose objects fulfil it
     * @param test of what is computed, whose paths lead to one value at most; its aggregates are those of the object
     * @return the condition, to be joined with others
     * @throws IllegalArgumentException if the test names a column of a selection, or says nothing of an object
     */
    public static <R> Condition<R> holds(RowCondition<R> test) {
        return TestedObjects.condition(test);
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
     * Makes the aggregate {@code COUNT(*)} of a selection: how many rows a group has.
     *
     * @return for a selection
     */
    public static Computed<Object, Number> count() {
        return new Computed<>(new dev.espalier.internal.rql.Formula.CountRows(Route.NOWHERE));
    }

    /**
     * Makes the aggregate {@code COUNT(CASE ... END)} of a selection: how many values there are. With {@code ELSE}, each row has one: {@link #count()}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param values what is counted, if not missing
     * @return for a selection
     */
    public static <R> Computed<R, Number> count(Case<R, ?> values) {
        return aggregate(AggregateFunction.COUNT, false, values);
    }

    /**
     * Makes the aggregate {@code COUNT(DISTINCT formula)} of a selection: how many different values there are.
     *
     * @param <R> the class of the objects that it is computed of
     * @param values what is counted, if not missing
     * @return for a selection
     */
    public static <R> Computed<R, Number> countDistinct(Formula<R, ?> values) {
        return aggregate(AggregateFunction.COUNT, true, values);
    }

    /**
     * Makes the aggregate {@code SUM(formula)} of a selection of what is computed.
     *
     * @param <R> the class of the objects that it is computed of
     * @param numbers what is added
     * @return for a selection
     */
    public static <R> Computed<R, Number> sum(Formula<R, ? extends Number> numbers) {
        return aggregate(AggregateFunction.SUM, false, numbers);
    }

    /**
     * Makes the aggregate {@code SUM(DISTINCT formula)} of a selection: equal numbers are added once.
     *
     * @param <R> the class of the objects that it is computed of
     * @param numbers what is added
     * @return for a selection
     */
    public static <R> Computed<R, Number> sumDistinct(Formula<R, ? extends Number> numbers) {
        return aggregate(AggregateFunction.SUM, true, numbers);
    }

    /**
     * Makes the aggregate {@code AVG(formula)} of a selection of what is computed.
     *
     * @param <R> the class of the objects that it is computed of
     * @param numbers whose mean it is
     * @return for a selection
     */
    public static <R> Computed<R, Number> avg(Formula<R, ? extends Number> numbers) {
        return aggregate(AggregateFunction.AVG, false, numbers);
    }

    /**
     * Makes the aggregate {@code AVG(DISTINCT formula)} of a selection: equal numbers count once.
     *
     * @param <R> the class of the objects that it is computed of
     * @param numbers whose mean it is
     * @return for a selection
     */
    public static <R> Computed<R, Number> avgDistinct(Formula<R, ? extends Number> numbers) {
        return aggregate(AggregateFunction.AVG, true, numbers);
    }

    /**
     * Makes the aggregate {@code MIN(formula)} of a selection of what is computed.
     *
     * @param <R> the class of the objects that it is computed of
     * @param <V> the values
     * @param values what is compared
     * @return for a selection
     */
    public static <R, V> Computed<R, V> min(Computed<R, V> values) {
        return aggregate(AggregateFunction.MIN, false, values);
    }

    /**
     * Makes the aggregate {@code MAX(formula)} of a selection of what is computed.
     *
     * @param <R> the class of the objects that it is computed of
     * @param <V> the values
     * @param values what is compared
     * @return for a selection
     */
    public static <R, V> Computed<R, V> max(Computed<R, V> values) {
        return aggregate(AggregateFunction.MAX, false, values);
    }

    /**
     * Begins {@code CASE WHEN test THEN value}; ends with {@link Case#otherwise}, or by itself.
     *
     * @param <R> the class of the objects that it is computed of
     * @param <V> the values
     * @param test what must hold
     * @param value the value then
     * @return a case
     */
    public static <R, V> Case<R, V> when(RowCondition<? super R> test, V value) {
        return Case.of(test, Case.constant(value));
    }

    /**
     * Begins {@code CASE WHEN test THEN number}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param test what must hold
     * @param value the number then
     * @return a case
     */
    public static <R> Case<R, Number> when(RowCondition<? super R> test, Number value) {
        return Case.of(test, Case.constant(value));
    }

    /**
     * Begins {@code CASE WHEN test THEN formula}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param <V> the values
     * @param test what must hold
     * @param value the value then
     * @return a case
     */
    public static <R, V> Case<R, V> when(RowCondition<? super R> test, Formula<? super R, V> value) {
        return Case.of(test, Spelled.of(value));
    }

    /**
     * Makes a constant of a selection: {@code 'dear'}. It is the literal that a text would have: dates and constants of enums are texts, and become dates and constants
     * beside such, as in {@code coalesce} and in comparisons.
     *
     * @param <V> the values
     * @param value a text, a date, a constant of an enum and so on; null is no value
     * @return for a selection
     * @throws IllegalArgumentException for a number that no query can have, and for a formula
     */
    public static <V> Computed<Object, V> value(@Nullable V value) {
        if (value instanceof Formula<?, ?> || value instanceof Path<?>) {
            throw new IllegalArgumentException("found " + value + "; expected a value, of which the text is made");
        }
        return new Computed<>(Case.constant(value));
    }

    /**
     * Makes a constant number of a selection: {@code 1.5}.
     *
     * @param value the number; null is no value
     * @return for a selection
     * @throws IllegalArgumentException for a number that no query can have
     */
    public static Computed<Object, Number> value(@Nullable Number value) {
        return new Computed<>(Case.constant(value));
    }

    /**
     * Makes a selection of rows: its columns, in their order. A column that is not {@link Formula#as named} is called like the last field of its path, or like its text.
     *
     * @param <R> the class of the objects that the rows are made of
     * @param first a column, or a formula without a name
     * @param more others
     * @return a selection, for {@code Query.select}
     * @throws IllegalArgumentException if a column is computed of another one: its name stands for it in {@code HAVING} and {@code ORDER BY} only
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <R> Columns<R> columns(Formula<? super R, ?> first, Formula<? super R, ?>... more) {
        return Columns.of(Stream.concat(Stream.of(first), Stream.of(more)));
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

    private static <R, V> Computed<R, V> aggregate(AggregateFunction function, boolean distinct, Formula<?, ?> values) {
        return Computed.of(
                parts -> new dev.espalier.internal.rql.Formula.Aggregate(
                        Route.NOWHERE, function, distinct, parts.get(0)),
                values);
    }
}
