package dev.espalier.error;

import java.time.Duration;
import java.util.Objects;

/**
 * One time that something is tried again because another transaction, or a lost connection, was in the way.
 *
 * @param kind what is done again
 * @param attempt which attempt has failed, from 1
 * @param reason what it met
 * @param pause how long is waited before the next one
 */
public record Retry(Kind kind, int attempt, EspalierException reason, Duration pause) {

    /** What is done again. */
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
