package dev.espalier.cli;

/** A command is used wrongly. Nothing was started, and the process ends with the code 2. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message where, found, expected, in one line */
    public UsageException(String message) {
        super(message);
    }
}
