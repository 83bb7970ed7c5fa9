package dev.espalier.internal.write;

import dev.espalier.internal.schema.PartLink;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a transaction of the database has done to parts so far: to which objects it has given an owner, and from which it has taken one. For one thread.
 *
 * <p>More may be gathered than has changed, such as a member that has moved within its collection: the database is asked at the end who owns what.
 */
public final class PartChanges {

    /** The tables in which each object may be that was taken from an owner. */
    private final Map<Long, Set<String>> taken = new TreeMap<>();
    /** The same for each object that was given to an owner and may have another one. */
    private final Map<Long, Set<String>> given = new TreeMap<>();
    /** The same for those that are not locked yet. */
    private final Map<Long, Set<String>> unlocked = new TreeMap<>();
    /** The objects that the transaction has inserted. */
    private final Set<Long> inserted = new HashSet<>();
    /** The owner of each of them. */
    private final Map<Long, Long> ownersOfInserted = new HashMap<>();

    private final Set<Long> deleted = new HashSet<>();

    /** The transaction has inserted an object that may be a part. */
    void inserted(long id) {
        inserted.add(id);
    }

    /** An object has got an owner. Nobody else can have given a new object to another owner, so the database is not asked about it. */
    void give(PartLink link, long owner, long part) {
        if (inserted.contains(part)) {
            Long before = ownersOfInserted.putIfAbsent(part, owner);
            if (before != null && before != owner) {
                given.put(part, link.parts());
            }
        } else {
            given.merge(part, link.parts(), PartChanges::both);
            unlocked.merge(part, link.parts(), PartChanges::both);
        }
    }

    /** An object has lost an owner. */
    void take(PartLink link, long part) {
        taken.merge(part, link.parts(), PartChanges::both);
        // Its next owner is another one.
        ownersOfInserted.remove(part);
    }

    static Set<String> both(Set<String> some, Set<String> others) {
        if (some.containsAll(others)) {
            return some;
        }
        Set<String> both = new HashSet<>(some);
        both.addAll(others);
        return both;
    }

    /** The objects that were given to an owner since this was called last, with the tables in which they may be. */
    Map<Long, Set<String>> takeUnlocked() {
        Map<Long, Set<String>> found = new TreeMap<>(unlocked);
        unlocked.clear();
        return found;
    }

    Map<Long, Set<String>> taken() {
        return Collections.unmodifiableMap(taken);
    }

    Map<Long, Set<String>> given() {
        return Collections.unmodifiableMap(given);
    }

    boolean isEmpty() {
        return taken.isEmpty() && given.isEmpty();
    }

    /** All is done for what was gathered. */
    void clear() {
        taken.clear();
        given.clear();
    }

    void deleted(Set<Long> ids) {
        deleted.addAll(ids);
    }

    /** The parts that were deleted because their owners were, or because they have none any more. */
    public Set<Long> deleted() {
        return Collections.unmodifiableSet(deleted);
    }
}
