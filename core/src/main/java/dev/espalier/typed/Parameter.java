package dev.espalier.typed;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.Value;

/**
 * {@code :name}: a value that is given with the query, by {@code Query.with}. Made by {@link Words#parameter}.
 *
 * @param <V> the values; in a list, a collection of them is given too
 */
public final class Parameter<V> implements Comparand<Object, V>, Choice<V> {

    private final Value.Parameter value;

    Parameter(String name) {
        value = new Value.Parameter(Route.NOWHERE, Route.checked(Rql.NAME, name));
    }

    /**
     * Returns the name.
     *
     * @return without the colon
     */
    public String name() {
        return value.name();
    }

    Value.Parameter value() {
        return value;
    }
}
