package dev.espalier.transaction;

import dev.espalier.schema.ClassTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a run in vain wanted for itself: the next one sees to it that it gets it. Ids of objects by table. For one thread. */
final class Wants {

    private final Map<ClassTable, Set<Long>> asked = new HashMap<>();
    private final Map<ClassTable, Set<Long>> changed = new HashMap<>();

    /** Objects were asked for by their ids. */
    void asks(ClassTable table, long[] ids) {
        for (long id : ids) {
            note(asked, table, id);
        }
    }

    /** An object was locked, changed or deleted, or is going to be. */
    void changes(ClassTable table, long id) {
        note(changed, table, id);
    }

    private static void note(Map<ClassTable, Set<Long>> ids, ClassTable table, long id) {
        ids.computeIfAbsent(table, t -> new TreeSet<>()).add(id);
    }

    /**
     * What the next run wants: what this one has changed; and where it has missed something that it was not asked for by id, but has found in
     * what was, that too.
     *
     * @param missed the object that was not as it was known; 0 for none
     */
    Map<ClassTable, Set<Long>> next(long missed) {
        Map<ClassTable, Set<Long>> next = new HashMap<>();
        addAll(changed, next);
        if (missed != 0 && asked.values().stream().noneMatch(ids -> ids.contains(missed))) {
            addAll(asked, next);
        }
        return next;
    }

    /** Adds ids to others. */
    static void addAll(Map<ClassTable, ? extends Collection<Long>> more, Map<ClassTable, Set<Long>> to) {
        more.forEach((table, ids) -> to.computeIfAbsent(table, t -> new TreeSet<>()).addAll(ids));
    }
}
