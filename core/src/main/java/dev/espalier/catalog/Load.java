package dev.espalier.catalog;

import dev.espalier.dialect.Dialect;
import dev.espalier.dialect.RowLock;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A bulk load that is running, as the database knows it: the blocks of ids it has taken, and a lease. The lease is the row of its first
 * block. Whoever undoes the load marks that row under a lock, and each transaction of the load looks at it, under a lock too, last
 * before COMMIT: so nothing of a load is committed once it is being undone. Safe for any number of threads.
 */
public final class Load {

    private final ConnectionSource source;
    private final Loads loads;
    private final String name;
    private final List<IdBlock> blocks = new CopyOnWriteArrayList<>();

    Load(ConnectionSource source, Loads loads, boolean buildsIndexes) {
        this.source = source;
        this.loads = loads;
        this.name = UUID.randomUUID() + (buildsIndexes ? Loads.BUILDS_INDEXES : "");
    }

    /** The blocks of ids that it has taken so far. */
    public List<IdBlock> blocks() {
        return List.copyOf(blocks);
    }

    /** Takes a block of ids and writes it down. Another one is taken where it is not known whether the first one was: it is the load's, too. */
    public IdBlock takeBlock(long size) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try (Session session = source.writer()) {
                session.beginWrite();
                if (blocks.isEmpty()) {
                    LoadRows.lockStarts(session, RowLock.REFER); // waits for a repair
                } else {
                    check(session);
                }
                long first = Ids.takeWithin(session, size);
                LoadRows.insert(session, first, size, name);
                session.commit();
                IdBlock block = new IdBlock(first, size);
                blocks.add(block);
                return block;
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    /**
     * Looks, last in a transaction that writes something of the load, whether it may be committed. Nobody can undo the load between this and
     * COMMIT.
     *
     * @throws DatabaseException {@code load-lost} if the load was undone
     */
    public void check(Session session) {
        Dialect dialect = session.dialect();
        LoadRows.Row lease = LoadRows.locked(session, lease(), name, RowLock.REFER);
        if (lease == null || lease.touched() == LoadRows.LOST) {
            throw lost();
        }
        // With one writer the heartbeat may have to wait for long; and in a cluster only who writes keeps others off.
        if (!dialect.limits().parallelWriters() || dialect.certifiesWrites()) {
            LoadRows.touch(session, lease());
        }
    }

    private long lease() {
        return blocks.get(0).first();
    }

    private DatabaseException lost() {
        return new DatabaseException("load-lost", source.place() + ": the bulk load was taken for dead and undone: it had not shown itself for "
                + Loads.ABANDONED_AFTER.toMinutes() + " minutes when another program opened or repaired the database; nothing of it stays. Load again",
                false, null);
    }

    /**
     * Says that the load is alive.
     *
     * @throws DatabaseException {@code load-lost} if the load was undone
     */
    public void touch() {
        try (Session session = source.writer()) {
            session.beginWrite();
            LoadRows.touch(session, name);
            check(session);
            session.commit();
        }
    }

    /**
     * The load has ended well: its rows stay.
     *
     * @throws DatabaseException {@code load-lost} if the load was undone
     */
    public void end() {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        boolean mayHaveEnded = false;
        while (true) {
            try (Session session = source.writer()) {
                session.beginWrite();
                LoadRows.Row lease = LoadRows.locked(session, lease(), name, RowLock.DELETE);
                // It has gone with the COMMIT whose connection was lost: nobody else takes it away before the load was silent for minutes.
                if (lease == null && mayHaveEnded) {
                    return;
                }
                if (lease == null || lease.touched() == LoadRows.LOST) {
                    throw lost();
                }
                LoadRows.delete(session, name);
                session.commit();
                return;
            } catch (EspalierException e) {
                mayHaveEnded |= Retries.isLost(e);
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    /** Takes the rows of the load away again. */
    public void undo() {
        loads.undo(name);
    }
}
