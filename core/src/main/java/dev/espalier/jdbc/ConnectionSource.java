package dev.espalier.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.dialect.Dialect;
import dev.espalier.dialect.Dialects;
import dev.espalier.dialect.Failure;
import dev.espalier.dialect.SizeLimit;
import dev.espalier.dialect.SnapshotSharing;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.sql.Statement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where connections come from: a pool of our own for a URL, or the user's {@code DataSource}. Safe for any number of threads.
 *
 * <p>An engine with one writer at a time (SQLite) gets its writers one after the other, here, in the order they came: none of
 * them has to find the file locked by its neighbour.
 */
public final class ConnectionSource implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionSource.class);
    /** In a URL. */
    private static final Pattern USER = Pattern.compile("(?i)[?&]user=|//[^/?]*@");
    /** In a URL. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&]password=|//[^/?]*:[^/?]*@");

    private final DataSource dataSource;
    private final HikariDataSource pool;
    private final Dialect dialect;
    private final DriverErrors errors;
    private final int streamFetchSize;
    private final ServerSession server;
    private final String url;
    private final ConnectionOptions options;
    private final ReentrantLock writer = new ReentrantLock(true);
    private final Watchdog watchdog;
    /** Whether a connection of the pool takes several statements in one text. */
    private final boolean sendsTogether;
    /** Null until it is needed. */
    private volatile SizeLimit sizeLimit;
    private final AtomicInteger inUse = new AtomicInteger();
    /** Of each connection of the pool what stays prepared with it. */
    private final Map<Connection, StatementCache> statements = new ConcurrentHashMap<>();
    /** Sees the commits of all others; made when it is first needed. */
    private Session observer;

    private ConnectionSource(
            DataSource dataSource, HikariDataSource pool, Dialect dialect, int streamFetchSize, ServerSession server, String url, ConnectionOptions options) {
        this.dataSource = dataSource;
        this.pool = pool;
        this.dialect = dialect;
        this.sizeLimit = dialect.sizeLimit();
        this.streamFetchSize = streamFetchSize;
        this.server = server;
        this.url = url;
        this.options = options;
        this.errors = new DriverErrors(dialect, url);
        this.sendsTogether = dialect.takesManyStatements() && !url.contains("allowMultiQueries=false");
        this.watchdog = new Watchdog(options.statementTimeout(), dialect.isServer());
    }

    /**
     * Opens a pool for a URL, and one connection to see who answers.
     *
     * @throws ConnectionException if the URL, the driver, the server, the user or the password is wrong
     */
    public static ConnectionSource open(String url, ConnectionOptions options) {
        refuseMemory(url);
        refuseTwoAccounts(url, options);
        Dialect promised = Dialects.ofUrl(url).orElseThrow(() -> new ConnectionException("unknown-url",
                "unknown URL " + DriverErrors.masked(url) + "; known are " + Dialects.knownUrls(), false, null));
        requireDriver(url, promised);
        DriverErrors errors = new DriverErrors(promised, url);
        Properties properties = DriverProperties.of(url, options);
        Dialect dialect;
        int streamFetchSize;
        ServerSession server;
        try (Connection first = first(url, properties, promised, options)) {
            dialect = Dialects.of(first).orElse(promised);
            DriverProperties.checkUsable(first, dialect);
            streamFetchSize = DriverProperties.streamFetchSize(first);
            server = ServerSession.of(first);
        } catch (SQLException e) {
            throw asConnectionError(errors.translate(e, "opening the database"), e);
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setDataSourceProperties(properties);
        config.setMaximumPoolSize(options.poolSize());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(options.connectTimeout().toMillis());
        config.setInitializationFailTimeout(-1);
        if (dialect.isServer()) {
            config.setAutoCommit(false);
            config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        }
        config.setPoolName("espalier-" + dialect.name());
        HikariDataSource pool = new HikariDataSource(config);
        return new ConnectionSource(pool, pool, dialect, streamFetchSize, server, url, options);
    }

    /**
     * Takes connections from a source that its user opens and closes.
     *
     * @throws ConnectionException if no connection can be had or the engine is not known
     */
    public static ConnectionSource open(DataSource dataSource, ConnectionOptions options) {
        try (Connection first = dataSource.getConnection()) {
            String url = String.valueOf(first.getMetaData().getURL());
            Dialect dialect = Dialects.of(first).orElse(null);
            if (dialect == null) {
                throw new ConnectionException("unknown-engine",
                        "unknown engine " + first.getMetaData().getDatabaseProductName() + "; known are " + Dialects.knownUrls(), false, null);
            }
            ConnectionSource source = new ConnectionSource(dataSource, null, dialect, DriverProperties.streamFetchSize(first), ServerSession.of(first), url, options);
            source.sizeLimit = askedNow(first, dialect);
            return source;
        } catch (SQLException e) {
            throw new ConnectionException("unreachable", "the DataSource gives no connection: " + e.getMessage(), true, e);
        }
    }

    /**
     * Opens a database that must be there already: a file is not made.
     *
     * @throws ConnectionException if it is not there, or cannot be opened
     */
    public static ConnectionSource openExisting(String url, ConnectionOptions options) {
        if (url.startsWith("jdbc:sqlite:")) {
            String file = url.substring("jdbc:sqlite:".length()).replaceFirst("\\?.*", "").replaceFirst("^file:", "");
            if (!Files.exists(Path.of(file))) {
                throw new ConnectionException("no-such-database", url + ": there is no such file", false, null);
            }
        }
        return open(url, options);
    }

    /**
     * The first connections to a new file of SQLite change its journal mode, which fails at once where another one does the same, whatever
     * {@code busy_timeout} says: https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode.
     */
    private static Connection first(String url, Properties properties, Dialect dialect, ConnectionOptions options) throws SQLException {
        long start = System.nanoTime();
        while (true) {
            try {
                return DriverManager.getConnection(url, properties);
            } catch (SQLException e) {
                if (dialect.isServer() || dialect.failure(e) != Failure.LOCK_TIMEOUT || System.nanoTime() - start >= options.lockWait().toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    /** Each connection of a pool would have a database of its own. */
    private static void refuseMemory(String url) {
        if (url.equals("jdbc:sqlite:") || url.startsWith("jdbc:sqlite::memory:") || url.startsWith("jdbc:sqlite:") && url.contains("mode=memory")) {
            throw new ConnectionException("in-memory", url + ": a SQLite database in memory lives in one connection only;"
                    + " name a file, for example jdbc:sqlite:objects.db", false, null);
        }
    }

    /** Drivers differ in whose they take. */
    private static void refuseTwoAccounts(String url, ConnectionOptions options) {
        String twice = options.user() != null && USER.matcher(url).find() ? "a user"
                : options.password() != null && PASSWORD.matcher(url).find() ? "a password" : null;
        if (twice != null) {
            throw new ConnectionException("two-accounts", DriverErrors.masked(url) + ": found " + twice + " in the URL and one in the settings; expected one"
                    + " of them", false, null);
        }
    }

    private static void requireDriver(String url, Dialect dialect) {
        try {
            Driver driver = DriverManager.getDriver(url);
            if (driver == null) {
                throw new SQLException("no driver");
            }
        } catch (SQLException e) {
            throw new ConnectionException("no-driver", "no JDBC driver for " + DriverErrors.masked(url)
                    + " is on the class path; add the artifact " + dialect.driverArtifact(), false, e);
        }
    }

    /** Whatever went wrong at opening is a matter of the connection. */
    private static EspalierException asConnectionError(EspalierException translated, SQLException cause) {
        return translated instanceof ConnectionException
                ? translated
                : new ConnectionException(translated.code(), translated.getMessage(), translated.retryable(), cause);
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The database's URL without passwords. */
    public String place() {
        return DriverErrors.masked(url);
    }

    /** How long a lock is waited for. */
    public Duration lockWait() {
        return options.lockWait();
    }

    /** A connection for reading. */
    public Session session() {
        inUse.incrementAndGet();
        return counted(watchdog, () -> {});
    }

    /** A connection for reading, if one is free now; else null. */
    Session sessionIfFree() {
        if (pool == null || dialect.snapshotSharing() == SnapshotSharing.NONE) {
            return null;
        }
        if (inUse.incrementAndGet() > options.poolSize()) {
            inUse.decrementAndGet();
            return null;
        }
        return counted(watchdog, () -> {});
    }

    /** A session whose connection was counted as used already. */
    private Session counted(Watchdog watchdog, Runnable afterClose) {
        try {
            return new Session(take(), dialect, errors, streamFetchSize, server, watchdog, this::discard, () -> {
                inUse.decrementAndGet();
                afterClose.run();
            });
        } catch (RuntimeException e) {
            inUse.decrementAndGet();
            throw e;
        }
    }

    /** Nobody shall get this connection again. */
    private void discard(Connection broken) {
        if (dataSource instanceof HikariDataSource hikari) {
            hikari.evictConnection(broken);
            return;
        }
        try {
            broken.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("aborting a connection: {}", e.toString());
        }
    }

    /**
     * A session that has begun. The connections of a pool may have been lost while they lay there, all of them at once where the server was
     * started anew; such a one is thrown away, and the next one taken.
     */
    public Session begun(Consumer<Session> begin) {
        for (int left = options.poolSize(); ; left--) {
            Session session = session();
            try {
                begin.accept(session);
                return session;
            } catch (RuntimeException e) {
                boolean wasLost = session.isLost();
                session.close();
                if (!wasLost || left == 0) {
                    throw e;
                }
            }
        }
    }

    /** To count the attempts of a call with, and to wait between them. */
    public Retries retries(Retry.Kind kind) {
        return retries(kind, options.lockWait(), Integer.MAX_VALUE);
    }

    /**
     * @param forLocks after how long no further attempt is made where a lock was not had in time
     * @param most how many attempts fail before it is given up
     */
    private Retries retries(Retry.Kind kind, Duration forLocks, int most) {
        return new Retries(kind, options.onRetry(), forLocks, options.transactionTimeout(), most);
    }

    /** The same for a call whose attempts wait for locks by themselves. */
    public Retries retries(Retry.Kind kind, int most) {
        return retries(kind, options.transactionTimeout(), most);
    }

    /** The state of the database as it is now. */
    public Snapshot snapshot() {
        return new Snapshot(this);
    }

    /**
     * What is asked of one snapshot. Where that cannot be had, or its connection is lost, another one is asked, until
     * {@code transactionTimeout} has passed.
     */
    public <T> T read(Function<Snapshot, T> asked) {
        Retries retries = retries(Retry.Kind.READ);
        while (true) {
            try (Snapshot snapshot = snapshot()) {
                return asked.apply(snapshot);
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    /** A number that changes with every commit, where the engine's snapshots are compared by it. */
    synchronized long changes() {
        if (pool == null || dialect.snapshotSharing() != SnapshotSharing.COUNTED) {
            return 0;
        }
        if (observer == null) {
            observer = bulkSession();
        }
        return observer.queryLong(Statement.of("PRAGMA data_version"));
    }

    /**
     * A connection for the library's own writing, whose statements may take any time; where the engine has one writer at a time, waits for its
     * turn.
     *
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if the turn did not come in time
     */
    public Session writer() {
        Turn turn = turnToWrite();
        try {
            inUse.incrementAndGet();
            return counted(null, turn::close);
        } catch (RuntimeException e) {
            turn.close();
            throw e;
        }
    }

    /**
     * A connection for writing beside one that the thread holds already: outside the pool where it can be, so that threads which hold all
     * of its connections do not wait for each other.
     */
    public Session secondWriter() {
        if (pool == null) {
            return writer();
        }
        Turn turn = turnToWrite();
        try {
            Connection connection = connectBesidePool();
            try {
                DriverProperties.prepareOwn(connection, dialect, options);
            } catch (SQLException e) {
                discard(connection);
                throw errors.translate(e, "opening a connection");
            }
            return new Session(Session.Leased.plain(connection), dialect, errors, streamFetchSize, server, null, lost -> {}, turn::close);
        } catch (RuntimeException e) {
            turn.close();
            throw e;
        }
    }

    /**
     * A connection of its own, outside the pool where it can be, with what the driver offers for many rows. Whoever writes with it
     * holds the {@link #turnToWrite() turn} meanwhile.
     */
    public Session bulkSession() {
        Session session = pool == null ? session() : new Session(Session.Leased.plain(connectBesidePool()), dialect, errors, streamFetchSize, server, null, lost -> {}, () -> {});
        try {
            dialect.prepareBulk().forEach(session::execute);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** The sizes that the server takes. It is asked once, when they are first needed; where it cannot be asked, it answers when something is too large. */
    public SizeLimit sizeLimit() {
        SizeLimit known = sizeLimit;
        if (known != null) {
            return known;
        }
        try (Connection connection = connectBesidePool()) {
            sizeLimit = dialect.askSizeLimit(connection);
            return sizeLimit;
        } catch (SQLException | EspalierException e) {
            LOG.debug("the server's limits are not known: {}", e.getMessage());
            return SizeLimit.UNKNOWN;
        }
    }

    /** Of a source that its user has made, whose connections may all be in use later. */
    private static SizeLimit askedNow(Connection connection, Dialect dialect) throws SQLException {
        SizeLimit known = dialect.sizeLimit();
        if (known != null) {
            return known;
        }
        SizeLimit asked;
        try {
            asked = dialect.askSizeLimit(connection);
        } catch (SQLException e) {
            LOG.debug("the server's limits are not known: {}", e.getMessage());
            asked = SizeLimit.UNKNOWN;
        }
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        return asked;
    }

    private Connection connectBesidePool() {
        try {
            Connection connection = DriverManager.getConnection(url, DriverProperties.bulk(url, options, emptyFolder()));
            DriverProperties.prepare(connection, dialect);
            return connection;
        } catch (SQLException e) {
            throw errors.translate(e, "opening a connection");
        }
    }

    /** The right to write, held by one thread. */
    @FunctionalInterface
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits for the turn to write where the engine has one writer at a time; elsewhere it is always everybody's turn.
     *
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if the turn did not come in time
     */
    public Turn turnToWrite() {
        if (dialect.limits().parallelWriters()) {
            return () -> {};
        }
        awaitTurn();
        return writer::unlock;
    }

    /** What a driver's error means. */
    public EspalierException translate(SQLException error, String doing) {
        return errors.translate(error, doing);
    }

    private void awaitTurn() {
        try {
            if (!writer.tryLock(options.lockWait().toMillis(), TimeUnit.MILLISECONDS)) {
                throw turnNotHad();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Watchdog.interrupted(e);
        }
    }

    /** The turn to write was waited for in vain. */
    public EspalierException turnNotHad() {
        return errors.translate(new SQLException("other threads write since " + options.lockWait().toSeconds() + " s", null, 5), "waiting for the turn to write");
    }

    /** The thread was interrupted while it waited. */
    public static EspalierException interrupted() {
        return Watchdog.interrupted(null);
    }

    private Session.Leased take() {
        try {
            return leased(dataSource.getConnection());
        } catch (SQLTransientConnectionException e) {
            if (e.getCause() == null && pool != null) {
                throw noneInTime(e);
            }
            SQLException cause = e.getCause() instanceof SQLException sql ? sql : e;
            throw asConnectionError(errors.translate(cause, "taking a connection from the pool"), cause);
        } catch (SQLException e) {
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                throw Watchdog.interrupted(e);
            }
            throw asConnectionError(errors.translate(e, "taking a connection"), e);
        }
    }

    /** The pool gave no connection in time, and no attempt to open one has failed: the pool is at its maximum, or the server does not answer. */
    private ConnectionException noneInTime(SQLTransientConnectionException e) {
        if (pool.getHikariPoolMXBean().getActiveConnections() >= options.poolSize()) {
            return new ConnectionException("pool-exhausted", place() + ": all " + options.poolSize() + " connections are in use since "
                    + options.connectTimeout().toSeconds() + " s; close what holds them, or raise poolSize", true, e);
        }
        return new ConnectionException("unreachable", place() + ": no connection could be opened in " + options.connectTimeout().toSeconds()
                + " s; the server does not answer", true, e);
    }

    private Session.Leased leased(Connection connection) throws SQLException {
        try {
            return prepared(connection);
        } catch (SQLException | RuntimeException | Error e) {
            discard(connection);
            connection.close();
            throw e;
        }
    }

    private Session.Leased prepared(Connection connection) throws SQLException {
        if (pool == null) {
            DriverProperties.prepare(connection, dialect);
            return Session.Leased.plain(connection);
        }
        Connection physical = connection.unwrap(Connection.class);
        StatementCache cache = statements.get(physical);
        if (cache == null) {
            DriverProperties.prepare(connection, dialect);
            DriverProperties.prepareOwn(connection, dialect, options);
            for (Connection other : statements.keySet()) {
                if (other.isClosed()) {
                    statements.remove(other);
                }
            }
            cache = new StatementCache(physical);
            statements.put(physical, cache);
        }
        return new Session.Leased(connection, dialect.isServer(), sendsTogether, cache);
    }

    /** The only folder whose files a server might ask for, and it has none: bulk rows come from a stream. */
    private static synchronized Path emptyFolder() {
        if (emptyFolder == null) {
            try {
                emptyFolder = Files.createTempDirectory("espalier-empty");
                emptyFolder.toFile().deleteOnExit();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        return emptyFolder;
    }

    private static Path emptyFolder;

    /** Closes the pool; a {@code DataSource} of the user's stays open. */
    @Override
    public synchronized void close() {
        if (observer != null) {
            observer.close();
            observer = null;
        }
        watchdog.close();
        if (pool != null) {
            pool.close();
        }
    }
}
