package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.schema.ClassTable;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one snapshot, locks nothing, and gathers its writes. A read sends the writes gathered so far within the snapshot's transaction, so that the work
 * sees them. The commit checks the version of each object that is written.
 *
 * <p>The snapshot's transaction commits the writes if their version checks hold for the latest state too. Otherwise a transaction of their own sends
 * them again. For one thread.
 */
final class OptimisticAttempt extends WritingAttempt {

    private static final Logger LOG = LoggerFactory.getLogger(OptimisticAttempt.class);

    private final IdentityMap objects;

    OptimisticAttempt(Transactions services, ObjectTurns turns, IdentityMap objects) {
        super(services, turns);
        this.objects = objects;
    }

    /**
     * If reads block commits, the right to write comes before the first read: new ids, which a connection of their own takes and commits, would
     * wait for what this attempt has read, and two attempts that have read would wait for each other.
     */
    @Override
    DatabaseTransaction beginTransaction() {
        return services.source().readsBlockCommits()
                ? services.databaseTransactions().beginLatest()
                : services.databaseTransactions().beginSnapshot();
    }

    @Override
    boolean locks() {
        return false;
    }

    @Override
    void lockIfItLocks(Map<ClassTable, Set<Long>> ids) {}

    @Override
    LockingAttempt locking(LockPlan plan) {
        if (hasSent()) {
            plan.requireLocks();
            throw fail(new Outcome.Retryable(
                    new DatabaseException(
                            CONFLICT,
                            "a transaction that has sent writes within a snapshot cannot"
                                    + " lock; the work is retried, and locks from its beginning"),
                    Outcome.Delay.BACKOFF,
                    0));
        }
        close();
        return new LockingAttempt(services, turns);
    }

    /**
     * An error within a snapshot proves nothing about the latest state, so the work is retried. Only an object of unknown version is refused at once:
     * the work has this object from the program, so the next attempt would most likely find the same difference. And an object of which the snapshot
     * has a later version is stale for certain: it is refused at once, unless the next attempt reads it.
     */
    @Override
    Outcome failedBeforeCommit(EspalierException reason, long staleId) {
        if (reason.errorCode() == ErrorCode.UNKNOWN_VERSION) {
            return new Outcome.Failed(reason);
        }
        if (staleId != 0 && versions().isSuperseded()) {
            return Outcome.of(reason, staleId);
        }
        Outcome.Delay delay = Retries.isCurable(reason) ? Outcome.Delay.BACKOFF : Outcome.Delay.NONE;
        return new Outcome.Retryable(reason, delay, staleId);
    }

    @Override
    public Outcome commit(Writes writes) {
        if (writes.isEmpty()) {
            close();
            return new Outcome.Committed(versions());
        }
        if (isOnlyWriter()) {
            return commitHere(writes);
        }
        if (!canCommitInSnapshot(writes)) {
            return commitLatest(writes);
        }
        Outcome outcome = commitInSnapshot(writes);
        if (outcome instanceof Outcome.Committed || outcome instanceof Outcome.Unknown || staleId(outcome) != 0) {
            return outcome;
        }
        EspalierException reason = (EspalierException) outcome.reason();
        if (reason.errorCode() == LOCK_TIMEOUT) { // waiting once more would double the time
            return new Outcome.Failed(reason);
        }
        LOG.debug("a new transaction sends the writes after: {}", reason.getMessage());
        return services.commit(writes);
    }

    /** Saves the round trips of another transaction if each write shows by version or key whether the snapshot is still the latest state. */
    private boolean canCommitInSnapshot(Writes writes) {
        return isBegun()
                && services.hasParallelWriters()
                && transaction().canBeCommitted()
                && !objects.hasOutdated()
                && writes.fit(objects::hasRead)
                && !writes.changeParts(services.schema());
    }

    /** By a new transaction: the first attempt goes on with the connection of the snapshot, if no round trip has to end the snapshot then. */
    private Outcome commitLatest(Writes writes) {
        DatabaseTransaction latest = isBegun() ? transaction().latestAfterReads() : null;
        close();
        return services.commit(writes, latest);
    }

    private Outcome commitInSnapshot(Writes writes) {
        try {
            return transaction().commit(writes);
        } finally {
            close();
        }
    }

    private static long staleId(Outcome outcome) {
        return outcome instanceof Outcome.Stale stale
                ? stale.id()
                : outcome instanceof Outcome.Retryable retryable ? retryable.staleId() : 0;
    }
}
