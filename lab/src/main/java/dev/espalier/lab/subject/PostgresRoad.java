package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.TargetDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;

/** COPY on several connections; ids as an array. */
final class PostgresRoad implements Road {

    @Override
    public Connection connectForLoad(TargetDatabase database) throws SQLException {
        Connection connection = database.connect(Map.of());
        // the default of 64 MB makes an index of a million rows spill to disk
        Road.execute(connection, "SET maintenance_work_mem = '256MB'");
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
        return "COPY";
    }

    @Override
    public void load(Connection connection, Table table, Rows rows) throws SQLException {
        try (TextRows text = new TextRows(rows, table.columns().size())) {
            connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + table.name() + " FROM STDIN", text);
        } catch (IOException e) {
            throw new SQLException("COPY into " + table.name() + " broke off: " + e.getMessage(), e);
        }
        connection.commit();
    }

    @Override
    public String among(String column, long[] ids, int from, int to) {
        StringBuilder sql = new StringBuilder(column).append(" = ANY ('{");
        for (int index = from; index < to; index++) {
            sql.append(index == from ? "" : ",").append(ids[index]);
        }
        return sql.append("}')").toString();
    }

    @Override
    public QueryForm queryForm(Indexes indexes) {
        return indexes == Indexes.BOTH ? QueryForm.INTERSECT : QueryForm.EXISTS;
    }

    @Override
    public List<String> analyze() {
        return Table.ALL.stream().map(table -> "ANALYZE " + table.name()).toList();
    }
}
