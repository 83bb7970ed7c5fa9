package dev.espalier.internal.transaction;

import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.StoreErrors;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operation of {@code tx.changed}: increments the versions of objects that SQL of the work has changed, and refreshes those that the work has. For one call. */
final class ObjectsChangedBySql {

    private final Transactions services;
    private final IdentityMap objects;
    private final Identity identity;
    private final LockPlan plan;
    private final LockingAttempt attempt;
    private final Supplier<LoadedObjects> loaded;

    /** @param loaded takes in what is read */
    ObjectsChangedBySql(
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

    /**
     * Takes in the changes.
     *
     * @throws StoreException {@code stale} if the program has changed one of them too
     * @throws NotFoundException {@code not-found} if one of them is not there: it may be another one that was changed
     */
    void changed(PersistentClass type, Set<Long> ids) {
        Set<Long> missing = new TreeSet<>(ids);
        type.concreteClasses().stream()
                .map(services.schema()::table)
                .sorted(Comparator.comparing(table -> table.table().name()))
                .forEach(table -> missing.removeAll(changed(table, ids)));
        if (!missing.isEmpty()) {
            throw StoreErrors.notFoundAsChanged(type, missing);
        }
    }

    private Set<Long> changed(ClassTable table, Set<Long> ids) {
        Set<Long> found = attempt.incrementVersions(table, ids);
        for (long id : found) {
            plan.changes(table, id);
            refreshIfHeld(table.type(), id);
        }
        return found;
    }

    /** A record is read anew, and an object of which only the id is known has nothing to be refreshed. */
    private void refreshIfHeld(PersistentClass type, long id) {
        @Nullable Object found = objects.find(id);
        @Nullable Object held = found == null ? objects.changed(id) : found;
        if (held == null || type.isRecord() || identity.isStandIn(held)) {
            return;
        }
        if (!identity.isUnchanged(held, id)) {
            int known = identity.versionOf(held);
            throw StoreErrors.stale(type, id, known, known + 1L);
        }
        services.refresher().refresh(attempt.session(), type, id, loaded.get().lending(held, id));
    }
}
