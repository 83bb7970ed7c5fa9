package dev.espalier.error;

/**
 * Thrown if the database cannot be reached or opened: an unknown URL, a missing driver, an unreachable server, a wrong password, a file
 * without write access. The message tells what to do.
 */
public final class ConnectionException extends EspalierException {

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
    public ConnectionException(String code, String message, boolean retryable, Throwable cause) {
        super(code, message, cause);
        this.retryable = retryable;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }
}
