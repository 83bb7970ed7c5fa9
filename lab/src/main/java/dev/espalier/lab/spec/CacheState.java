package dev.espalier.lab.spec;

/** The state of the caches before a measurement. */
public enum CacheState {
    /** Nothing, as far as the lab can bring it about; the level that was reached is part of the result. */
    COLD,
    /** Everything that was read before. */
    WARM;

    /** @return the state as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
