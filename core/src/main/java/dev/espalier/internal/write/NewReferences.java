package dev.espalier.internal.write;

import dev.espalier.internal.jdbc.Session;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The objects that the writes of a transaction newly refer to. They are locked against deletion after these writes were sent, in the same round trip: a
 * deletion that had been first is seen by the lock, and one that comes later waits for it. For one transaction, by one thread.
 */
final class NewReferences {

    private final Session session;
    private final Versions versions;
    private final Map<Long, Reference> references = new HashMap<>();
    /** The objects that are locked already, because their rows were changed. */
    private final Set<Long> updated = new HashSet<>();

    NewReferences(Session session, Versions versions) {
        this.session = session;
        this.versions = versions;
    }

    void add(Map<Long, Reference> more) {
        references.putAll(more);
    }

    void updated(Collection<Long> ids) {
        updated.addAll(ids);
    }

    /**
     * Locks them.
     *
     * @throws dev.espalier.error.NotFoundException {@code target-not-found} if one of them is not there
     */
    void lock() {
        references.keySet().removeAll(updated);
        RowLocks.refer(session, versions, references);
        references.clear();
    }
}
