package dev.espalier;

import org.jspecify.annotations.Nullable;

/**
 * The work of a transaction that has a result. It runs once more after a conflict with another transaction, or after a lost connection. So it must not
 * change anything outside of the database that cannot be repeated.
 *
 * @param <T> the result
 * @param <X> what the work may throw
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Exception> {

    /**
     * Does the work.
     *
     * @param transaction reads and writes
     * @return what {@link Database#inTransaction} or {@link Database#inSnapshot} returns
     * @throws X whatever it likes; the transaction is rolled back
     */
    T in(Transaction transaction) throws X;

    /**
     * The work of a transaction that has no result; see {@link Work}.
     *
     * @param <X> what the work may throw
     */
    @FunctionalInterface
    interface WithoutResult<X extends Exception> {

        /**
         * Does the work.
         *
         * @param transaction reads and writes
         * @throws X whatever it likes; the transaction is rolled back
         */
        void in(Transaction transaction) throws X;
    }
}
