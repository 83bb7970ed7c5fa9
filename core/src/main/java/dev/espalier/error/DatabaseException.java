package dev.espalier.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the database refuses or fails a statement: a full disk, a lock timeout, a lost connection, a limit of the engine. The message
 * has the engine's error, the cause is its exception.
 */
public final class DatabaseException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param code the error code
     * @param message what, where, found and expected
     */
    public DatabaseException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param code the error code
     * @param message what, where, found and expected
     * @param cause the exception of the driver or the JDK, or null
     */
    public DatabaseException(ErrorCode code, @Nullable String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
