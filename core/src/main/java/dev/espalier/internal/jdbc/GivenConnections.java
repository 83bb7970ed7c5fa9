package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.FOREIGN_TRANSACTION;
import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes connections from a source that its user opens and closes. They are given back as they came. */
final class GivenConnections implements Connections {

    private static final Logger LOG = LoggerFactory.getLogger(GivenConnections.class);

    private final DataSource source;
    private final FirstConnection first;
    private final Duration lockWait;
    private final DriverErrors errors;
    /** Those that have the settings. */
    private final Set<Object> established = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    /** Those that are in use here. */
    private final Set<Object> lent = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    GivenConnections(DataSource source, FirstConnection first, Duration lockWait, DriverErrors errors) {
        this.source = source;
        this.first = first;
        this.lockWait = lockWait;
        this.errors = errors;
    }

    @Override
    public Leased take() {
        try {
            Connection connection = source.getConnection();
            try {
                Object physical =
                        FirstConnection.physical(connection, first.address().driver());
                if (!lent.add(physical)) {
                    throw ForeignTransactions.twice();
                }
                try {
                    ForeignTransactions.refuse(
                            connection, source, first.address().driver(), first.cameWithAutoCommit());
                    return new Leased(connection, false, false, null, null, lent(connection, physical));
                } catch (SQLException | RuntimeException | Error e) {
                    lent.remove(physical);
                    throw e;
                }
            } catch (SQLException | RuntimeException | Error e) {
                // A connection with a transaction of somebody else is still in use.
                if (!(e instanceof ConnectionException refusal && refusal.errorCode() == FOREIGN_TRANSACTION)) {
                    discard(connection);
                }
                FirstFailure.closeAfter(e, connection);
                throw e;
            }
        } catch (SQLException e) {
            throw errors.connecting(e, "taking a connection");
        }
    }

    private Lent lent(Connection connection, Object physical) throws SQLException {
        Sessions sessions = first.address().engine().sessions();
        Lent taken = new Lent(connection, sessions, lockWait, () -> lent.remove(physical));
        sessions.prepare(connection);
        refuseElsewhere("catalog", connection.getCatalog(), first.catalog()); // no driver asks its server
        if (!established.contains(physical)) {
            sessions.establishSettings(connection, false);
            refuseReadOnly(connection);
            refuseElsewhere("schema", connection.getSchema(), first.schema());
            established.add(physical);
        }
        return taken;
    }

    /** The database was opened by a connection that can write. */
    private void refuseReadOnly(Connection connection) throws SQLException {
        if (first.address().readOnly() == null
                && (connection.isReadOnly()
                        || first.address().engine().sessions().readOnlyReason(connection) != null)) {
            throw new ConnectionException(
                    SERVER_SETTING,
                    "found a read-only connection; expected one that can be written to, as the database was opened by such a one."
                            + " Correct what the DataSource sets");
        }
    }

    private static void refuseElsewhere(String what, @Nullable String found, @Nullable String expected) {
        if (!Objects.equals(found, expected)) {
            throw new ConnectionException(
                    SERVER_SETTING,
                    "found a connection in the " + what + " " + found + "; expected " + expected
                            + ", where the database was opened. Let the DataSource give all connections in one "
                            + what);
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
