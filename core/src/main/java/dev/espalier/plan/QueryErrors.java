package dev.espalier.plan;

import dev.espalier.error.QueryException;
import java.util.Optional;

/**
 * Makes the errors of one text.
 *
 * @param variable whose text it is; empty for the query itself
 */
record QueryErrors(Optional<String> variable, String text) {

    static QueryErrors ofQuery(String text) {
        return new QueryErrors(Optional.empty(), text);
    }

    static QueryErrors ofVariable(String name, String text) {
        return new QueryErrors(Optional.of(name), text);
    }

    QueryException at(int position, String code, String detail) {
        QueryException mistake = new QueryException(code, text, position, detail);
        return variable.map(mistake::inVariable).orElse(mistake);
    }

    /** Where nothing in the text itself is wrong. */
    QueryException atEnd(String code, String detail) {
        return at(text.length() + 1, code, detail);
    }
}
