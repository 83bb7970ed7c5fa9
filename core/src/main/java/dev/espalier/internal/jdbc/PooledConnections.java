package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.POOL_EXHAUSTED;
import static dev.espalier.error.ErrorCode.UNREACHABLE;
import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A pool of our own. Each of its connections gets the library's settings once, and keeps its prepared statements. */
final class PooledConnections implements Connections {

    private final NewConnections connections;
    private final HikariDataSource pool;
    private final Address address;
    private final ConnectionOptions options;
    private final DriverErrors errors;
    /** Whether a connection takes several statements in one text. */
    private final boolean sendsTogether;
    /** Of each connection what stays prepared with it. */
    private final Map<Connection, Kept> kept = new ConcurrentHashMap<>();

    private record Kept(StatementCache statements, ReadsInARow reads) {}

    /** @param first is the first connection of the pool */
    PooledConnections(FirstConnection first, ConnectionOptions options, DriverErrors errors) {
        this.address = first.address();
        this.options = options;
        this.errors = errors;
        this.sendsTogether = address.engine().sessions().takesManyStatements()
                && !address.url().contains("allowMultiQueries=false");
        this.connections = new NewConnections(
                address.connectionUrl(),
                address.properties(options),
                requireNonNull(first.open(), "it was opened for the pool"));
        try {
            this.pool = pool(address, options, connections, first.open().isReadOnly());
        } catch (SQLException e) {
            connections.close();
            throw errors.connecting(e, "opening the database");
        } catch (RuntimeException | Error e) {
            connections.close();
            throw e;
        }
    }

    private static HikariDataSource pool(
            Address address, ConnectionOptions options, NewConnections connections, boolean readOnly) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(connections);
        config.setMaximumPoolSize(options.poolSize());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(options.connectTimeout().toMillis());
        config.setInitializationFailTimeout(-1);
        config.setExceptionOverride(new DiscardedBySession());
        // As the URL has made it: the pool then sets nothing, which SQLite's driver and TiDB would refuse
        config.setReadOnly(readOnly);
        if (address.engine().isServer()) {
            config.setAutoCommit(false);
            config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        }
        config.setPoolName("espalier-" + address.engine().name());
        return new HikariDataSource(config);
    }

    /**
     * A {@link Session} discards the connection that it has lost, and logs it on one line. The pool would do so with a stack trace at each of
     * them: 50,000 lines for 750 connections that were cut.
     */
    private static final class DiscardedBySession implements SQLExceptionOverride {
        @java.lang.Override
        public Override adjudicate(SQLException error) {
            return Override.DO_NOT_EVICT;
        }
    }

    @Override
    public Leased take() {
        try {
            return leased(pool.getConnection());
        } catch (SQLTransientConnectionException e) {
            if (e.getCause() == null) {
                throw noneInTime(e);
            }
            SQLException cause = e.getCause() instanceof SQLException sql ? sql : e;
            throw errors.connecting(cause, "taking a connection from the pool");
        } catch (SQLException e) {
            throw errors.connecting(e, "taking a connection");
        }
    }

    @Override
    public Optional<PoolFigures> figures() {
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        return Optional.of(new PoolFigures(
                options.poolSize(),
                state.getTotalConnections(),
                state.getActiveConnections(),
                state.getThreadsAwaitingConnection()));
    }

    /** The pool gave no connection in time, and no attempt to open one has failed: the pool is at its maximum, or the server does not answer. */
    private ConnectionException noneInTime(SQLTransientConnectionException e) {
        Place place = address.place();
        if (pool.getHikariPoolMXBean().getActiveConnections() >= options.poolSize()) {
            return place.at(new ConnectionException(
                    POOL_EXHAUSTED,
                    place + ": all " + options.poolSize() + " connections are in use since "
                            + options.connectTimeout().toSeconds() + " s; close what holds them, or raise poolSize",
                    e));
        }
        return place.at(new ConnectionException(
                UNREACHABLE,
                place + ": no connection could be opened in "
                        + options.connectTimeout().toSeconds() + " s; the server does not answer",
                e));
    }

    private Leased leased(Connection connection) throws SQLException {
        try {
            return prepared(connection);
        } catch (SQLException | RuntimeException | Error e) {
            discard(connection);
            FirstFailure.closeAfter(e, connection);
            throw e;
        }
    }

    private Leased prepared(Connection connection) throws SQLException {
        Engine engine = address.engine();
        Connection physical = connection.unwrap(Connection.class);
        Kept ofConnection = kept.get(physical);
        if (ofConnection == null) {
            engine.sessions().prepare(connection);
            engine.sessions().establishSettings(connection, true);
            prepareOwn(connection, engine, options);
            for (Iterator<Connection> known = kept.keySet().iterator(); known.hasNext(); ) {
                if (known.next().isClosed()) {
                    known.remove();
                }
            }
            StatementCache statements = new StatementCache(
                    physical,
                    text -> engine.sessions().preparesReads()
                            ? address.driver().prepareOnServer(physical, address.url(), text)
                            : null);
            ofConnection = new Kept(statements, new ReadsInARow(physical));
            kept.put(physical, ofConnection);
        }
        return new Leased(
                connection, engine.isServer(), sendsTogether, ofConnection.statements(), ofConnection.reads(), null);
    }

    /**
     * Sets, on a connection of our own, what it keeps for as long as it is open. In a transaction that is committed: PostgreSQL undoes what was set in
     * one that is rolled back (https://www.postgresql.org/docs/current/sql-set.html).
     */
    static void prepareOwn(Connection connection, Engine engine, ConnectionOptions options) throws SQLException {
        String settings = engine.sessions().prepareOwn(options.lockWait());
        if (settings != null) {
            try (var statement = connection.createStatement()) {
                statement.execute(settings);
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    @Override
    public void discard(Connection broken) {
        pool.evictConnection(broken);
    }

    /** The pool waits for the end of its connections. Interrupted, it would leave them open, and one that is being opened, too. */
    @Override
    public void close() {
        FirstFailure.ofAll(() -> Workers.uninterrupted("espalier-close", pool::close), connections::close);
    }
}
