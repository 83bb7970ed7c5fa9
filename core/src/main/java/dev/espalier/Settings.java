package dev.espalier;

import dev.espalier.error.Retry;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.Insides;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.migration.Computations;
import dev.espalier.internal.opening.OpeningSettings;
import dev.espalier.internal.query.BoundsOfClasses;
import dev.espalier.internal.query.NamedClass;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a database is opened. Immutable and safe for concurrent use: each method returns new settings.
 *
 * <pre>{@code Settings.defaults().user("shop").password(secret).indexes(IndexLevel.RELATIONS)}</pre>
 */
public final class Settings {

    /** Drivers and servers take times as an {@code int} of milliseconds, 24.8 days at most. */
    private static final Duration LONGEST = Duration.ofDays(24);

    static {
        Insides.offer(Settings.class, OpeningSettings.class, Settings::inside);
    }

    private static final Settings DEFAULTS = new Settings();

    private @Nullable String user;
    private @Nullable String password;
    private @Nullable IndexLevel indexes;
    private SchemaMode schema = SchemaMode.ADDITIVE;
    private int poolSize = 10;
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration lockWait = Duration.ofSeconds(10);
    private Duration statementTimeout = Duration.ofMinutes(10);
    private Duration transactionTimeout = Duration.ofMinutes(1);
    private long maxObjects = 100_000;
    private BoundsOfClasses bounds = BoundsOfClasses.NONE;
    private LeftOutCollections leftOutCollections = LeftOutCollections.THROW;
    private Consumer<Retry> onRetry = retry -> {};
    private List<Migration<?>> migrations = List.of();
    private Consumer<MigrationProgress> onMigration = progress -> {};

    private Settings() {}

    private static Duration notNegative(String name, Duration time) {
        if (Arguments.required(name, time, "a duration").isNegative()) {
            throw new IllegalArgumentException(name + " " + time + "; zero or more is needed");
        }
        return atMostLongest(time);
    }

    private static Duration atMostLongest(Duration time) {
        return time.compareTo(LONGEST) > 0 ? LONGEST : time;
    }

    /** The same, with something changed in it before anybody else sees it. */
    private Settings with(Consumer<Settings> change) {
        Settings copy = new Settings();
        copy.user = user;
        copy.password = password;
        copy.indexes = indexes;
        copy.schema = schema;
        copy.poolSize = poolSize;
        copy.connectTimeout = connectTimeout;
        copy.lockWait = lockWait;
        copy.statementTimeout = statementTimeout;
        copy.transactionTimeout = transactionTimeout;
        copy.maxObjects = maxObjects;
        copy.bounds = bounds;
        copy.leftOutCollections = leftOutCollections;
        copy.onRetry = onRetry;
        copy.migrations = migrations;
        copy.onMigration = onMigration;
        change.accept(copy);
        return copy;
    }

    /**
     * Returns the default settings: no user, no password, index level {@link IndexLevel#BOTH} for a new database, a pool of 10 connections, 10 seconds
     * for a connection and for locks, 10 minutes for a statement, 1 minute for all attempts of a transaction, 100,000 objects in an answer,
     * {@link LeftOutCollections#THROW}.
     *
     * @return the defaults
     */
    public static Settings defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the user name of the database account. The default is none. Use it only if the URL does not name a user: if both do, the database is
     * not opened.
     *
     * @param name the user name; null for none
     * @return new settings
     */
    public Settings user(@Nullable String name) {
        return with(copy -> copy.user = name);
    }

    /**
     * Sets the password of the database account. The default is none. It is never logged, and no error message contains it. Use it only if the URL
     * does not contain a password: if both do, the database is not opened.
     *
     * @param secret the password; null for none
     * @return new settings
     */
    public Settings password(@Nullable String secret) {
        return with(copy -> copy.password = secret);
    }

    /**
     * Sets the index level with which a new database is created. For a database that exists, the level must be the one that it has, else
     * opening fails ({@code index-level}); {@link dev.espalier.evolution.SchemaAdmin#indexes} changes it. The default, null, creates a new database with {@link IndexLevel#BOTH} and accepts the level of an
     * existing one.
     *
     * @param level the index level; null for the default
     * @return new settings
     */
    public Settings indexes(@Nullable IndexLevel level) {
        return with(copy -> copy.indexes = level);
    }

    /**
     * Sets whether opening a database may change its tables. The default is {@link SchemaMode#ADDITIVE}.
     *
     * @param mode the mode
     * @return new settings
     */
    public Settings schema(SchemaMode mode) {
        Arguments.required("mode", mode, "a mode");
        return with(copy -> copy.schema = mode);
    }

    /**
     * Sets the maximum number of connections in the pool. The default is 10. A database that is opened with a {@code DataSource} ignores it.
     *
     * @param connections the maximum number, at least 1
     * @return new settings
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Settings poolSize(int connections) {
        if (connections < 1) {
            throw new IllegalArgumentException("poolSize " + connections + "; at least 1 connection is needed");
        }
        return with(copy -> copy.poolSize = connections);
    }

    /**
     * Sets the maximum time that a call waits for a connection from the pool. After that it fails ({@code unreachable}). The default is 10 seconds.
     *
     * @param time the maximum time, at least 250 milliseconds; more than 24 days count as 24 days
     * @return new settings
     * @throws IllegalArgumentException if the time is less than 250 milliseconds
     */
    public Settings connectTimeout(Duration time) {
        if (Arguments.required("connectTimeout", time, "a duration").compareTo(Duration.ofMillis(250)) < 0) {
            throw new IllegalArgumentException("connectTimeout " + time + "; at least 250 ms are needed");
        }
        return with(copy -> copy.connectTimeout = atMostLongest(time));
    }

    /**
     * Sets the maximum time that a writing call waits for locks of other transactions, in all its attempts together. After that it fails
     * ({@code lock-timeout}). The default is 10 seconds. Changes of tables and indexes wait as long for the locks of tables, which a transaction that has only
     * read holds too on most servers. TiDB has no limit for these, nor has PostgreSQL while it builds an index beside other programs.
     * PostgreSQL looks for a deadlock after its {@code deadlock_timeout}, a second by default: if this time is shorter, transactions of two programs that wait for each other fail
     * with {@code lock-timeout} instead of being repeated.
     *
     * @param time the maximum time; more than 24 days count as 24 days
     * @return new settings
     * @throws IllegalArgumentException if the time is negative
     */
    public Settings lockWait(Duration time) {
        return with(copy -> copy.lockWait = notNegative("lockWait", time));
    }

    /**
     * Sets the maximum time that one statement may take. After that the statement is cancelled, and the call fails ({@code statement-timeout}). The
     * default is 10 minutes. Bulk loads, the building of indexes, {@link dev.espalier.health.Health#verify} and {@link dev.espalier.health.Health#repair} have no limit.
     *
     * @param time the maximum time; zero for no limit, more than 24 days count as 24 days
     * @return new settings
     * @throws IllegalArgumentException if the time is negative
     */
    public Settings statementTimeout(Duration time) {
        return with(copy -> copy.statementTimeout = notNegative("statementTimeout", time));
    }

    /**
     * Sets the maximum time for all attempts of a transaction. A transaction that meets a conflict or loses its connection is retried until this time
     * has passed; then the call fails with the last error. The same time limits the question whether a transaction was committed whose connection was
     * lost in COMMIT ({@code commit-unknown}). The default is 1 minute.
     *
     * @param time the maximum time; zero for one attempt, more than 24 days count as 24 days
     * @return new settings
     * @throws IllegalArgumentException if the time is negative
     */
    public Settings transactionTimeout(Duration time) {
        return with(copy -> copy.transactionTimeout = notNegative("transactionTimeout", time));
    }

    /**
     * Sets the maximum number of objects in one answer of a query, of {@link Database#get} or of {@link Database#refresh}. A larger answer fails with an
     * error that names the relation that grew ({@code too-many-objects}). The default is 100,000. A query, and the bounds of a {@code get}, may set
     * another number.
     *
     * @param objects the maximum number, at least 1
     * @return new settings
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Settings maxObjects(long objects) {
        if (objects < 1) {
            throw new IllegalArgumentException("maxObjects " + objects + "; at least 1 is expected");
        }
        return with(copy -> copy.maxObjects = objects);
    }

    /**
     * Sets which part of the structure of a class's objects is loaded by reads without bounds of their own. It replaces the annotation {@link
     * dev.espalier.annotation.Bounds} of the class, and counts for the classes below it that have no bounds of their own. There are none by default.
     *
     * <p>A read that says {@code depth}, {@code only}, {@code stopAt}, {@code follow} or {@code complete} loads what it says. {@code maxObjects} of the class
     * counts for all reads that say no other number.
     *
     * <pre>{@code Settings.defaults().bounds(Order.class, bounds -> bounds.stopAt("buyer.orders"))}</pre>
     *
     * @param type a class of the model
     * @param within gives the bounds; those that it is given leave nothing out
     * @return new settings; an opening with them fails ({@code bad-bounds}) if a path names no relation, and ({@code outside-model}) if the class is not in the
     *     model
     */
    public Settings bounds(Class<?> type, UnaryOperator<LoadBounds> within) {
        return bounds(NamedClass.of(Arguments.required("type", type, "a class")), within);
    }

    /**
     * Sets which part of the structure of a class's objects is loaded by reads without bounds of their own, in a database that is opened without Java classes; see
     * {@link #bounds(Class, UnaryOperator)}.
     *
     * @param className the name of the class
     * @param within gives the bounds; those that it is given leave nothing out
     * @return new settings
     */
    public Settings bounds(String className, UnaryOperator<LoadBounds> within) {
        return bounds(NamedClass.of(className), within);
    }

    private Settings bounds(NamedClass type, UnaryOperator<LoadBounds> within) {
        BoundsOfClasses more = bounds.with(type, within.apply(LoadBounds.UNSAID).bounds());
        return with(copy -> copy.bounds = more);
    }

    /**
     * Sets what a field holds in place of a collection that bounds ({@code depth}, {@code only}, {@code stopAt}) have left out: a collection that throws a
     * {@link dev.espalier.error.NotLoadedException} ({@code not-loaded}) when it is used, or null. The default is {@link LeftOutCollections#THROW}.
     *
     * @param those what the field holds
     * @return new settings
     */
    public Settings leftOutCollections(LeftOutCollections those) {
        return with(copy -> copy.leftOutCollections = Arguments.required("those", those, "what a collection is"));
    }

    /**
     * Sets a listener for retries. It is called before the pause that precedes each further attempt, by the thread that makes the attempt. An exception of
     * it is logged. The default does nothing. {@link dev.espalier.health.Health#counters} has the totals.
     *
     * @param listener the listener, safe for concurrent calls
     * @return new settings
     */
    public Settings onRetry(Consumer<Retry> listener) {
        return with(copy -> copy.onRetry = Arguments.required("listener", listener, "a listener"));
    }

    /**
     * Sets the migrations that compute attributes which the database does not have yet. There are none by default. They run when a database is opened,
     * before {@code open} returns it, in batches, so that other programs go on. If the program dies, the next one that opens with the same migrations does
     * the rest. A migration that has run does nothing at later openings.
     *
     * @param those the migrations
     * @return new settings
     */
    public Settings migrations(Migration<?>... those) {
        return with(copy -> copy.migrations = List.of(Arguments.members("those", those, "a migration")));
    }

    /**
     * Sets a listener for migrations and conversions. It is called after each batch of objects, by the thread that opens the database. The default does
     * nothing.
     *
     * @param listener the listener
     * @return new settings
     */
    public Settings onMigration(Consumer<MigrationProgress> listener) {
        return with(copy -> copy.onMigration = Arguments.required("listener", listener, "a listener"));
    }

    OpeningSettings inside() {
        return new OpeningSettings(
                new ConnectionOptions(
                        user,
                        password,
                        poolSize,
                        connectTimeout,
                        lockWait,
                        statementTimeout,
                        transactionTimeout,
                        onRetry),
                maxObjects,
                bounds,
                leftOutCollections == LeftOutCollections.THROW,
                Node.NODES,
                IndexLevel.all(),
                IndexLevel.BOTH.indexing(),
                indexes == null ? null : indexes.indexing(),
                schema.allowed(),
                new Computations(migrations.stream().map(Migration::computation).toList()),
                (className, attributes, done, total, elapsed) ->
                        onMigration.accept(new MigrationProgress(className, attributes, done, total, elapsed)));
    }

    /** Returns the settings as text, without the password. */
    @Override
    public String toString() {
        return "Settings[user=" + user + ", indexes=" + indexes + ", poolSize=" + poolSize + ", connectTimeout="
                + connectTimeout + ", lockWait=" + lockWait + ", statementTimeout=" + statementTimeout
                + ", transactionTimeout=" + transactionTimeout + ", maxObjects=" + maxObjects + ", leftOutCollections="
                + leftOutCollections + "]";
    }
}
