package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Multi-row inserts by one writer, in WAL with synchronous = FULL. */
final class SqliteRoad implements Road {

    private static final int ROWS_PER_INSERT = 500;
    private static final String CACHE = "PRAGMA cache_size = -262144";

    @Override
    public Connection connectForLoad(TargetDatabase database) throws SQLException {
        Connection connection = connect(database);
        Road.execute(connection, "PRAGMA threads = 2");
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Connection connectForSearch(TargetDatabase database, Indexes indexes) throws SQLException {
        return connect(database);
    }

    private static Connection connect(TargetDatabase database) throws SQLException {
        Connection connection = database.connect(Map.of());
        Road.execute(connection, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", CACHE);
        return connection;
    }

    @Override
    public int loadConnections(int threads) {
        return 1;
    }

    @Override
    public String loadRoad() {
        return "inserts of " + ROWS_PER_INSERT + " rows, one writer, WAL, synchronous=FULL";
    }

    @Override
    public void load(Connection connection, Table table, Rows rows) throws SQLException {
        int columns = table.columns().size();
        long[] row = new long[columns];
        boolean more = true;
        try (PreparedStatement many = connection.prepareStatement(insert(table, ROWS_PER_INSERT));
                PreparedStatement one = connection.prepareStatement(insert(table, 1))) {
            long[] batch = new long[ROWS_PER_INSERT * columns];
            while (more) {
                int filled = 0;
                while (filled < batch.length && (more = rows.next(row))) {
                    System.arraycopy(row, 0, batch, filled, columns);
                    filled += columns;
                }
                if (filled == batch.length) {
                    insert(many, batch, 0, filled);
                } else {
                    for (int from = 0; from < filled; from += columns) {
                        insert(one, batch, from, from + columns);
                    }
                }
            }
        }
        connection.commit();
    }

    private static String insert(Table table, int rows) {
        String row = table.columns().stream().map(column -> "?").collect(Collectors.joining(",", "(", ")"));
        return "INSERT INTO " + table.name() + " VALUES "
                + IntStream.range(0, rows).mapToObj(index -> row).collect(Collectors.joining(","));
    }

    private static void insert(PreparedStatement statement, long[] values, int from, int to) throws SQLException {
        for (int index = from; index < to; index++) {
            statement.setLong(index - from + 1, values[index]);
        }
        statement.executeUpdate();
    }

    @Override
    public String columnType(Table table, String column) {
        // only a column of type INTEGER can be the table's own row id
        return "INTEGER";
    }

    @Override
    public String tableOptions(Table table) {
        return table.primaryKey().size() > 1 ? " WITHOUT ROWID" : "";
    }

    @Override
    public QueryForm queryForm(Indexes indexes) {
        return switch (indexes) {
            case NONE, VALUES, RELATIONS -> QueryForm.NARROWED;
            case BOTH -> QueryForm.INTERSECT;
        };
    }

    @Override
    public List<String> analyze() {
        return Table.ALL.stream().map(table -> "ANALYZE " + table.name()).toList();
    }

    @Override
    public void finish(Connection connection) throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
        Road.execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    }
}
