package dev.espalier.transaction;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The turns that one run has. It waits for turns only before it has anything else, and in the order of ids: so nobody waits for somebody who waits
 * for them. For one thread.
 */
final class Turns {

    private final Contention contention;
    private final Set<Long> held = new TreeSet<>();
    private long began = Long.MAX_VALUE;

    Turns(Contention contention) {
        this.contention = contention;
    }

    /** From now on the run reads. */
    void begun() {
        began = contention.now();
    }

    /**
     * Takes these too; a run that has begun to read or has a turn already only those that can be had at once.
     *
     * @return false where one could not, or its object has changed since the run has begun to read
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if one has not come in time; {@code interrupted}
     */
    boolean take(Collection<Long> ids) {
        if (held.isEmpty() && began == Long.MAX_VALUE) {
            await(ids);
            return true;
        }
        for (long id : ids) {
            if (!held.contains(id)) {
                if (!contention.take(id, began)) {
                    return false;
                }
                held.add(id);
            }
        }
        return true;
    }

    private void await(Collection<Long> ids) {
        for (long id : new TreeSet<>(ids)) {
            contention.await(id);
            held.add(id);
        }
    }

    /** Whether it has none. */
    boolean areEmpty() {
        return held.isEmpty();
    }

    /** Ends all of them. */
    void pass(boolean isChanged) {
        held.forEach(id -> contention.pass(id, isChanged));
        held.clear();
    }
}
