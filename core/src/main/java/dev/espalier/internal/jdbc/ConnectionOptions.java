package dev.espalier.internal.jdbc;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.Retry;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a database is reached.
 *
 * @param user null if the URL says it or none is needed
 * @param password null if the URL says it or none is needed; never shown
 * @param poolSize how many connections at most
 * @param connectTimeout how long one waits for a connection
 * @param lockWait how long a writer, or a change of tables, waits for the locks of others
 * @param statementTimeout how long a statement of the program's takes; zero for any time
 * @param transactionTimeout the time after which a failed attempt is not retried
 * @param onRetry receives each further attempt
 */
public record ConnectionOptions(
        @Nullable String user,
        @Nullable String password,
        int poolSize,
        Duration connectTimeout,
        Duration lockWait,
        Duration statementTimeout,
        Duration transactionTimeout,
        Consumer<Retry> onRetry) {
    public ConnectionOptions {
        requireNonNull(connectTimeout);
        requireNonNull(lockWait);
        requireNonNull(statementTimeout);
        requireNonNull(transactionTimeout);
        requireNonNull(onRetry);
        if (poolSize < 1) {
            throw new IllegalArgumentException("poolSize " + poolSize + "; at least 1 connection is needed");
        }
    }

    /** The same with another listener for further attempts. */
    public ConnectionOptions withRetryListener(Consumer<Retry> other) {
        return new ConnectionOptions(
                user, password, poolSize, connectTimeout, lockWait, statementTimeout, transactionTimeout, other);
    }

    @Override
    public String toString() {
        return "ConnectionOptions[user=" + user + ", poolSize=" + poolSize + "]";
    }
}
