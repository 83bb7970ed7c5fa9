package dev.espalier.error;

/**
 * The Java classes cannot be kept as they are: names the class, the field and the reason. Thrown when the model is made, before any
 * database is touched.
 */
public final class ModelException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * An error of this kind.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     */
    public ModelException(String code, String message) {
        this(code, message, null);
    }

    /**
     * An error that another one has caused.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public ModelException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
