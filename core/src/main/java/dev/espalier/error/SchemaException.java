package dev.espalier.error;

/**
 * The database does not fit the model it is opened with: lists the differences. Nothing was changed.
 */
public final class SchemaException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * An error of this kind.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     */
    public SchemaException(String code, String message) {
        this(code, message, null);
    }

    /**
     * An error that another one has caused.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public SchemaException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
