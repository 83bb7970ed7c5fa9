package dev.espalier.lab.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.Session;

/** One table of a SQL database. */
abstract class SqlStore<K, S extends Session> implements Store<K, S> {

    private static final int FILLERS = 4;

    private final Place place;
    private final JdbcSessions sessions;
    private final StorageEngine storage;
    private final String table;

    SqlStore(Place place, JdbcSessions sessions, StorageEngine storage, String table) {
        this.place = place;
        this.sessions = sessions;
        this.storage = storage;
        this.table = table;
    }

    final Place place() {
        return place;
    }

    final JdbcSessions sessions() {
        return sessions;
    }

    final StorageEngine storage() {
        return storage;
    }

    final Engine engine() {
        return place.target().engine();
    }

    /** Makes the database, and all that is in it by these steps; where one fails nothing stays. */
    final void make(Runnable steps) {
        place.recreate();
        try {
            steps.run();
        } catch (RuntimeException e) {
            place.discard(e);
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
        Fill.run(first, end, rowsAtOnce, engine() == Engine.SQLITE ? 1 : FILLERS, table + " in " + place.name(),
                () -> new Filler(place.connect(Map.of()), inserts));
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
            case SQLITE -> run("ANALYZE");
            case MYSQL, MARIADB, TIDB -> run("ANALYZE TABLE " + table);
            case CUBRID -> run("UPDATE STATISTICS ON " + table);
        }
    }

    final void run(String sql) {
        try (Connection connection = place.connect(Map.of()); Statement statement = connection.createStatement()) {
            if (storage.preparation().isPresent()) {
                statement.execute(storage.preparation().get());
            }
            LongStatement.execute(connection, sql);
        } catch (SQLException e) {
            throw new TargetException(sql + " in " + place.name() + " on " + engine().title() + " failed: " + e.getMessage(), e);
        }
    }

    @Override
    public final ServerFacts facts() {
        return ServerFacts.of(place.target());
    }

    @Override
    public final Optional<String> url() {
        return Optional.of(place.target().url());
    }

    @Override
    public final Optional<Place> database() {
        return Optional.of(place);
    }

    @Override
    public final long sizeBytes() {
        return place.sizeBytes();
    }

    @Override
    public final void drop() {
        close(); // a database whose connections a pool holds cannot be dropped
        place.drop();
    }

    @Override
    public void close() {
        // connections are the sessions'
    }
}
