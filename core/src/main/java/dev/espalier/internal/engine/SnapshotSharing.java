package dev.espalier.internal.engine;

import java.util.function.UnaryOperator;

/** How several connections can read one snapshot, as the SQL that it takes. */
public sealed interface SnapshotSharing {

    /** They cannot. */
    SnapshotSharing NONE = new None();

    /** They cannot. */
    record None() implements SnapshotSharing {}

    /**
     * One connection exports its snapshot under a name, and others import it.
     *
     * @param exportQuery a query whose only row is the name
     * @param importStatement makes of the name the first statement of a transaction that shall see the same snapshot
     */
    record Exported(String exportQuery, UnaryOperator<String> importStatement) implements SnapshotSharing {}

    /**
     * A counter of commits says whether two snapshots, taken one after the other, are the same.
     *
     * @param counterQuery a query whose only row is the counter, which changes with each commit of another connection
     */
    record Counted(String counterQuery) implements SnapshotSharing {}
}
