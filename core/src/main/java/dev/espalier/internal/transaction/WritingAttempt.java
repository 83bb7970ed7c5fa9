package dev.espalier.internal.transaction;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.lease.Ids;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An attempt whose work may write. Its transaction of the database begins with the first read. For one thread. */
abstract sealed class WritingAttempt extends WorkAttempt permits OptimisticAttempt, LockingAttempt {

    /** The number of ids that an attempt takes at once while it is the only writer, because no other thread can take any meanwhile. */
    private static final int IDS_OF_ONLY_WRITER = 1_024;

    /** The number of ids that an attempt keeps if it may get no second connection to take them. */
    private static final int IDS_KEPT = 256;

    final Transactions services;
    final ObjectTurns turns;
    /** Null before the first read and after the end. */
    private @Nullable DatabaseTransaction transaction;

    /** Null if a second connection can be had. */
    private Ids.@Nullable Kept kept;

    private long nextId;
    private long endOfIds;

    WritingAttempt(Transactions services, ObjectTurns turns) {
        this.services = services;
        this.turns = turns;
    }

    /** Begins the transaction of the database. */
    abstract DatabaseTransaction beginTransaction();

    /** The outcome if an error was met before the commit. */
    abstract Outcome failedBeforeCommit(EspalierException reason, long staleId);

    /** The transaction of the database, begun if it was not. */
    final DatabaseTransaction transaction() {
        if (transaction == null) {
            turns.snapshotBegins();
            try {
                if (kept == null && services.source().mayLackSecondWriter()) {
                    kept = services.ids().keep(IDS_KEPT);
                }
                transaction = beginTransaction();
            } catch (EspalierException e) {
                throw fail(Outcome.of(e, 0));
            }
            begun(transaction.versions());
        }
        return transaction;
    }

    final Session session() {
        return transaction().session();
    }

    @Override
    final boolean mayWrite() {
        return true;
    }

    @Override
    final boolean isBegun() {
        return transaction != null;
    }

    /** Whether no other thread or program can write before this attempt ends, so that it sees the latest committed state. */
    final boolean isOnlyWriter() {
        return transaction != null && transaction.isOnlyWriter();
    }

    /** Whether the attempt has sent some of its writes, or lent its connection. */
    final boolean hasSent() {
        return transaction != null && transaction.hasSent();
    }

    @Override
    final Snapshot snapshot(Writes writes) {
        transaction();
        send(writes);
        return unsentSnapshot();
    }

    @Override
    final Snapshot unsentSnapshot() {
        return Snapshot.within(session());
    }

    private void send(Writes writes) {
        try {
            transaction().send(writes.all());
            session().flush();
        } catch (EspalierException e) {
            throw fail(failedBeforeCommit(services.named(e, writes), versions().missed()));
        }
    }

    /** Sends the writes and commits the transaction in which the work has read. */
    final Outcome commitHere(Writes writes) {
        try {
            send(writes);
        } catch (EspalierException e) {
            return requireNonNull(failure(), "send says why");
        }
        try {
            return requireNonNull(transaction).commit(writes);
        } finally {
            close();
        }
    }

    /** The first of that many new ids. */
    final long takeIds(int count) {
        if (transaction == null) {
            return services.ids().take(count);
        }
        if (!transaction.isOnlyWriter()) {
            Supplier<Session> second = services.source()::secondWriter;
            return kept == null ? services.ids().take(count, second) : kept.take(count, second);
        }
        if (endOfIds - nextId < count) {
            int size = Math.max(count, IDS_OF_ONLY_WRITER);
            nextId = Ids.takeWithin(session(), size);
            endOfIds = nextId + size;
        }
        nextId += count;
        return nextId - count;
    }

    @Override
    final @Nullable EspalierException firstError() {
        return transaction == null ? null : session().failure();
    }

    @Override
    public final void close() {
        try (Ids.Kept unused = kept;
                DatabaseTransaction ended = transaction) {
            kept = null;
            transaction = null;
        }
    }
}
