package dev.espalier.lab.workload;

/** A target gave a wrong answer: the run has failed, and its figures mean nothing. */
public final class WrongAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message who answered, what was found and what is expected */
    public WrongAnswerException(String message) {
        super(message);
    }
}
