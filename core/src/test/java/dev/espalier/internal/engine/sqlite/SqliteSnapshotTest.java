package dev.espalier.internal.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.engine.TransactionKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The moment at which a transaction takes its snapshot. */
class SqliteSnapshotTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = TransactionKind.class,
            names = {"SNAPSHOT", "WORK"})
    void theBeginningTakesTheSnapshot(TransactionKind kind) throws SQLException {
        assertThat(rowsFoundAfterAnotherCommit(kind)).isZero();
    }

    @Test
    void aReadTakesItsSnapshotLater() throws SQLException {
        assertThat(rowsFoundAfterAnotherCommit(TransactionKind.READ)).isOne();
    }

    private int rowsFoundAfterAnotherCommit(TransactionKind kind) throws SQLException {
        String url = "jdbc:sqlite:" + folder.resolve("objects.db") + "?journal_mode=WAL";
        try (Connection reader = DriverManager.getConnection(url);
                Connection writer = DriverManager.getConnection(url);
                Statement read = reader.createStatement();
                Statement write = writer.createStatement()) {
            write.execute("CREATE TABLE dog (id INTEGER)");
            for (String statement : new SqliteSessions().begin(kind)) {
                read.execute(statement);
            }
            write.execute("INSERT INTO dog VALUES (1)");
            try (ResultSet row = read.executeQuery("SELECT count(*) FROM dog")) {
                return row.getInt(1);
            }
        }
    }
}
