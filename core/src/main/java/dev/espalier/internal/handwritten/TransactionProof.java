package dev.espalier.internal.handwritten;

import static dev.espalier.error.ErrorCode.SQL_ENDED_TRANSACTION;
import static dev.espalier.error.ErrorCode.SQL_REFUSED;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.engine.SqlRules;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;

/** Proves that what no text shows has not ended the transaction: a savepoint that was set before is still there. For one thread. */
final class TransactionProof {

    private final Session session;
    private final SqlRules rules;
    private final String savepoint;
    private boolean isSet;

    /** @param depth within how many loans it is: MySQL has one savepoint of a name */
    TransactionProof(Session session, SqlRules rules, int depth) {
        this.session = session;
        this.rules = rules;
        this.savepoint = "espalier_loan_" + depth;
    }

    /**
     * Sets a savepoint before something that may end the transaction; {@link #end} checks it.
     *
     * @param doing what the program does, for the message
     * @throws StoreException {@code sql-refused} if the engine has no savepoint that shows it
     */
    void begin(String doing) {
        if (!rules.savepointsShowTheEnd()) {
            throw new StoreException(
                    SQL_REFUSED,
                    doing + " is refused on " + session.engine().name()
                            + ": whether it ends the transaction could not be found out");
        }
        if (!isSet) {
            session.savepoint(savepoint);
            isSet = true;
        }
    }

    /** Whether the savepoint is set. */
    boolean isSet() {
        return isSet;
    }

    /** Sets the savepoint again, after a rollback to an earlier one, or its release, has taken it away. The earlier one has shown that the transaction is the same. */
    void renew() {
        if (isSet) {
            session.savepoint(savepoint);
        }
    }

    /** @throws StoreException {@code sql-ended-transaction} if the transaction is not the same */
    void end() {
        if (isSet) {
            isSet = false;
            try {
                session.releaseSavepoint(savepoint);
            } catch (EspalierException e) {
                if (Retries.isCurable(e) || Retries.isLost(e)) {
                    throw e;
                }
                throw ended("a procedure, or a call of the driver,", e);
            }
        }
    }

    /** @param by what has ended the transaction */
    static StoreException ended(String by, Exception cause) {
        return new StoreException(
                SQL_ENDED_TRANSACTION,
                by
                        + " has ended the transaction, or has left a failure in it; what was written before may be committed, and the work is not retried",
                cause);
    }
}
