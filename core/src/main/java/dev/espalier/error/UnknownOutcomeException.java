package dev.espalier.error;

/**
 * Thrown if the connection was lost during COMMIT, and the outcome could not be determined in time. The transaction is committed as a
 * whole, or not at all. The program's objects are restored.
 *
 * <p>Pass this exception to {@code Database.isCommitted} when the database can be reached again. Store nothing of the transaction before
 * that: new objects would be stored twice. An embedded engine keeps no commit marker: if its file was closed in COMMIT, {@code isCommitted} cannot
 * tell either. Read what the transaction has written.
 */
public final class UnknownOutcomeException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /** The commit marker's row in the table {@code espalier_commits}; 0 on an embedded engine. */
    private final long slot;
    /** The transaction's number; 0 on an embedded engine. */
    private final long number;

    /**
     * Creates the exception.
     *
     * @param message the known facts, and how to find out
     * @param slot the commit marker's row in the table {@code espalier_commits}; 0 if there is none
     * @param number the transaction's number, positive; 0 if there is no commit marker
     * @param cause the error of COMMIT
     */
    public UnknownOutcomeException(String message, long slot, long number, Throwable cause) {
        super(ErrorCode.COMMIT_UNKNOWN, message, cause);
        this.slot = slot;
        this.number = number;
    }

    /**
     * Returns the commit marker's row in the table {@code espalier_commits}. It is kept for at least a week.
     *
     * @return the row's key; 0 on an embedded engine, which keeps no commit marker
     */
    public long slot() {
        return slot;
    }

    /**
     * Returns the transaction's number. If the row's number is not less, the transaction was committed.
     *
     * @return a positive number; 0 on an embedded engine
     */
    public long number() {
        return number;
    }
}
