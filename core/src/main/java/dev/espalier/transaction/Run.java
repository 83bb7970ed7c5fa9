package dev.espalier.transaction;

import dev.espalier.catalog.Ids;
import dev.espalier.error.EspalierException;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Snapshot;
import dev.espalier.write.Deletion;
import dev.espalier.write.Identity;
import dev.espalier.write.LoadedObjects;
import dev.espalier.write.Registry;
import dev.espalier.write.Versions;
import dev.espalier.write.WriteSet;
import dev.espalier.write.WriteSetBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a transaction's work: what it has read, and what it is going to write. For one thread.
 *
 * <p>Writes are gathered and sent when the run is committed. A read before that sends them too, so that it sees them, in the database's
 * transaction that reads; what is committed is sent anew, by one that sees the latest state of all that it touches. Only where there is
 * one writer at a time, and it is this one, the first is committed.
 */
public final class Run {

    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    /** How many ids are taken at once while nobody else can take any. */
    private static final int IDS_TAKEN_WITHIN = 1_024;

    private final Transactions transactions;
    private final Registry registry;
    private final Identity identity;
    private final Restoration captured;
    private final Restoration own;
    private final boolean writesAtOnce;
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
    private long missed;
    private final List<Runnable> afterCommit = new ArrayList<>();
    private final List<Runnable> onRollback = new ArrayList<>();
    private long nextId;
    private long endOfIds;

    /** @param writesAtOnce whether it takes the right to write before it reads, where there is one writer at a time */
    Run(Transactions transactions, Restoration captured, boolean writesAtOnce) {
        this.transactions = transactions;
        this.registry = transactions.registry().layer();
        this.identity = transactions.identity().over(registry);
        this.captured = captured;
        this.own = new Restoration(transactions.model());
        this.writesAtOnce = writesAtOnce && !transactions.source().dialect().limits().parallelWriters();
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
        if (attempt == null) {
            attempt = begin();
            versions = attempt.versions();
        }
        try {
            attempt.send(writes.all());
        } catch (EspalierException e) {
            failure = e;
            missed = versions.missed();
            throw e;
        }
        return Snapshot.within(attempt.session());
    }

    private Attempt begin() {
        try {
            return writesAtOnce ? Attempt.toWrite(transactions.source(), new Versions()) : Attempt.toRead(transactions.source());
        } catch (EspalierException e) {
            failure = e;
            throw e;
        }
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
            public void filling(Object object) {
                keep(object);
            }

            @Override
            public void loaded(Object object, Registry.State state, boolean isCommitted) {
                byId.put(state.id(), object);
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
                own.keepId(() -> identity.setId(object, 0));
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
        if (attempt != null && attempt.isOnlyWriter()) {
            snapshot();
            attempt.commit();
            end();
            return versions;
        }
        end();
        try {
            return writes.isEmpty() ? versions : transactions.commits().commit(writes, id -> missed = id);
        } catch (EspalierException e) {
            failure = missed == 0 ? null : e;
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
        EspalierException met = attempt == null ? null : attempt.session().failure();
        return failure != null ? failure : met != null && Retries.isCurable(met) ? met : null;
    }

    /** The object that was not there any longer, or not as it was known, when the run's writes were sent; 0 for none. */
    long missed() {
        return missed;
    }

    /** Whether the object with that id was read in this run. */
    boolean hasRead(long id) {
        return read.containsKey(byId.get(id));
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
        } catch (RuntimeException e) {
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
        if (attempt != null) {
            failure = failure();
            Attempt ended = attempt;
            attempt = null;
            ended.close();
        }
    }
}
