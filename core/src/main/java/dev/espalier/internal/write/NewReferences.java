package dev.espalier.internal.write;

import dev.espalier.internal.jdbc.Session;
import java.util.Collection;
import java.util.Collections;
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
    /** Those of a write set, which may be sent again, or a map of its own. */
    private Map<Long, Reference> references = Map.of();

    private boolean isOwn;
    /** The objects that are locked already, because their rows were changed. */
    private final Set<Long> updated = new HashSet<>();

    NewReferences(Session session, Versions versions) {
        this.session = session;
        this.versions = versions;
    }

    void add(Map<Long, Reference> more) {
        if (references.isEmpty()) {
            references = more;
            isOwn = false;
        } else if (!more.isEmpty()) {
            own().putAll(more);
        }
    }

    private Map<Long, Reference> own() {
        if (!isOwn) {
            references = new HashMap<>(references);
            isOwn = true;
        }
        return references;
    }

    void updated(Collection<Long> ids) {
        updated.addAll(ids);
    }

    void updated(long id) {
        updated.add(id);
    }

    /**
     * Locks them.
     *
     * @throws dev.espalier.error.NotFoundException {@code target-not-found} if one of them is not there
     */
    void lock() {
        if (!Collections.disjoint(references.keySet(), updated)) {
            own().keySet().removeAll(updated);
        }
        RowLocks.refer(session, versions, references);
        references = Map.of();
    }
}
