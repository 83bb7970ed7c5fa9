package dev.espalier.bench.tpch;

import dev.espalier.bench.Drivers;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the questions by SQL. A program of one thread, with one connection. */
final class TpchSql implements AutoCloseable {

    private final TargetDatabase at;
    private final Connection connection;

    TpchSql(TargetDatabase at) throws SQLException {
        this.at = at;
        this.connection = at.connect(Drivers.options(at));
    }

    /** Returns the answer, with numbers, texts and dates as the driver has them. */
    List<List<@Nullable Object>> ask(TpchQuestion question) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                        of(question.sql(), at.target().engine()));
                ResultSet result = statement.executeQuery()) {
            int columns = result.getMetaData().getColumnCount();
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /**
     * Writes a question for an engine. {@code NUM(x)} is a decimal column as a number: SQLite has decimals as texts, and DuckDB multiplies decimals of 38 digits
     * beyond its limit. {@code YEAR(x)} is the year of a date.
     */
    static String of(String sql, Engine engine) {
        return switch (engine) {
            case SQLITE ->
                sql.replaceAll("NUM\\((.*?)\\)", "($1 + 0.0)")
                        .replaceAll("YEAR\\((.*?)\\)", "CAST(SUBSTR($1, 1, 4) AS INTEGER)")
                        .replace("DATE '", "'");
            case DUCKDB ->
                sql.replaceAll("NUM\\((.*?)\\)", "CAST($1 AS DECIMAL(12,2))")
                        .replaceAll("YEAR\\((.*?)\\)", "EXTRACT(YEAR FROM $1)");
            case MYSQL, MARIADB, TIDB -> sql.replaceAll("NUM\\((.*?)\\)", "$1").replace('"', '`');
            case POSTGRES ->
                sql.replaceAll("NUM\\((.*?)\\)", "$1").replaceAll("YEAR\\((.*?)\\)", "EXTRACT(YEAR FROM $1)");
            case H2, CUBRID -> throw new IllegalArgumentException(engine.title() + " is not asked");
        };
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
