package dev.espalier.internal.transaction;

import dev.espalier.internal.write.Claims;
import dev.espalier.internal.write.Deletion;
import dev.espalier.internal.write.StoredReferences;
import dev.espalier.internal.write.Versions;
import dev.espalier.internal.write.WriteSet;
import dev.espalier.internal.write.WriteSetBuilder;
import java.util.Collection;

/**
 * A unit of work with one operation: {@code db.store}, {@code db.overwrite} or {@code db.delete}. It reads nothing that a retry would have to read again,
 * so every attempt sends the same writes, and no object changes before the commit. For one call.
 */
final class SingleOperation {

    private final Transactions services;

    SingleOperation(Transactions services) {
        this.services = services;
    }

    /** @param overwriting those that replace the stored state whatever its version is */
    void store(Collection<?> objects, Collection<?> overwriting) {
        try (Claims.Unit claims = services.claims().unit()) {
            WriteSetBuilder builder = services.writeSet(
                    services.ids()::take,
                    services.identity(),
                    (owner, link) -> null,
                    new StoredReferences(question -> services.source().read(question::test)),
                    claims);
            for (Object taken = builder.collect(objects); taken != null; taken = builder.collect(objects)) {
                services.claims().await(taken);
            }
            WriteSet set = builder.build(overwriting);
            Versions versions = set.isEmpty() ? new Versions() : commit(Writes.of(set));
            builder.stored(versions::written);
        }
    }

    void delete(Collection<?> objects) {
        commit(Writes.of(Deletion.of(services.schema(), services.identity(), objects)));
        objects.forEach(services.identity()::forget);
    }

    private Versions commit(Writes writes) {
        Outcome outcome = services.commit(writes);
        if (outcome instanceof Outcome.Committed committed) {
            services.registry().deleted(committed.versions());
            return committed.versions();
        }
        throw (RuntimeException) outcome.reason();
    }
}
