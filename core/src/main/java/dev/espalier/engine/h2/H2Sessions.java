package dev.espalier.engine.h2;

import dev.espalier.engine.Sessions;
import dev.espalier.engine.TransactionKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** Each transaction says its level: https://h2database.com/html/advanced.html#transaction_isolation. */
final class H2Sessions implements Sessions {

    /** Collations compare by the bytes of this character set: by code point, as the library does; else UTF-16 units are compared. */
    private static final String COLLATION = "SET COLLATION \"CHARSET_UTF-8\"";

    /** https://h2database.com/javadoc/org/h2/api/ErrorCode.html#COLLATION_CHANGE_WITH_DATA_TABLE_1 */
    private static final int HAS_TABLES = 90089;

    @Override
    public List<String> begin(TransactionKind kind) {
        return List.of("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + (kind == TransactionKind.WRITE ? "READ COMMITTED" : "SNAPSHOT"));
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return "SET LOCK_TIMEOUT " + Math.min(Integer.MAX_VALUE, Math.max(1, lockWait.toMillis()));
    }

    /**
     * A database compares some keys by its former collation until it is opened again. Then rows cannot be deleted: their keys are not found in indexes
     * (TransferContractTest#anImportAddsToADatabaseOfTheSameModelOrChangesNothing).
     */
    @Override
    public boolean reopensAfterCheck() {
        return true;
    }

    /** The collation of a database can only be said before its first table is made. */
    @Override
    public void checkUsable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found = statement.executeQuery("SELECT 1 FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'COLLATION'"
                    + " UNION ALL SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA'")) {
                if (found.next()) {
                    return;
                }
            }
            statement.execute(COLLATION);
        } catch (SQLException e) {
            if (e.getErrorCode() != HAS_TABLES) {
                throw e;
            }
        }
    }
}
