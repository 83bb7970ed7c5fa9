package dev.espalier.lab.subject;

import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.SbtestTables;
import dev.espalier.lab.workload.WrongAnswerException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * sysbench's tables in one database, created as in {@code oltp_common.lua} of 1.0.20, so that each program can use the tables of the other.
 * For one thread.
 *
 * @param database the database
 * @param spec which tables
 * @param storage what keeps them
 */
public record SbtestDatabase(TargetDatabase database, OltpSpec spec, StorageEngine storage) {

    private static final int ROWS_PER_STATEMENT = 500;
    private static final int LOADERS = 4;

    /**
     * Makes what is missing; tables that are there must have every row.
     *
     * @return whether the database was made
     */
    public boolean prepare() {
        boolean made = !database.exists();
        if (made) {
            database.recreate();
        }
        Set<String> tables = ConcurrentHashMap.newKeySet();
        try {
            loadMissing(tables);
            return made;
        } catch (SQLException e) {
            throw failed(
                    made,
                    tables,
                    new TargetException(
                            "cannot make sysbench's tables in " + database.name() + ": " + e.getMessage(), e));
        } catch (RuntimeException e) {
            throw failed(made, tables, e);
        }
    }

    /** Drops half created tables after a failure, and keeps existing ones. */
    private RuntimeException failed(boolean made, Set<String> tables, RuntimeException failure) {
        if (made) {
            database.discard(failure);
        } else {
            database.discardTables(tables, failure);
        }
        return failure;
    }

    /** @param made receives each table as soon as it is there */
    private void loadMissing(Set<String> made) throws SQLException {
        List<ConnectionCrew.Task> loads = new ArrayList<>();
        try (Connection connection = database.connect(Map.of())) {
            for (int table = 1; table <= spec.size().tables(); table++) {
                if (exists(connection, table)) {
                    requireComplete(connection, table);
                } else {
                    int missing = table;
                    loads.add(loader -> load(loader, missing, made));
                }
            }
        }
        int loaders = engine() == Engine.SQLITE ? 1 : Math.min(LOADERS, Math.max(1, loads.size()));
        try (ConnectionCrew crew = ConnectionCrew.of(loaders, () -> database.connect(Map.of()))) {
            crew.run(loads);
        }
    }

    /** @return rows in all tables */
    public long count() {
        try (Connection connection = database.connect(Map.of());
                Statement statement = connection.createStatement()) {
            long count = 0;
            for (int table = 1; table <= spec.size().tables(); table++) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + SbtestTables.name(table))) {
                    row.next();
                    count += row.getLong(1);
                }
            }
            return count;
        } catch (SQLException e) {
            throw new TargetException("cannot count the rows in " + database.name() + ": " + e.getMessage(), e);
        }
    }

    private Engine engine() {
        return database.target().engine();
    }

    private static boolean exists(Connection connection, int table) throws SQLException {
        DatabaseMetaData facts = connection.getMetaData();
        try (ResultSet tables =
                facts.getTables(connection.getCatalog(), null, SbtestTables.name(table), new String[] {"TABLE"})) {
            return tables.next();
        }
    }

    private void requireComplete(Connection connection, int table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT COUNT(*), MIN(id), MAX(id) FROM " + SbtestTables.name(table))) {
            row.next();
            boolean complete = row.getLong(1) == spec.size().rows()
                    && row.getLong(2) == 1
                    && row.getLong(3) == spec.size().rows();
            if (!complete && spec.load() != OltpLoad.INSERT && spec.load() != OltpLoad.DELETE) {
                throw new WrongAnswerException(
                        SbtestTables.name(table) + " in the database " + database.name() + ": found " + row.getLong(1)
                                + " rows with ids from " + row.getLong(2) + " to " + row.getLong(3)
                                + ", expected every id from 1 to " + spec.size().rows()
                                + "; give --rows, or another --database");
            }
        }
    }

    private void load(Connection connection, int table, Set<String> made) throws SQLException {
        SbtestTables rows = new SbtestTables(spec.size().tables(), spec.size().rows());
        String name = SbtestTables.name(table);
        try (Statement statement = connection.createStatement()) {
            if (storage.preparation().isPresent()) {
                statement.execute(storage.preparation().get());
            }
            statement.execute(createTable(name));
            made.add(name);
            connection.setAutoCommit(engine() != Engine.SQLITE);
            for (int first = 1; first <= spec.size().rows(); first += ROWS_PER_STATEMENT) {
                StringBuilder sql =
                        new StringBuilder("INSERT INTO ").append(name).append("(id, k, c, pad) VALUES");
                for (int id = first;
                        id < first + ROWS_PER_STATEMENT && id <= spec.size().rows();
                        id++) {
                    SbtestTables.Row row = rows.row(spec.loading().seed(), table, id);
                    sql.append(id == first ? "(" : ", (")
                            .append(id)
                            .append(", ")
                            .append(row.k())
                            .append(", '")
                            .append(row.c())
                            .append("', '")
                            .append(row.pad())
                            .append("')");
                }
                ConnectionCrew.requireWanted();
                statement.execute(sql.toString());
            }
            LongStatement.execute(connection, "CREATE INDEX k_" + table + " ON " + name + "(k)");
            if (engine() == Engine.POSTGRES) {
                statement.execute("SELECT setval(pg_get_serial_sequence('" + name + "', 'id'), "
                        + spec.size().rows() + ")");
            }
            if (engine() == Engine.CUBRID) { // ids that are given do not move the number that comes next
                statement.execute("ALTER TABLE " + name + " AUTO_INCREMENT = "
                        + (spec.size().rows() + 1));
            }
            if (engine() == Engine.SQLITE) {
                connection.commit();
            }
            connection.setAutoCommit(true);
        }
    }

    private String createTable(String name) {
        String id = switch (engine()) {
            case MYSQL, MARIADB, TIDB -> "INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY";
            case POSTGRES -> "SERIAL PRIMARY KEY";
            case SQLITE -> "INTEGER PRIMARY KEY AUTOINCREMENT";
            case H2, DUCKDB, CUBRID -> "INTEGER AUTO_INCREMENT PRIMARY KEY";
        };
        return "CREATE TABLE " + name + " (id " + id + ", k INTEGER DEFAULT "
                + (engine() == Engine.CUBRID ? "0" : "'0'") + " NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,"
                + " pad CHAR(60) DEFAULT '' NOT NULL)" + storage.clause();
    }
}
