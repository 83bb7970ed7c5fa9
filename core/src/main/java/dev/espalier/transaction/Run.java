package dev.espalier.transaction;

import dev.espalier.catalog.Ids;
import dev.espalier.dialect.RowLock;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import dev.espalier.jdbc.Snapshot;
import dev.espalier.model.PersistentClass;
import dev.espalier.restore.CapturedObjects;
import dev.espalier.schema.ClassTable;
import dev.espalier.write.Claims;
import dev.espalier.write.Deletion;
import dev.espalier.write.Identity;
import dev.espalier.write.LoadedObjects;
import dev.espalier.write.Misses;
import dev.espalier.write.Registry;
import dev.espalier.write.RowLocks;
import dev.espalier.write.Versions;
import dev.espalier.write.WriteSet;
import dev.espalier.write.WriteSetBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a transaction's work: what it has read, and what it is going to write. For one thread.
 *
 * <p>It reads a snapshot, and gathers its writes. A read before the commit sends them too, so that it sees them. What is committed is sent
 * anew, by a transaction of the database that sees the latest state of all that it touches; unless it is so simple that the one which has read
 * can do it. After a run in vain the next one waits for its turn before it reads.
 *
 * <p>A run that <em>holds</em> has one transaction of the database for all: it locks objects, reads the latest state, and commits what it has
 * sent. So does one that locks, one after many in vain, and one that has written where there is one writer at a time.
 */
public final class Run {

    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    /** How many ids are taken at once while nobody else can take any. */
    private static final int IDS_TAKEN_WITHIN = 1_024;

    private final Transactions transactions;
    private final boolean hasParallelWriters;
    private final RunObjects objects;
    private final Claims.Unit claims;
    /** A new object that another unit of work is storing; null for none. */
    private Object awaited;
    private final Turns turns;
    private final Wants wants = new Wants();
    private final Writes writes = new Writes();
    private final boolean readsOnly;
    /** What a run that only reads sees. */
    private Snapshot reading;
    private boolean holds;
    private boolean mustHoldNext;
    private WorkTransaction work;
    private Versions versions = new Versions();
    private EspalierException failure;
    /** Whether the failure was met before the writes were sent to be committed. */
    private boolean isFailedOnTrial;
    /** Whether it runs again without a pause, because it only has to wait for its turn. */
    private boolean isToWait;
    private long missed;
    private boolean isCommitted;
    private final List<Runnable> afterCommit = new ArrayList<>();
    private final List<Runnable> onRollback = new ArrayList<>();
    private long nextId;
    private long endOfIds;

    /**
     * @param readsOnly whether nothing will be written
     * @param holds whether it has one transaction for all from its beginning
     * @param refusesGaps whether it runs again where an object refers to something that is not there, which may be because a run that holds
     *     reads each thing at a moment of its own
     */
    Run(Transactions transactions, CapturedObjects captured, boolean readsOnly, boolean holds, boolean refusesGaps) {
        this.transactions = transactions;
        this.claims = transactions.claims().unit();
        this.hasParallelWriters = transactions.source().dialect().limits().parallelWriters();
        this.objects = new RunObjects(transactions.model(), transactions.registry(), transactions.identity(), readsOnly, captured,
                () -> this.holds && refusesGaps && hasParallelWriters, gap -> failure = gap);
        this.turns = transactions.contention().turns();
        this.readsOnly = readsOnly;
        this.holds = holds && !readsOnly;
    }

    /** The transaction in which it reads, begun where it was not; for a run that writes. */
    Session session() {
        begin();
        return attempt().session();
    }

    /** What is known of objects within the run. */
    public Registry registry() {
        return objects.registry();
    }

    /** Which database objects Java objects are within the run. */
    public Identity identity() {
        return objects.identity();
    }

    /** The state that the run sees, what it has written so far included. */
    public Snapshot snapshot() {
        requireSound();
        if (readsOnly) {
            reading = reading == null ? transactions.source().snapshot() : reading;
            return reading.lent();
        }
        begin();
        sendWrites();
        return Snapshot.within(attempt().session());
    }

    /**
     * The state that the run sees, for reading objects by their ids. Objects that it has written are taken from the run itself, so that
     * nothing has to be sent for that; unless something was deleted, has no row yet, or was written as another Java object.
     */
    public Snapshot snapshotFor(long[] ids) {
        if (readsOnly || writes.deletes() || !objects.canBeReadWithoutSending(ids)) {
            return snapshot();
        }
        requireSound();
        begin();
        return Snapshot.within(attempt().session());
    }

    private void sendWrites() {
        try {
            attempt().send(writes.all());
            attempt().session().flush();
        } catch (EspalierException e) {
            fail(transactions.named(e, writes), versions.missed());
        }
    }

    private void begin() {
        if (work != null) {
            return;
        }
        turns.begun();
        try {
            work = holds ? transactions.commits().toLock() : transactions.commits().toRead();
            versions = attempt().versions();
        } catch (EspalierException e) {
            fail(e, 0);
        }
    }

    private Attempt attempt() {
        return work.attempt();
    }

    private void fail(EspalierException e, long missedNow) {
        failure = e;
        missed = missedNow;
        throw e;
    }

    /** Objects are going to be read by their ids: those at which transactions have met lately are only read when it is the run's turn. */
    public void expect(PersistentClass type, long[] ids) {
        requireSound();
        if (readsOnly) {
            return;
        }
        List<ClassTable> tables = type.concreteClasses().stream().map(transactions.schema()::table).toList();
        tables.forEach(table -> wants.asks(table, ids));
        List<Long> contended = transactions.contention().among(ids);
        if (contended.isEmpty() || holds) {
            return;
        }
        if (!hasTurns(contended)) {
            tables.forEach(table -> contended.forEach(id -> wants.changes(table, id)));
            isToWait = true;
            fail(new DatabaseException("conflict", "objects that others work with too are waited for in one order; the work runs again, and waits"
                    + " for them at its beginning", true, null), 0);
        }
    }

    private boolean hasTurns(Collection<Long> ids) {
        try {
            return turns.take(ids);
        } catch (EspalierException e) {
            failure = e;
            throw e;
        }
    }

    /** What the run would wait for, and lock where it holds, if it began again. */
    Map<ClassTable, Set<Long>> wanted() {
        return wants.next(missed);
    }

    /** Waits for its turn with objects, and locks them, as far as they are there, if it holds. */
    void claim(Map<ClassTable, Set<Long>> ids) {
        if (!readsOnly) {
            hasTurns(ids.values().stream().flatMap(Set::stream).toList());
            if (holds) {
                begin();
                ids.entrySet().stream().sorted(Comparator.comparing(entry -> entry.getKey().table().name()))
                        .forEach(entry -> RowLocks.take(attempt().session(), entry.getKey(), entry.getValue(), RowLock.CHANGE));
            }
        }
    }

    /**
     * Locks objects until the end, and brings those up to date that others have changed and the program has not.
     *
     * @throws EspalierException {@code stale} if both have; {@code not-found} if one is not there any longer
     */
    public void lock(Collection<?> wanted) {
        requireSound();
        Map<ClassTable, Map<Long, Object>> byTable = new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : wanted) {
            byTable.computeIfAbsent(transactions.schema().table(identity().typeOf(object)), t -> new TreeMap<>())
                    .put(identity().requireId(object), object);
        }
        hold();
        snapshot();
        byTable.forEach((table, some) -> {
            some.forEach((id, object) -> {
                wants.changes(table, id);
                objects.locked(object, id);
            });
            Map<Long, Integer> found = RowLocks.hold(attempt().session(), table, some.keySet(), RowLock.CHANGE);
            some.forEach((id, object) -> bringUpToDate(table.type(), id, object, found.get(id)));
        });
    }

    /** From now on there is one transaction for all. What was read by another one before stays as it is, and is checked when it is written. */
    private void hold() {
        if (holds) {
            return;
        }
        if (work != null && attempt().hasSent()) {
            mustHoldNext = true;
            fail(new DatabaseException("conflict", "locks cannot be taken after what was written was read in another transaction; the work runs"
                    + " again, and locks from its beginning", true, null), 0);
        }
        holds = true;
        end();
        requireSound();
    }

    private void bringUpToDate(PersistentClass type, long id, Object object, Integer found) {
        if (found == null) {
            fail(Misses.notFound(type, id), id);
        }
        int known = identity().versionOf(object);
        if (known == WriteSet.Update.UNKNOWN && !identity().isStandIn(object)) {
            throw Misses.unknownVersion(type, id, "lock db.reference(type, id)");
        }
        if (versions.now(id, known) == found && !objects.isOutdated(object)) {
            return;
        }
        if (type.isRecord() || !identity().isUnchanged(object, id)) {
            fail(Misses.stale(type, id, versions.now(id, known), found), id);
        }
        transactions.reload(attempt().session(), type, id, loaded().lending(object, id));
    }

    /** Takes in what is read through {@link #snapshot()}. */
    public LoadedObjects loaded() {
        return new LoadedObjects(registry(), identity(), versions, objects);
    }

    /** Sees to it that the object, and all that it leads to, will be what it is now if the run comes to nothing. */
    public void remember(Object object) {
        transactions.walk(object, objects::remember);
    }

    /**
     * Writes the objects and all that can be reached from them as they are now.
     *
     * @param overwrites whether the objects themselves replace what is stored, whatever it is
     */
    public void store(Collection<?> roots, boolean overwrites) {
        requireSound();
        WriteSetBuilder builder = new WriteSetBuilder(transactions.schema(), transactions.source().dialect(), transactions.source()::sizeLimit, this::takeIds,
                identity(), objects::rowsOf, claims);
        awaitOthers(() -> builder.collect(roots));
        WriteSet set = builder.build(overwrites ? roots : List.of());
        objects.stored(builder);
        builder.forEach((object, before, id, isWritten) -> {
            if (isWritten && before != 0) {
                wants.changes(transactions.schema().table(identity().typeOf(object)), id);
            }
        });
        if (!set.isEmpty()) {
            writes.add(set);
            if (set.asks()) {
                snapshot();
            }
        }
        builder.stored(versions::before);
    }

    /** Waits for objects that other units are storing only where nobody can be waiting for this one. */
    private void awaitOthers(Supplier<Object> claiming) {
        for (Object taken = claiming.get(); taken != null; taken = claiming.get()) {
            if (work != null || reading != null || claims.holdsClaims() || !turns.areEmpty()) {
                awaited = taken;
                isToWait = true;
                fail(new DatabaseException("conflict", "another thread is storing a new object that this work reaches too; the work runs again, and waits"
                        + " for that at its beginning", true, null), 0);
            }
            transactions.claims().await(taken);
        }
    }

    private long takeIds(int count) {
        if (work == null) {
            return transactions.ids().take(count);
        }
        if (!attempt().isOnlyWriter()) {
            return transactions.ids().take(count, transactions.source()::secondWriter);
        }
        if (endOfIds - nextId < count) {
            int size = Math.max(count, IDS_TAKEN_WITHIN);
            nextId = Ids.takeWithin(attempt().session(), size);
            endOfIds = nextId + size;
        }
        nextId += count;
        return nextId - count;
    }

    /** Takes the objects out of the database. */
    public void delete(Collection<?> roots) {
        requireSound();
        roots.forEach(identity()::typeOf);
        awaitOthers(() -> claims.claim(roots)); // others would take an object for new whose id is 0 already, and may have it again
        Deletion deletion = Deletion.of(transactions.catalog(), identity(), roots);
        for (Object object : roots) {
            long id = identity().idOf(object);
            wants.changes(transactions.schema().table(identity().typeOf(object)), id);
            objects.deleted(object, id);
        }
        writes.add(deletion);
    }

    /** Makes all that was written durable and visible to others. */
    void commit() {
        requireSound();
        Versions after = versions;
        if (writes.isEmpty()) {
            end();
        } else if (holds || work != null && attempt().isOnlyWriter()) {
            sendWrites();
            commitWork();
            end();
        } else if (!isCommittedWhereItWasRead()) {
            after = sendAnew();
        }
        isCommitted = true;
        objects.committed(versions, after);
        claims.close();
        turns.pass(true);
        afterCommit.forEach(Run::run);
    }

    private void commitWork() {
        try {
            transactions.commits().commit(work);
        } catch (EspalierException e) {
            failure = Retries.isCurable(e) ? e : failure;
            throw e;
        }
    }

    /**
     * Commits by the transaction that has read: one change of connections less. It refuses what it cannot decide, which is then sent anew as if
     * it had not been tried.
     */
    private boolean isCommittedWhereItWasRead() {
        if (work == null || !hasParallelWriters || !work.canBeCommitted() || !objects.haveNoDoubles() || !writes.fit(objects::hasRead)) {
            end();
            return false;
        }
        try {
            attempt().send(writes.all());
            transactions.commits().commit(work);
            return true;
        } catch (UnknownOutcomeException e) {
            throw e;
        } catch (EspalierException e) {
            if (versions.missed() != 0) {
                fail(e, versions.missed());
            }
            if (e.code().equals("lock-timeout")) {
                throw e;
            }
            LOG.debug("sent anew after: {}", e.getMessage());
            return false;
        } finally {
            close();
        }
    }

    private Versions sendAnew() {
        try {
            return transactions.commits().commit(writes, id -> missed = id);
        } catch (EspalierException e) {
            failure = missed == 0 ? null : e;
            throw transactions.named(e, writes);
        }
    }

    /**
     * Undoes what was not committed: in the database and in the objects.
     *
     * @throws EspalierException {@code not-restored} if an object could not be made what it was
     */
    void undo() {
        try {
            end();
        } finally {
            turns.pass(false);
            try (claims) {
                objects.restore();
            } finally {
                onRollback.forEach(Run::run);
            }
        }
    }

    /** Why it cannot be committed; null for nothing. */
    EspalierException failure() {
        Session session = work != null ? attempt().session() : reading != null ? reading.session() : null;
        EspalierException met = session == null ? null : session.failure();
        return failure != null ? failure : met != null && Retries.isCurable(met) ? met : null;
    }

    /** Whether it only has to wait for its turn before it reads. */
    boolean isToWait() {
        return isToWait;
    }

    /** Whether the next run must have one transaction for all. */
    boolean mustHoldNext() {
        return mustHoldNext || holds;
    }

    /** The object that was not there any longer, or not as it was known, when the run's writes were sent; 0 for none. */
    long missed() {
        return missed;
    }

    /** The object that the next run waits for before it begins; null for none. */
    Object awaited() {
        return awaited;
    }

    /** The objects that the program has told of. */
    Set<Object> remembered() {
        return objects.remembered();
    }

    /** Whether what was missed comes as it is now when the work runs again, because the work reads it. */
    boolean hasReadMissed() {
        Object named = objects.named(missed);
        return named == null ? objects.hasRead(missed) : objects.hasRead(named);
    }

    /** Whether what was missed is an object that the program has told of, and that it had not changed before. */
    boolean hasRememberedMissed() {
        Object named = objects.named(missed);
        return objects.remembered().contains(named) && transactions.identity().isUnchanged(named, missed);
    }

    /** Whether its writes met something in a transaction that would not have been committed: then that decides nothing. */
    boolean hasFailedOnTrial() {
        return failure != null && !holds && isFailedOnTrial;
    }

    /** Has something done when the run is committed. */
    public void afterCommit(Runnable hook) {
        afterCommit.add(hook);
    }

    /** Has something done when the run is undone, before what was handed in earlier. */
    public void onRollback(Runnable hook) {
        onRollback.add(0, hook);
    }

    /** Other languages than Java let a hook throw what it does not declare. */
    private static void run(Runnable hook) {
        try {
            hook.run();
        } catch (Throwable e) {
            LOG.error("a transaction's hook failed", e);
        }
    }

    private void requireSound() {
        failure = failure();
        if (failure != null) {
            throw failure;
        }
    }

    private void end() {
        failure = failure();
        isFailedOnTrial |= work != null && failure != null;
        close();
    }

    private void close() {
        try (WorkTransaction ended = work; Snapshot read = reading) {
            work = null;
            reading = null;
        }
    }
}
