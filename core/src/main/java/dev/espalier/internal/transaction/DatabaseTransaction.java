package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.write.Versions;
import dev.espalier.internal.write.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of the database: its session, its commit marker, and the number of writes that were sent in it. Closing it rolls back what was not
 * committed. For one thread.
 */
final class DatabaseTransaction implements AutoCloseable {

    private final DatabaseTransactions origin;
    private final Session session;
    private final CommitMarker marker;
    private final Versions versions = new Versions();
    /** The right to write; null as long as the transaction only reads. */
    private ConnectionSource.@Nullable Turn turn;

    private final boolean isOfSnapshot;
    /** How many turns to write had ended before it began. */
    private final long turnsBefore;

    private int sent;
    /** Whether another transaction has got session and marker. */
    private boolean isSucceeded;

    private boolean isLent;

    /**
     * @param turn null for a transaction that has not the right to write yet
     * @param turnsBefore how many turns to write had ended before it began
     */
    DatabaseTransaction(
            DatabaseTransactions origin,
            Session session,
            CommitMarker marker,
            ConnectionSource.@Nullable Turn turn,
            long turnsBefore) {
        this.origin = origin;
        this.session = session;
        this.marker = marker;
        this.turn = turn;
        this.isOfSnapshot = turn == null;
        this.turnsBefore = turnsBefore;
    }

    Session session() {
        return session;
    }

    /** How the transaction has changed the versions of objects so far. */
    Versions versions() {
        return versions;
    }

    /** Sends the writes behind those that were sent before. */
    void send(List<Write> writes) {
        if (turn == null && sent < writes.size()) {
            turn = latest(origin.source().turnToWrite());
        }
        origin.sender().sendAll(writes.subList(sent, writes.size()), session, versions);
        sent = writes.size();
    }

    /**
     * Whoever sees a snapshot finds neither the references that others have made since nor the objects that they have deleted: a deletion would leave the
     * former, a new reference could lead to the latter.
     */
    private ConnectionSource.Turn latest(ConnectionSource.Turn taken) {
        if (session.engine().sessions().showsSnapshotToWriters()
                && origin.source().turnsEnded() != turnsBefore) {
            taken.closeUnseen();
            throw origin.source()
                    .place()
                    .at(
                            new DatabaseException(
                                    CONFLICT,
                                    origin.source().place()
                                            + ": another transaction has committed since the snapshot, and what it has written would not be seen; the work is retried"));
        }
        return taken;
    }

    /** SQL of the program may write in it from now on. */
    void lend() {
        isLent = true;
    }

    /** Whether writes were sent, or SQL of the program may have written. */
    boolean hasSent() {
        return sent > 0 || isLent;
    }

    /** Whether nobody else can write before the transaction ends, so that it sees the latest committed state. */
    boolean isOnlyWriter() {
        return turn != null && !session.dialect().limits().parallelWriters();
    }

    /** Whether the database could be asked later how this transaction ended. */
    boolean canBeCommitted() {
        return marker.isReady();
    }

    /**
     * The transaction that goes on with the session and the marker of this one, which has only read, and sees the latest committed state; this one is over.
     *
     * @return null if the session needs a round trip to end this one, or this one has not only read
     */
    @Nullable
    DatabaseTransaction latestAfterReads() {
        if (hasSent() || turn != null || !marker.isReady() || !session.canBeginWriteAfterReads()) {
            return null;
        }
        ConnectionSource.Turn taken = origin.source().turnToWrite();
        session.beginWriteAfterReads();
        isSucceeded = true;
        return new DatabaseTransaction(
                origin, session, marker, taken, origin.source().turnsEnded());
    }

    /** Writes the commit marker. {@link #commit} does it, if it was not done before. */
    void mark() {
        marker.mark(session);
    }

    /** Sends the writes that were not sent yet, and commits. If the connection is lost meanwhile, asks the database whether the commit was done. */
    Outcome commit(Writes writes) {
        try {
            mark();
            send(writes.all());
            origin.sender().complete(session, versions);
            session.flush();
            if (hasSent()) {
                origin.catalog().registration().beforeCommit(session, isOfSnapshot);
            }
            marker.committing();
            CommitMarker.commit(session);
        } catch (EspalierException e) {
            return afterError(e);
        }
        origin.counters().committed();
        return new Outcome.Committed(versions);
    }

    private Outcome afterError(EspalierException error) {
        closeSession();
        if (error instanceof UnknownOutcomeException unknown) {
            return unknown(unknown);
        }
        if (marker.isNeeded(error)) {
            origin.counters().lookedUp();
            try {
                if (marker.isCommitted(error)) {
                    origin.counters().committed();
                    return new Outcome.Committed(versions);
                }
            } catch (UnknownOutcomeException e) {
                return unknown(e);
            } catch (EspalierException e) {
                return new Outcome.Failed(e);
            }
        }
        return Outcome.of(error, versions.missed());
    }

    private Outcome unknown(UnknownOutcomeException unknown) {
        origin.counters().unknownOutcome();
        return new Outcome.Unknown(unknown);
    }

    private void closeSession() {
        try {
            session.close();
        } finally {
            if (turn != null) {
                turn.close();
                turn = null;
            }
        }
    }

    @Override
    public void close() {
        if (isSucceeded) {
            return;
        }
        try {
            closeSession();
        } finally {
            origin.giveBack(marker);
        }
    }
}
