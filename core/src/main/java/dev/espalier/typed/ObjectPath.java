package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Term;
import java.util.List;
import java.util.OptionalInt;

/**
 * A path to objects. Generated classes extend it.
 *
 * @param <R> the class where it begins
 * @param <T> the class that it leads to
 * @param <P> the generated class
 */
public abstract class ObjectPath<R, T, P extends ObjectPath<R, T, P>> extends StructurePath<R, T> {

    /**
     * Makes the path, for generated classes.
     *
     * @param route its steps
     */
    protected ObjectPath(Route<R> route) {
        super(route);
    }

    /**
     * Makes the condition {@code path = path}: the same object.
     *
     * @param other leads to objects of the same class, or one below
     * @return the condition
     */
    public final Condition<R> eq(ObjectPath<? super R, ? extends T, ?> other) {
        return compared(Operator.EQUAL, other.path());
    }

    /**
     * Makes the condition {@code path = :parameter}: the object that is given.
     *
     * @param other is given an object that was stored
     * @return the condition
     */
    public final Condition<R> eq(Parameter<? extends T> other) {
        return compared(Operator.EQUAL, other.value());
    }

    /**
     * Makes the condition {@code path != path}: another object, or none.
     *
     * @param other leads to objects of the same class, or one below
     * @return the condition
     */
    public final Condition<R> ne(ObjectPath<? super R, ? extends T, ?> other) {
        return compared(Operator.NOT_EQUAL, other.path());
    }

    /**
     * Makes the condition {@code path != :parameter}: another object than the one that is given, or none.
     *
     * @param other is given an object that was stored
     * @return the condition
     */
    public final Condition<R> ne(Parameter<? extends T> other) {
        return compared(Operator.NOT_EQUAL, other.value());
    }

    /**
     * Makes the condition {@code path IN (Q2)}: an object in the variable's result.
     *
     * @param variable of the same class, or one below
     * @return the condition
     */
    public final Condition<R> in(Variable<? extends T> variable) {
        return in(variable, false);
    }

    /**
     * Makes the condition {@code path IN (:parameter)}: one of the objects that are given.
     *
     * @param objects is given a collection of objects that were stored
     * @return the condition
     */
    public final Condition<R> in(Parameter<? extends T> objects) {
        return in(objects, false);
    }

    /**
     * Makes the condition {@code path NOT IN (Q2)}: an object that is not in the variable's result, or none.
     *
     * @param variable of the same class, or one below
     * @return the condition
     */
    public final Condition<R> notIn(Variable<? extends T> variable) {
        return in(variable, true);
    }

    /**
     * Makes the condition {@code path NOT IN (:parameter)}: another object than those that are given, or none.
     *
     * @param objects is given a collection of objects that were stored
     * @return the condition
     */
    public final Condition<R> notIn(Parameter<? extends T> objects) {
        return in(objects, true);
    }

    /**
     * Makes the condition {@code path IS SuperCar}: an object of that class.
     *
     * @param type the class
     * @return the condition
     */
    public final Condition<R> is(Class<? extends T> type) {
        return is(type, false);
    }

    /**
     * Makes the condition {@code path IS NOT SuperCar}: an object of another class, or none.
     *
     * @param type the class
     * @return the condition
     */
    public final Condition<R> isNot(Class<? extends T> type) {
        return is(type, true);
    }

    /**
     * Makes the path {@code path+}: the last step, or those that {@link #steps} joined, once or more often.
     *
     * @return a new path
     */
    public final P plus() {
        return at(route().repeated(1, OptionalInt.empty()));
    }

    /**
     * Makes the path {@code path*}: the last step, or those that {@link #steps} joined, any number of times, or not at all.
     *
     * @return a new path
     */
    public final P star() {
        return at(route().repeated(0, OptionalInt.empty()));
    }

    /**
     * Makes the path <code>path{2..4}</code>: the last step, or those that {@link #steps} joined, within these numbers of times.
     *
     * @param least the minimum number of times
     * @param most the maximum number of times
     * @return a new path
     */
    public final P times(int least, int most) {
        return at(route().repeated(least, OptionalInt.of(most)));
    }

    /**
     * Makes the path <code>path{2..}</code>: the last step, or those that {@link #steps} joined, at least this number of times.
     *
     * @param least the minimum number of times
     * @return a new path
     */
    public final P atLeast(int least) {
        return at(route().repeated(least, OptionalInt.empty()));
    }

    /**
     * Makes the path {@code path.(more)}: several steps, which a repetition repeats as a whole: {@code lead().steps(Person_.staff().leads()).plus()}
     * is {@code lead.(staff.leads)+}.
     *
     * @param more the steps, from the class that is reached and back to it
     * @return a new path
     */
    public final P steps(ObjectPath<? super T, ? extends T, ?> more) {
        return at(route().bracketed(more.route()));
    }

    /**
     * Returns the same path, with other steps, for generated classes.
     *
     * @param route the steps
     * @return a new path
     */
    protected abstract P at(Route<R> route);

    /**
     * Returns the steps to the objects of one class only, for generated classes.
     *
     * @param type the class, as queries name it
     * @return their route
     */
    protected final Route<R> only(String type) {
        return route().only(type);
    }

    /**
     * Returns the steps to the objects that refer to this one, for generated classes.
     *
     * @param owner their class, as queries name it
     * @param name their field
     * @return their route
     */
    protected final Route<R> inverse(String owner, String name) {
        return route().inverse(owner, name);
    }

    private Condition<R> compared(Operator operator, Term right) {
        return Condition.comparison(path(), operator, right);
    }

    private Condition<R> in(Variable<?> variable, boolean negated) {
        return new Condition<>(new Expression.InVariable(Route.NOWHERE, path(), negated, variable.variable()));
    }

    private Condition<R> in(Parameter<?> objects, boolean negated) {
        return new Condition<>(new Expression.In(Route.NOWHERE, path(), negated, List.of(objects.value())));
    }

    private Condition<R> is(Class<?> type, boolean negated) {
        return new Condition<>(
                new Expression.IsClass(Route.NOWHERE, path(), negated, Route.className(type.getCanonicalName())));
    }
}
