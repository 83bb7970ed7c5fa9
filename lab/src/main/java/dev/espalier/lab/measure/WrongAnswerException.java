package dev.espalier.lab.measure;

/** A subject gave an answer that is not the known one: the run has failed, its figures mean nothing. */
public final class WrongAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WrongAnswerException(String message) {
        super(message);
    }
}
