package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** As MySQL, with MariaDB's driver. Hash joins, which have to be asked for there, did not help the query (MariaDB 11.4, November 2026). */
final class MariaDbRoad implements Road {

    private volatile boolean local;

    @Override
    public Connection connectForLoad(TargetDatabase database) throws SQLException {
        Connection connection = database.connect(Map.of("allowLocalInfile", "true", "useBulkStmts", "true"));
        local = MySqlRoad.localInfile(connection);
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection connectForSearch(TargetDatabase database, Indexes indexes) throws SQLException {
        return database.connect(Map.of("useServerPrepStmts", "true"));
    }

    @Override
    public int loadConnections(int threads) {
        return LoadConnections.of(threads);
    }

    @Override
    public String loadRoad() {
        return local ? "LOAD DATA LOCAL" : "bulk batches of " + MySqlRoad.ROWS_PER_BATCH + " rows (local_infile=OFF)";
    }

    @Override
    public void load(Connection connection, Table table, Rows rows) throws SQLException {
        if (local) {
            try (Statement statement = connection.createStatement();
                    TextRows text = new TextRows(rows, table.columns().size())) {
                statement.unwrap(org.mariadb.jdbc.Statement.class).setLocalInfileInputStream(text);
                statement.execute("LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + table.name());
            }
        } else {
            MySqlRoad.insertBatches(connection, table, rows);
        }
        connection.commit();
    }

    @Override
    public List<String> addIndexes(Table table, Indexes indexes) {
        return MySqlRoad.alterTable(table, indexes);
    }

    @Override
    public QueryForm queryForm(Indexes indexes) {
        return indexes == Indexes.BOTH ? QueryForm.INTERSECT : QueryForm.EXISTS;
    }

    @Override
    public List<String> analyze() {
        return Table.ALL.stream().map(table -> "ANALYZE TABLE " + table.name()).toList();
    }
}
