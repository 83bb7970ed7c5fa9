package dev.espalier.internal.engine.h2;

import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** Each transaction says its level: https://h2database.com/html/advanced.html#transaction_isolation. */
final class H2Sessions implements Sessions {

    private static final String LEVEL = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL ";

    @Override
    public List<String> begin(TransactionKind kind) {
        return List.of(LEVEL + (kind == TransactionKind.WRITE ? "READ COMMITTED" : "SNAPSHOT"));
    }

    /** An UPDATE by itself that has waited for a row fails at the level SNAPSHOT: "Deadlock detected" (2.5). */
    @Override
    public String levelAlone() {
        return LEVEL + "READ COMMITTED";
    }

    @Override
    public String lendLockWait(Connection connection, Duration lockWait) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long before;
            try (ResultSet row = statement.executeQuery("SELECT LOCK_TIMEOUT()")) {
                row.next();
                before = row.getLong(1);
            }
            statement.execute(prepareOwn(lockWait));
            return "SET LOCK_TIMEOUT " + before;
        }
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return "SET LOCK_TIMEOUT " + Math.min(Integer.MAX_VALUE, Math.max(1, lockWait.toMillis()));
    }

    @Override
    public void establishSettings(Connection connection, boolean mayChange) throws SQLException {
        H2Settings.check(connection);
    }
}
