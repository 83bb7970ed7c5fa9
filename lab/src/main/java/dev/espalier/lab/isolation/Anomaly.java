package dev.espalier.lab.isolation;

import java.util.List;

/**
 * An anomaly: reads that no order of the transactions explains.
 *
 * @param kind which
 * @param text where it shows
 */
public record Anomaly(Kind kind, String text) {

    /** The kinds, from those that nobody allows to the one that snapshots do; names of Adya's thesis (1999) beside them. */
    public enum Kind {
        /** A list has a value that nobody appended, or one twice. */
        GARBAGE,
        /** Two reads of a list, neither of which is a prefix of the other. */
        NO_ORDER,
        /** A transaction does not see what it has read or appended itself. */
        INTERNAL,
        /** An acknowledged append is missing at the end. */
        LOST_APPEND,
        /** G1a: a value was read whose transaction was undone. */
        ABORTED_READ,
        /** G1b: a value was read that its own transaction had not finished with. */
        INTERMEDIATE_READ,
        /** G0: transactions wrote between each other. */
        DIRTY_WRITE,
        /** G1c: transactions saw each other's writes in a circle. */
        CIRCULAR_FLOW,
        /** Two transactions read the same state of a list, and both appended to it. */
        LOST_UPDATE,
        /** G-single: a transaction saw part of another. */
        READ_SKEW,
        /** G2-item: transactions read what the others then changed. Snapshot isolation allows it. */
        WRITE_SKEW;

        /** The kinds that snapshot isolation does not allow. */
        public static final List<Kind> AGAINST_SNAPSHOTS = List.of(
                GARBAGE,
                NO_ORDER,
                INTERNAL,
                LOST_APPEND,
                ABORTED_READ,
                INTERMEDIATE_READ,
                DIRTY_WRITE,
                CIRCULAR_FLOW,
                LOST_UPDATE,
                READ_SKEW);
    }
}
