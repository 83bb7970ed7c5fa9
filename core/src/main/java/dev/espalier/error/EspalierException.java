package dev.espalier.error;

import java.util.Objects;

/**
 * What went wrong in one call. The message says what, where, found and expected; {@link #code()} names the kind of mistake
 * for programs; {@link #retryable()} says whether the same call may succeed when it is made again.
 *
 * <p>A failed call has left the database as it was before, unless it is an {@link UnknownOutcomeException}. No message, cause or log line
 * of the library contains a password.
 */
public abstract sealed class EspalierException extends RuntimeException
        permits ModelException, SchemaException, QueryException, ConnectionException, StoreException, NotFoundException,
                LimitException, DatabaseException, UnknownOutcomeException {

    private static final long serialVersionUID = 1L;

    /** The kind of mistake. */
    private final String code;

    EspalierException(String code, String message, Throwable cause) {
        super(Objects.requireNonNull(message), cause);
        this.code = Objects.requireNonNull(code);
    }

    /**
     * The kind of mistake in lower case with hyphens, for example {@code unknown-field}. Codes are part of the API: a kind
     * of mistake keeps its code.
     *
     * @return the code, never null
     */
    public final String code() {
        return code;
    }

    /**
     * Returns whether the same call may succeed later without any change, for example after a restart of the server.
     *
     * @return true if a retry can succeed
     */
    public boolean retryable() {
        return false;
    }
}
