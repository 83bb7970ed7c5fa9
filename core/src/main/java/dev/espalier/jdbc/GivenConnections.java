package dev.espalier.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.engine.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes connections from a source that its user opens and closes. Nothing is known of them. */
final class GivenConnections implements Connections {

    private static final Logger LOG = LoggerFactory.getLogger(GivenConnections.class);

    private final DataSource source;
    private final Engine engine;
    private final DriverErrors errors;
    /** Those that have the settings. */
    private final Set<Connection> established = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    GivenConnections(DataSource source, Engine engine, DriverErrors errors) {
        this.source = source;
        this.engine = engine;
        this.errors = errors;
    }

    @Override
    public Session.Leased take() {
        try {
            Connection connection = source.getConnection();
            try {
                engine.sessions().prepare(connection);
                establishSettings(connection);
                return Session.Leased.plain(connection);
            } catch (SQLException | RuntimeException | Error e) {
                discard(connection);
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw errors.connecting(e, "taking a connection");
        }
    }

    /** Each connection once, where the pool tells which one it is. */
    private void establishSettings(Connection connection) throws SQLException {
        Connection physical = connection.isWrapperFor(Connection.class) ? connection.unwrap(Connection.class) : connection;
        if (!established.contains(physical)) {
            engine.sessions().establishSettings(connection, false);
            established.add(physical);
        }
    }

    @Override
    public void discard(Connection broken) {
        if (source instanceof HikariDataSource hikari) {
            hikari.evictConnection(broken);
            return;
        }
        try {
            broken.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("aborting a connection: {}", e.toString());
        }
    }

    @Override
    public void close() {}
}
