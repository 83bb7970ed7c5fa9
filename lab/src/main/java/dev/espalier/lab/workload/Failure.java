package dev.espalier.lab.workload;

import java.util.Objects;

/**
 * An attempt that failed.
 *
 * @param code the engine's own, as results count it: an error number or an SQLSTATE
 * @param meaning what may be done about it
 */
public record Failure(String code, Meaning meaning) {

    /** The possible reactions. */
    public enum Meaning {
        /** The engine has refused it for the sake of others: nothing of it stays after a rollback, it can be done again. */
        CONFLICT,
        /** The connection broke before COMMIT was sent: nothing of it stays, it can be done again on a new connection. */
        DISCONNECTED,
        /** The connection broke after COMMIT was sent: whether it happened is not known, so it is not done again. */
        COMMIT_UNKNOWN,
        /** The operation or the target is wrong: the run ends. */
        FATAL
    }

    /** Checks that both are there. */
    public Failure {
        Objects.requireNonNull(code);
        Objects.requireNonNull(meaning);
    }
}
