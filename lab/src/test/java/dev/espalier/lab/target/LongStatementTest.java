package dev.espalier.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Ctrl-C ends, and what it must not reach. */
class LongStatementTest {

    @TempDir
    private Path out;

    /** Statements that do not end by themselves in less than a day. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sqlite   | CREATE TABLE numbers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0",
                "mysql    | SELECT SLEEP(100000)",
                "mariadb | SELECT SLEEP(100000)",
                "postgres | SELECT pg_sleep(100000)",
                "tidb | SELECT SLEEP(100000)"
            })
    void aThreadThatIsInterruptedEndsItsStatement(String engine, String sql) throws SQLException {
        try (Connection connection = connect(engine)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> LongStatement.execute(connection, sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("interrupted");
            assertThat(Thread.interrupted())
                    .as("the thread is still interrupted")
                    .isTrue();
            try (ResultSet row = connection.createStatement().executeQuery("SELECT 1")) {
                assertThat(row.next()).as("the connection is still there").isTrue();
            }
        }
    }

    @Test
    void causeOfAFailedStatementIsTold() throws SQLException {
        try (Connection connection = connect("sqlite")) {
            assertThatThrownBy(() -> LongStatement.execute(connection, "CREATE INDEX one ON missing (id)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("missing");
        }
    }

    @Test
    void aProcessOutOfReachIgnoresCtrlC() throws IOException, InterruptedException {
        List<String> command = List.of("sh", "-c", "kill -INT $$; echo \"$1\"", "sh", "still here");
        Process process = new ProcessBuilder(OutOfReach.of(command)).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("still here\n");
        assertThat(process.waitFor()).isZero();
    }

    private Connection connect(String engine) throws SQLException {
        if (!engine.equals("sqlite")) {
            assumeThat(System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                    .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                    .isNotNull();
        }
        Target target = new Targets(out, out, System.getenv()).find(engine, "", Password.NONE);
        return engine.equals("sqlite") ? target.database("statements").connect(Map.of()) : target.connect();
    }
}
