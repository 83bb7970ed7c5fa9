package dev.espalier.error;

/**
 * An answer grew over one of its bounds: names the bound and the relation that grew. Nothing was changed.
 */
public final class LimitException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * An error of this kind.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     */
    public LimitException(String code, String message) {
        this(code, message, null);
    }

    /**
     * An error that another one has caused.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public LimitException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
