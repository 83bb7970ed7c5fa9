package dev.espalier.lab.subject;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.FortyTables;

/**
 * The forty tables in one database. For one thread.
 *
 * @param place the database
 * @param tables what they hold
 * @param storage what keeps them
 */
public record FortyTablesDatabase(Place place, FortyTables tables, StorageEngine storage) {

    private static final int ROWS_PER_STATEMENT = 200;
    private static final int LOADERS = 4;

    /**
     * Makes and fills the tables, unless they are there with as many rows.
     *
     * @return whether they were made now
     */
    public boolean prepare() {
        if (place.exists() && isComplete()) {
            return false;
        }
        place.recreate();
        List<ConnectionCrew.Task> loads = new ArrayList<>();
        for (int table = 0; table < tables.tables(); table++) {
            int filled = table;
            loads.add(connection -> fill(connection, filled));
        }
        try (ConnectionCrew crew = ConnectionCrew.of(engine() == Engine.SQLITE ? 1 : LOADERS, () -> place.connect(Map.of()))) {
            crew.run(loads);
            return true;
        } catch (SQLException e) {
            place.discard(e);
            throw new TargetException("cannot make the forty tables in " + place.name() + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            place.discard(e);
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
        try (Connection connection = place.connect(Map.of()); Statement statement = connection.createStatement()) {
            long count = 0;
            for (int table = 0; table < tables.tables(); table++) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + FortyTables.name(table))) {
                    row.next();
                    count += row.getLong(1);
                }
            }
            return count;
        } catch (SQLException e) {
            throw new TargetException("cannot count the rows in " + place.name() + ": " + e.getMessage(), e);
        }
    }

    /** @return what tables and indexes take, in pages that the engine has just counted */
    public long sizeBytes() {
        List<String> names = IntStream.range(0, tables.tables()).mapToObj(FortyTables::name).toList();
        String quoted = "'" + String.join("', '", names) + "'";
        String size = switch (engine()) {
            // the pages of a database that holds nothing else
            case SQLITE -> "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
            case POSTGRES -> "SELECT SUM(pg_total_relation_size(name::regclass)) FROM unnest(ARRAY[" + quoted + "]) AS name";
            case MYSQL, MARIADB -> "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = '" + place.name()
                    + "' AND table_name IN (" + quoted + ")";
            case TIDB, CUBRID -> throw new IllegalArgumentException(engine().title() + " counts no pages here");
        };
        try (Connection connection = place.connect(Map.of()); Statement statement = connection.createStatement()) {
            if (engine() == Engine.MYSQL || engine() == Engine.MARIADB) {
                // sizes are as old as the last look, MySQL's up to a day (information_schema_stats_expiry)
                statement.execute("ANALYZE NO_WRITE_TO_BINLOG TABLE " + String.join(", ", names));
            }
            try (ResultSet row = statement.executeQuery(size)) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new TargetException("cannot size the tables in " + place.name() + ": " + e.getMessage(), e);
        }
    }

    private Engine engine() {
        return place.target().engine();
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
                StringBuilder sql = new StringBuilder("INSERT INTO ").append(name).append(" (").append(FortyTables.COLUMNS).append(") VALUES ");
                for (long number = first; number < Math.min(tables.rows(), first + ROWS_PER_STATEMENT); number++) {
                    sql.append(number == first ? "" : ",").append(literals(tables.row(table, number)));
                }
                ConnectionCrew.requireWanted();
                statement.execute(sql.toString());
            }
            // CREATE INDEX after the rows: the trees are built from sorted keys
            statement.execute("CREATE UNIQUE INDEX " + name + "_unique ON " + name + " (id, col3, col4, col5)");
            statement.execute("CREATE INDEX " + name + "_other ON " + name + " (id, col9" + storage.descending(place.target()) + ", col14)");
            if (engine() == Engine.SQLITE) {
                connection.commit();
            }
            connection.setAutoCommit(true);
        }
    }

    private String createTable(String name) {
        String defaultTime = (engine() == Engine.CUBRID ? "TIMESTAMP " : "") + "'2000-01-01 00:00:00'";
        return "CREATE TABLE " + name + " (id varchar(20) NOT NULL, seq int NOT NULL, col3 varchar(16) NOT NULL, col4 varchar(5) NOT NULL,"
                + " col5 varchar(50) NOT NULL, col6 varchar(1000) NULL, col7 varchar(300) NOT NULL, col8 varchar(150) NULL,"
                + " col9 timestamp NOT NULL DEFAULT " + defaultTime + ", col10 smallint NOT NULL DEFAULT 0, col11 timestamp NOT NULL DEFAULT " + defaultTime + ","
                + " col12 varchar(15) NOT NULL, col13 char(1) NOT NULL, col14 char(1) NOT NULL, col15 timestamp NOT NULL DEFAULT " + defaultTime + ","
                + " PRIMARY KEY (id, seq))" + storage.clause();
    }

    private static String literals(FortyTables.Row row) {
        StringBuilder sql = new StringBuilder();
        for (Object value : row.values()) {
            sql.append(sql.isEmpty() ? "(" : ",");
            if (value instanceof Number) {
                sql.append(value);
            } else if (value instanceof LocalDateTime time) {
                sql.append('\'').append(Place.timestamp(time)).append('\'');
            } else {
                sql.append(value == null ? "NULL" : "'" + value + "'");
            }
        }
        return sql.append(')').toString();
    }
}
