package dev.espalier.error;

import org.jspecify.annotations.Nullable;

/** Thrown if an object with a given id is not in the database. Nothing was changed. */
public final class NotFoundException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param code the error code
     * @param message what, where, found and expected
     */
    public NotFoundException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with a cause.
     *
     * @param code the error code
     * @param message what, where, found and expected
     * @param cause the exception of the driver or the JDK, or null
     */
    public NotFoundException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
