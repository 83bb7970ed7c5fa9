package dev.espalier.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the Java classes cannot be stored as they are. The message names the class, the field and the reason. Thrown when the model is
 * built, before any database is used.
 */
public final class ModelException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param code the error code
     * @param message what, where, found and expected
     */
    public ModelException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param code the error code
     * @param message what, where, found and expected
     * @param cause the exception of the driver or the JDK, or null
     */
    public ModelException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
