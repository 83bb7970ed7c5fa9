package dev.espalier.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if objects cannot be stored. The message names the object's class, its id if it has one, and the field. Nothing of the call was
 * stored.
 */
public final class StoreException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param code the error code
     * @param message what, where, found and expected
     */
    public StoreException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param code the error code
     * @param message what, where, found and expected
     * @param cause the exception of the driver or the JDK, or null
     */
    public StoreException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
