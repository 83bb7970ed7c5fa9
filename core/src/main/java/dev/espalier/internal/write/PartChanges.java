package dev.espalier.internal.write;

import dev.espalier.internal.schema.PartLink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The changes that a transaction of the database has made to parts so far: to which objects it has given an owner, and from which it has taken one. For one thread.
 *
 * <p>More may be gathered than has changed, such as a member that has moved within its collection: the database is asked at the end who owns what. New parts
 * are as many as a store has, so they are numbers in arrays.
 */
public final class PartChanges {

    /** The tables in which each object may be that was taken from an owner. */
    private final Map<Long, Set<String>> taken = new TreeMap<>();
    /** The same for each object that was given to an owner and may have another one. */
    private final Map<Long, Set<String>> given = new TreeMap<>();
    /** The same for those that are not locked yet. */
    private final Map<Long, Set<String>> unlocked = new TreeMap<>();
    /** The ids of inserted objects that may be parts, rising in each array. */
    private final List<long[]> inserted = new ArrayList<>();
    /** Inserted parts, and the owner of each beside it. */
    private long[] newParts = {};

    private long[] owners = {};
    private int newCount;
    /** The tables in which they may be. */
    private final Set<String> newTables = new TreeSet<>();

    private final Set<Long> deleted = new HashSet<>();
    /** The number of the write under way. */
    private int write;
    /** The last write that has taken an object from an owner. */
    private final Map<Long, Integer> takenBy = new HashMap<>();
    /** The objects that have given up an owner themselves: an inverse has lost them. */
    private final Set<Long> takenFromInverse = new HashSet<>();
    /** The last write in which the caller has named an object. */
    private final Map<Long, Integer> namedBy = new HashMap<>();

    /** The changes that follow belong to that write. */
    void in(int number) {
        write = number;
    }

    /** The caller has named these stored objects: they stay if this write, or one before, takes them from an owner. */
    void name(Set<Long> ids) {
        ids.forEach(id -> namedBy.put(id, write));
    }

    /** The transaction is going to insert objects that may be parts. */
    void inserted(long[] ids) {
        long[] rising = ids.clone();
        Arrays.sort(rising);
        inserted.add(rising);
    }

    /** An object has got an owner. Nobody else can have given a new object to another owner. */
    void give(PartLink link, long owner, long part) {
        if (isInserted(part)) {
            if (newCount == newParts.length) {
                newParts = Arrays.copyOf(newParts, Math.max(16, 2 * newCount));
                owners = Arrays.copyOf(owners, newParts.length);
            }
            newParts[newCount] = part;
            owners[newCount++] = owner;
            newTables.addAll(link.parts());
        } else {
            given.merge(part, link.parts(), PartChanges::both);
            unlocked.merge(part, link.parts(), PartChanges::both);
        }
    }

    private boolean isInserted(long id) {
        for (long[] ids : inserted) {
            if (Arrays.binarySearch(ids, id) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** An object has lost an owner. */
    void take(PartLink link, long part) {
        taken.merge(part, link.parts(), PartChanges::both);
        takenBy.put(part, write);
        if (link.isInverse()) {
            takenFromInverse.add(part);
        }
    }

    /** Whether the caller has named an object that is left without an owner, so that it has a life of its own from now on. */
    boolean isKept(long part) {
        Integer named = namedBy.get(part);
        return named != null && named >= takenBy.getOrDefault(part, 0) && !takenFromInverse.contains(part);
    }

    /** Objects that are left without an owner, by the last write that has taken them from one; together if it makes no difference. */
    <T> Map<Integer, Map<Long, T>> byWrite(Map<Long, T> left) {
        Map<Integer, Map<Long, T>> byWrite = new TreeMap<>();
        left.forEach((part, value) -> byWrite.computeIfAbsent(
                        namedBy.isEmpty() ? 0 : takenBy.getOrDefault(part, 0), any -> new TreeMap<>())
                .put(part, value));
        return byWrite;
    }

    /** The objects that the caller has named in that write or a later one. */
    Set<Long> namedSince(int first) {
        Set<Long> named = new HashSet<>();
        namedBy.forEach((id, last) -> {
            if (last >= first) {
                named.add(id);
            }
        });
        return named;
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
        return takeAll(unlocked);
    }

    /** The objects that were taken from an owner since this was called last, with the tables in which they may be. */
    Map<Long, Set<String>> takeTaken() {
        return takeAll(taken);
    }

    private static Map<Long, Set<String>> takeAll(Map<Long, Set<String>> gathered) {
        if (gathered.isEmpty()) {
            return Map.of();
        }
        Map<Long, Set<String>> found = new TreeMap<>(gathered);
        gathered.clear();
        return found;
    }

    /** The objects that may have two owners now. */
    Map<Long, Set<String>> given() {
        if (given.isEmpty() && newCount == 0) {
            return Map.of();
        }
        Map<Long, Set<String>> all = new TreeMap<>(given);
        givenTwice().forEach(part -> all.merge(part, newTables, PartChanges::both));
        return all;
    }

    /** The new parts that were given to several owners, one after the other or at once. */
    private Set<Long> givenTwice() {
        long[] rising = Arrays.copyOf(newParts, newCount);
        Arrays.sort(rising);
        Set<Long> repeated = new HashSet<>();
        for (int i = 1; i < newCount; i++) {
            if (rising[i] == rising[i - 1]) {
                repeated.add(rising[i]);
            }
        }
        Set<Long> twice = new TreeSet<>();
        Map<Long, Long> first = new HashMap<>();
        for (int i = 0; i < newCount && !repeated.isEmpty(); i++) {
            if (repeated.contains(newParts[i])) {
                Long before = first.putIfAbsent(newParts[i], owners[i]);
                if (before != null && before != owners[i]) {
                    twice.add(newParts[i]);
                }
            }
        }
        return twice;
    }

    /** All is done for what was gathered. */
    void clear() {
        taken.clear();
        given.clear();
        newCount = 0;
        takenBy.clear();
        takenFromInverse.clear();
        namedBy.clear();
    }

    void deleted(Set<Long> ids) {
        deleted.addAll(ids);
    }

    /** The parts that were deleted because their owners were, or because they have none any more. */
    public Set<Long> deleted() {
        return Collections.unmodifiableSet(deleted);
    }
}
