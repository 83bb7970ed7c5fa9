package dev.espalier.internal.engine.h2;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;
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

    @Override
    public List<String> begin(TransactionKind kind) {
        return List.of("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL "
                + (kind == TransactionKind.WRITE ? "READ COMMITTED" : "SNAPSHOT"));
    }

    @Override
    public boolean keepsLevel() {
        return true;
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

    /** The collation of the database decides which texts are equal, and what an index finds. It cannot change once there is a table. */
    @Override
    public void establishSettings(Connection connection, boolean mayChange) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'COLLATION' AND SETTING_VALUE <> 'OFF'")) {
            if (found.next()) {
                throw new ConnectionException(
                        SERVER_SETTING,
                        "found the collation " + found.getString(1)
                                + " of the H2 database; expected OFF, with which texts differ that have"
                                + " other characters. Take SET COLLATION out of what makes the database or out of its URL, and make a new database");
            }
        }
    }
}
