package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.SERVER_SETTING;
import static dev.espalier.error.ErrorCode.UNKNOWN_ENGINE;
import static dev.espalier.error.ErrorCode.UNREACHABLE;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The facts about a database and its server that the first connection reads.
 *
 * @param address with the engine that answers, and the driver that leads to it
 * @param readsBlockCommits whether an open read keeps every other connection from committing
 * @param sizeLimit null if it is asked when it is first needed
 * @param open the connection itself; null if it has gone back to the source that gave it
 * @param cameWithAutoCommit whether the source gives connections with auto-commit on
 * @param catalog which catalog it was in; null if there are none
 * @param schema which schema it was in; null if there are none
 */
record FirstConnection(
        Address address,
        boolean readsBlockCommits,
        @Nullable SizeLimit sizeLimit,
        @Nullable Connection open,
        boolean cameWithAutoCommit,
        @Nullable String catalog,
        @Nullable String schema) {

    private static final Logger LOG = LoggerFactory.getLogger(FirstConnection.class);

    /**
     * Opens a connection to see who answers. The caller closes it.
     *
     * @throws ConnectionException if the URL, the driver, the server, the user or the password is wrong
     */
    static FirstConnection of(String url, ConnectionOptions options) {
        Address promised = Address.of(url, options);
        try {
            Connection first = connect(promised, options);
            try {
                Engine engine = Engines.of(first).orElse(promised.engine());
                engine.sessions().establishSettings(first, true);
                engine.sessions().checkUsable(first);
                return new FirstConnection(
                        address(url, Engines.driverOf(first, engine), engine, readOnly(promised, engine, first), first),
                        engine.sessions().readsBlockCommits(first),
                        engine.sizeLimit(),
                        first,
                        true,
                        null,
                        null);
            } catch (SQLException | RuntimeException | Error e) {
                FirstFailure.closeAfter(e, first);
                throw e;
            }
        } catch (SQLException e) {
            throw new DriverErrors(promised).connecting(e, "opening the database");
        }
    }

    /** @param readOnly what the URL and its file say; null if they say nothing */
    private static Address address(
            String url, Driver driver, Engine engine, @Nullable ReadOnlyAccess readOnly, Connection connection)
            throws SQLException {
        String reason = engine.sessions().readOnlyReason(connection);
        return new Address(
                url, driver, engine, readOnly == null && reason != null ? new ReadOnlyAccess(url, reason) : readOnly);
    }

    /**
     * An option of a server's URL may have another spelling than the one that was looked for. A file that the system lets nobody write to is refused.
     */
    private static @Nullable ReadOnlyAccess readOnly(Address promised, Engine engine, Connection connection)
            throws SQLException {
        if (promised.readOnly() == null && connection.isReadOnly()) {
            if (engine.isServer()) {
                String reason = engine.sessions().readOnlyReason(connection);
                return new ReadOnlyAccess(promised.url(), reason == null ? ReadOnlyAccess.BY_URL : reason);
            }
            throw new ConnectionException(
                    SERVER_SETTING,
                    "found a read-only connection; expected one that can be written to, as a program always writes that it has the"
                            + " database open. Correct the URL, or let the program write to the file");
        }
        return promised.readOnly();
    }

    /** A connection's URL need not say how its database was opened, and a pool may have set it. */
    private static @Nullable ReadOnlyAccess readOnly(Connection first, String url, Driver driver) throws SQLException {
        ReadOnlyAccess byUrl = driver.readOnly(url);
        return byUrl == null && first.isReadOnly() ? new ReadOnlyAccess(url, ReadOnlyAccess.BY_SOURCE) : byUrl;
    }

    /**
     * Looks at a connection of a source that its user opens and closes.
     *
     * @throws ConnectionException if no connection can be had or the engine is not known
     */
    static FirstConnection of(DataSource dataSource) {
        try (Connection first = dataSource.getConnection()) {
            String url = String.valueOf(first.getMetaData().getURL());
            try {
                return of(first, url, dataSource);
            } catch (EspalierException e) {
                e.initPlace(Place.masked(url));
                throw e;
            }
        } catch (SQLException e) {
            if (ExhaustedPools.isExhausted(e)) {
                throw DriverErrors.exhausted(e, "opening the database");
            }
            throw new ConnectionException(
                    UNREACHABLE, "the DataSource gives no connection. The cause has the driver's words", e);
        }
    }

    private static FirstConnection of(Connection first, String url, DataSource dataSource) throws SQLException {
        Engine engine = Engines.of(first).orElse(null);
        if (engine == null) {
            throw new ConnectionException(
                    UNKNOWN_ENGINE,
                    "unknown engine " + first.getMetaData().getDatabaseProductName() + "; known are "
                            + Engines.knownUrls());
        }
        Driver driver = Engines.driverOf(first, engine);
        driver.checkUrl(url);
        boolean cameWithAutoCommit = first.getAutoCommit();
        ForeignTransactions.refuse(first, dataSource, driver, cameWithAutoCommit);
        if (!cameWithAutoCommit) {
            refuseSame(first, dataSource, driver);
            Lent.turnAutoCommitOn(first);
        }
        try {
            engine.sessions().establishSettings(first, false);
            return new FirstConnection(
                    address(url, driver, engine, readOnly(first, url, driver), first),
                    engine.sessions().readsBlockCommits(first),
                    askedNow(first, engine),
                    null,
                    cameWithAutoCommit,
                    first.getCatalog(),
                    first.getSchema());
        } finally {
            if (!cameWithAutoCommit) {
                first.setAutoCommit(false);
            }
        }
    }

    /**
     * Auto-commit is off: is it a source whose connections come so, or one that gives all takers the connection of an open transaction? A pool that has no other
     * connection would let the opening wait.
     */
    private static void refuseSame(Connection first, DataSource dataSource, Driver driver) {
        if (ExclusivePools.include(dataSource)) {
            return;
        }
        try (Connection second = dataSource.getConnection()) {
            if (physical(first, driver) == physical(second, driver)) {
                throw ForeignTransactions.twice();
            }
        } catch (SQLException e) {
            LOG.debug("no second connection to compare with: {}", e.toString());
        }
    }

    /** The driver's own connection below a pool's; the pool's if it hides it. */
    static Object physical(Connection connection, Driver driver) throws SQLException {
        Class<?> type = driver.connectionType();
        return connection.isWrapperFor(type) ? connection.unwrap(type) : connection;
    }

    /**
     * The first connections to a new file of SQLite change its journal mode, which fails at once if another one does the same, whatever
     * {@code busy_timeout} says: https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode.
     */
    private static Connection connect(Address address, ConnectionOptions options) throws SQLException {
        long start = System.nanoTime();
        Engine engine = address.engine();
        while (true) {
            try {
                return DriverManager.getConnection(address.connectionUrl(), address.properties(options));
            } catch (SQLException e) {
                if (engine.isServer()
                        || engine.failures().of(e) != LOCK_TIMEOUT
                        || System.nanoTime() - start >= options.lockWait().toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    /** Of a source that its user has made, whose connections may all be in use later. */
    private static SizeLimit askedNow(Connection connection, Engine engine) throws SQLException {
        SizeLimit known = engine.sizeLimit();
        if (known != null) {
            return known;
        }
        SizeLimit asked;
        try {
            asked = engine.askSizeLimit(connection);
        } catch (SQLException e) {
            LOG.debug("the server's limits are not known: {}", e.getMessage());
            asked = SizeLimit.UNKNOWN;
        }
        return asked;
    }
}
