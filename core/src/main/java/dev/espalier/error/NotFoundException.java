package dev.espalier.error;

/**
 * An object that was asked for by id is not in the database. Nothing was changed.
 */
public final class NotFoundException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * An error of this kind.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     */
    public NotFoundException(String code, String message) {
        this(code, message, null);
    }

    /**
     * An error that another one has caused.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public NotFoundException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
