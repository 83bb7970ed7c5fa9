package dev.espalier;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Work in SQL that is part of a transaction and has a result. It is retried with the work of the transaction.
 *
 * @param <T> the result
 * @param <X> what the work may throw beside a {@code SQLException}
 */
@FunctionalInterface
public interface SqlWork<T extends @Nullable Object, X extends Exception> {

    /**
     * Does the work.
     *
     * @param connection of the transaction; usable by this thread until this method returns
     * @return what {@link Transaction#withConnection} returns
     * @throws SQLException as the driver throws it; {@link Transaction#withConnection} throws an {@link dev.espalier.error.EspalierException} in its place
     * @throws X whatever it likes
     */
    T on(Connection connection) throws SQLException, X;

    /**
     * Work in SQL that has no result; see {@link SqlWork}.
     *
     * @param <X> what the work may throw beside a {@code SQLException}
     */
    @FunctionalInterface
    interface WithoutResult<X extends Exception> {

        /**
         * Does the work.
         *
         * @param connection of the transaction; usable by this thread until this method returns
         * @throws SQLException as the driver throws it; {@link Transaction#useConnection} throws an {@link dev.espalier.error.EspalierException} in its place
         * @throws X whatever it likes
         */
        void on(Connection connection) throws SQLException, X;
    }
}
