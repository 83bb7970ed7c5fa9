package dev.espalier;

import dev.espalier.error.Retry;
import dev.espalier.jdbc.ConnectionOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a database is opened. Unchanging: each method gives new settings.
 *
 * <pre>{@code Settings.defaults().user("shop").password(secret).indexes(IndexLevel.RELATIONS)}</pre>
 */
public final class Settings {

    private static final Settings DEFAULTS = new Settings();

    private String user;
    private String password;
    private IndexLevel indexes;
    private int poolSize = 10;
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration lockWait = Duration.ofSeconds(10);
    private Duration statementTimeout = Duration.ofMinutes(10);
    private Duration transactionTimeout = Duration.ofMinutes(1);
    private long maxObjects = 1_000_000;
    private Consumer<Retry> onRetry = retry -> {};

    private Settings() {}

    /** The same, with something changed in it before anybody else sees it. */
    private Settings with(Consumer<Settings> change) {
        Settings copy = new Settings();
        copy.user = user;
        copy.password = password;
        copy.indexes = indexes;
        copy.poolSize = poolSize;
        copy.connectTimeout = connectTimeout;
        copy.lockWait = lockWait;
        copy.statementTimeout = statementTimeout;
        copy.transactionTimeout = transactionTimeout;
        copy.maxObjects = maxObjects;
        copy.onRetry = onRetry;
        change.accept(copy);
        return copy;
    }

    /**
     * No user, no password, index level {@link IndexLevel#BOTH} for a new database, at most 10 connections, 10 seconds to wait for
     * one and for locks, 10 minutes for a statement, a minute for a transaction's attempts, 1,000,000 objects in an answer.
     *
     * @return the defaults
     */
    public static Settings defaults() {
        return DEFAULTS;
    }

    /**
     * Logs in as this user.
     *
     * @param name of the database's user; null where the URL says it or none is needed: where both say one, the database is not opened
     * @return new settings
     */
    public Settings user(String name) {
        return with(copy -> copy.user = name);
    }

    /**
     * Logs in with this password.
     *
     * @param secret of the database's user; null where the URL says it or none is needed; never logged, never part of an error
     * @return new settings
     */
    public Settings password(String secret) {
        return with(copy -> copy.password = secret);
    }

    /**
     * Indexes a new database so.
     *
     * @param level for a database that is created by being opened; a database that is there must have been created with the same
     *     one. Null: {@link IndexLevel#BOTH} for a new database, and whatever an old one has
     * @return new settings
     */
    public Settings indexes(IndexLevel level) {
        return with(copy -> copy.indexes = level);
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
        return with(copy -> copy.poolSize = connections);
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
        return with(copy -> copy.connectTimeout = time);
    }

    /**
     * Waits no longer for locks.
     *
     * @param time how long a call that writes waits for locks of other writers, all its attempts together
     * @return new settings
     */
    public Settings lockWait(Duration time) {
        return with(copy -> copy.lockWait = Objects.requireNonNull(time));
    }

    /**
     * Cancels statements that take longer ({@code statement-timeout}). Bulk loads, indexes that are built, {@link Database#verify} and
     * {@link Database#repair} may take any time.
     *
     * @param time how long one statement takes at most; zero for any time
     * @return new settings
     */
    public Settings statementTimeout(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("statementTimeout " + time + "; zero means any time, less means nothing");
        }
        return with(copy -> copy.statementTimeout = time);
    }

    /**
     * Tries nothing again any longer.
     *
     * @param time after how long writes are not sent again, and the work of a transaction is not run again, that other transactions or
     *     lost connections were in the way of; and how long it is tried to find out whether a transaction was committed whose connection
     *     was lost
     * @return new settings
     */
    public Settings transactionTimeout(Duration time) {
        return with(copy -> copy.transactionTimeout = Objects.requireNonNull(time));
    }

    /**
     * Sets how many objects one answer may have: of a query, of {@link Database#get}, of {@link Database#refresh}; more are an error that names the
     * relation that grew ({@code too-many-objects}). A query, and the bounds of a {@code get}, may say another number.
     *
     * @param objects at least 1; 1,000,000 by default
     * @return new settings
     */
    public Settings maxObjects(long objects) {
        if (objects < 1) {
            throw new IllegalArgumentException("maxObjects " + objects + "; at least 1 is expected");
        }
        return with(copy -> copy.maxObjects = objects);
    }

    long maxObjects() {
        return maxObjects;
    }

    /**
     * Sets a listener for retries.
     *
     * @param listener is told of each further attempt before the pause that precedes it, by the thread that makes it; what it throws is
     *     logged. See {@link Database#counters} for the sums
     * @return new settings
     */
    public Settings onRetry(Consumer<Retry> listener) {
        return with(copy -> copy.onRetry = Objects.requireNonNull(listener));
    }

    Consumer<Retry> onRetry() {
        return onRetry;
    }

    IndexLevel indexes() {
        return indexes;
    }

    /** @param listener is told of each further attempt, in place of the one given here */
    ConnectionOptions connectionOptions(Consumer<Retry> listener) {
        return new ConnectionOptions(user, password, poolSize, connectTimeout, lockWait, statementTimeout, transactionTimeout, listener);
    }

    /** Everything but the password. */
    @Override
    public String toString() {
        return "Settings[user=" + user + ", indexes=" + indexes + ", poolSize=" + poolSize + ", connectTimeout=" + connectTimeout
                + ", lockWait=" + lockWait + ", statementTimeout=" + statementTimeout + ", transactionTimeout=" + transactionTimeout + ", maxObjects=" + maxObjects + "]";
    }
}
