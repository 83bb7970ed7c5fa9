package dev.espalier.lab.subject;

import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Renews the planner's statistics of a whole database, as its administrator does after many transactions. A bulk load does it by itself. */
final class Statistics {

    private Statistics() {}

    static void renew(TargetDatabase database) {
        try (Connection connection = database.connect(Map.of())) {
            switch (database.target().engine()) {
                case POSTGRES, SQLITE, H2, DUCKDB -> LongStatement.execute(connection, "ANALYZE");
                case MYSQL, MARIADB ->
                    LongStatement.execute(
                            connection, "ANALYZE NO_WRITE_TO_BINLOG TABLE " + String.join(", ", tables(connection)));
                case TIDB, CUBRID -> {} // TiDB takes them by itself, and needs minutes for them on demand
            }
        } catch (SQLException e) {
            throw new SubjectException("cannot renew the statistics of " + database.name() + ": " + e.getMessage(), e);
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW TABLES")) {
            while (rows.next()) {
                tables.add("`" + rows.getString(1) + "`");
            }
        }
        return tables;
    }
}
