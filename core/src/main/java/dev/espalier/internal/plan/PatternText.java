package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.BAD_PATTERN;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.espalier.internal.rql.Value;
import org.jspecify.annotations.Nullable;

/** Reads the pattern of a match from a literal or a parameter, and refuses one that engines would read in different ways. */
record PatternText(QueryErrors mistakes, Parameters parameters) {

    /** Returns null if the parameter is null. */
    @Nullable
    String of(Value given) {
        Object pattern = given instanceof Value.Parameter parameter
                ? parameters.value(parameter)
                : ((Value.TextLiteral) given).text();
        if (pattern != null && !(pattern instanceof CharSequence)) {
            throw mistakes.at(
                    given.position(),
                    WRONG_TYPE,
                    "found " + Constants.withArticle(pattern.getClass().getSimpleName())
                            + " as a pattern; expected a text");
        }
        if (pattern != null && !UTF_8.newEncoder().canEncode(pattern.toString())) {
            // Drivers would send another character, such as '?' or U+FFFD, which the engine could find.
            throw mistakes.at(
                    given.position(),
                    WRONG_TYPE,
                    "found half of a surrogate pair in the pattern; only whole characters are kept");
        }
        if (pattern != null && endsInEscape(pattern.toString())) {
            throw mistakes.at(
                    given.position(),
                    BAD_PATTERN,
                    "the pattern ends in a backslash that escapes nothing; a backslash itself" + " is written twice");
        }
        return pattern == null ? null : pattern.toString();
    }

    private static boolean endsInEscape(String pattern) {
        int end = pattern.length();
        while (end > 0 && pattern.charAt(end - 1) == '\\') {
            end--;
        }
        return (pattern.length() - end) % 2 == 1;
    }
}
