package dev.espalier;

/**
 * What a transaction does. It may be run several times, see {@link Database#transact}.
 *
 * @param <T> what it gives back
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface Work<T, X extends Exception> {

    /**
     * Does it.
     *
     * @param transaction to read and write with
     * @return what {@code transact} gives back
     * @throws X whatever it likes; the transaction is undone then
     */
    T in(Transaction transaction) throws X;

    /**
     * What a transaction does that gives nothing back. It is a kind of {@link Work} so that the compiler prefers it where a lambda could
     * be either: {@code tx -> transfer(tx, from, to)}.
     *
     * @param <X> what it may throw
     */
    @FunctionalInterface
    interface WithoutResult<X extends Exception> extends Work<Void, X> {

        /**
         * Does it.
         *
         * @param transaction to read and write with
         * @throws X whatever it likes; the transaction is undone then
         */
        void run(Transaction transaction) throws X;

        @Override
        default Void in(Transaction transaction) throws X {
            run(transaction);
            return null;
        }
    }
}
