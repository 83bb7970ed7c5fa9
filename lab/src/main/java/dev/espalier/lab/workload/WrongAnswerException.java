package dev.espalier.lab.workload;

/** A target gave an answer that is not the known one: the run has failed, its figures mean nothing. */
public final class WrongAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message who answered, what was found and what is expected */
    public WrongAnswerException(String message) {
        super(message);
    }
}
