package dev.espalier.transaction;

import dev.espalier.catalog.Ids;
import dev.espalier.dialect.RowLock;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import dev.espalier.jdbc.Snapshot;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.ClassTable;
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
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a transaction's work: what it has read, and what it is going to write. For one thread.
 *
 * <p>Writes are gathered and sent when the run is committed. A read before that sends them too, so that it sees them, in the database's
 * transaction that reads; what is committed is sent anew, by one that sees the latest state of all that it touches.
 *
 * <p>A run that <em>holds</em> has one transaction for all: it locks objects before it reads them, reads the latest state, and commits what
 * it has sent. So does one that has locked, one after a run in vain, one that reads what others have wanted lately, and one that has written where
 * there is one writer at a time.
 */
public final class Run {

    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    /** How many ids are taken at once while nobody else can take any. */
    private static final int IDS_TAKEN_WITHIN = 1_024;

    private final Transactions transactions;
    private final Registry registry;
    private final Identity identity;
    private Restoration captured;
    private final Restoration own;
    private final boolean refusesGaps;
    private final boolean readsOnly;
    /** What a run that only reads sees. */
    private Snapshot reading;
    private boolean holds;
    private Holding holding;
    /** Whose rows it has locked, or would have if they were there. */
    private final Map<ClassTable, Set<Long>> locked = new HashMap<>();
    private final Map<ClassTable, Set<Long>> asked = new HashMap<>();
    private final Map<ClassTable, Set<Long>> changed = new HashMap<>();
    private final Set<Long> readIds = new HashSet<>();
    private final Set<Long> inserted = new HashSet<>();
    /** Whether the objects that are going to be read next by their ids are locked by that. */
    private boolean locksByReading;
    /** Whether it runs again without a pause, because it must lock in another order. */
    private boolean isToLockAnew;
    private final Writes writes = new Writes();
    private final Map<Long, Object> byId = new HashMap<>();
    private final Map<Long, Object> written = new HashMap<>();
    private final Set<Object> outdated = Collections.newSetFromMap(new IdentityHashMap<>());
    /** What was known of the objects that were read, as far as it was committed. */
    private final Map<Object, Registry.State> read = new IdentityHashMap<>();
    private final List<Object> touched = new ArrayList<>();
    private Attempt attempt;
    private Versions versions = new Versions();
    private EspalierException failure;
    /** Whether the failure was met before the writes were sent to be committed. */
    private boolean attemptFailed;
    private long missed;
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
    Run(Transactions transactions, Restoration captured, boolean readsOnly, boolean holds, boolean refusesGaps) {
        this.transactions = transactions;
        this.registry = transactions.registry().layer();
        this.identity = transactions.identity().over(registry);
        this.captured = captured;
        this.own = new Restoration(transactions.model());
        this.readsOnly = readsOnly;
        this.holds = holds && !readsOnly;
        this.refusesGaps = refusesGaps && transactions.source().dialect().limits().parallelWriters();
    }

    /** What the objects that the work has captured are now; those kept before are forgotten. */
    void keepCaptured(Restoration objects) {
        captured = objects;
    }

    /** The transaction in which it reads and locks, begun where it was not; for a run that holds. */
    Session session() {
        begin();
        return attempt.session();
    }

    /** What is known of objects within the run. */
    public Registry registry() {
        return registry;
    }

    /** Which database objects Java objects are within the run. */
    public Identity identity() {
        return identity;
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
        return Snapshot.within(attempt.session());
    }

    /**
     * The state that the run sees, for reading objects by their ids. Objects that it has written are taken from the run itself, so that
     * nothing has to be sent for that; unless something was deleted, has no row yet, or was written as another Java object.
     */
    public Snapshot snapshotFor(long[] ids) {
        if (readsOnly || writes.deletes() || !outdated.isEmpty() || Arrays.stream(ids).anyMatch(inserted::contains)) {
            return snapshot();
        }
        requireSound();
        begin();
        return Snapshot.locking(attempt.session(), locksByReading ? RowLock.CHANGE : null);
    }

    private void sendWrites() {
        try {
            attempt.send(writes.all());
        } catch (EspalierException e) {
            fail(transactions.named(e, writes), versions.missed());
        }
    }

    private void begin() {
        if (attempt != null) {
            return;
        }
        try {
            if (holds) {
                holding = transactions.commits().hold();
                attempt = holding.attempt();
            } else {
                attempt = Attempt.toRead(transactions.source());
            }
            versions = attempt.versions();
        } catch (EspalierException e) {
            fail(e, 0);
        }
    }

    private void fail(EspalierException e, long missedNow) {
        failure = e;
        missed = missedNow;
        throw e;
    }

    /** Objects are going to be read by their ids: those that transactions have met at lately are locked before, if nothing was read yet. */
    public void expect(PersistentClass type, long[] ids) {
        requireSound();
        List<Long> contended = transactions.contention().among(ids);
        holds |= !readsOnly && attempt == null && !contended.isEmpty();
        locksByReading = canLockByReading(type, ids, contended);
        for (PersistentClass concrete : type.concreteClasses()) {
            ClassTable table = transactions.schema().table(concrete);
            for (long id : ids) {
                note(asked, table, id);
            }
            if (holds) {
                requireOrder(table, contended);
                if (!locksByReading) {
                    lock(table, contended);
                }
            }
        }
        if (locksByReading) {
            contended.forEach(id -> note(locked, transactions.schema().table(type.concreteClasses().get(0)), id));
        }
    }

    /** One statement locks and reads, where all that is going to be read has to be locked, and nothing has to be sent before. */
    private boolean canLockByReading(PersistentClass type, long[] ids, List<Long> contended) {
        if (!holds || contended.size() < ids.length || !writes.isEmpty() || type.concreteClasses().size() > 1
                || !transactions.source().dialect().limits().parallelWriters()) {
            return false;
        }
        Set<Long> here = locked.getOrDefault(transactions.schema().table(type.concreteClasses().get(0)), Set.of());
        return contended.stream().anyMatch(id -> !here.contains(id));
    }

    /** Who locks in the order of tables and ids waits for nobody who waits for them. */
    private void requireOrder(ClassTable table, List<Long> ids) {
        Set<Long> here = locked.getOrDefault(table, Set.of());
        long first = ids.stream().filter(id -> !here.contains(id)).mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        String name = table.table().name();
        boolean isBehind = locked.entrySet().stream().allMatch(other -> {
            int order = other.getKey().table().name().compareTo(name);
            return order < 0 || order == 0 && other.getValue().stream().allMatch(id -> id < first);
        });
        if (first != Long.MAX_VALUE && !isBehind) {
            ids.forEach(id -> note(changed, table, id));
            locked.forEach((of, some) -> some.forEach(id -> note(changed, of, id)));
            isToLockAnew = true;
            fail(new DatabaseException("conflict", "objects that others have locked too are locked in one order; the work runs again, and locks"
                    + " them at its beginning", true, null), 0);
        }
    }

    private static void note(Map<ClassTable, Set<Long>> ids, ClassTable table, long id) {
        ids.computeIfAbsent(table, t -> new TreeSet<>()).add(id);
    }

    /**
     * What the run would lock if it began again: what it has changed; and where it has missed something that it was not asked for by id, but
     * has found in what was, that too.
     */
    Map<ClassTable, Set<Long>> wanted() {
        Map<ClassTable, Set<Long>> wanted = new HashMap<>(changed);
        if (missed != 0 && asked.values().stream().noneMatch(ids -> ids.contains(missed))) {
            asked.forEach((table, ids) -> wanted.merge(table, ids, (some, more) -> {
                Set<Long> all = new TreeSet<>(some);
                all.addAll(more);
                return all;
            }));
        }
        return wanted;
    }

    /** Locks objects as far as they are there, in the order of tables and ids; for a run that holds. */
    void lockAll(Map<ClassTable, Set<Long>> ids) {
        ids.entrySet().stream().sorted(Comparator.comparing(entry -> entry.getKey().table().name()))
                .forEach(entry -> lock(entry.getKey(), entry.getValue()));
    }

    private void lock(ClassTable table, Collection<Long> ids) {
        begin();
        Set<Long> more = new TreeSet<>(ids);
        more.removeAll(locked.getOrDefault(table, Set.of()));
        if (!more.isEmpty() && transactions.source().dialect().limits().parallelWriters()) {
            RowLocks.take(attempt.session(), table, more, RowLock.CHANGE);
            more.forEach(id -> note(locked, table, id));
        }
    }

    /**
     * Locks objects until the end, and brings those up to date that others have changed and the program has not.
     *
     * @throws EspalierException {@code stale} if both have; {@code not-found} if one is not there any longer
     */
    public void lock(Collection<?> objects) {
        requireSound();
        Map<ClassTable, Map<Long, Object>> byTable = new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : objects) {
            byTable.computeIfAbsent(transactions.schema().table(identity.typeOf(object)), t -> new TreeMap<>()).put(identity.requireId(object), object);
        }
        hold();
        snapshot();
        byTable.forEach((table, some) -> {
            some.keySet().forEach(id -> note(changed, table, id));
            Map<Long, Integer> found = RowLocks.hold(attempt.session(), table, some.keySet(), RowLock.CHANGE);
            found.keySet().forEach(id -> note(locked, table, id));
            some.forEach((id, object) -> bringUpToDate(table.type(), id, object, found.get(id)));
        });
    }

    /** From now on there is one transaction for all. What was read by another one before stays as it is, and is checked when it is written. */
    private void hold() {
        if (holds) {
            return;
        }
        holds = true;
        if (attempt != null && attempt.hasSent()) {
            fail(new DatabaseException("conflict", "locks cannot be taken after what was written was read in another transaction; the work runs"
                    + " again, and locks from its beginning", true, null), 0);
        }
        end();
        requireSound();
    }

    private void bringUpToDate(PersistentClass type, long id, Object object, Integer found) {
        if (found == null) {
            fail(Misses.notFound(type, id), id);
        }
        int known = identity.versionOf(object);
        if (known == WriteSet.Update.UNKNOWN || versions.now(id, known) == found && !outdated.contains(object)) {
            return;
        }
        if (type.isRecord() || !identity.isUnchanged(object, id)) {
            fail(Misses.stale(type, id, versions.now(id, known), found), id);
        }
        transactions.reload(attempt.session(), type, id, loaded().lending(object, id));
    }

    /** Takes in what is read through {@link #snapshot()}. */
    public LoadedObjects loaded() {
        return new LoadedObjects(registry, identity, versions, new LoadedObjects.Holder() {
            @Override
            public Object find(long id) {
                return byId.get(id);
            }

            @Override
            public boolean isOutdated(Object object) {
                return outdated.contains(object);
            }

            @Override
            public boolean refusesGaps() {
                return holds && refusesGaps;
            }

            @Override
            public void refused(EspalierException gap) {
                failure = gap;
            }

            @Override
            public void filling(Object object) {
                keep(object);
            }

            @Override
            public void loaded(Object object, Registry.State state, boolean isCommitted) {
                byId.put(state.id(), object);
                readIds.add(state.id());
                touched.add(object);
                outdated.remove(object);
                if (!read.containsKey(object)) {
                    read.put(object, isCommitted ? state : null);
                }
                keep(object);
            }
        });
    }

    /** Sees to it that the object, and all that it leads to, will be what it is now if the run comes to nothing. */
    public void keepAll(Object object) {
        transactions.walk(object, this::keep);
    }

    private void keep(Object object) {
        if (!captured.has(object)) {
            own.keep(object);
        }
    }

    /** Writes the objects and all that can be reached from them as they are now. */
    public void store(Collection<?> roots) {
        requireSound();
        WriteSetBuilder builder = new WriteSetBuilder(transactions.schema(), transactions.source().dialect(), this::takeIds, registry);
        WriteSet set = builder.build(roots);
        builder.forEach((object, before, id, isWritten) -> {
            if (isWritten && written.getOrDefault(id, object) != object) {
                throw WriteSetBuilder.twoObjects(identity.typeOf(object), id);
            }
        });
        builder.forEach((object, before, id, isWritten) -> {
            Object known = byId.putIfAbsent(id, object);
            if (isWritten && known != null && known != object) {
                outdated.add(known);
            }
            if (before == 0) {
                inserted.add(id);
                own.keepId(() -> identity.setId(object, 0));
            }
            if (isWritten && before != 0) {
                note(changed, transactions.schema().table(identity.typeOf(object)), id);
            }
            if (isWritten) {
                written.put(id, object);
                touched.add(object);
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

    private long takeIds(int count) {
        if (attempt == null) {
            return transactions.ids().take(count);
        }
        if (!attempt.isOnlyWriter()) {
            return transactions.ids().take(count, transactions.source()::secondWriter);
        }
        if (endOfIds - nextId < count) {
            int size = Math.max(count, IDS_TAKEN_WITHIN);
            nextId = Ids.takeWithin(attempt.session(), size);
            endOfIds = nextId + size;
        }
        nextId += count;
        return nextId - count;
    }

    /** Takes the objects out of the database. */
    public void delete(Collection<?> roots) {
        requireSound();
        Deletion deletion = Deletion.of(transactions.schema(), identity, roots);
        for (Object object : roots) {
            long id = identity.idOf(object);
            own.keepId(() -> identity.setId(object, id));
            note(changed, transactions.schema().table(identity.typeOf(object)), id);
            byId.remove(id);
            written.remove(id);
            identity.forget(object);
            touched.add(object);
        }
        writes.add(deletion);
    }

    /** Makes all that was written durable and visible to others. */
    void commit() {
        Versions after = send();
        remember(after);
        afterCommit.forEach(Run::run);
    }

    private Versions send() {
        requireSound();
        if (!writes.isEmpty() && (holding != null || attempt != null && attempt.isOnlyWriter())) {
            sendWrites();
            commitAttempt();
            end();
            return versions;
        }
        end();
        try {
            return writes.isEmpty() ? versions : transactions.commits().commit(writes, id -> missed = id);
        } catch (EspalierException e) {
            failure = missed == 0 ? null : e;
            throw transactions.named(e, writes);
        }
    }

    private void commitAttempt() {
        try {
            if (holding == null) {
                transactions.commits().commit(attempt);
            } else {
                transactions.commits().commit(holding);
            }
        } catch (EspalierException e) {
            failure = Retries.isCurable(e) ? e : failure;
            throw e;
        }
    }

    private void remember(Versions after) {
        for (Object object : touched) {
            Registry.State state = registry.findOwn(object);
            if (state.id() == 0) {
                transactions.registry().remove(object);
            } else {
                int version = outdated.contains(object) ? state.version()
                        : after.before(state.id(), state.version()) + Math.max(versions.held(state.id()), after.held(state.id()));
                transactions.registry().put(object, new Registry.State(state.id(), version, state.fingerprint(), state.notLoaded()));
            }
        }
    }

    /** Undoes what was not committed: in the database and in the objects. */
    void undo() {
        try {
            end();
        } finally {
            own.restore();
            captured.restore();
            read.forEach((object, state) -> {
                if (state != null) {
                    transactions.registry().put(object, state);
                }
            });
            onRollback.forEach(Run::run);
        }
    }

    /** Why it cannot be committed; null for nothing. */
    EspalierException failure() {
        Session session = attempt != null ? attempt.session() : reading != null ? reading.session() : null;
        EspalierException met = session == null ? null : session.failure();
        return failure != null ? failure : met != null && Retries.isCurable(met) ? met : null;
    }

    /** Whether nobody was in its way, and it only has to lock before it reads. */
    boolean isToLockAnew() {
        return isToLockAnew;
    }

    /** The object that was not there any longer, or not as it was known, when the run's writes were sent; 0 for none. */
    long missed() {
        return missed;
    }

    /** Whether the object with that id was read in this run. */
    boolean hasRead(long id) {
        return readIds.contains(id);
    }

    /** Whether its writes met something in a transaction that would not have been committed: then that decides nothing. */
    boolean hasFailedOnTrial() {
        return failure != null && !holds && attemptFailed;
    }

    /** Has something done when the run is committed. */
    public void afterCommit(Runnable hook) {
        afterCommit.add(hook);
    }

    /** Has something done when the run is undone, before what was handed in earlier. */
    public void onRollback(Runnable hook) {
        onRollback.add(0, hook);
    }

    private static void run(Runnable hook) {
        try {
            hook.run();
        } catch (RuntimeException | Error e) {
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
        if (reading != null) {
            failure = failure();
            Snapshot ended = reading;
            reading = null;
            ended.close();
        }
        if (attempt != null) {
            failure = failure();
            attemptFailed = failure != null;
            Attempt ended = attempt;
            Holding held = holding;
            attempt = null;
            holding = null;
            if (held == null) {
                ended.close();
            } else {
                held.close();
            }
        }
    }
}
