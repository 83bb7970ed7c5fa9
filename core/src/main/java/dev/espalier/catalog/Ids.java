package dev.espalier.catalog;

import dev.espalier.dialect.Dialect;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.SchemaException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Statement;
import java.util.List;
import java.util.function.Supplier;

/**
 * Gives ids: positive, unique in the whole database, in runs without gaps. Blocks are taken from the database in transactions of
 * their own, so ids that were taken and not used stay unused. Safe for any number of threads.
 */
public final class Ids {

    static final String SEQUENCE = "object";

    /** A first block is small, so that a small database has small ids; each further one doubles up to the largest. */
    private static final int FIRST_BLOCK = 64;
    private static final int LARGEST_BLOCK = 65_536;

    private final ConnectionSource source;
    private int nextBlock = FIRST_BLOCK;
    private long next;
    private long end;

    Ids(ConnectionSource source) {
        this.source = source;
    }

    /** The first of that many ids that follow each other. */
    public long take(int count) {
        return take(count, source::writer);
    }

    /**
     * The first of that many ids that follow each other.
     *
     * @param writer gives a session to write with, where the database has to be asked
     */
    public long take(int count, Supplier<Session> writer) {
        synchronized (this) {
            if (end - next >= count) {
                next += count;
                return next - count;
            }
        }
        return takeFromDatabase(count, writer);
    }

    /**
     * Takes a block in a transaction that is open already: its ids are good for nothing if that is not committed.
     *
     * @return the first id
     */
    public static long takeWithin(Session session, long size) {
        Dialect dialect = session.dialect();
        String table = dialect.quote(SystemTables.IDS.name());
        String next = dialect.quote("next");
        String where = " WHERE " + dialect.quote("name") + " = ?";
        int rows = session.update(new Statement("UPDATE " + table + " SET " + next + " = " + next + " + ?" + where,
                List.of(new Bind(ColumnType.BIGINT, size), new Bind(ColumnType.NAME, SEQUENCE))));
        if (rows == 0) {
            throw new SchemaException("lost-row", SystemTables.IDS.name() + ": found no row '" + SEQUENCE + "', which says what id comes next; repair the database");
        }
        return session.queryLong(new Statement("SELECT " + next + " FROM " + table + where, List.of(new Bind(ColumnType.NAME, SEQUENCE)))) - size;
    }

    /** The first id of objects that was not given away; 0 where the database has lost it. */
    public static long next(Session session) {
        Dialect dialect = session.dialect();
        return session.queryLong(new Statement("SELECT " + dialect.quote("next") + " FROM " + dialect.quote(SystemTables.IDS.name())
                + " WHERE " + dialect.quote("name") + " = ?", List.of(new Bind(ColumnType.NAME, SEQUENCE))));
    }

    /** From now on ids of objects are given from here. */
    public static void restart(Session session, long next) {
        Dialect dialect = session.dialect();
        session.update(new Statement("DELETE FROM " + dialect.quote(SystemTables.IDS.name()) + " WHERE " + dialect.quote("name") + " = ?",
                List.of(new Bind(ColumnType.NAME, SEQUENCE))));
        session.update(new Statement(dialect.insert(SystemTables.IDS, 1),
                List.of(new Bind(ColumnType.NAME, SEQUENCE), new Bind(ColumnType.BIGINT, next))));
    }

    /** Not under the lock of {@link #take} while the database is asked: who waits for it may hold the connection it needs. */
    private long takeFromDatabase(int count, Supplier<Session> writer) {
        int size;
        synchronized (this) {
            size = Math.max(count, nextBlock);
            nextBlock = Math.min(LARGEST_BLOCK, nextBlock * 2);
        }
        long first = takeBlock(size, writer);
        synchronized (this) {
            if (size > count && end - next < size - count) {
                next = first + count;
                end = first + size;
            }
        }
        return first;
    }

    /** Another block is taken where it is not known whether the first one was: ids need not follow each other. */
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
