package dev.espalier.lab.store;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** One table of a SQL database. */
abstract class SqlStore<K, S extends Session> implements Store<K, S> {

    private static final int FILLERS = 4;

    private final TargetDatabase targetDatabase;
    private final JdbcSessions sessions;
    private final StorageEngine storage;
    private final String table;

    SqlStore(TargetDatabase targetDatabase, JdbcSessions sessions, StorageEngine storage, String table) {
        this.targetDatabase = targetDatabase;
        this.sessions = sessions;
        this.storage = storage;
        this.table = table;
    }

    final TargetDatabase targetDatabase() {
        return targetDatabase;
    }

    final JdbcSessions sessions() {
        return sessions;
    }

    final StorageEngine storage() {
        return storage;
    }

    final Engine engine() {
        return targetDatabase.target().engine();
    }

    /** Makes the database, and all that is in it by these steps; if one fails nothing stays. */
    final void make(Runnable steps) {
        targetDatabase.recreate();
        try {
            steps.run();
        } catch (RuntimeException e) {
            targetDatabase.discard(e);
            throw e;
        }
    }

    /** The statement that inserts the rows from one number up to another one, which is left out. */
    @FunctionalInterface
    interface Inserts {
        String text(long from, long to);
    }

    /** Fills by several connections, each statement in a transaction of its own; SQLite takes one. */
    final void fill(long first, long end, int rowsAtOnce, Inserts inserts) {
        Fill.run(
                first,
                end,
                rowsAtOnce,
                engine() == Engine.SQLITE ? 1 : FILLERS,
                table + " in " + targetDatabase.name(),
                () -> new Filler(targetDatabase.connect(Map.of()), inserts));
    }

    private record Filler(Connection connection, Inserts inserts) implements Fill.Writer {

        @Override
        public void write(long from, long to) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(inserts.text(from, to));
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    /** Lets the engine look at what it has, as it would after a while by itself. */
    final void analyze() {
        switch (engine()) {
            case POSTGRES -> run("VACUUM ANALYZE " + table);
            case SQLITE, H2, DUCKDB -> run("ANALYZE");
            case MYSQL, MARIADB, TIDB -> run("ANALYZE TABLE " + table);
            case CUBRID -> run("UPDATE STATISTICS ON " + table);
        }
    }

    final void run(String sql) {
        try (Connection connection = targetDatabase.connect(Map.of());
                Statement statement = connection.createStatement()) {
            if (storage.preparation().isPresent()) {
                statement.execute(storage.preparation().get());
            }
            LongStatement.execute(connection, sql);
        } catch (SQLException e) {
            throw new TargetException(
                    sql + " in " + targetDatabase.name() + " on " + engine().title() + " failed: " + e.getMessage(), e);
        }
    }

    @Override
    public final ServerFacts facts() {
        return ServerFacts.of(targetDatabase.target());
    }

    @Override
    public final Optional<String> url() {
        return Optional.of(targetDatabase.target().url());
    }

    @Override
    public final Optional<TargetDatabase> database() {
        return Optional.of(targetDatabase);
    }

    @Override
    public final long sizeBytes() {
        return targetDatabase.sizeBytes().orElse(0);
    }

    @Override
    public final void drop() {
        close(); // a database whose connections a pool holds cannot be dropped
        targetDatabase.drop();
    }

    @Override
    public void close() {
        // connections are the sessions'
    }
}
