package dev.espalier.plan;

import dev.espalier.error.QueryException;

/** Makes the errors of one query. */
record Mistakes(String query) {

    QueryException at(int position, String code, String detail) {
        return new QueryException(code, query, position, detail);
    }

    /** Where nothing in the text itself is wrong. */
    QueryException atEnd(String code, String detail) {
        return at(query.length() + 1, code, detail);
    }
}
