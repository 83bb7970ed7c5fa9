package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The appender on several connections, each of which has a table to itself; the query by joins, which DuckDB makes of it by itself. */
final class DuckDbRoad implements Road {

    @Override
    public Connection connectForLoad(TargetDatabase database) throws SQLException {
        Connection connection = database.connect(Map.of());
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection connectForSearch(TargetDatabase database, Indexes indexes) throws SQLException {
        return database.connect(Map.of());
    }

    @Override
    public int loadConnections(int threads) {
        return LoadConnections.of(threads);
    }

    @Override
    public String loadRoad() {
        return "Appender";
    }

    @Override
    public void load(Connection connection, Table table, Rows rows) throws SQLException {
        long[] row = new long[table.columns().size()];
        DuckDBConnection duckdb = connection.unwrap(DuckDBConnection.class);
        try (DuckDBAppender appender = duckdb.createAppender(duckdb.getSchema(), table.name())) {
            while (rows.next(row)) {
                appender.beginRow();
                for (int column = 0; column < row.length; column++) {
                    if (Table.type(table.columns().get(column)).equals("int")) {
                        appender.append((int) row[column]);
                    } else {
                        appender.append(row[column]);
                    }
                }
                appender.endRow();
            }
        }
        connection.commit();
    }

    @Override
    public QueryForm queryForm(Indexes indexes) {
        return QueryForm.EXISTS;
    }

    @Override
    public List<String> analyze() {
        return List.of("ANALYZE");
    }

    @Override
    public void finish(Connection connection) throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
        Road.execute(connection, "CHECKPOINT");
    }
}
