package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Batches of inserts on several connections; what was committed is written at once. */
final class H2Road implements Road {

    private static final int ROWS_PER_BATCH = 1_000;

    @Override
    public Connection connectForLoad(TargetDatabase database) throws SQLException {
        Connection connection = connect(database);
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection connectForSearch(TargetDatabase database, Indexes indexes) throws SQLException {
        return connect(database);
    }

    /** VALUE is a column here. H2 writes what was committed up to half a second later by default; the library has it written at once, too. */
    private static Connection connect(TargetDatabase database) throws SQLException {
        Connection connection = database.connect(Map.of());
        Road.execute(connection, "SET NON_KEYWORDS VALUE", "SET WRITE_DELAY 0");
        return connection;
    }

    @Override
    public int loadConnections(int threads) {
        return LoadConnections.of(threads);
    }

    @Override
    public String loadRoad() {
        return "batches of " + ROWS_PER_BATCH + " inserts, WRITE_DELAY 0";
    }

    @Override
    public void load(Connection connection, Table table, Rows rows) throws SQLException {
        int columns = table.columns().size();
        long[] row = new long[columns];
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + table.name() + " VALUES (?" + ",?".repeat(columns - 1) + ")")) {
            int waiting = 0;
            while (rows.next(row)) {
                for (int column = 0; column < columns; column++) {
                    insert.setLong(column + 1, row[column]);
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
        connection.commit();
    }

    @Override
    public QueryForm queryForm(Indexes indexes) {
        return indexes == Indexes.BOTH ? QueryForm.INTERSECT : QueryForm.NESTED;
    }

    @Override
    public List<String> analyze() {
        return List.of("ANALYZE");
    }

    @Override
    public void finish(Connection connection) throws SQLException {
        connection.commit();
        Road.execute(connection, "CHECKPOINT SYNC");
    }
}
