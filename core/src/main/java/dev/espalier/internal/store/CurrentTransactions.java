package dev.espalier.internal.store;

import dev.espalier.internal.transaction.Transactions;
import org.jspecify.annotations.Nullable;

/** The transactions whose work runs now, one for each thread at most: work within work is a part of the same one. Safe for any number of threads. */
final class CurrentTransactions {

    private final Transactions transactions;
    private final ThreadLocal<OpenTransaction> current = new ThreadLocal<>();

    CurrentTransactions(Transactions transactions) {
        this.transactions = transactions;
    }

    /** The transaction of this thread, or null. */
    @Nullable
    OpenTransaction find() {
        return current.get();
    }

    /** Runs work that may write, as a part of the thread's transaction, or in one of its own. */
    <T extends @Nullable Object, X extends Exception> T transact(OpenTransaction.Body<T, X> work) throws X {
        OpenTransaction joined = current.get();
        return joined != null
                ? work.in(joined)
                : transactions.transact(context -> run(work, OpenTransaction.writing(context)));
    }

    /** Runs work that only reads, as a part of the thread's transaction, or in one of its own. */
    <T extends @Nullable Object, X extends Exception> T read(OpenTransaction.Body<T, X> work) throws X {
        OpenTransaction joined = current.get();
        return joined != null
                ? joined.read(work)
                : transactions.read(context -> run(work, OpenTransaction.reading(context)));
    }

    private <T extends @Nullable Object, X extends Exception> T run(
            OpenTransaction.Body<T, X> work, OpenTransaction transaction) throws X {
        current.set(transaction);
        try {
            return work.in(transaction);
        } finally {
            transaction.end();
            current.remove();
        }
    }
}
