package dev.espalier.lab.torture;

/** An operation that was not committed, or whose outcome is unknown. */
public final class OperationFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind of failure. */
    private final String code;
    /** Whether it may have been committed. */
    private final boolean unknown;

    OperationFailure(String code, boolean unknown, Throwable cause) {
        super(code + ": " + cause.getMessage(), cause);
        this.code = code;
        this.unknown = unknown;
    }

    /** @return the kind of failure, as the client names it */
    public String code() {
        return code;
    }

    /** @return whether it may have been committed nevertheless */
    public boolean isUnknown() {
        return unknown;
    }
}
