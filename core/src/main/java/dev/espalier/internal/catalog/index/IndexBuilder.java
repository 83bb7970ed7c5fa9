package dev.espalier.internal.catalog.index;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.internal.catalog.tables.CatalogLock;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Builds indexes of tables with rows while other programs write to them, if the engine can. One program at a time, by a lock of its own: an opening does
 * not wait for it, and works without the indexes that another program is building.
 */
public final class IndexBuilder {

    /** As many tables at a time: a build is bound to one processor on most engines, and leaves others to the programs. */
    private static final int AT_A_TIME = 2;

    private IndexBuilder() {}

    /** Takes the lock, if it is free; a session may have it several times. */
    public static boolean lock(Session session) {
        List<String> take = session.engine().indexBuilds().take(Duration.ZERO);
        return take.isEmpty() || session.queryLong(Statement.of(take.get(0))) == 1;
    }

    /**
     * Takes the lock. It is asked for again and again: a statement that waits has a snapshot, for whose end PostgreSQL waits while it builds an index.
     *
     * @throws DatabaseException {@code lock-timeout} if another program builds indexes for longer than that
     */
    public static void lock(Session session, ConnectionSource source) {
        long start = System.nanoTime();
        while (!lock(session)) {
            if (System.nanoTime() - start > source.lockWait().toNanos()) {
                throw source.place()
                        .at(new DatabaseException(
                                ErrorCode.LOCK_TIMEOUT,
                                source.place() + ": another program is building indexes; waited "
                                        + source.lockWait().toMillis()
                                        + " ms for it. Change the level later, or raise lockWait"));
            }
            LockSupport.parkNanos(50_000_000);
            if (Thread.currentThread().isInterrupted()) {
                throw ConnectionSource.interrupted();
            }
        }
    }

    public static void unlock(Session session) {
        CatalogLock.giveBack(session, session.engine().indexBuilds());
    }

    /** Builds indexes, if no other program is building any; says whether it has. */
    public static boolean buildIfFree(Session session, List<Index> missing) {
        if (!lock(session)) {
            return false;
        }
        try {
            Rates.Meter meter = new Rates.Meter(Rates.Kind.INDEX);
            byTable(missing).forEach((table, indexes) -> build(session, meter, table, indexes));
            meter.keep(session);
            return true;
        } finally {
            unlock(session);
        }
    }

    public static Map<Table, List<Index>> byTable(List<Index> indexes) {
        return indexes.stream().collect(Collectors.groupingBy(Index::table));
    }

    /**
     * Builds indexes, those of two tables at a time if the engine can. The caller has the lock. Statistics follow when all are built: a
     * statement that collects them has a snapshot, for whose end PostgreSQL waits while it builds an index.
     */
    public static void build(ConnectionSource source, List<Index> missing) {
        List<Map.Entry<Table, List<Index>>> tables =
                new ArrayList<>(byTable(missing).entrySet());
        tables.sort((a, b) -> b.getValue().size() - a.getValue().size());
        Rates.Meter meter = new Rates.Meter(Rates.Kind.INDEX);
        int threads = source.dialect().buildsIndexesInParallel()
                ? Math.min(AT_A_TIME, tables.size())
                : Math.min(1, tables.size());
        if (threads <= 1) {
            tables.forEach(
                    table -> onSession(source, session -> build(session, meter, table.getKey(), table.getValue())));
            onSession(source, meter::keep);
            tables.forEach(table -> analyze(source, table.getKey(), table.getValue()));
            return;
        }
        String name = "espalier-indexes";
        Workers.run(
                name,
                threads,
                tables,
                table -> onSession(source, session -> build(session, meter, table.getKey(), table.getValue())));
        onSession(source, meter::keep);
        Workers.run(name, threads, tables, table -> analyze(source, table.getKey(), table.getValue()));
    }

    private static void build(Session session, Rates.Meter meter, Table table, List<Index> indexes) {
        meter.measure(table, indexes.size(), () -> MissingIndexes.buildOnline(session, table, indexes));
    }

    /** An index on an expression has no statistics before. */
    private static void analyze(ConnectionSource source, Table table, List<Index> built) {
        String analyze = source.dialect().analyzeBuilt(table, built);
        if (analyze != null) {
            onSession(source, session -> session.execute(analyze));
        }
    }

    /** PostgreSQL waits for transactions while it builds an index CONCURRENTLY, and nobody waits behind it: an hour's work is not given up for them. */
    private static Session builder(ConnectionSource source) {
        return source.dialect().buildsIndexesApart() ? source.bulkSession() : source.definer();
    }

    private static void onSession(ConnectionSource source, Consumer<Session> work) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try (Session session = builder(source);
                    ConnectionSource.Turn turn = source.turnToWrite()) {
                work.accept(session);
                return;
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }
}
