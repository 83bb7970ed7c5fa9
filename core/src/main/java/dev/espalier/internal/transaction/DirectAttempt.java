package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import java.util.function.Supplier;

/** Sends complete writes in a transaction of its own, which sees the latest committed state. For one thread. */
final class DirectAttempt implements Attempt {

    private final Supplier<DatabaseTransaction> begin;

    /** @param begin begins the transaction */
    DirectAttempt(Supplier<DatabaseTransaction> begin) {
        this.begin = begin;
    }

    @Override
    public Outcome commit(Writes writes) {
        DatabaseTransaction transaction;
        try {
            transaction = begin.get();
        } catch (EspalierException e) {
            return Outcome.of(e, 0);
        }
        try (transaction) {
            transaction.mark();
            return transaction.commit(writes);
        }
    }
}
