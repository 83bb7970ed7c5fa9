package dev.espalier.transaction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which objects transactions were in each other's way at lately: they are locked before they are read, so that work is not done in vain.
 * What is forgotten costs one run in vain. Safe for any number of threads.
 */
final class Contention {

    private static final int MOST_OBJECTS = 10_000;
    private static final Duration MEMORY = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private final Map<Long, Long> untilNanos = new ConcurrentHashMap<>();

    /** @param nanos the time, in nanoseconds from any moment */
    Contention(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Remembers that transactions have met at these objects. */
    void met(Collection<Long> ids) {
        if (untilNanos.size() >= MOST_OBJECTS) {
            untilNanos.values().removeIf(until -> until - nanos.getAsLong() < 0);
        }
        if (untilNanos.size() < MOST_OBJECTS) {
            long until = nanos.getAsLong() + MEMORY.toNanos();
            ids.forEach(id -> untilNanos.put(id, until));
        }
    }

    /** Those of the objects at which transactions have met lately. */
    List<Long> among(long[] ids) {
        List<Long> found = new ArrayList<>();
        if (!untilNanos.isEmpty()) {
            for (long id : ids) {
                Long until = untilNanos.get(id);
                if (until != null && until - nanos.getAsLong() >= 0) {
                    found.add(id);
                }
            }
        }
        return found;
    }
}
