package dev.espalier.lab.subject;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.Block;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Hand-written transactions, one for each object graph, as an expert writes them: a connection for each writer with prepared statements; one
 * batch for each table, in one order of tables for all; deadlocks and serialization failures are rolled back and retried after a pause with
 * jitter. SQLite's writers queue in the process instead of polling the file. Thread-safe.
 */
final class GraphTransactions implements AutoCloseable {

    private static final int MOST_ATTEMPTS = 1_000;
    private static final int LONGEST_PAUSE_MILLIS = 1_000;
    private static final int FIRST_PAUSE_MILLIS = 5;
    private static final int MOST_DOUBLINGS = 8;
    private static final double NANOS = 1e9;

    private final TargetDatabase database;
    private final ThreadLocal<Link> own = new ThreadLocal<>();
    private final Queue<Connection> all = new ConcurrentLinkedQueue<>();
    private final ReentrantLock onlyWriter = new ReentrantLock(true);
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong pausedNanos = new AtomicLong();
    private final LongAdder deadlocks = new LongAdder();
    private final Map<String, LongAdder> retries = new ConcurrentHashMap<>();

    GraphTransactions(TargetDatabase database) {
        this.database = database;
    }

    private record Link(Connection connection, Map<Table, PreparedStatement> inserts) {}

    /** Stores the objects of one graph in one transaction. */
    void store(Block graph) {
        boolean isSqlite = database.target().engine() == Engine.SQLITE;
        if (isSqlite) {
            onlyWriter.lock();
        }
        try {
            stored(graph);
        } finally {
            if (isSqlite) {
                onlyWriter.unlock();
            }
        }
    }

    private void stored(Block graph) {
        for (int attempt = 1; ; attempt++) {
            Link link = null;
            try {
                link = link();
                for (Table table : Table.ALL) {
                    insert(link, table, table.rows().apply(graph));
                }
                link.connection.commit();
                committed.incrementAndGet();
                return;
            } catch (SQLException e) {
                rollBack(link, e);
                if (!isCurable(e) || attempt == MOST_ATTEMPTS) {
                    throw JdbcSubject.failed("store a graph in", database, e);
                }
                if (isDeadlock(e)) {
                    deadlocks.increment();
                }
                retries.computeIfAbsent(code(e), code -> new LongAdder()).increment();
                pause(attempt);
            }
        }
    }

    private void pause(int attempt) {
        int ceiling = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(attempt - 1, MOST_DOUBLINGS));
        long nanos = ThreadLocalRandom.current().nextLong(ceiling * 1_000_000L + 1);
        pausedNanos.addAndGet(nanos);
        LockSupport.parkNanos(nanos);
    }

    private void insert(Link link, Table table, Rows rows) throws SQLException {
        long[] row = new long[table.columns().size()];
        PreparedStatement insert = null;
        while (rows.next(row)) {
            if (insert == null) {
                insert = link.inserts.get(table);
                if (insert == null) {
                    insert = link.connection.prepareStatement("INSERT INTO " + table.name() + " ("
                            + String.join(", ", table.columns()) + ") VALUES "
                            + table.columns().stream().map(column -> "?").collect(Collectors.joining(",", "(", ")")));
                    link.inserts.put(table, insert);
                }
            }
            for (int column = 0; column < row.length; column++) {
                insert.setLong(column + 1, row[column]);
            }
            insert.addBatch();
        }
        if (insert != null) {
            insert.executeBatch();
        }
    }

    private Link link() throws SQLException {
        Link link = own.get();
        if (link == null) {
            Connection connection = database.connect(options());
            all.add(connection);
            connection.setAutoCommit(false);
            link = new Link(connection, new HashMap<>());
            own.set(link);
        }
        return link;
    }

    private Map<String, String> options() {
        return switch (database.target().engine()) {
            case SQLITE ->
                Map.of("journal_mode", "WAL", "synchronous", "FULL", "busy_timeout", "10000", "cache_size", "-65536");
            case MYSQL, TIDB ->
                Map.of(
                        "useLocalSessionState",
                        "true",
                        "cacheServerConfiguration",
                        "true",
                        "rewriteBatchedStatements",
                        "true");
            case POSTGRES -> Map.of("reWriteBatchedInserts", "true");
            case H2 -> Map.of("NON_KEYWORDS", "VALUE", "WRITE_DELAY", "0"); // VALUE is a column; commits are durable
            case MARIADB, DUCKDB, CUBRID -> Map.of();
        };
    }

    private static void rollBack(@Nullable Link link, SQLException failure) {
        if (link != null) {
            try {
                for (PreparedStatement insert : link.inserts.values()) {
                    insert.clearBatch();
                }
                link.connection.rollback();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Deadlock, lock timeout, serialization failure; SQLite's BUSY; TiDB's conflicts. */
    private static boolean isCurable(SQLException e) {
        return isDeadlock(e)
                || e.getErrorCode() == 1205
                || String.valueOf(e.getMessage()).contains("SQLITE_BUSY");
    }

    private static boolean isDeadlock(SQLException e) {
        return List.of("40001", "40P01").contains(String.valueOf(e.getSQLState()))
                || List.of(1213, 1020, 8002, 8005, 8022, 9007).contains(e.getErrorCode());
    }

    private static String code(SQLException e) {
        return e.getErrorCode() != 0 ? String.valueOf(e.getErrorCode()) : String.valueOf(e.getSQLState());
    }

    TransactionCounts counts() {
        Map<String, Long> codes = new HashMap<>();
        retries.forEach((code, count) -> codes.put(code, count.sum()));
        return new TransactionCounts(committed.get(), codes, deadlocks.sum(), pausedNanos.get() / NANOS);
    }

    @Override
    public void close() {
        for (Connection connection : all) {
            try {
                connection.close();
            } catch (SQLException e) {
                // its work is committed, or was rolled back
            }
        }
    }
}
