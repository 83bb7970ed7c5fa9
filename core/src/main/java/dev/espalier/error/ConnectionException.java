package dev.espalier.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the database cannot be reached or opened: an unknown URL, a missing driver, an unreachable server, a wrong password, a file
 * without write access. The message says what to do.
 */
public final class ConnectionException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param code the error code
     * @param message what, where, found and expected
     */
    public ConnectionException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param code the error code
     * @param message what, where, found and expected
     * @param cause the exception of the driver or the JDK, or null
     */
    public ConnectionException(ErrorCode code, @Nullable String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
