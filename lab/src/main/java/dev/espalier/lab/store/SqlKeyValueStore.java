package dev.espalier.lab.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;

/**
 * The table {@code keyvalue(id bigint primary key, value1 int, value2 double)} of a SQL database.
 *
 * @param place the database
 * @param sessions of it
 * @param way how it is asked
 * @param storageEngine of MySQL and MariaDB; empty for the server's default
 */
public record SqlKeyValueStore(Place place, JdbcSessions sessions, ReadWay way, String storageEngine) implements KeyValueStore {

    private static final String TABLE = "keyvalue";
    private static final int FILLERS = 4;
    /** MEMORY tables end at a size of the session's that is 16 MB by default. */
    private static final String ROOM_IN_MEMORY = "SET SESSION max_heap_table_size = 17179869184";

    /** Refuses what an engine does not have. */
    public SqlKeyValueStore {
        boolean mysqlFamily = place.target().engine() == Engine.MYSQL || place.target().engine() == Engine.MARIADB;
        if (way == ReadWay.HANDLER && !mysqlFamily) {
            throw new SpecException("--way: found handler, which " + place.target().engine().title() + " does not have; MySQL and MariaDB do");
        }
        if (!storageEngine.isEmpty() && !mysqlFamily) {
            throw new SpecException("--engine: found " + storageEngine + ", but " + place.target().engine().title()
                    + " has no storage engines to choose from; MySQL and MariaDB have");
        }
    }

    @Override
    public boolean prepare(KeyValueRows rows) {
        if (place.exists() && holds(rows)) {
            return false;
        }
        place.recreate();
        run(createTable());
        int fillers = engine() == Engine.SQLITE ? 1 : FILLERS;
        Fill.run(1, rows.count() + 1, ROWS_AT_ONCE, fillers, TABLE + " in " + place.name(), () -> new Filler(place.connect(Map.of()), rows));
        if (way == ReadWay.COVERING) {
            run(engine() == Engine.POSTGRES ? "CREATE UNIQUE INDEX covering ON " + TABLE + " (id) INCLUDE (value1, value2)"
                    : "CREATE UNIQUE INDEX covering ON " + TABLE + " (id, value1, value2)");
        }
        switch (engine()) {
            case POSTGRES -> run("VACUUM ANALYZE " + TABLE);
            case SQLITE -> run("ANALYZE");
            case MYSQL, MARIADB, TIDB -> run("ANALYZE TABLE " + TABLE);
        }
        return true;
    }

    /** Rows that another run has left serve again if they are as many and the index is there. */
    private boolean holds(KeyValueRows rows) {
        String forced = way == ReadWay.COVERING ? covering() : "";
        try (Connection connection = place.connect(Map.of()); Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*), MIN(id), MAX(id) FROM " + TABLE)) {
            row.next();
            boolean complete = row.getLong(1) == rows.count() && row.getLong(2) == 1 && row.getLong(3) == rows.count();
            try (ResultSet last = statement.executeQuery("SELECT value1 FROM " + TABLE + forced + " WHERE id = " + rows.count())) {
                return complete && last.next() && last.getInt(1) == rows.value1(rows.count());
            }
        } catch (SQLException e) {
            return false; // the table or its index is not there, or not ours
        }
    }

    private String createTable() {
        String floating = switch (engine()) {
            case POSTGRES -> "double precision";
            case SQLITE, MYSQL, MARIADB, TIDB -> "double";
        };
        return "CREATE TABLE " + TABLE + " (id bigint NOT NULL PRIMARY KEY, value1 int NOT NULL, value2 " + floating + " NOT NULL)"
                + (storageEngine.isEmpty() ? "" : " ENGINE = " + storageEngine);
    }

    private void run(String sql) {
        try (Connection connection = place.connect(Map.of()); Statement statement = connection.createStatement()) {
            if (storageEngine.equalsIgnoreCase("MEMORY")) {
                statement.execute(ROOM_IN_MEMORY);
            }
            statement.execute(sql);
        } catch (SQLException e) {
            throw new TargetException(sql + " in " + place.name() + " on " + engine().title() + " failed: " + e.getMessage(), e);
        }
    }

    private Engine engine() {
        return place.target().engine();
    }

    /** One connection that inserts; SQLite's in one transaction. */
    private record Filler(Connection connection, KeyValueRows rows) implements Fill.Writer {

        Filler {
            try {
                connection.setAutoCommit(false);
            } catch (SQLException e) {
                throw new TargetException("cannot fill " + TABLE + ": " + e.getMessage(), e);
            }
        }

        @Override
        public void write(long from, long to) throws SQLException {
            StringBuilder sql = new StringBuilder("INSERT INTO " + TABLE + " (id, value1, value2) VALUES ");
            for (long id = from; id < to; id++) {
                sql.append(id == from ? "(" : ",(").append(id).append(',').append(rows.value1(id)).append(',').append(rows.value2(id)).append(')');
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql.toString());
            }
            connection.commit();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    @Override
    public KeyValueSession connect() {
        String columns = "SELECT value1, value2 FROM " + TABLE;
        return new SqlKeyValueSession(sessions.connect(), switch (way) {
            case SELECT, IN -> columns + " WHERE id";
            case COVERING -> columns + covering() + " WHERE id";
            case HANDLER -> "HANDLER " + TABLE + " READ `PRIMARY`";
        }, way == ReadWay.HANDLER ? "HANDLER " + TABLE + " OPEN" : "");
    }

    /** PostgreSQL takes the narrower of two indexes that hold all columns by itself, and has no word for it. */
    private String covering() {
        return switch (engine()) {
            case MYSQL, MARIADB, TIDB -> " FORCE INDEX (covering)";
            case SQLITE -> " INDEXED BY covering";
            case POSTGRES -> "";
        };
    }

    @Override
    public ServerFacts facts() {
        return ServerFacts.of(place.target());
    }

    @Override
    public Optional<String> url() {
        return Optional.of(place.target().url());
    }

    @Override
    public Optional<Place> database() {
        return Optional.of(place);
    }

    @Override
    public long sizeBytes() {
        return place.sizeBytes();
    }

    @Override
    public String road() {
        return way.word() + (storageEngine.isEmpty() ? "" : ", " + storageEngine);
    }

    @Override
    public void drop() {
        place.drop();
    }

    @Override
    public void close() {
        // holds nothing
    }
}
