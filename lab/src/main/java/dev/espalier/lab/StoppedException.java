package dev.espalier.lab;

/** Somebody has ended it before there was anything to run on: what was made is dropped, nothing is written. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param cause what it was ended in the midst of, or null */
    public StoppedException(Throwable cause) {
        super("ended before the first run", cause);
    }
}
