package dev.espalier.lab;

import org.jspecify.annotations.Nullable;

/** The run was ended before it had data: its data are dropped, and nothing is written. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param cause what it was ended in the midst of, or null */
    public StoppedException(@Nullable Throwable cause) {
        super("ended before the first run", cause);
    }
}
