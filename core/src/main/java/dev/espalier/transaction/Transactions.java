package dev.espalier.transaction;

import dev.espalier.catalog.Catalog;
import dev.espalier.catalog.Ids;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.StoreException;
import dev.espalier.graph.Bounds;
import dev.espalier.graph.GraphLoader;
import dev.espalier.graph.Sessions;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.restore.CapturedObjects;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Schema;
import dev.espalier.write.Claims;
import dev.espalier.write.Identity;
import dev.espalier.write.LoadedObjects;
import dev.espalier.write.ObjectWalk;
import dev.espalier.write.Registry;
import dev.espalier.write.Uniqueness;
import dev.espalier.write.Versions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/** Runs work in transactions, again where another transaction was in the way of all it did. Safe for any number of threads. */
public final class Transactions {

    /** How often work is run at most. Eight threads that want the same object need about eight runs each. */
    private static final int MOST_RUNS = 200;

    /** Afterwards others, of other programs for example, are kept out by locks. */
    private static final int RUNS_WITHOUT_LOCKS = 10;

    /** In later runs a gap is taken for what the database has: a damaged one. */
    private static final int RUNS_THAT_REFUSE_GAPS = 10;

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Registry registry;
    private final Identity identity;
    private final GraphLoader loader;
    private final CommitLoop commits;
    private final Contention contention;
    private final Claims claims;

    /**
     * @param registry what is known of objects; learns of transactions when they are committed
     * @param identity over the same registry
     * @param claims the new objects that are being stored
     */
    public Transactions(ConnectionSource source, Catalog catalog, Registry registry, Identity identity, GraphLoader loader, CommitLoop commits,
            Claims claims) {
        this.claims = claims;
        this.source = source;
        this.catalog = catalog;
        this.registry = registry;
        this.identity = identity;
        this.loader = loader;
        this.commits = commits;
        this.contention = new Contention(source.lockWait(), System::nanoTime);
    }

    /** What is done in one run. */
    @FunctionalInterface
    public interface Body<T, X extends Exception> {

        /** @param run is committed when this returns, and undone when it throws */
        T in(Run run) throws X;
    }

    /**
     * Runs the body, and commits what it has written.
     *
     * @param readsOnly whether nothing will be written
     * @throws X what the body has thrown
     */
    public <T, X extends Exception> T run(boolean readsOnly, Body<T, X> body) throws X {
        Retries retries = source.retries(Retry.Kind.RERUN, MOST_RUNS);
        Map<ClassTable, Set<Long>> wanted = new HashMap<>();
        CapturedObjects captured = new CapturedObjects();
        EspalierException reason = null;
        Run failed = null;
        boolean holds = false;
        for (int number = 1; ; number++) {
            Run run = new Run(this, captured, readsOnly, holds, number < RUNS_THAT_REFUSE_GAPS);
            try {
                if (failed != null) {
                    captured.nextAttempt();
                    if (failed.awaited() != null) {
                        claims.await(failed.awaited());
                    }
                    run.claim(wanted);
                    if (failed.missed() != 0) {
                        refresh(run.session(), failed.remembered(), failed.missed(), reason);
                    }
                }
                T result = body.in(run);
                run.commit();
                return result;
            } catch (Throwable thrown) {
                RuntimeException notUndone = undo(run);
                reason = run.failure();
                failed = run;
                if (reason == null || !(Retries.isCurable(reason) || run.hasFailedOnTrial() || isCuredByReading(run))) {
                    if (notUndone != null) {
                        thrown.addSuppressed(notUndone);
                    }
                    retries.ended(thrown);
                    throw thrown;
                }
                if (notUndone instanceof StoreException notRestored) {
                    notRestored.addSuppressed(thrown);
                    throw retries.ended(notRestored); // on such objects the work must not run again
                }
                Wants.addAll(run.wanted(), wanted);
                run.wanted().values().forEach(contention::met);
                // whether a value is taken by somebody else is decided where its owner is kept out
                holds = run.mustHoldNext() || number >= RUNS_WITHOUT_LOCKS || reason.code().equals("not-unique");
                if (Retries.isCurable(reason) && !run.isToWait()) {
                    retries.pause(reason);
                } else {
                    retries.again(reason);
                }
            }
        }
    }

    /**
     * Whether the object that somebody else has changed comes as it is now when the work runs again: the work reads it, or the program has told
     * of it, and has not changed it before.
     */
    private static boolean isCuredByReading(Run run) {
        return run.missed() != 0 && (run.hasReadMissed() || run.hasRememberedMissed());
    }

    /** Brings objects up to date that others have changed and the program has not. */
    private void refresh(Session session, Set<Object> objects, long missed, EspalierException reason) {
        Map<Long, Object> byId = new HashMap<>();
        Map<PersistentClass, List<Long>> ids = new LinkedHashMap<>();
        for (Object object : objects) {
            long id = identity.idOf(object);
            if (id != 0 && !identity.isStandIn(object) && byId.putIfAbsent(id, object) == null) {
                ids.computeIfAbsent(identity.typeOf(object), type -> new ArrayList<>()).add(id);
            }
        }
        LoadedObjects loaded = new LoadedObjects(registry, identity, new Versions(), LoadedObjects.Holder.of(byId));
        ids.forEach((type, some) -> {
            long[] wanted = some.stream().mapToLong(Long::longValue).sorted().toArray();
            Object[] found = loader.load(Sessions.of(session), type, wanted, Bounds.NONE, loaded);
            int at = Arrays.binarySearch(wanted, missed);
            if (at >= 0 && found[at] == null) {
                throw reason;
            }
        });
        loaded.complete();
    }

    /** Fills the object that is lent with what the session sees. */
    void reload(Session session, PersistentClass type, long id, LoadedObjects lending) {
        loader.load(Sessions.of(session), type, new long[] {id}, Bounds.NONE, lending);
        lending.complete();
    }

    /** What was met; null for nothing. */
    private static RuntimeException undo(Run run) {
        try {
            run.undo();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /**
     * Hands out an object and all that can be reached from it, each once.
     *
     * @throws StoreException {@code outside-model} if the object is of no class of the model
     */
    void walk(Object root, Consumer<Object> each) {
        identity.typeOf(root);
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Queue<Object> open = new ArrayDeque<>();
        seen.add(root);
        open.add(root);
        for (Object object = open.poll(); object != null; object = open.poll()) {
            each.accept(object);
            ObjectWalk.targets(model().find(object.getClass()), object, target -> {
                if (model().find(target.getClass()) != null && seen.add(target)) {
                    open.add(target);
                }
            });
        }
    }

    /** The failure of writes in the model's words. */
    EspalierException named(EspalierException failure, Writes writes) {
        return new Uniqueness(schema(), source).named(failure, writes.all());
    }

    Claims claims() {
        return claims;
    }

    Contention contention() {
        return contention;
    }

    ConnectionSource source() {
        return source;
    }

    Catalog catalog() {
        return catalog;
    }

    Schema schema() {
        return catalog.schema();
    }

    ObjectModel model() {
        return catalog.schema().model();
    }

    Ids ids() {
        return catalog.ids();
    }

    Registry registry() {
        return registry;
    }

    Identity identity() {
        return identity;
    }

    CommitLoop commits() {
        return commits;
    }
}
