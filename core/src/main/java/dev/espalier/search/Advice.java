package dev.espalier.search;

import dev.espalier.schema.Index;
import java.util.Objects;

/**
 * An index that is not there and would have spared a stage most of what it read.
 *
 * @param stage the place of the stage in the explanation, from 0
 * @param index as the library itself builds it for the field or the relation
 * @param read how many rows of the index's table the stage read without it
 * @param expected how many it would read with it
 */
public record Advice(int stage, Index index, long read, long expected) {

    /**
     * Below, an index is no gain that anyone would see: reading 1,000 rows took 0.05 (SQLite) to 0.3 ms (MariaDB) longer than looking up one of
     * them, and asking took 0.1 to 1 ms in any case; 10,000 rows took 0.3 to 1.5 ms longer (2026-11-21, five engines, busy cores).
     */
    static final long LEAST_READ = 1_000;

    /** Looking up a tenth of a table costs about as much as reading it from end to end (MEASURED: beyond 10 to 15 % scan). */
    static final long LEAST_GAIN = 10;

    public Advice {
        Objects.requireNonNull(index);
    }

    /** Whether following it would be felt. */
    boolean isWorthIt() {
        return read >= LEAST_READ && read >= LEAST_GAIN * Math.max(1, expected);
    }

    double gain() {
        return (double) read / Math.max(1, expected);
    }
}
