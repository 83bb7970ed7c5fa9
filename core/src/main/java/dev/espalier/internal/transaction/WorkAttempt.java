package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.write.Versions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that runs work, as the database sees it. After a failure it can only roll back: the work may catch the exception, but every later call
 * throws it again. Closing the attempt rolls back what was not committed. For one thread.
 */
abstract sealed class WorkAttempt implements Attempt, AutoCloseable permits ReadOnlyAttempt, WritingAttempt {

    /** Null until it is asked for, or the transaction of the database has brought its own. */
    private @Nullable Versions versions;
    /** Null as long as the attempt can commit. */
    private @Nullable Outcome failure;

    /** The state of the database that the attempt sees, with the writes in it. */
    abstract Snapshot snapshot(Writes writes);

    /** The same without the writes that were not sent yet. */
    abstract Snapshot unsentSnapshot();

    /** Whether its work may write. */
    abstract boolean mayWrite();

    /** Whether it reads the latest state, and locks. */
    abstract boolean locks();

    /** Locks those objects that exist until its end, if it locks. */
    abstract void lockIfItLocks(Map<ClassTable, Set<Long>> ids);

    /**
     * The attempt that goes on with locks: this one, or one in its place. What this one has read stays as it is; the commit checks the versions.
     *
     * @param plan of the next attempt, for the case that this one has to end
     */
    abstract LockingAttempt locking(LockPlan plan);

    /** Whether the attempt holds a connection. */
    abstract boolean isBegun();

    /** The first error that the database answered with; null for none. */
    abstract @Nullable EspalierException firstError();

    @Override
    public abstract void close();

    /** How the attempt has changed the versions of objects so far. */
    final Versions versions() {
        if (versions == null) {
            versions = new Versions();
        }
        return versions;
    }

    final void begun(Versions versions) {
        this.versions = versions;
    }

    /** From now on the attempt can only roll back. Returns the reason, for the caller to throw. */
    final EspalierException fail(Outcome outcome) {
        failure = outcome;
        return (EspalierException) outcome.reason();
    }

    /** Why the attempt can only roll back; null if it can commit. */
    final @Nullable Outcome failure() {
        if (failure == null) {
            EspalierException error = firstError();
            if (error != null && Retries.isCurable(error)) {
                failure = Outcome.of(error, 0);
            }
        }
        return failure;
    }

    /** @throws EspalierException the reason if the attempt can only roll back */
    final void requireSound() {
        Outcome reason = failure();
        if (reason != null) {
            throw (EspalierException) reason.reason();
        }
    }
}
