package dev.espalier.error;

/**
 * The connection was lost while a transaction was committed, and the database could not be asked in time whether it was. Either all of it
 * is committed or nothing. The program's objects are what they were before it.
 *
 * <p>To find out, hand this exception to {@code Database.isCommitted} when the database can be reached again. Before that nothing of the
 * transaction should be stored anew: new objects would be stored twice.
 */
public final class UnknownOutcomeException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /** Which row of the table {@code espalier_commits} tells. */
    private final long slot;
    /** The number that the transaction wrote there. */
    private final long number;

    /**
     * An error of this kind.
     *
     * @param message what is known, and how to find out
     * @param slot which row of the table {@code espalier_commits} tells
     * @param number the transaction's number, positive
     * @param cause what the commit met
     */
    public UnknownOutcomeException(String message, long slot, long number, Throwable cause) {
        super("commit-unknown", message, cause);
        this.slot = slot;
        this.number = number;
    }

    /**
     * Which row of the table {@code espalier_commits} tells whether it was committed. It stands there for a week at least.
     *
     * @return the row's key
     */
    public long slot() {
        return slot;
    }

    /**
     * The transaction's number: the row's is not less if the transaction was committed, and less if it was not.
     *
     * @return positive
     */
    public long number() {
        return number;
    }
}
