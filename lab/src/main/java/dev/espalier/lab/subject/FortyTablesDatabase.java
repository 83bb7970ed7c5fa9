package dev.espalier.lab.subject;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.FortyTables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The forty tables in one database. For one thread.
 *
 * @param database the database
 * @param tables what they hold
 * @param storage what keeps them
 */
public record FortyTablesDatabase(TargetDatabase database, FortyTables tables, StorageEngine storage) {

    private static final int ROWS_PER_STATEMENT = 200;
    private static final int LOADERS = 4;
    /** Of each table, the primary key's among them. */
    private static final int INDEXES = 3;

    private static final long EXTENT_BYTES = 1 << 20;
    /** With the eighth that a large segment keeps empty (innodb_segment_reserve_factor) a sixth. */
    private static final int PART_OF_EXTENTS = 24;

    /**
     * Makes and fills the tables, unless they are there with as many rows.
     *
     * @return whether they were made now
     */
    public boolean prepare() {
        if (database.exists() && isComplete()) {
            return false;
        }
        database.recreate();
        List<ConnectionCrew.Task> loads = new ArrayList<>();
        for (int table = 0; table < tables.tables(); table++) {
            int filled = table;
            loads.add(connection -> fill(connection, filled));
        }
        try (ConnectionCrew crew =
                ConnectionCrew.of(engine() == Engine.SQLITE ? 1 : LOADERS, () -> database.connect(Map.of()))) {
            crew.run(loads);
            return true;
        } catch (SQLException e) {
            database.discard(e);
            throw new TargetException("cannot make the forty tables in " + database.name() + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            database.discard(e);
            throw e;
        }
    }

    private boolean isComplete() {
        try {
            return count() == tables.rows() * tables.tables();
        } catch (TargetException e) {
            return false; // a table is not there
        }
    }

    /** @return rows in all tables */
    public long count() {
        try (Connection connection = database.connect(Map.of());
                Statement statement = connection.createStatement()) {
            long count = 0;
            for (int table = 0; table < tables.tables(); table++) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + FortyTables.name(table))) {
                    row.next();
                    count += row.getLong(1);
                }
            }
            return count;
        } catch (SQLException e) {
            throw new TargetException("cannot count the rows in " + database.name() + ": " + e.getMessage(), e);
        }
    }

    /**
     * The size of tables and indexes.
     *
     * @param bytes of pages that hold something, or at most so many
     * @param isExact whether they are known within a sixth
     */
    public record Size(long bytes, boolean isExact) {}

    /**
     * Counts pages, as the engine does it. InnoDB gives an index of more than 32 pages whole extents of 64, which are empty at first: only who
     * may read its statistics knows how many are used.
     *
     * @return the size of all tables
     */
    public Size size() {
        List<String> names =
                IntStream.range(0, tables.tables()).mapToObj(FortyTables::name).toList();
        String quoted = "'" + String.join("', '", names) + "'";
        try (Connection connection = database.connect(Map.of())) {
            return switch (engine()) {
                // the pages of a database that holds nothing else
                case SQLITE ->
                    new Size(
                            number(
                                    connection,
                                    "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
                            true);
                case POSTGRES ->
                    new Size(
                            number(
                                    connection,
                                    "SELECT SUM(pg_relation_size(named)) FROM (SELECT name::regclass::oid AS named FROM unnest(ARRAY["
                                            + quoted + "]) AS name UNION ALL SELECT indexrelid FROM unnest(ARRAY["
                                            + quoted
                                            + "]) AS name JOIN pg_index ON indrelid = name::regclass) AS all_of_them"),
                            true);
                case MYSQL, MARIADB -> inInnoDb(connection, names, quoted);
                case TIDB, H2, DUCKDB, CUBRID ->
                    throw new IllegalArgumentException(engine().title() + " counts no pages here");
            };
        } catch (SQLException e) {
            throw new TargetException("cannot size the tables in " + database.name() + ": " + e.getMessage(), e);
        }
    }

    private Size inInnoDb(Connection connection, List<String> names, String quoted) throws SQLException {
        // sizes are as old as the last look, MySQL's up to a day (information_schema_stats_expiry)
        Road.execute(connection, "ANALYZE NO_WRITE_TO_BINLOG TABLE " + String.join(", ", names));
        try {
            return new Size(
                    number(
                            connection,
                            "SELECT SUM(stat_value) * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = '"
                                    + database.name() + "' AND table_name IN (" + quoted
                                    + ") AND stat_name = 'n_leaf_pages'"),
                    true);
        } catch (SQLSyntaxErrorException e) { // not allowed: 42000
            long reserved = number(
                    connection,
                    "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = '"
                            + database.name() + "' AND table_name IN (" + quoted + ")");
            long perhapsEmpty = (long) tables.tables() * INDEXES * EXTENT_BYTES;
            return new Size(reserved, perhapsEmpty * PART_OF_EXTENTS <= reserved);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private Engine engine() {
        return database.target().engine();
    }

    private void fill(Connection connection, int table) throws SQLException {
        String name = FortyTables.name(table);
        try (Statement statement = connection.createStatement()) {
            if (storage.preparation().isPresent()) {
                statement.execute(storage.preparation().get());
            }
            statement.execute(createTable(name));
            connection.setAutoCommit(engine() != Engine.SQLITE);
            for (long first = 0; first < tables.rows(); first += ROWS_PER_STATEMENT) {
                StringBuilder sql = new StringBuilder("INSERT INTO ")
                        .append(name)
                        .append(" (")
                        .append(FortyTables.COLUMNS)
                        .append(") VALUES ");
                for (long number = first; number < Math.min(tables.rows(), first + ROWS_PER_STATEMENT); number++) {
                    sql.append(number == first ? "" : ",").append(literals(tables.row(table, number)));
                }
                ConnectionCrew.requireWanted();
                statement.execute(sql.toString());
            }
            // CREATE INDEX after the rows: the trees are built from sorted keys
            LongStatement.execute(
                    connection, "CREATE UNIQUE INDEX " + name + "_unique ON " + name + " (id, col3, col4, col5)");
            LongStatement.execute(
                    connection,
                    "CREATE INDEX " + name + "_other ON " + name + " (id, col9" + storage.descending(database.target())
                            + ", col14)");
            if (engine() == Engine.SQLITE) {
                connection.commit();
            }
            connection.setAutoCommit(true);
        }
    }

    private String createTable(String name) {
        String literal = engine() == Engine.CUBRID ? "TIMESTAMP " : "";
        String defaultTime = literal + "'2000-01-01 00:00:00'";
        // as printed in the report; no INSERT names this column
        String printedDefault = literal + "'2010-07-30 16:25:44'";
        return "CREATE TABLE " + name
                + " (id varchar(20) NOT NULL, seq int NOT NULL, col3 varchar(16) NOT NULL, col4 varchar(5) NOT NULL,"
                + " col5 varchar(50) NOT NULL, col6 varchar(1000) NULL, col7 varchar(300) NOT NULL, col8 varchar(150) NULL,"
                + " col9 timestamp NOT NULL DEFAULT " + defaultTime
                + ", col10 smallint NOT NULL DEFAULT 0, col11 timestamp NOT NULL DEFAULT " + defaultTime + ","
                + " col12 varchar(15) NOT NULL, col13 char(1) NOT NULL, col14 char(1) NOT NULL, col15 timestamp NOT NULL DEFAULT "
                + printedDefault + ","
                + " PRIMARY KEY (id, seq))" + storage.clause();
    }

    private static String literals(FortyTables.Row row) {
        StringBuilder sql = new StringBuilder();
        for (Object value : row.values()) {
            sql.append(sql.isEmpty() ? "(" : ",");
            if (value instanceof Number) {
                sql.append(value);
            } else if (value instanceof LocalDateTime time) {
                sql.append('\'').append(TargetDatabase.timestamp(time)).append('\'');
            } else {
                sql.append(value == null ? "NULL" : "'" + value + "'");
            }
        }
        return sql.append(')').toString();
    }
}
