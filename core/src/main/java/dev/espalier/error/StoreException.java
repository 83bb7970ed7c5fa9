package dev.espalier.error;

/**
 * Objects could not be stored: names the object's class, its id where it has one, and the field. Nothing of the call was stored.
 */
public final class StoreException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /**
     * An error of this kind.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     */
    public StoreException(String code, String message) {
        this(code, message, null);
    }

    /**
     * An error that another one has caused.
     *
     * @param code the kind of mistake, in lower case with hyphens
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public StoreException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
