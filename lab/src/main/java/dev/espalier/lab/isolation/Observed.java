package dev.espalier.lab.isolation;

import java.util.List;

/**
 * One transaction, as observed by its client.
 *
 * @param name of the transaction, unique
 * @param outcome the outcome that the client received
 * @param actions in their order
 */
public record Observed(long name, Outcome outcome, List<Action> actions) {

    /** Copies the actions. */
    public Observed {
        actions = List.copyOf(actions);
    }

    /** The outcome of a transaction, as its client knows it. */
    public enum Outcome {
        /** It was committed. */
        COMMITTED,
        /** It was undone. */
        ABORTED,
        /** The outcome is unknown. It was committed if another transaction has read its appends. */
        UNKNOWN
    }

    /** One operation on a list. */
    public sealed interface Action {

        /** @return which list */
        int list();
    }

    /**
     * An append to a list.
     *
     * @param list which
     * @param value unique in the whole history
     */
    public record Append(int list, long value) implements Action {}

    /**
     * A list is read.
     *
     * @param list which
     * @param values what was found
     */
    public record Read(int list, List<Long> values) implements Action {

        /** Copies the values. */
        public Read {
            values = List.copyOf(values);
        }
    }
}
