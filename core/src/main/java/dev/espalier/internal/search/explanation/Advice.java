package dev.espalier.internal.search.explanation;

import dev.espalier.internal.schema.Index;
import java.util.Objects;

/**
 * A missing index that would have saved a stage most of its reads.
 *
 * @param stage the number of the stage in the explanation, from 0
 * @param index as the library itself builds it for the field or the relation
 * @param read the rows of the index's table that the stage read without it
 * @param expected the rows that it would read with it
 */
public record Advice(int stage, Index index, long read, long expected) {

    /**
     * The minimum of rows read. Below it, an index gains nothing noticeable: reading 1,000 rows took 0.05 (SQLite) to 0.3 ms (MariaDB)
     * longer than an index lookup, and the statement itself took 0.1 to 1 ms in any case; 10,000 rows took 0.3 to 1.5 ms longer
     * (2026-11-21, five engines, busy cores).
     */
    static final long LEAST_READ = 1_000;

    /** The minimum factor. Looking up a tenth of a table costs about as much as a full scan (MEASURED: beyond 10 to 15 % scan). */
    static final long LEAST_GAIN = 10;

    public Advice {
        Objects.requireNonNull(index);
    }

    /** Returns whether the gain is noticeable. */
    boolean isWorthIt() {
        return read >= LEAST_READ && read >= LEAST_GAIN * Math.max(1, expected);
    }

    double gain() {
        return (double) read / Math.max(1, expected);
    }
}
