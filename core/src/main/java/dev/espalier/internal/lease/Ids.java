package dev.espalier.internal.lease;

import static dev.espalier.error.ErrorCode.LOST_ROW;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import dev.espalier.internal.sql.Update;
import java.util.function.Supplier;

/**
 * Gives ids: positive, unique in the whole database, consecutive in one call. Blocks of ids are taken from the database in transactions of
 * their own; ids that are not used are lost. Safe for any number of threads.
 */
public final class Ids {

    static final String SEQUENCE = "object";

    private static final Source IDS = new Source(SystemTables.IDS, "i");
    private static final Predicate OF_OBJECTS = Predicate.equal(IDS.column(0), new Bind(ColumnType.NAME, SEQUENCE));

    /** A first block is small, so that a small database has small ids; each further one doubles up to the largest. */
    private static final int FIRST_BLOCK = 64;

    private static final int LARGEST_BLOCK = 65_536;

    private final ConnectionSource source;
    private int nextBlock = FIRST_BLOCK;
    private long next;
    private long end;
    /** Held while a block is taken for transactions that begin, so that each does not take one. Whoever holds it, or waits for it, holds no connection. */
    private final Object keeping = new Object();
    /** How many of the ids from {@link #next} on are kept for transactions, or are going to be. */
    private long kept;

    public Ids(ConnectionSource source) {
        this.source = source;
    }

    /** The first of that many ids that follow each other. */
    public long take(int count) {
        return take(count, source::writer);
    }

    /**
     * The first of that many ids that follow each other.
     *
     * @param writer gives a session to write with, if the database has to be asked
     */
    public long take(int count, Supplier<Session> writer) {
        long first = takeFromStock(count, 0);
        return first >= 0 ? first : takeFromDatabase(count, writer);
    }

    /**
     * Keeps ids for a transaction that is about to take a connection, so that it need not wait for a second one to get them. The caller holds no
     * connection.
     */
    public Kept keep(int count) {
        Kept ids = new Kept(count);
        FirstFailure.orUndo(this::fillStock, ids::close);
        return ids;
    }

    private void fillStock() {
        synchronized (keeping) {
            for (int missing = missing(); missing > 0; missing = missing()) {
                addBlock(takeBlock(missing, source::writer), missing);
            }
        }
    }

    /** Ids that are kept for one transaction. Closing it gives back those that it has not taken. For one thread. */
    public final class Kept implements AutoCloseable {

        private int left;

        private Kept(int count) {
            synchronized (Ids.this) {
                left = count;
                kept += count;
            }
        }

        /**
         * The first of that many ids that follow each other. Asks the database if they are more than what is left.
         *
         * @param writer gives a session to write with, beside the one that the transaction holds
         */
        public long take(int count, Supplier<Session> writer) {
            synchronized (Ids.this) {
                long first = takeFromStock(count, left);
                if (first >= 0) {
                    int own = Math.min(left, count);
                    left -= own;
                    kept -= own;
                    return first;
                }
            }
            return takeFromDatabase(count, writer);
        }

        @Override
        public void close() {
            synchronized (Ids.this) {
                kept -= left;
                left = 0;
            }
        }
    }

    /**
     * Takes ids that are there already; -1 if these are too few.
     *
     * @param own how many of the kept ids may be taken
     */
    private synchronized long takeFromStock(int count, int own) {
        if (count > own && end - next - (kept - own) < count) {
            return -1;
        }
        next += count;
        return next - count;
    }

    /** How large a block has to be that has all ids which are to be kept, and more for the next transactions; 0 if they are there. */
    private synchronized int missing() {
        return end - next >= kept ? 0 : Math.toIntExact(kept + nextSize());
    }

    private synchronized int nextSize() {
        int size = nextBlock;
        nextBlock = Math.min(LARGEST_BLOCK, nextBlock * 2);
        return size;
    }

    /** Goes on with the ids from there, unless more are left of those before. */
    private synchronized void addBlock(long first, long size) {
        if (end - next < size) {
            next = first;
            end = first + size;
        }
    }

    /**
     * Takes a block in a transaction that is open already: its ids are good for nothing if that is not committed.
     *
     * @return the first id
     */
    public static long takeWithin(Session session, long size) {
        Expression next = IDS.column(1);
        int rows = session.update(session.dialect()
                .render(Update.set(
                        SystemTables.IDS,
                        SystemTables.IDS.columns().get(1),
                        new Expression.Plus(next, new Bind(ColumnType.BIGINT, size)),
                        OF_OBJECTS)));
        if (rows == 0) {
            throw new SchemaException(
                    LOST_ROW,
                    SystemTables.IDS.name() + ": found no row '" + SEQUENCE
                            + "', which says what id comes next; repair the database");
        }
        return next(session) - size;
    }

    /** The first id that was not given to an object yet; 0 if the database has lost it. */
    public static long next(Session session) {
        return session.queryLong(
                session.dialect().render(Select.of(IDS, IDS.column(1)).where(OF_OBJECTS)));
    }

    /** Sets the next id of an object. */
    public static void restart(Session session, long next) {
        session.update(session.dialect().render(new Delete(SystemTables.IDS, OF_OBJECTS)));
        insert(session, next);
    }

    /** The statement by which a new database gets its first id. */
    public static Statement first(Dialect dialect) {
        return insert(dialect, 1);
    }

    public static void insert(Session session, long next) {
        session.update(insert(session.dialect(), next));
    }

    private static Statement insert(Dialect dialect, long next) {
        return dialect.render(Insert.values(
                SystemTables.IDS, new Bind(ColumnType.NAME, SEQUENCE), new Bind(ColumnType.BIGINT, next)));
    }

    /** Does not hold the lock of {@link #take} while it asks the database: a waiting thread may hold the connection that is needed. */
    private long takeFromDatabase(int count, Supplier<Session> writer) {
        int size = Math.max(count, nextSize());
        long first = takeBlock(size, writer);
        addBlock(first + count, size - count);
        return first;
    }

    /** Another block is taken if it is not known whether the first one was: ids need not follow each other. */
    private long takeBlock(long size, Supplier<Session> writer) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try (Session session = writer.get()) {
                session.beginWrite();
                long first = takeWithin(session, size);
                session.commit();
                return first;
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }
}
