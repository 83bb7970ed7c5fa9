package dev.espalier.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The superclass of all exceptions of the library. The message says what was found and expected, and where. {@link #code()} is for
 * programs. {@link #retryable()} shows whether the same call may succeed later.
 *
 * <p>A failed call has left the database unchanged, unless it is an {@link UnknownOutcomeException}. No message, cause or log line of the
 * library contains a password. The message names the database, but contains neither its host, port and user nor its folder: a web application may
 * show it. {@link #place()} and the cause contain them.
 */
public abstract sealed class EspalierException extends RuntimeException
        permits ModelException,
                SchemaException,
                QueryException,
                ConnectionException,
                StoreException,
                NotFoundException,
                NotLoadedException,
                LimitException,
                DatabaseException,
                UnknownOutcomeException {

    private static final long serialVersionUID = 1L;

    /** The error code. */
    private final ErrorCode errorCode;
    /** Null if it is not known, or does not matter. */
    private @Nullable String place;

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
     * Returns the URL of the database that the failed call was about, without passwords, for example {@code jdbc:postgresql://db7:5432/shop}. It is for logs
     * and administrators: neither the message nor {@link #toString()} has it.
     *
     * @return the URL; null if the message names no database, or its URL is not known
     */
    public final @Nullable String place() {
        return place;
    }

    /**
     * Sets what {@link #place()} returns, unless it was set before. The library calls it.
     *
     * @param url the URL of the database without passwords, or null
     */
    public final void initPlace(@Nullable String url) {
        if (place == null) {
            place = url;
        }
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
