package dev.espalier.lab.subject;

import com.mysql.cj.jdbc.JdbcStatement;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** LOAD DATA LOCAL from a stream on several connections; rewritten batches if the server refuses LOCAL. Also for TiDB. */
final class MySqlRoad implements Road {

    static final int ROWS_PER_BATCH = 2_000;

    private final boolean tidb;
    private volatile boolean local;

    MySqlRoad(boolean tidb) {
        this.tidb = tidb;
    }

    @Override
    public Connection connectForLoad(TargetDatabase database) throws SQLException {
        Connection connection =
                database.connect(Map.of("allowLoadLocalInfile", "true", "rewriteBatchedStatements", "true"));
        local = localInfile(connection);
        if (!tidb) {
            // one ALTER of a table sorts all its new indexes; the default of 1 MB is for a busy server
            Road.execute(connection, "SET SESSION innodb_ddl_buffer_size = 67108864");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection connectForSearch(TargetDatabase database, Indexes indexes) throws SQLException {
        Connection connection = database.connect(Map.of("useServerPrepStmts", "true"));
        if (!tidb && indexes != Indexes.BOTH && hasHypergraph(connection)) {
            Road.execute(connection, "SET SESSION optimizer_switch = 'hypergraph_optimizer=on'");
        }
        return connection;
    }

    /** Returns whether the server has the hypergraph optimizer: the community server from 9.7 on. */
    private static boolean hasHypergraph(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion() > 9
                || connection.getMetaData().getDatabaseMajorVersion() == 9
                        && connection.getMetaData().getDatabaseMinorVersion() >= 7;
    }

    static boolean localInfile(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@local_infile")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    @Override
    public int loadConnections(int threads) {
        return LoadConnections.of(threads);
    }

    @Override
    public String loadRoad() {
        return local ? "LOAD DATA LOCAL" : "rewritten batches of " + ROWS_PER_BATCH + " rows (local_infile=OFF)";
    }

    @Override
    public void load(Connection connection, Table table, Rows rows) throws SQLException {
        if (local) {
            try (Statement statement = connection.createStatement();
                    TextRows text = new TextRows(rows, table.columns().size())) {
                statement.unwrap(JdbcStatement.class).setLocalInfileInputStream(text);
                statement.execute("LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + table.name());
            }
        } else {
            insertBatches(connection, table, rows);
        }
        connection.commit();
    }

    static void insertBatches(Connection connection, Table table, Rows rows) throws SQLException {
        String row = table.columns().stream().map(column -> "?").collect(Collectors.joining(",", "(", ")"));
        long[] values = new long[table.columns().size()];
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table.name() + " VALUES " + row)) {
            int waiting = 0;
            while (rows.next(values)) {
                for (int column = 0; column < values.length; column++) {
                    insert.setLong(column + 1, values[column]);
                }
                insert.addBatch();
                if (++waiting == ROWS_PER_BATCH) {
                    insert.executeBatch();
                    waiting = 0;
                }
            }
            if (waiting > 0) {
                insert.executeBatch();
            }
        }
    }

    @Override
    public List<String> addIndexes(Table table, Indexes indexes) {
        return alterTable(table, indexes);
    }

    /** Builds all indexes of a table in one statement, which reads its rows once. */
    static List<String> alterTable(Table table, Indexes indexes) {
        List<List<String>> added = table.indexes(indexes);
        if (added.isEmpty()) {
            return List.of();
        }
        return List.of("ALTER TABLE " + table.name() + " "
                + added.stream()
                        .map(columns ->
                                "ADD INDEX " + Road.indexName(table, columns) + " (" + String.join(", ", columns) + ")")
                        .collect(Collectors.joining(", ")));
    }

    @Override
    public QueryForm queryForm(Indexes indexes) {
        return indexes == Indexes.BOTH ? QueryForm.INTERSECT : QueryForm.EXISTS;
    }

    @Override
    public List<String> analyze() {
        // TiDB 8.5 took 10 to 30 s for each table of 100,000 rows (November 2026), and finds the query's plan without
        return tidb
                ? List.of()
                : Table.ALL.stream()
                        .map(table -> "ANALYZE TABLE " + table.name())
                        .toList();
    }
}
