package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.handwritten.LentConnection;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.restore.CapturedObjects;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.write.Claims;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.Registry;
import dev.espalier.internal.write.Versions;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the work of one attempt reads and writes through: its objects, the writes that it has gathered, and its attempt in the database. For one thread.
 */
public final class PersistenceContext {

    private final Transactions services;
    private final IdentityMap objects;
    private final Claims.Unit claims;
    private final ObjectTurns turns;
    private final LockPlan plan = new LockPlan();
    private final Writes writes = new Writes();
    private final ObjectWrites gathered;
    private final Hooks hooks = new Hooks();
    private WorkAttempt attempt;
    /** The number of reads and writes of objects so far. */
    private int uses;

    private boolean isLent;
    private final SqlLoans sql = loans();
    /** The objects that were locked before the work has begun. */
    private final Set<Long> lockedFirst = new HashSet<>();

    /** The kind of the attempt at its beginning. */
    enum Kind {
        READ_ONLY,
        OPTIMISTIC,
        LOCKING
    }

    /**
     * @param captured the captured objects of the unit of work
     * @param refusesGaps whether a reference to a missing object makes a locking attempt fail, see {@link GapPolicy}
     */
    PersistenceContext(Transactions services, Kind kind, CapturedObjects captured, boolean refusesGaps) {
        this.services = services;
        this.claims = services.claims().unit();
        this.turns = new ObjectTurns(services.contendedObjects());
        GapPolicy gaps = new GapPolicy() {
            @Override
            public boolean refusesGaps() {
                return refusesGaps && attempt.locks() && services.hasParallelWriters();
            }

            @Override
            public void refused(EspalierException gap) {
                attempt.fail(Outcome.of(gap, 0));
            }
        };
        this.objects = new IdentityMap(
                services.model(),
                services.registry(),
                services.identity(),
                captured,
                gaps,
                kind == Kind.READ_ONLY ? 0 : CollectionRows.MOST);
        this.gathered = new ObjectWrites(services, objects, claims, turns, plan, writes);
        this.attempt = switch (kind) {
            case READ_ONLY -> new ReadOnlyAttempt(services.source());
            case OPTIMISTIC -> new OptimisticAttempt(services, turns, objects);
            case LOCKING -> new LockingAttempt(services, turns);
        };
    }

    /** What is known about objects within the attempt. */
    public Registry registry() {
        return objects.registry();
    }

    /** The identity of objects within the attempt. */
    public Identity identity() {
        return objects.identity();
    }

    /** The state of the database that the attempt sees, with everything that it has written so far. */
    public Snapshot snapshot() {
        uses++;
        attempt.requireSound();
        return attempt.snapshot(writes);
    }

    /**
     * The same for reading objects by their ids. Sends no writes if the latest states of these objects are in the database or in this context.
     *
     * @param ids of the objects
     */
    public Snapshot snapshotFor(long[] ids) {
        if (!writes.deletes() && objects.canReadWithoutSending(ids)) {
            uses++;
            attempt.requireSound();
            return attempt.unsentSnapshot();
        }
        return snapshot();
    }

    /** Whether the transaction may write, now or later. */
    public boolean mayWrite() {
        return attempt.mayWrite();
    }

    /** Takes in what is read from {@link #snapshot()}. */
    public LoadedObjects loaded() {
        return new LoadedObjects(registry(), identity(), attempt.versions(), objects);
    }

    /**
     * Announces that objects are going to be read by their ids. An optimistic attempt takes its turn at contended objects first.
     *
     * @throws EspalierException {@code conflict} if it is another transaction's turn: the next attempt waits for it at its beginning
     */
    public void expect(PersistentClass type, long[] ids) {
        attempt.requireSound();
        if (!attempt.mayWrite()) {
            return;
        }
        for (PersistentClass concrete : type.concreteClasses()) {
            plan.reads(services.schema().table(concrete), ids);
        }
        List<Long> contended = services.contendedObjects().among(ids);
        if (contended.isEmpty() || attempt.locks() || takeTurns(contended)) {
            return;
        }
        for (PersistentClass concrete : type.concreteClasses()) {
            ClassTable table = services.schema().table(concrete);
            contended.forEach(id -> plan.changes(table, id));
        }
        throw attempt.fail(new Outcome.Retryable(
                new DatabaseException(
                        CONFLICT,
                        "other transactions work with the same objects; the work is"
                                + " retried, and waits for its turn at the beginning"),
                Outcome.Delay.NONE,
                0));
    }

    private boolean takeTurns(Collection<Long> ids) {
        try {
            return turns.take(ids);
        } catch (EspalierException e) {
            throw attempt.fail(Outcome.of(e, 0));
        }
    }

    /** Waits for the turns at the objects of earlier attempts. A locking attempt locks them too. */
    void await(Map<ClassTable, Set<Long>> ids) {
        if (attempt.mayWrite()) {
            takeTurns(ids.values().stream().flatMap(Set::stream).toList());
        }
        attempt.lockIfItLocks(ids);
        if (attempt.locks()) {
            ids.values().forEach(lockedFirst::addAll);
        }
    }

    /** Refreshes the objects that the attempt before has remembered, if its version check has failed. */
    void refresh(PersistenceContext before, Outcome.Retryable outcome) {
        if (outcome.staleId() != 0) {
            services.refresher()
                    .refreshUnchanged(attempt.unsentSnapshot().session(), before.objects.remembered(), outcome);
        }
    }

    /**
     * Locks objects until the end of the attempt, and refreshes those that others have changed and the program has not.
     *
     * @throws EspalierException {@code stale} if both have; {@code not-found} if an object does not exist any more
     */
    public void lock(Collection<?> wanted) {
        attempt.requireSound();
        Map<ClassTable, Map<Long, Object>> byTable = ObjectLocks.inOrder(wanted, services, identity());
        LockingAttempt locking = locking();
        ObjectLocks locks = new ObjectLocks(services, objects, plan, locking, this::loaded);
        byTable.forEach(locks::lock);
    }

    /** The attempt that locks from now on, with everything that was written so far. */
    private LockingAttempt locking() {
        uses++;
        LockingAttempt locking = attempt.locking(plan);
        attempt = locking;
        locking.snapshot(writes);
        return locking;
    }

    /**
     * Works with the connection on SQL of the program. A transaction that may write locks from now on, as after {@link #lock}: what SQL has written can be
     * committed in this transaction of the database only.
     *
     * @param readsOnly whether the program may not write
     * @throws X what the work has thrown
     */
    public <T extends @Nullable Object, X extends Exception> T lend(SqlLoans.Work<T, X> work, boolean readsOnly)
            throws X {
        attempt.requireSound();
        Session session;
        if (readsOnly) {
            session = snapshot().session();
        } else {
            session = locking().lend();
            isLent = true;
        }
        return sql.lend(session, readsOnly, work);
    }

    private SqlLoans loans() {
        LentConnection.Lender lender = new LentConnection.Lender() {
            @Override
            public void beforeSql() {
                attempt.requireSound();
                attempt.snapshot(writes);
            }

            @Override
            public int uses() {
                return uses;
            }
        };
        return new SqlLoans(lender, ended -> {
            attempt.requireSound(); // a deadlock has ended it: the work is retried
            attempt.fail(new Outcome.Failed(ended));
        });
    }

    /**
     * Takes in that SQL has changed objects: increments their versions, and refreshes those that the work has.
     *
     * @throws StoreException {@code stale} if the program has changed one of them too
     */
    public void changed(PersistentClass type, Set<Long> ids) {
        attempt.requireSound();
        isLent = true;
        new ObjectsChangedBySql(services, objects, plan, locking(), this::loaded).changed(type, ids);
    }

    /** Saves the object and all objects that can be reached from it, so that a rollback restores them. */
    public void remember(Object object) {
        services.refresher().walk(object, objects::remember);
    }

    /**
     * Gathers the writes that store the objects, and all objects that can be reached from them, as they are now.
     *
     * @param overwriting those that replace the stored state whatever its version is
     */
    public void store(Collection<?> roots, Collection<?> overwriting) {
        uses++;
        gathered.store(roots, overwriting, attempt);
    }

    /** Gathers the writes that delete the objects. */
    public void delete(Collection<?> roots) {
        uses++;
        gathered.delete(roots, attempt);
    }

    /** Has a hook run after the commit. */
    public void afterCommit(Runnable hook) {
        hooks.afterCommit(hook);
    }

    /** Has a hook run after a rollback, before the hooks that were added earlier. */
    public void onRollback(Runnable hook) {
        hooks.onRollback(hook);
    }

    /** Commits. After that the objects have their new ids and versions, others get their turns, and the hooks run. */
    Outcome commit() {
        if (attempt.failure() != null) {
            return attempt.failure();
        }
        Outcome outcome = attempt.commit(writes);
        if (outcome instanceof Outcome.Committed committed) {
            Versions sent = attempt.versions();
            objects.committed(sent, committed.versions());
            services.registry().deleted(committed.versions());
            claims.close();
            turns.endAfterCommit();
            hooks.committed();
        }
        return outcome;
    }

    /** The outcome of an attempt whose work has thrown something. */
    Outcome failed(Throwable thrown) {
        Outcome failure = attempt.failure();
        return failure == null ? new Outcome.Failed(thrown) : failure;
    }

    /**
     * Rolls back the database and the objects.
     *
     * @throws EspalierException {@code not-restored} if an object could not be restored; everything else is
     */
    void rollback() {
        try {
            attempt.close();
        } finally {
            turns.end();
            try (claims) {
                objects.restore();
            } finally {
                hooks.rolledBack();
            }
        }
    }

    /** Whether the next attempt will see the stale object as it is now: because the work reads it, or has remembered it before it changed it. */
    boolean isRefreshedByRetry(Outcome.Stale stale) {
        if (isChangedHere(stale.id())) {
            return false;
        }
        Object object = objects.changed(stale.id());
        return (object == null ? objects.hasRead(stale.id()) : objects.hasRead(object))
                || object != null
                        && objects.remembered().contains(object)
                        && services.identity().isUnchanged(object, stale.id());
    }

    /** Whether only SQL of the work itself can have changed the object, because it was locked from the beginning. */
    private boolean isChangedHere(long id) {
        return isLent && lockedFirst.contains(id);
    }

    /** The objects that the next attempt waits for. */
    Map<ClassTable, Set<Long>> planned(long staleId) {
        return plan.objects(staleId);
    }

    /** The new object that the next attempt waits for; null for none. */
    @Nullable
    Object awaited() {
        return gathered.awaited();
    }

    /** Whether the next attempt must be a locking one. */
    boolean needsLocks() {
        return attempt.locks() || plan.needsLocks();
    }
}
