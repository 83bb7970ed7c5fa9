package dev.espalier.lab.measure;

import org.jspecify.annotations.Nullable;

/**
 * The state in which a run found its server.
 *
 * @param allocator the library whose allocator the server's process uses: one that was loaded before it, else one that it is linked with;
 *     {@code built in} if there is neither; null if the process may not be seen
 * @param cache how cold it was; null if a run did not ask for that
 * @param workingSet from what the load drew; null if a pack has no part of its data to choose, or inserts
 */
public record ServerState(
        @Nullable String allocator,
        @Nullable ColdCache cache,
        @Nullable WorkingSet workingSet) {

    /** An unknown state. */
    static final ServerState UNKNOWN = new ServerState(null, null, null);

    ServerState with(WorkingSet drawn) {
        return new ServerState(allocator, cache, drawn);
    }

    /** @return whether it is known to have been cold */
    public boolean cold() {
        return cache != null && cache.level().equals(ColdCache.COLD);
    }

    /** @return how cold it was and what shows it, in words */
    public String howCold() {
        return cache == null ? "nobody has said" : cache.level() + "; " + cache.proof();
    }
}
