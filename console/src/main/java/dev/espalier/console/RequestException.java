package dev.espalier.console;

/** A request that the page would not send. */
final class RequestException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RequestException(String message) {
        super(message);
    }
}
