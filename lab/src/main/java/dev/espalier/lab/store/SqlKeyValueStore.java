package dev.espalier.lab.store;

import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** The table {@code keyvalue(id bigint primary key, value1 int, value2 double)} of a SQL database. Thread-safe. */
public final class SqlKeyValueStore extends SqlStore<KeyValueRows, KeyValueSession> implements KeyValueStore {

    private static final String TABLE = "keyvalue";

    private final ReadWay way;
    private final boolean nullable;

    /**
     * Refuses a way that an engine does not have.
     *
     * @param database the database
     * @param sessions of it
     * @param way how it is asked
     * @param storage what keeps the table
     * @param nullable whether values may be NULL
     */
    public SqlKeyValueStore(
            TargetDatabase database, JdbcSessions sessions, ReadWay way, StorageEngine storage, boolean nullable) {
        super(database, sessions, storage, TABLE);
        this.way = way;
        this.nullable = nullable;
        if (way == ReadWay.HANDLER && engine() != Engine.MYSQL && engine() != Engine.MARIADB) {
            throw new SpecException(
                    "--way: found handler, which " + engine().title() + " does not have; MySQL and MariaDB do");
        }
    }

    @Override
    public boolean prepare(KeyValueRows rows) {
        if (targetDatabase().exists() && holds(rows)) {
            return false;
        }
        make(() -> {
            run(createTable());
            fill(1, rows.count() + 1, ROWS_AT_ONCE, (from, to) -> insert(rows, from, to));
            if (way == ReadWay.COVERING) {
                run(
                        engine() == Engine.POSTGRES
                                ? "CREATE UNIQUE INDEX covering ON " + TABLE + " (id) INCLUDE (value1, value2)"
                                : "CREATE UNIQUE INDEX covering ON " + TABLE + " (id, value1, value2)");
            }
            analyze();
        });
        return true;
    }

    /** Rows that another run has left serve again if they are as many and the index is there. */
    private boolean holds(KeyValueRows rows) {
        String forced = way == ReadWay.COVERING ? covering() : "";
        try (Connection connection = targetDatabase().connect(Map.of());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*), MIN(id), MAX(id) FROM " + TABLE)) {
            row.next();
            boolean complete = row.getLong(1) == rows.count()
                    && row.getLong(2) == rows.id(1)
                    && row.getLong(3) == rows.id(rows.count());
            try (ResultSet last = statement.executeQuery(
                    "SELECT value1 FROM " + TABLE + forced + " WHERE id = " + rows.id(rows.count()))) {
                return complete && last.next() && last.getInt(1) == rows.value1(rows.id(rows.count()));
            }
        } catch (SQLException e) {
            return false; // the table or its index is not there, or not ours
        }
    }

    private String createTable() {
        String floating = switch (engine()) {
            case POSTGRES -> "double precision";
            case SQLITE, MYSQL, MARIADB, TIDB, H2, DUCKDB, CUBRID -> "double";
        };
        String notNull = nullable ? "" : " NOT NULL";
        return "CREATE TABLE " + TABLE + " (id bigint NOT NULL PRIMARY KEY, value1 int" + notNull + ", value2 "
                + floating + notNull + ")" + storage().clause();
    }

    private static String insert(KeyValueRows rows, long from, long to) {
        StringBuilder sql = new StringBuilder("INSERT INTO " + TABLE + " (id, value1, value2) VALUES ");
        for (long number = from; number < to; number++) {
            long id = rows.id(number);
            sql.append(number == from ? "(" : ",(")
                    .append(id)
                    .append(',')
                    .append(rows.value1(id))
                    .append(',')
                    .append(rows.value2(id))
                    .append(')');
        }
        return sql.toString();
    }

    @Override
    public KeyValueSession connect() {
        String columns = "SELECT value1, value2 FROM " + TABLE;
        return new SqlKeyValueSession(
                sessions().connect(),
                switch (way) {
                    case SELECT, IN -> columns + " WHERE id";
                    case COVERING -> columns + covering() + " WHERE id";
                    case HANDLER -> "HANDLER " + TABLE + " READ `PRIMARY`";
                },
                way == ReadWay.HANDLER ? "HANDLER " + TABLE + " OPEN" : "");
    }

    /** PostgreSQL takes the narrower of two indexes that hold all columns by itself, and has no word for it. */
    private String covering() {
        return switch (engine()) {
            case MYSQL, MARIADB, TIDB -> " FORCE INDEX (covering)";
            case SQLITE -> " INDEXED BY covering";
            case POSTGRES, H2, DUCKDB, CUBRID -> "";
        };
    }

    @Override
    public String road() {
        return way.word() + storage().addition();
    }
}
