package dev.espalier.lab.subject;

/** A subject failed while it stored or found; the message says which, where and what the engine said. */
public final class SubjectException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what, where, found and expected
     * @param cause what the driver or the library reported
     */
    public SubjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
