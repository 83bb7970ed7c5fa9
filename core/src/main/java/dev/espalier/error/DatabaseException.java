package dev.espalier.error;

/**
 * Thrown if the database refuses or fails a statement: a full disk, a lock timeout, a lost connection, a limit of the engine. The message
 * has the engine's error, the cause is its exception.
 */
public final class DatabaseException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /** Whether the same call may succeed when it is made again. */
    private final boolean retryable;

    /**
     * Creates the exception.
     *
     * @param code the error code, in lower case with hyphens
     * @param message what, where, found and expected
     * @param retryable whether the same call may succeed later
     * @param cause the exception of the driver or the JDK, or null
     */
    public DatabaseException(String code, String message, boolean retryable, Throwable cause) {
        super(code, message, cause);
        this.retryable = retryable;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }
}
