package dev.espalier.internal.transaction;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.graph.GraphLoader;
import dev.espalier.internal.graph.Sessions;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.ObjectWalk;
import dev.espalier.internal.write.Registry;
import dev.espalier.internal.write.Versions;
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

/** Refreshes objects that the program holds. Safe for any number of threads. */
final class Refresher {

    private final ObjectModel model;
    private final GraphLoader loader;
    private final Registry registry;
    private final Identity identity;

    /** @param identity over the registry */
    Refresher(ObjectModel model, GraphLoader loader, Registry registry, Identity identity) {
        this.model = model;
        this.loader = loader;
        this.registry = registry;
        this.identity = identity;
    }

    /**
     * Refreshes those objects that other transactions have changed and the program has not.
     *
     * @param stale the outcome of the attempt before
     * @throws EspalierException its reason, if its stale object does not exist any more
     */
    void refreshUnchanged(Session session, Set<Object> objects, Outcome.Retryable stale) {
        Map<Long, Object> byId = new HashMap<>();
        Map<PersistentClass, List<Long>> ids = new LinkedHashMap<>();
        for (Object object : objects) {
            long id = identity.idOf(object);
            if (id != 0 && !identity.isStandIn(object) && byId.putIfAbsent(id, object) == null) {
                ids.computeIfAbsent(identity.typeOf(object), type -> new ArrayList<>())
                        .add(id);
            }
        }
        LoadedObjects loaded = new LoadedObjects(registry, identity, new Versions(), LoadedObjects.Holder.of(byId));
        ids.forEach((type, some) -> {
            long[] wanted = some.stream().mapToLong(Long::longValue).sorted().toArray();
            Object[] found = loader.loadAgain(Sessions.of(session), type, wanted, loaded);
            int at = Arrays.binarySearch(wanted, stale.staleId());
            if (at >= 0 && found[at] == null) {
                throw stale.reason();
            }
        });
        loaded.complete();
    }

    /** Refreshes the one object that was lent to the recipient. */
    void refresh(Session session, PersistentClass type, long id, LoadedObjects recipient) {
        loader.loadAgain(Sessions.of(session), type, new long[] {id}, recipient);
        recipient.complete();
    }

    /**
     * Visits an object and all objects that can be reached from it, each once.
     *
     * @throws StoreException {@code object-outside-model} if the class of the object is not in the model
     */
    void walk(Object root, Consumer<Object> visitor) {
        identity.typeOf(root);
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Queue<Object> open = new ArrayDeque<>();
        seen.add(root);
        open.add(root);
        for (Object object = open.poll(); object != null; object = open.poll()) {
            visitor.accept(object);
            ObjectWalk.targets(requireNonNull(model.classOf(object)), object, target -> {
                if (model.classOf(target) != null && seen.add(target)) {
                    open.add(target);
                }
            });
        }
    }
}
