package dev.espalier.internal.write;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The ids of the objects that this program has deleted last. Safe for any number of threads. */
final class DeletedIds {

    /** About 10 MB together. */
    private static final int MOST_IN_HALF = 100_000;

    private final Set<Long> later = new HashSet<>();
    private final Set<Long> earlier = new HashSet<>();
    private volatile boolean isAny;
    /** Whether some were forgotten. */
    private volatile boolean isIncomplete;

    synchronized void add(Collection<Long> ids) {
        for (Long id : ids) {
            if (later.size() == MOST_IN_HALF) {
                isIncomplete |= !earlier.isEmpty();
                earlier.clear();
                earlier.addAll(later);
                later.clear();
            }
            later.add(id);
            isAny = true;
        }
    }

    boolean isAny() {
        return isAny;
    }

    boolean has(long id) {
        return isAny && isAmong(id);
    }

    /** Whether the object was deleted, as far as is known. */
    boolean mayHave(long id) {
        return isIncomplete || has(id);
    }

    private synchronized boolean isAmong(long id) {
        return later.contains(id) || earlier.contains(id);
    }
}
