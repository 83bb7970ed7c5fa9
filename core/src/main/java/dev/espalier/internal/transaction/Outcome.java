package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.write.Versions;

/** The result of an attempt. */
sealed interface Outcome {

    /** Why the attempt did not commit. */
    Throwable reason();

    /** The writes are durable and visible to others. {@code versions} shows how they have changed the versions of objects. */
    record Committed(Versions versions) implements Outcome {
        @Override
        public Throwable reason() {
            throw new IllegalStateException("the attempt was committed");
        }
    }

    /** The version check has failed: the object with this id was changed or deleted by another transaction. Nothing was committed. */
    record Stale(EspalierException reason, long id) implements Outcome {}

    /**
     * Nothing was committed, and a further attempt may succeed: after a deadlock, a serialization failure, a lock timeout or a lost connection, or
     * because the attempt must wait for something that it can only wait for at its beginning.
     *
     * @param staleId the id of the object whose version check has failed; 0 if none has
     */
    record Retryable(EspalierException reason, Delay delay, long staleId) implements Outcome {}

    /** The connection was lost in COMMIT, and the database could not be asked since. */
    record Unknown(UnknownOutcomeException reason) implements Outcome {}

    /** Nothing was committed, and a further attempt would fail in the same way. */
    record Failed(Throwable reason) implements Outcome {}

    /** The time between two attempts. */
    enum Delay {
        /** The next attempt begins at once. */
        NONE,
        /** A random pause, whose upper bound doubles with each attempt. */
        BACKOFF
    }

    /**
     * The outcome of an attempt that met an error and was not committed.
     *
     * @param staleId the id of the object whose version check has failed; 0 if none has
     */
    static Outcome of(EspalierException reason, long staleId) {
        if (Retries.isCurable(reason)) {
            return new Retryable(reason, Delay.BACKOFF, staleId);
        }
        return staleId == 0 ? new Failed(reason) : new Stale(reason, staleId);
    }
}
