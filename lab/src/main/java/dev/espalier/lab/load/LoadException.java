package dev.espalier.lab.load;

/** An operation failed with an error that is no conflict, so the run has ended. The message has the target's answer. */
public final class LoadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
