package dev.espalier.internal.lease;

import static dev.espalier.error.ErrorCode.LOAD_LOST;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A bulk load that is running, as the database knows it: the blocks of ids it has taken, and its leases. The leases are the rows of its
 * first block, which is divided among them. Whoever undoes the load marks its rows under locks, and each transaction of the load looks at one
 * lease, under a lock too, last before COMMIT: so nothing of a load is committed once it is being undone. Each sender has a lease of its own,
 * so that senders do not wait for each other. Safe for any number of threads.
 */
public final class Load implements Fence {

    /** Of a load with given ids. */
    private static final int MOST_SENDERS = 64;

    private final ConnectionSource source;
    private final String name = UUID.randomUUID().toString();
    private final LoadPurpose purpose;
    private final long[] leases;
    private final List<IdBlock> blocks = new CopyOnWriteArrayList<>();

    /** @param leases how many senders it has */
    Load(ConnectionSource source, LoadPurpose purpose, int leases) {
        this.source = source;
        this.leases = new long[leases];
        this.purpose = purpose;
    }

    /** A load of objects that have ids already. Its only lease is the row of the first block. */
    Load(ConnectionSource source, List<IdBlock> given) {
        this(source, LoadPurpose.LOAD, MOST_SENDERS);
        blocks.addAll(given);
        Arrays.fill(leases, given.get(0).first());
    }

    /** Writes the given blocks. */
    void write(Session session) {
        blocks.forEach(block -> LoadRows.insert(session, block.first(), block.count(), name, purpose));
    }

    /** The blocks of ids that it has taken so far. */
    public List<IdBlock> blocks() {
        return List.copyOf(blocks);
    }

    /** Takes a block of ids and writes it down. Another one is taken if it is not known whether the first one was: it is the load's, too. */
    public IdBlock takeBlock(long size) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try (Session session = source.writer()) {
                session.beginWrite();
                long first = blocks.isEmpty() ? start(session, size) : takeWithin(session, size);
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

    private long start(Session session, long size) {
        LoadRows.lockStarts(session, RowLock.REFER); // waits for a repair
        long first = Ids.takeWithin(session, size);
        for (int i = 0; i < leases.length; i++) {
            leases[i] = first + size * i / leases.length;
            LoadRows.insert(session, leases[i], first + size * (i + 1) / leases.length - leases[i], name, purpose);
        }
        return first;
    }

    private long takeWithin(Session session, long size) {
        check(session, 0);
        long first = Ids.takeWithin(session, size);
        LoadRows.insert(session, first, size, name, purpose);
        return first;
    }

    /**
     * Looks, last in a transaction that writes something of the load, whether it may be committed. Nobody can undo the load between this and
     * COMMIT.
     *
     * @param sender which of the senders it is, counted from 0
     * @throws DatabaseException {@code load-lost} if the load was undone
     */
    @Override
    public void check(Session session, int sender) {
        Dialect dialect = session.dialect();
        LoadRows.Row lease = LoadRows.locked(session, leases[sender], name, RowLock.REFER);
        if (lease == null || lease.touched() == LoadRows.LOST) {
            throw lost();
        }
        // With one writer the heartbeat may have to wait for long; and in a cluster only a write conflicts with other
        // servers.
        if (!dialect.limits().parallelWriters() || session.engine().certifiesWrites()) {
            LoadRows.touch(session, leases[sender]);
        }
    }

    private DatabaseException lost() {
        return source.place()
                .at(
                        new DatabaseException(
                                LOAD_LOST,
                                source.place()
                                        + ": the bulk load was taken for dead and undone: it had not shown itself for "
                                        + LoadRows.ABANDONED_AFTER.toMinutes()
                                        + " minutes when another program opened or repaired the database; nothing of it stays. Load again"));
    }

    /**
     * Writes a heartbeat.
     *
     * @throws DatabaseException {@code load-lost} if the load was undone
     */
    public void touch() {
        try (Session session = source.writer()) {
            session.beginWrite();
            LoadRows.touch(session, name);
            check(session, 0);
            session.commit();
        }
    }

    /**
     * Ends a successful load: its rows stay.
     *
     * @throws DatabaseException {@code load-lost} if the load was undone
     */
    public void end() {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        boolean mayHaveEnded = false;
        while (true) {
            try (Session session = source.writer()) {
                session.beginWrite();
                LoadRows.Row lease = LoadRows.locked(session, leases[0], name, RowLock.DELETE);
                // It has gone with the COMMIT whose connection was lost: nobody else takes it away before the load was
                // silent for minutes.
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

    /** Deletes the rows of the load. */
    public void undo() {
        new LoadRemoval(source, name).undo();
    }
}
