package dev.espalier.internal.engine.duckdb;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns off an optimizer of DuckDB 2.0 that makes wrong answers (2.0.0, 2026-11-29): it takes two joins that read different columns of the same tables for one, and
 * compares the columns of the first. With 40 rows, each of which refers to the next one, this counts 36 in place of 35:
 *
 * <pre>
 * SELECT count(*) FROM part t JOIN part p1 ON p1.id = t.next JOIN part p2 ON p2.id = p1.next JOIN part p3 ON p3.id = p2.next
 *   JOIN part p4 ON p4.id = p3.next JOIN part p5 ON p5.id = p4.next WHERE p5.number > t.number
 * </pre>
 *
 * <p>The setting is one of the whole database in this process, so that a program's own connections get right answers, too. Versions before 2.0 do not have the optimizer.
 */
final class DuckDbOptimizers {

    private static final String WRONG = "common_subplan";
    private static final String SETTING = "disabled_optimizers";

    private DuckDbOptimizers() {}

    /**
     * Turns the optimizer off, if this version of DuckDB has it. The setting keeps the other optimizers that it names.
     *
     * @throws ConnectionException {@code server-setting} if the database does not allow it
     */
    static void turnOffWrong(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            List<String> off = new ArrayList<>(disabled(statement));
            if (off.contains(WRONG) || !isThere(statement)) {
                return;
            }
            off.add(WRONG);
            try {
                statement.execute("SET GLOBAL " + SETTING + " = '" + String.join(",", off) + "'");
            } catch (SQLException refused) {
                throw new ConnectionException(
                        SERVER_SETTING,
                        "found the optimizer " + WRONG
                                + ", with which this version of DuckDB gives wrong answers, and a database that refuses to turn it off; expected "
                                + SETTING + " = '" + WRONG + "'. Set it before lock_configuration",
                        refused);
            }
        }
    }

    private static List<String> disabled(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT current_setting('" + SETTING + "')")) {
            row.next();
            String value = row.getString(1);
            return value == null || value.isBlank()
                    ? List.of()
                    : List.of(value.trim().split("\\s*,\\s*"));
        }
    }

    private static boolean isThere(Statement statement) throws SQLException {
        try (ResultSet rows =
                statement.executeQuery("SELECT 1 FROM duckdb_optimizers() WHERE name = '" + WRONG + "'")) {
            return rows.next();
        }
    }
}
