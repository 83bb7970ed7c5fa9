package dev.espalier.console;

import dev.espalier.error.QueryException;

/** A mistake in the text of a selection, not in that of its query. */
final class SelectionException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final QueryException mistake;

    SelectionException(QueryException mistake) {
        super(mistake);
        this.mistake = mistake;
    }

    QueryException mistake() {
        return mistake;
    }
}
