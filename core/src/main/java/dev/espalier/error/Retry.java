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
        /** The same writes are sent again; no code of the program runs, no object changes. */
        REPLAY,
        /** The work of a transaction runs again, after its objects were made what they had been. */
        RERUN,
        /** The database is asked again whether a transaction was committed whose connection was lost. */
        LOOK_UP,
        /** The same is read again, outside of transactions: from another snapshot, on another connection. */
        READ
    }

    /**
     * All of it is there.
     *
     * @param kind what is done again
     * @param attempt which attempt has failed, from 1
     * @param reason what it met
     * @param pause how long is waited before the next one
     */
    public Retry {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(reason);
        Objects.requireNonNull(pause);
    }
}
