package dev.espalier.internal.transaction;

import dev.espalier.internal.schema.ClassTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the next attempt waits for and locks at its beginning: the objects that this attempt was working with, as ids by table. For one thread.
 */
final class LockPlan {

    private final Map<ClassTable, Set<Long>> read = new HashMap<>();
    private final Map<ClassTable, Set<Long>> changed = new HashMap<>();
    private boolean needsLocks;

    /** Notes that the work reads objects by their ids. */
    void reads(ClassTable table, long[] ids) {
        for (long id : ids) {
            add(read, table, id);
        }
    }

    /** Notes that the work locks, changes or deletes an object. */
    void changes(ClassTable table, long id) {
        add(changed, table, id);
    }

    /** Notes that the next attempt must be a locking one. */
    void requireLocks() {
        needsLocks = true;
    }

    /** Whether the next attempt must be a locking one. */
    boolean needsLocks() {
        return needsLocks;
    }

    /**
     * The objects to wait for: those that the work changes. If the version check failed for an object that the work did not ask for by its id, the work
     * found it through one that it did ask for, so those are added.
     *
     * @param staleId the object whose version check failed; 0 for none
     */
    Map<ClassTable, Set<Long>> objects(long staleId) {
        Map<ClassTable, Set<Long>> objects = new HashMap<>();
        addAll(changed, objects);
        if (staleId != 0 && read.values().stream().noneMatch(ids -> ids.contains(staleId))) {
            addAll(read, objects);
        }
        return objects;
    }

    private static void add(Map<ClassTable, Set<Long>> ids, ClassTable table, long id) {
        ids.computeIfAbsent(table, t -> new TreeSet<>()).add(id);
    }

    /** Adds ids to others. */
    static void addAll(Map<ClassTable, ? extends Collection<Long>> more, Map<ClassTable, Set<Long>> to) {
        more.forEach(
                (table, ids) -> to.computeIfAbsent(table, t -> new TreeSet<>()).addAll(ids));
    }
}
