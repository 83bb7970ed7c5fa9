package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Rql;

/**
 * The way from an object to others, or to their values.
 *
 * @param <R> the class where it begins
 */
public abstract sealed class Path<R> permits ValuePath, StructurePath {

    private final Route<R> route;

    Path(Route<R> route) {
        this.route = route;
    }

    /**
     * Makes the condition {@code path IS NULL}: a slot is empty, or none is reached.
     *
     * @return the condition
     */
    public final Condition<R> isNull() {
        return new Condition<>(new Expression.IsNull(Route.NOWHERE, path(), false));
    }

    /**
     * Makes the condition {@code path IS NOT NULL}: some slot holds something.
     *
     * @return the condition
     */
    public final Condition<R> isNotNull() {
        return new Condition<>(new Expression.IsNull(Route.NOWHERE, path(), true));
    }

    /**
     * Makes the condition {@code path IS EMPTY}: a collection has no member. For paths that end in a collection.
     *
     * @return the condition
     */
    public final Condition<R> isEmpty() {
        return new Condition<>(new Expression.IsEmpty(Route.NOWHERE, path(), false));
    }

    /**
     * Makes the condition {@code path IS NOT EMPTY}: some collection has a member. For paths that end in a collection.
     *
     * @return the condition
     */
    public final Condition<R> isNotEmpty() {
        return new Condition<>(new Expression.IsEmpty(Route.NOWHERE, path(), true));
    }

    /** Returns the path as text, as queries have it. */
    @Override
    public final String toString() {
        return Rql.print(path());
    }

    // Not public, so that the generated classes can have methods of these names for fields of these names.

    final Route<R> route() {
        return route;
    }

    final dev.espalier.internal.rql.Path path() {
        return route.path();
    }
}
