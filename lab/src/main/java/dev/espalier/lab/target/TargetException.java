package dev.espalier.lab.target;

import org.jspecify.annotations.Nullable;

/** A target is unreachable, or refuses something that every run needs. The message names it and its answer, and says what to do. */
public final class TargetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what, where, found and expected
     * @param cause what the driver or the JDK reported, or null
     */
    public TargetException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
