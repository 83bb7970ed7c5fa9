package dev.espalier.lab.load;

/** An operation failed in a way that is no conflict: the run has ended. The message says what the target answered. */
public final class LoadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
