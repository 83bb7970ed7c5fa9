package dev.espalier.error;

/**
 * The database cannot be reached or opened: an unknown URL, a driver that is missing, a server that is down, a wrong password, a file
 * that cannot be written. Says what to do.
 */
public final class ConnectionException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /** Whether the same call may succeed when it is made again. */
    private final boolean retryable;

    /**
     * An error of this kind.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     * @param retryable whether the same call may succeed when it is made again
     * @param cause what the driver or the JDK reported, or null
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
