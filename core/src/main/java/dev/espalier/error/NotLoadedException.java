package dev.espalier.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a part of an object that was not loaded is read, changed or stored: bounds have left it out, or the program does not have the classes of
 * what it refers to. Nothing was changed.
 */
public final class NotLoadedException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param code the error code
     * @param message what, where, found and expected
     */
    public NotLoadedException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param code the error code
     * @param message what, where, found and expected
     * @param cause the exception of the driver or the JDK, or null
     */
    public NotLoadedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
