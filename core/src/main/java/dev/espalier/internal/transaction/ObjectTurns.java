package dev.espalier.internal.transaction;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The turns of one attempt at contended objects. An attempt waits for turns only before it holds anything else, and in the order of ids. So threads
 * never wait for each other in a circle. For one thread.
 */
final class ObjectTurns {

    private static final long NOT_BEGUN = Long.MAX_VALUE;

    private final ContendedObjects contended;
    private final Set<Long> held = new TreeSet<>();
    private long snapshotMoment = NOT_BEGUN;

    ObjectTurns(ContendedObjects contended) {
        this.contended = contended;
    }

    /** Notes that the attempt takes its snapshot now. */
    void snapshotBegins() {
        snapshotMoment = contended.now();
    }

    /**
     * Takes the turns at these objects too. Waits for them if the attempt has neither a snapshot nor a turn; otherwise takes only those that are free.
     *
     * @return false if a turn is not free, or if its object has changed since the snapshot
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if a turn does not come in time; {@code interrupted}
     */
    boolean take(Collection<Long> ids) {
        if (held.isEmpty() && snapshotMoment == NOT_BEGUN) {
            for (long id : new TreeSet<>(ids)) {
                contended.await(id);
                held.add(id);
            }
            return true;
        }
        for (long id : ids) {
            if (!held.contains(id)) {
                if (!contended.tryTake(id, snapshotMoment)) {
                    return false;
                }
                held.add(id);
            }
        }
        return true;
    }

    /** Whether the attempt holds no turn. */
    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Ends all turns after a commit, which may have changed the objects. */
    void endAfterCommit() {
        held.forEach(contended::changed);
        end();
    }

    /** Ends all turns; the objects have not changed. */
    void end() {
        held.forEach(contended::end);
        held.clear();
    }
}
