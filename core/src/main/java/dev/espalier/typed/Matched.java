package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Value;

/**
 * A path that a pattern can be matched with: to texts, or to constants by their names.
 *
 * @param <R> the class where the path begins
 */
public sealed interface Matched<R> permits TextPath, EnumPath {

    /**
     * Makes the condition {@code path MATCH 'A%'}.
     *
     * @param pattern {@code %} for any run of characters, {@code _} for one, a backslash before one that means itself
     * @return the condition
     */
    default Match<R> match(String pattern) {
        return match(false, Literals.of(pattern));
    }

    /**
     * Makes the condition {@code path MATCH :parameter}.
     *
     * @param pattern is given the pattern
     * @return the condition
     */
    default Match<R> match(Parameter<String> pattern) {
        return match(false, pattern.value());
    }

    /**
     * Makes the condition {@code path NOT MATCH 'A%'}: the opposite of {@link #match} for a slot; an empty one fulfils it.
     *
     * @param pattern {@code %} for any run of characters, {@code _} for one, a backslash before one that means itself
     * @return the condition
     */
    default Match<R> notMatch(String pattern) {
        return match(true, Literals.of(pattern));
    }

    /**
     * Makes the condition {@code path NOT MATCH :parameter}.
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
