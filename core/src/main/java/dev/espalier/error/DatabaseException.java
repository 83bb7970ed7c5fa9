package dev.espalier.error;

/**
 * The database refused or failed while it worked: a full disk, a lock that was not had in time, a lost connection, a limit of the
 * engine. What the engine said stands in the message, its exception is the cause.
 */
public final class DatabaseException extends EspalierException {

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
    public DatabaseException(String code, String message, boolean retryable, Throwable cause) {
        super(code, message, cause);
        this.retryable = retryable;
    }

    @Override
    public boolean retryable() {
        return retryable;
    }
}
