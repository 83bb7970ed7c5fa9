package dev.espalier.error;

import java.time.Duration;
import java.util.Objects;

/**
 * A retry after a conflict with another transaction, or after a lost connection.
 *
 * @param kind the part that is retried
 * @param attempt the number of the failed attempt, from 1
 * @param reason the error of the failed attempt
 * @param pause the pause before the next attempt
 */
public record Retry(Kind kind, int attempt, EspalierException reason, Duration pause) {

    /** The part that is retried. */
    public enum Kind {
        /** The same writes are sent again. The work is not repeated, and no object changes. */
        REPLAY,
        /** The work of a transaction is retried, after its objects were restored. */
        RERUN,
        /** The commit marker of a transaction is read again after a lost connection. */
        LOOK_UP,
        /** A read outside of transactions is repeated, from another snapshot, on another connection. */
        READ
    }

    /**
     * Creates a retry, and checks that no part is null.
     *
     * @param kind the part that is retried
     * @param attempt the number of the failed attempt, from 1
     * @param reason the error of the failed attempt
     * @param pause the pause before the next attempt
     */
    public Retry {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(reason);
        Objects.requireNonNull(pause);
    }
}
