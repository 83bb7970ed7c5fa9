package dev.espalier.error;

import java.util.Objects;

/**
 * The superclass of all exceptions of the library. The message tells what was found and expected, and where. {@link #code()} is for
 * programs. {@link #retryable()} tells whether the same call may succeed later.
 *
 * <p>A failed call has left the database unchanged, unless it is an {@link UnknownOutcomeException}. No message, cause or log line of the
 * library contains a password.
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
     * Returns the error code in lower case with hyphens, for example {@code unknown-field}. Codes are part of the API: an error keeps its
     * code.
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
