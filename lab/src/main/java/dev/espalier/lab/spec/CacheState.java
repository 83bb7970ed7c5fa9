package dev.espalier.lab.spec;

/** The state of the caches before a measurement. */
public enum CacheState {
    /** Cold caches, as far as possible; the level that was reached is part of the result. */
    COLD,
    /** Warm caches: everything that was read before. */
    WARM;

    /** @return the state as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
