package dev.espalier.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The superclass of all exceptions of the library. The message tells what was found and expected, and where. {@link #code()} is for
 * programs. {@link #retryable()} tells whether the same call may succeed later.
 *
 * <p>A failed call has left the database unchanged, unless it is an {@link UnknownOutcomeException}. No message, cause or log line of the
 * library contains a password.
 */
public abstract sealed class EspalierException extends RuntimeException
        permits ModelException,
                SchemaException,
                QueryException,
                ConnectionException,
                StoreException,
                NotFoundException,
                LimitException,
                DatabaseException,
                UnknownOutcomeException {

    private static final long serialVersionUID = 1L;

    /** The error code. */
    private final ErrorCode errorCode;

    EspalierException(ErrorCode code, @Nullable String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message), cause);
        this.errorCode = Objects.requireNonNull(code);
    }

    /**
     * Returns the error code as text, in lower case with hyphens, for example {@code unknown-field}. Texts are part of the API: an error
     * keeps its text.
     *
     * @return the text, never null
     */
    public final String code() {
        return errorCode.code();
    }

    /**
     * Returns the error code with its meaning and what to do.
     *
     * @return the code, never null
     */
    public final ErrorCode errorCode() {
        return errorCode;
    }

    /**
     * Returns whether the same call may succeed later without any change, for example after a restart of the server.
     *
     * @return true if a retry can succeed
     */
    public final boolean retryable() {
        return errorCode.retryable();
    }
}
