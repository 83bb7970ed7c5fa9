package dev.espalier.internal.plan;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import java.util.Optional;

/**
 * Creates the errors of one query text.
 *
 * @param variable the variable with this text; empty for the query itself
 */
public record QueryErrors(Optional<String> variable, String text) {

    static QueryErrors ofQuery(String text) {
        return new QueryErrors(Optional.empty(), text);
    }

    static QueryErrors ofVariable(String name, String text) {
        return new QueryErrors(Optional.of(name), text);
    }

    /** Creates an error at a place of the text, counted from 1. */
    public QueryException at(int position, ErrorCode code, String detail) {
        QueryException mistake = new QueryException(code, text, position, detail);
        return variable.map(mistake::inVariable).orElse(mistake);
    }

    /**
     * Creates the error that a number is too large.
     *
     * @param written the formula
     */
    QueryException overflow(int position, String written) {
        return at(
                position,
                ErrorCode.NUMBER_OVERFLOW,
                "a number of " + written + " is beyond 64 bits; expected smaller numbers, or decimals: 1.0 * number");
    }

    /** Creates an error without a position of its own in the text. */
    QueryException atEnd(ErrorCode code, String detail) {
        return at(text.length() + 1, code, detail);
    }
}
