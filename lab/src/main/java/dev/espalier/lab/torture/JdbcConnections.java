package dev.espalier.lab.torture;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hand-written transactions, as an expert writes them: one connection for each thread with prepared statements; deadlocks and serialization
 * failures are rolled back and retried after a pause with jitter; SQLite's writers queue in the process instead of polling the file.
 * Thread-safe.
 */
final class JdbcConnections implements AutoCloseable {

    private static final int MOST_ATTEMPTS = 1_000;
    private static final int LONGEST_PAUSE_MILLIS = 1_000;

    private final TargetDatabase database;
    private final ThreadLocal<Link> own = new ThreadLocal<>();
    private final Queue<Link> all = new ConcurrentLinkedQueue<>();
    private final Map<String, LongAdder> retries = new ConcurrentHashMap<>();
    private final ReentrantLock onlyWriter = new ReentrantLock(true);

    JdbcConnections(TargetDatabase database) {
        this.database = database;
    }

    /** The work of a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T on(Link link) throws SQLException;
    }

    /** Does work in a transaction that may write. */
    <T> T write(Work<T> work) {
        if (database.target().engine() != Engine.SQLITE) {
            return repeated(work);
        }
        onlyWriter.lock();
        try {
            return repeated(work);
        } finally {
            onlyWriter.unlock();
        }
    }

    private <T> T repeated(Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            boolean committing = false;
            Link link = null;
            try {
                link = link();
                T result = work.on(link);
                committing = true;
                link.connection.commit();
                return result;
            } catch (SQLException e) {
                boolean lost = isLost(e);
                if (link != null) {
                    end(link, lost);
                }
                if (!isCurable(e) || attempt == MOST_ATTEMPTS) {
                    throw new OperationFailure(code(e), lost && committing, e);
                }
                retries.computeIfAbsent(code(e), code -> new LongAdder()).increment();
                int ceiling = Math.min(LONGEST_PAUSE_MILLIS, 5 << Math.min(attempt - 1, 8));
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(ceiling * 1_000_000L + 1));
            }
        }
    }

    /** Does work that sees one snapshot and writes nothing, on a connection of its own. */
    <T> T read(Work<T> work) {
        try (Connection connection = database.connect(options())) {
            connection.setTransactionIsolation(
                    database.target().engine() == Engine.SQLITE
                            ? Connection.TRANSACTION_SERIALIZABLE
                            : Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            T result = work.on(new Link(connection));
            connection.rollback();
            return result;
        } catch (SQLException | TargetException e) {
            throw new OperationFailure(e instanceof SQLException failure ? code(failure) : "connection", false, e);
        }
    }

    private Link link() throws SQLException {
        Link link = own.get();
        if (link == null) {
            try {
                link = new Link(database.connect(options()));
            } catch (TargetException e) {
                throw new SQLException(e.getMessage(), "08001", e);
            }
            link.connection.setTransactionIsolation(
                    database.target().engine() == Engine.SQLITE
                            ? Connection.TRANSACTION_SERIALIZABLE
                            // with the rows locked that it decides by, a transaction sees their latest state
                            : Connection.TRANSACTION_READ_COMMITTED);
            link.connection.setAutoCommit(false);
            own.set(link);
            all.add(link);
        }
        return link;
    }

    private Map<String, String> options() {
        return switch (database.target().engine()) {
            case SQLITE ->
                Map.of(
                        "journal_mode",
                        "WAL",
                        "synchronous",
                        "FULL",
                        "busy_timeout",
                        "10000",
                        "cache_size",
                        "-65536",
                        "mmap_size",
                        "2147418112",
                        "jdbc.get_generated_keys",
                        "false");
            // whatever the server's default: an optimistic transaction locks no row
            case TIDB ->
                Map.of(
                        "useLocalSessionState",
                        "true",
                        "cacheServerConfiguration",
                        "true",
                        "rewriteBatchedStatements",
                        "true",
                        "sessionVariables",
                        "tidb_txn_mode='pessimistic'");
            case MYSQL ->
                Map.of(
                        "useLocalSessionState",
                        "true",
                        "cacheServerConfiguration",
                        "true",
                        "rewriteBatchedStatements",
                        "true");
            case MARIADB, POSTGRES, H2, DUCKDB, CUBRID -> Map.of();
        };
    }

    private void end(Link link, boolean lost) {
        try {
            link.connection.rollback();
        } catch (SQLException e) {
            lost = true;
        }
        if (lost) {
            own.remove();
            all.remove(link);
            link.close();
        }
    }

    /** Deadlock, lock timeout, serialization failure; SQLite's BUSY; TiDB's conflicts. */
    private static boolean isCurable(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return List.of("40001", "40P01").contains(state)
                || List.of(1213, 1205, 1020, 8002, 8005, 8022, 9007).contains(e.getErrorCode())
                || e.getMessage() != null
                        && (e.getMessage().contains("SQLITE_BUSY")
                                || e.getMessage().contains("lock retry limit reached"));
    }

    private static boolean isLost(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    private static String code(SQLException e) {
        return e.getErrorCode() != 0 ? String.valueOf(e.getErrorCode()) : String.valueOf(e.getSQLState());
    }

    Map<String, Long> retries() {
        Map<String, Long> counts = new TreeMap<>();
        retries.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    @Override
    public void close() {
        all.forEach(Link::close);
    }

    /** A connection and its prepared statements. For one thread. */
    static final class Link {

        private final Connection connection;
        private final Map<String, PreparedStatement> statements = new HashMap<>();

        private Link(Connection connection) {
            this.connection = connection;
        }

        int update(String sql, Object... values) throws SQLException {
            return bound(sql, values).executeUpdate();
        }

        /** Puts a statement to the batch of this text, which {@link #send} sends. */
        void add(String sql, Object... values) throws SQLException {
            bound(sql, values).addBatch();
        }

        void send(String sql) throws SQLException {
            Objects.requireNonNull(statements.get(sql), "add() comes before").executeBatch();
        }

        /** Returns all rows; each column is a number or null. */
        List<Long[]> rows(String sql, Object... values) throws SQLException {
            try (ResultSet rows = bound(sql, values).executeQuery()) {
                List<Long[]> found = new ArrayList<>();
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    Long[] row = new Long[columns];
                    for (int column = 0; column < columns; column++) {
                        long value = rows.getLong(column + 1);
                        row[column] = rows.wasNull() ? null : (Long) value;
                    }
                    found.add(row);
                }
                return found;
            }
        }

        private PreparedStatement bound(String sql, Object... values) throws SQLException {
            PreparedStatement statement = statements.get(sql);
            if (statement == null) {
                statement = connection.prepareStatement(sql);
                statements.put(sql, statement);
            }
            for (int at = 0; at < values.length; at++) {
                statement.setLong(at + 1, ((Number) values[at]).longValue());
            }
            return statement;
        }

        private void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                // it is given up either way
                return;
            }
        }
    }
}
