package dev.espalier.lab.subject;

import org.jspecify.annotations.Nullable;

/** A subject failed while it stored or searched. The message names the subject, the operation and the engine's error. */
public final class SubjectException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what, where, found and expected
     * @param cause what the driver or the library reported
     */
    public SubjectException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
