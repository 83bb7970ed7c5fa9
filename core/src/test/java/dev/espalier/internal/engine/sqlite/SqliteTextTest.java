package dev.espalier.internal.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts, which are read as bytes. */
class SqliteTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NULL",
                "''",
                "'Rex'",
                "'\u00e9\u20ac\ud83d\udc36'",
                "'a' || char(0) || 'b'",
                "CAST(x'61ff62' AS TEXT)",
                "x''",
                "x'c3a9'",
                "0",
                "-9223372036854775808",
                "1.0",
                "0.1",
                "1e300",
                "9e999"
            })
    void theTextIsTheOneThatTheDriverReads(String expression) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            String expected;
            try (ResultSet row = statement.executeQuery("SELECT " + expression)) {
                row.next();
                expected = row.getString(1);
            }
            try (ResultSet row = statement.executeQuery("SELECT " + expression)) {
                row.next();
                assertThat(new SqliteDialect().text(row, 1)).isEqualTo(expected);
                assertThat(row.wasNull()).isEqualTo(expected == null);
            }
        }
    }

    @Test
    void aNumberThatIsReadAsTextStaysANumber() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 12")) {
            row.next();
            assertThat(new SqliteDialect().text(row, 1)).isEqualTo("12");
            assertThat(row.getLong(1)).isEqualTo(12);
        }
    }
}
