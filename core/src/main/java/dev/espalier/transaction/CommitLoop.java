package dev.espalier.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Retries;
import dev.espalier.write.Versions;
import dev.espalier.write.Write;
import java.time.Clock;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Sends writes in a transaction, again and again while other transactions are in its way or the server cannot be reached. Safe for any
 * number of threads.
 */
public final class CommitLoop implements AutoCloseable {

    private final ConnectionSource source;
    private final Clock clock;
    private final Tally tally;
    private final CommitMarkers markers;
    /** Where the engine has one writer at a time; else null. */
    private final GroupCommit group;

    /** @param tally counts what happens here */
    public CommitLoop(ConnectionSource source, Clock clock, Tally tally) {
        this.source = source;
        this.clock = clock;
        this.tally = tally;
        this.markers = new CommitMarkers(source, clock);
        this.group = source.dialect().limits().parallelWriters() ? null : new GroupCommit(source);
        markers.removeAbandoned();
    }

    /**
     * Sends the writes and commits them, once.
     *
     * @return what this has done to the objects' versions
     * @throws UnknownOutcomeException if the connection was lost in COMMIT and the database could not be asked since
     * @throws EspalierException what stood in the way, rolled back; what was met before is suppressed in it
     */
    public Versions commit(Writes writes) {
        return commit(writes, missed -> {});
    }

    /** @param missed is told of the object that was not there any longer, or not as it was known, before this throws */
    Versions commit(Writes writes, LongConsumer missed) {
        CommitMarker marker = markers.take();
        try {
            Versions versions = commit(writes, missed, marker);
            tally.committed();
            return versions;
        } finally {
            markers.giveBack(marker);
        }
    }

    private Versions commit(Writes writes, LongConsumer missed, CommitMarker marker) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            Versions versions = new Versions();
            try {
                attempt(writes, missed, marker, versions);
                return versions;
            } catch (EspalierException e) {
                if (marker.isNeeded(e) && isCommitted(marker, e, retries)) {
                    return versions;
                }
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    private void attempt(Writes writes, LongConsumer missed, CommitMarker marker, Versions versions) {
        if (group != null) {
            attemptInGroup(writes, missed, versions);
            return;
        }
        marker.prepare();
        try (Attempt attempt = Attempt.toWrite(source, versions)) {
            marker.mark(attempt.session());
            send(attempt, writes, missed);
            marker.committing();
            attempt.commit();
        }
    }

    private void attemptInGroup(Writes writes, LongConsumer missed, Versions versions) {
        List<Write> all = writes.all();
        try {
            group.commit(session -> Write.sendAll(all, session, versions));
        } catch (EspalierException e) {
            missed.accept(versions.missed());
            throw e;
        }
    }

    private static void send(Attempt attempt, Writes writes, LongConsumer missed) {
        try {
            attempt.send(writes.all());
            attempt.session().flush();
        } catch (EspalierException e) {
            missed.accept(attempt.versions().missed());
            throw e;
        }
    }

    /** Begins a transaction in which work reads one snapshot. */
    WorkTransaction toRead() {
        return begin(CommitMarker::begin, Attempt::toRead);
    }

    /** Begins a transaction in which work locks, and reads the latest state. */
    WorkTransaction toLock() {
        return begin(CommitMarker::prepare, Attempt::toWrite);
    }

    private WorkTransaction begin(Consumer<CommitMarker> first, BiFunction<ConnectionSource, Versions, Attempt> kind) {
        CommitMarker marker = markers.take();
        try {
            first.accept(marker);
            return new WorkTransaction(kind.apply(source, new Versions()), marker, () -> markers.giveBack(marker));
        } catch (RuntimeException e) {
            markers.giveBack(marker);
            throw e;
        }
    }

    /**
     * Commits such a transaction; all of it was sent.
     *
     * @throws UnknownOutcomeException if the connection was lost in COMMIT and the database could not be asked since
     * @throws EspalierException what stood in the way; nothing was committed
     */
    void commit(WorkTransaction work) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        CommitMarker marker = work.marker();
        try {
            marker.mark(work.attempt().session());
            work.attempt().session().flush();
            marker.committing();
            work.attempt().commit();
        } catch (EspalierException e) {
            work.attempt().close();
            if (!(marker.isNeeded(e) && isCommitted(marker, e, retries))) {
                throw e;
            }
        }
        tally.committed();
    }

    private boolean isCommitted(CommitMarker marker, EspalierException failure, Retries retries) {
        tally.lookedUp();
        try {
            return marker.isCommitted(failure);
        } catch (UnknownOutcomeException e) {
            tally.unknownOutcome();
            throw retries.ended(e);
        } catch (EspalierException e) {
            throw retries.ended(e);
        }
    }

    /**
     * Whether a transaction was committed of which that was not known.
     *
     * @throws UnknownOutcomeException if it cannot be found out now either
     */
    public boolean isCommitted(UnknownOutcomeException unknown) {
        return CommitMarker.of(unknown, source, clock).isCommitted(unknown);
    }

    /** Takes back what it has kept in the database for itself. */
    @Override
    public void close() {
        markers.close();
    }
}
