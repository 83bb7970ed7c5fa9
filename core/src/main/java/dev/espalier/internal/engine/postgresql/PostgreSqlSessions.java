package dev.espalier.internal.engine.postgresql;

import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Transactions whose level is their first statement. */
final class PostgreSqlSessions implements Sessions {

    @Override
    public List<String> begin(TransactionKind kind) {
        return List.of(
                switch (kind) {
                    case READ, SNAPSHOT -> "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
                    case WORK -> "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";
                    case WRITE -> "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
                });
    }

    /** The wait is said for the transaction alone, in the same round trip. */
    @Override
    public List<String> beginOnGiven(TransactionKind kind, Duration lockWait) {
        return switch (kind) {
            case READ, SNAPSHOT -> begin(kind);
            case WORK, WRITE ->
                begin(kind).stream()
                        .map(level -> level + "; SET LOCAL lock_timeout = " + Math.max(1, lockWait.toMillis()))
                        .toList();
        };
    }

    /** ROLLBACK alone would leave the statements behind it without a transaction block, since the driver sends BEGIN only before a text. */
    @Override
    public String rollbackBeforeNext() {
        return "ROLLBACK AND CHAIN";
    }

    @Override
    public boolean takesManyStatements() {
        return true;
    }

    /**
     * The driver changes auto-commit without a round trip, and sends BEGIN with the first statement. In auto-commit it may send a Sync between the statements
     * of one text, which would end their transaction.
     */
    @Override
    public SingleTrip singleTrip() {
        return SingleTrip.TEXT;
    }

    @Override
    public void establishSettings(Connection connection, boolean mayChange) throws SQLException {
        PostgreSqlSettings.check(connection);
    }

    @Override
    public @Nullable String readOnlyReason(Connection connection) throws SQLException {
        return PostgreSqlSettings.readOnlyReason(connection);
    }

    /** In milliseconds; 0 is without end. */
    @Override
    public String prepareOwn(Duration lockWait) {
        return "SET lock_timeout = " + Math.max(1, lockWait.toMillis());
    }

    @Override
    public String lendLockWaitAlone(Connection connection, Duration lockWait) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW lock_timeout")) {
            row.next();
            String before = row.getString(1);
            statement.execute(prepareOwn(lockWait));
            return "SET lock_timeout = '" + before + "'";
        }
    }

    @Override
    public List<String> prepareBulk() {
        return List.of("SET maintenance_work_mem = '256MB'");
    }

    @Override
    public String end(long session) {
        return "SELECT pg_terminate_backend(" + session + ")";
    }
}
