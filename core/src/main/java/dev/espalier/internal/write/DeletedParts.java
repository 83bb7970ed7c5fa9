package dev.espalier.internal.write;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The ids of the parts that this program has deleted last without naming them: with their owners, or because they have none any more. A Java object that still
 * has such an id is new. Safe for any number of threads.
 */
final class DeletedParts {

    /** About 10 MB together. */
    private static final int MOST_IN_HALF = 100_000;

    private final Set<Long> later = new HashSet<>();
    private final Set<Long> earlier = new HashSet<>();
    private volatile boolean isAny;

    synchronized void add(Collection<Long> ids) {
        for (Long id : ids) {
            if (later.size() == MOST_IN_HALF) {
                earlier.clear();
                earlier.addAll(later);
                later.clear();
            }
            later.add(id);
            isAny = true;
        }
    }

    boolean has(long id) {
        return isAny && isAmong(id);
    }

    private synchronized boolean isAmong(long id) {
        return later.contains(id) || earlier.contains(id);
    }
}
