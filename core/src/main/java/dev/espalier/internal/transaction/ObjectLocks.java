package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.StoreErrors;
import dev.espalier.internal.write.Versions;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operation of {@code tx.lock}: locks objects in the database, and refreshes those that are stale. For one call. */
final class ObjectLocks {

    private final Transactions services;
    private final IdentityMap objects;
    private final Identity identity;
    private final LockPlan plan;
    private final LockingAttempt attempt;
    private final Supplier<LoadedObjects> loaded;

    /** @param loaded takes in what is read */
    ObjectLocks(
            Transactions services,
            IdentityMap objects,
            LockPlan plan,
            LockingAttempt attempt,
            Supplier<LoadedObjects> loaded) {
        this.services = services;
        this.objects = objects;
        this.identity = objects.identity();
        this.plan = plan;
        this.attempt = attempt;
        this.loaded = loaded;
    }

    /** The objects by table and id: the order in which every transaction locks them, so that no two wait for each other. */
    static Map<ClassTable, Map<Long, Object>> inOrder(Collection<?> objects, Transactions services, Identity identity) {
        Map<ClassTable, Map<Long, Object>> byTable =
                new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : objects) {
            byTable.computeIfAbsent(services.schema().table(identity.typeOf(object)), t -> new TreeMap<>())
                    .put(identity.requireId(object), object);
        }
        return byTable;
    }

    /** @throws EspalierException {@code stale}, {@code not-found} or {@code unknown-version} */
    void lock(ClassTable table, Map<Long, Object> wanted) {
        wanted.forEach((id, object) -> {
            plan.changes(table, id);
            objects.locked(object, id);
        });
        Map<Long, Integer> versions = attempt.lock(table, wanted.keySet());
        wanted.forEach((id, object) -> refreshIfStale(table.type(), id, object, versions.get(id)));
    }

    /** @param found the version in the database; null if the object does not exist any more */
    private void refreshIfStale(PersistentClass type, long id, Object object, @Nullable Integer found) {
        if (found == null) {
            throw attempt.fail(Outcome.of(StoreErrors.notFound(type, id), id));
        }
        int known = identity.versionOf(object);
        if (known == VersionAccess.UNKNOWN && !identity.isStandIn(object)) {
            throw StoreErrors.unknownVersion(type, id, "lock db.reference(type, id)");
        }
        Versions versions = attempt.versions();
        if (versions.now(id, known) == found && !objects.isOutdated(object)) {
            return;
        }
        if (type.isRecord() || !identity.isUnchanged(object, id)) {
            throw attempt.fail(Outcome.of(StoreErrors.stale(type, id, versions.now(id, known), found), id));
        }
        services.refresher().refresh(attempt.session(), type, id, loaded.get().lending(object, id));
    }
}
