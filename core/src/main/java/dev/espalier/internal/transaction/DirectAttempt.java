package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;

/** Sends complete writes in a transaction of its own, which sees the latest committed state. For one thread. */
final class DirectAttempt implements Attempt {

    private final DatabaseTransactions transactions;

    DirectAttempt(DatabaseTransactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public Outcome commit(Writes writes) {
        DatabaseTransaction transaction;
        try {
            transaction = transactions.beginLatest();
        } catch (EspalierException e) {
            return Outcome.of(e, 0);
        }
        try (transaction) {
            transaction.mark();
            return transaction.commit(writes);
        }
    }
}
