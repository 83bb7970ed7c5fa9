package dev.espalier.typed;

import dev.espalier.rql.Expression;
import dev.espalier.rql.Value;

/**
 * What patterns are matched with: texts, and the names of constants.
 *
 * @param <R> the class where the path begins
 */
public sealed interface Matched<R> permits TextPath, EnumPath {

    /**
     * {@code path MATCH 'A%'}.
     *
     * @param pattern {@code %} for any run of characters, {@code _} for one, a backslash before one that means itself
     * @return the condition
     */
    default Match<R> match(String pattern) {
        return match(false, Literals.of(pattern));
    }

    /**
     * {@code path MATCH :parameter}.
     *
     * @param pattern is given the pattern
     * @return the condition
     */
    default Match<R> match(Parameter<String> pattern) {
        return match(false, pattern.value());
    }

    /**
     * {@code path NOT MATCH 'A%'}: the opposite of {@link #match} for a slot; an empty one fulfils it.
     *
     * @param pattern {@code %} for any run of characters, {@code _} for one, a backslash before one that means itself
     * @return the condition
     */
    default Match<R> notMatch(String pattern) {
        return match(true, Literals.of(pattern));
    }

    /**
     * {@code path NOT MATCH :parameter}.
     *
     * @param pattern is given the pattern
     * @return the condition
     */
    default Match<R> notMatch(Parameter<String> pattern) {
        return match(true, pattern.value());
    }

    private Match<R> match(boolean negated, Value pattern) {
        return new Match<>(new Expression.Match(Route.NOWHERE, ((Path<?>) this).path(), negated, pattern, false));
    }
}
