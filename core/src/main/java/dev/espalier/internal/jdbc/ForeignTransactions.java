package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.FOREIGN_TRANSACTION;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Driver;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Refuses connections of a transaction that somebody else commits or rolls back: our COMMIT would commit what is not ours, and theirs would fail. They
 * come from proxies and pools that give a thread the connection of its transaction.
 */
final class ForeignTransactions {

    /** Its connections are proxies with a handler that is an inner class: they join a transaction that may begin at any time. */
    private static final String SPRING = "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy";

    private ForeignTransactions() {}

    /**
     * Looks at a connection before anything is done with it. Of an exclusive pool, a transaction that is open was left by an earlier taker, or by the pool
     * itself when it tried the connection: it is rolled back.
     *
     * @param source has given it
     * @param comesWithAutoCommit whether connections of the source have auto-commit on outside of transactions
     * @throws ConnectionException {@code foreign-transaction} if it belongs to a transaction of somebody else
     */
    static void refuse(Connection connection, DataSource source, Driver driver, boolean comesWithAutoCommit)
            throws SQLException {
        if (Proxy.isProxyClass(connection.getClass())
                && Proxy.getInvocationHandler(connection).getClass().getName().startsWith(SPRING)) {
            throw refusal(
                    "found a connection of Spring's TransactionAwareDataSourceProxy, which takes part in the caller's transaction",
                    "Open the database with the DataSource below that proxy, its target",
                    null);
        }
        if (connection.getAutoCommit()) {
            return;
        }
        if (comesWithAutoCommit) {
            throw refusal(
                    "found a connection with auto-commit off from a DataSource that gave one with auto-commit on before: a transaction of somebody else is open"
                            + " on it",
                    "Use the database outside of that transaction, or open it with a pool that takes part in none. If none is open, let the pool turn"
                            + " auto-commit on whenever it gives a connection",
                    null);
        }
        if (driver.isInTransaction(connection)) {
            if (ExclusivePools.include(source)) {
                connection.rollback();
                return;
            }
            throw refusal(
                    "found a connection with auto-commit off on which a transaction is open: one of somebody else, or one that the DataSource, or an earlier"
                            + " taker, has begun by a statement and not ended",
                    "Use the database outside of that transaction, or open it with a pool that takes part in none. If nobody has begun one, let the DataSource"
                            + " turn auto-commit on",
                    null);
        }
    }

    /** Two are open at once, and they are the same. */
    static ConnectionException twice() {
        return refusal(
                "found one connection that the DataSource gives several times at once, as for a thread or a transaction",
                "Open the database with a pool that gives each connection to one taker at a time",
                null);
    }

    /** A transaction manager says where transactions end. */
    static ConnectionException keepsAutoCommitOff(SQLException reason) {
        return refusal(
                "found a connection that refuses to turn auto-commit on (" + reason.getMessage()
                        + "), as one of a transaction manager does",
                "Use the database outside of its transactions, or open it with a pool that takes part in none",
                reason);
    }

    private static ConnectionException refusal(String found, String advice, @Nullable Exception cause) {
        return new ConnectionException(
                FOREIGN_TRANSACTION,
                found + "; expected a connection whose transactions begin and end here. " + advice,
                cause);
    }
}
