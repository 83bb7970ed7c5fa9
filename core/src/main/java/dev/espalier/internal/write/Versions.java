package dev.espalier.internal.write;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * By how much one transaction of the database has incremented the versions of objects so far. For one thread.
 *
 * <p>Each write has the version of its object before the transaction; the increments of earlier writes of the same transaction are kept
 * here. So the same writes can be sent again.
 */
public final class Versions {

    private final Map<Long, Integer> moved = new HashMap<>();
    private final Map<Long, Integer> held = new HashMap<>();
    private final Map<Long, Integer> found = new HashMap<>();
    private final Set<Long> changedBySql = new HashSet<>();
    /** Null as long as nothing is known of parts: most transactions only read, or change none. */
    private @Nullable PartChanges parts;
    /** The number of writes so far, one under way included. */
    private int write;

    private final Set<Long> deleted = new HashSet<>();
    private long missed;
    private boolean isSuperseded;

    /** The version that the object had before the transaction, as far as the database was asked; else what is known of it. */
    public int before(long id, int known) {
        return found.isEmpty() ? known : found.getOrDefault(id, known);
    }

    /** The version of the object as the program holds it. */
    public int written(long id, int known) {
        return before(id, known) + held(id);
    }

    /** Returns the id of the object that was deleted or stale; 0 for none. */
    public long missed() {
        return missed;
    }

    /** Another write follows. */
    void beginWrite() {
        write++;
    }

    /** Whether anything is known of parts. */
    boolean hasParts() {
        return parts != null;
    }

    /** The changes that the transaction has made to parts. */
    PartChanges parts() {
        if (parts == null) {
            parts = new PartChanges();
        }
        parts.in(write);
        return parts;
    }

    /** The parts that were deleted because their owners were, or because they have none any more. */
    public Set<Long> deletedParts() {
        return parts == null ? Set.of() : parts.deleted();
    }

    void deleted(Set<Long> ids) {
        deleted.addAll(ids);
    }

    /** The objects that the transaction has deleted because the program has said so. */
    Set<Long> deleted() {
        return deleted;
    }

    void miss(long id) {
        missed = id;
    }

    /** The same for an object of which another version was found. */
    void miss(long id, long expected, long foundNow) {
        missed = id;
        isSuperseded = foundNow > expected;
    }

    /** Whether a later version of the missed object was found, so that the expected one never comes back. */
    public boolean isSuperseded() {
        return isSuperseded;
    }

    /** The version that the object must have now, if nobody else has changed it. */
    public int now(long id, int known) {
        return before(id, known) + moved(id);
    }

    /** By how much the transaction has incremented the version of the object. */
    int moved(long id) {
        return moved.isEmpty() ? 0 : moved.getOrDefault(id, 0);
    }

    /** By how much it had when the program's object and the database's were the same last. */
    public int held(long id) {
        return held.isEmpty() ? 0 : held.getOrDefault(id, 0);
    }

    /** The database has this version of the object; before, only its id was known. */
    void foundNow(long id, int version) {
        found.put(id, version - moved(id));
        hold(id);
    }

    /** The object was written as the program holds it. */
    void wrote(long id) {
        moved.merge(id, 1, Integer::sum);
        hold(id);
    }

    /** The program's object and the database's are the same now. */
    void hold(long id) {
        if (!moved.isEmpty()) {
            held.put(id, moved(id));
        }
    }

    /** SQL of the program has changed the object: its version is a later one, whatever a Java object says that was read before. */
    public void changedBySql(long id) {
        changedBySql.add(id);
        found.remove(id);
    }

    /** Whether the transaction has changed the object in any way. */
    boolean hasChanged(long id) {
        return moved(id) != 0 || changedBySql.contains(id);
    }

    /** The object has lost a link in the database, and the Java object still has it. */
    void movedElsewhere(long id) {
        moved.merge(id, 1, Integer::sum);
    }
}
