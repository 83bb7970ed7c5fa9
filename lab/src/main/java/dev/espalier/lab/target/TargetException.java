package dev.espalier.lab.target;

/** A target cannot be reached or refuses what every run needs; the message says which, what it answered and what to do. */
public final class TargetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public TargetException(String message, Throwable cause) {
        super(message, cause);
    }
}
