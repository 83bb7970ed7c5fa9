package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Rql;
import java.util.Objects;

/**
 * {@code Q2}: a query of its own, which is given by {@code Query.define}. As a condition: the object is in its result. Made by
 * {@link Words#variable}.
 *
 * @param <R> the class whose objects it finds
 */
public final class Variable<R> extends Condition<R> {

    private final Class<R> type;

    Variable(String name, Class<R> type) {
        super(new Expression.Variable(Route.NOWHERE, Route.checked(Rql.VARIABLE, name)));
        this.type = Objects.requireNonNull(type);
    }

    /**
     * Returns the name.
     *
     * @return {@code Q} with digits, or a name behind {@code @}
     */
    public String name() {
        return variable().name();
    }

    /**
     * Returns the class whose objects the variable finds.
     *
     * @return the class
     */
    public Class<R> type() {
        return type;
    }

    Expression.Variable variable() {
        return (Expression.Variable) expression();
    }
}
