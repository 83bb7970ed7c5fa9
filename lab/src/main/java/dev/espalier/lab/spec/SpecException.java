package dev.espalier.lab.spec;

/** The specification of a run is invalid. The message says where, what was found and what is expected. Nothing was started. */
public final class SpecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message where, found, expected, in one line */
    public SpecException(String message) {
        super(message);
    }
}
