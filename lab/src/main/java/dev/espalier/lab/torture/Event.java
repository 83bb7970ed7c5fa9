package dev.espalier.lab.torture;

import org.jspecify.annotations.Nullable;

/**
 * An operation and its outcome, as its client knows it.
 *
 * @param operation what was asked for
 * @param outcome what is known
 * @param result of an operation that was acknowledged, else 0
 * @param code of the failure, else null
 * @param message of the failure, else null
 */
public record Event(
        Operation operation,
        Outcome outcome,
        long result,
        @Nullable String code,
        @Nullable String message) {

    /** The outcome of an operation, as far as it is known. */
    public enum Outcome {
        /** It was committed, and the client knows. */
        ACKNOWLEDGED,
        /** It was not committed, and the client knows. */
        FAILED,
        /** It was committed or not. */
        UNKNOWN
    }

    static Event acknowledged(Operation operation, long result) {
        return new Event(operation, Outcome.ACKNOWLEDGED, result, null, null);
    }

    static Event failed(Operation operation, OperationFailure failure) {
        return new Event(
                operation,
                failure.isUnknown() ? Outcome.UNKNOWN : Outcome.FAILED,
                0,
                failure.code(),
                String.valueOf(
                        failure.getCause() == null ? null : failure.getCause().getMessage()));
    }

    /** Returns the operation that was running when the client was killed. */
    static Event unfinished(Operation operation) {
        return new Event(operation, Outcome.UNKNOWN, 0, null, null);
    }

    boolean isDone(Operation.Kind kind) {
        return operation.kind() == kind && outcome == Outcome.ACKNOWLEDGED && result != Operation.REFUSED;
    }

    boolean isUnknown(Operation.Kind kind) {
        return operation.kind() == kind && outcome == Outcome.UNKNOWN;
    }
}
