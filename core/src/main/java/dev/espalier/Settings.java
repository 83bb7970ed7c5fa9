package dev.espalier;

import dev.espalier.jdbc.ConnectionOptions;
import java.time.Duration;
import java.util.Objects;

/**
 * How a database is opened. Unchanging: each method gives new settings.
 *
 * <pre>{@code Settings.defaults().user("shop").password(secret).indexes(IndexLevel.RELATIONS)}</pre>
 */
public final class Settings {

    private static final Settings DEFAULTS = new Settings(null, null, null, 10, Duration.ofSeconds(10), Duration.ofSeconds(10),
            Duration.ofMinutes(1));

    private final String user;
    private final String password;
    private final IndexLevel indexes;
    private final int poolSize;
    private final Duration connectTimeout;
    private final Duration lockWait;
    private final Duration transactionTimeout;

    private Settings(String user, String password, IndexLevel indexes, int poolSize, Duration connectTimeout, Duration lockWait,
            Duration transactionTimeout) {
        this.user = user;
        this.password = password;
        this.indexes = indexes;
        this.poolSize = poolSize;
        this.connectTimeout = connectTimeout;
        this.lockWait = lockWait;
        this.transactionTimeout = transactionTimeout;
    }

    /**
     * No user, no password, index level {@link IndexLevel#BOTH} for a new database, at most 10 connections, 10 seconds to wait for
     * one and for locks, a minute for a transaction.
     *
     * @return the defaults
     */
    public static Settings defaults() {
        return DEFAULTS;
    }

    /**
     * Logs in as this user.
     *
     * @param name of the database's user; null where the URL says it or none is needed
     * @return new settings
     */
    public Settings user(String name) {
        return new Settings(name, password, indexes, poolSize, connectTimeout, lockWait, transactionTimeout);
    }

    /**
     * Logs in with this password.
     *
     * @param secret of the database's user; null where the URL says it or none is needed; never logged, never part of an error
     * @return new settings
     */
    public Settings password(String secret) {
        return new Settings(user, secret, indexes, poolSize, connectTimeout, lockWait, transactionTimeout);
    }

    /**
     * Indexes a new database so.
     *
     * @param level for a database that is created by being opened; a database that is there must have been created with the same
     *     one. Null: {@link IndexLevel#BOTH} for a new database, and whatever an old one has
     * @return new settings
     */
    public Settings indexes(IndexLevel level) {
        return new Settings(user, password, level, poolSize, connectTimeout, lockWait, transactionTimeout);
    }

    /**
     * Opens no more connections.
     *
     * @param connections how many are open at most, at least 1; without effect on a {@code DataSource}
     * @return new settings
     */
    public Settings poolSize(int connections) {
        if (connections < 1) {
            throw new IllegalArgumentException("poolSize " + connections + "; at least 1 connection is needed");
        }
        return new Settings(user, password, indexes, connections, connectTimeout, lockWait, transactionTimeout);
    }

    /**
     * Waits no longer for a connection.
     *
     * @param time how long a call waits for a connection, at least 250 ms
     * @return new settings
     */
    public Settings connectTimeout(Duration time) {
        if (time.toMillis() < 250) {
            throw new IllegalArgumentException("connectTimeout " + time + "; at least 250 ms are needed");
        }
        return new Settings(user, password, indexes, poolSize, time, lockWait, transactionTimeout);
    }

    /**
     * Waits no longer for locks.
     *
     * @param time how long a call that writes waits for other writers, all its attempts together
     * @return new settings
     */
    public Settings lockWait(Duration time) {
        return new Settings(user, password, indexes, poolSize, connectTimeout, Objects.requireNonNull(time), transactionTimeout);
    }

    /**
     * Runs the work of a transaction again no longer.
     *
     * @param time after how long the work of a transaction is not run again that other transactions were in the way of
     * @return new settings
     */
    public Settings transactionTimeout(Duration time) {
        return new Settings(user, password, indexes, poolSize, connectTimeout, lockWait, Objects.requireNonNull(time));
    }

    Duration transactionTimeout() {
        return transactionTimeout;
    }

    IndexLevel indexes() {
        return indexes;
    }

    Duration lockWait() {
        return lockWait;
    }

    ConnectionOptions connectionOptions() {
        return new ConnectionOptions(user, password, poolSize, connectTimeout, lockWait);
    }

    /** Everything but the password. */
    @Override
    public String toString() {
        return "Settings[user=" + user + ", indexes=" + indexes + ", poolSize=" + poolSize + ", connectTimeout=" + connectTimeout
                + ", lockWait=" + lockWait + ", transactionTimeout=" + transactionTimeout + "]";
    }
}
