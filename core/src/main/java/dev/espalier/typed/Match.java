package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;

/**
 * {@code path MATCH 'A%'}: case matters, unless it is {@link #ignoreCase ignored}.
 *
 * @param <R> the class whose objects fulfil it
 */
public final class Match<R> extends Condition<R> {

    private final Expression.Match match;

    Match(Expression.Match match) {
        super(match);
        this.match = match;
    }

    /**
     * Makes the condition {@code path MATCH 'A%' IGNORE CASE}.
     *
     * @return a new condition
     */
    public Condition<R> ignoreCase() {
        return new Condition<>(
                new Expression.Match(Route.NOWHERE, match.path(), match.negated(), match.pattern(), true));
    }
}
