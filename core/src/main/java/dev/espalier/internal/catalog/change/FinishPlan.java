package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drops;
import dev.espalier.internal.lease.ProgramRows;
import java.util.List;

/**
 * The subjects that a finish drops, and its obstacles.
 *
 * @param before what the database says of its model
 * @param after what it shall say
 * @param drops in their order
 * @param steps the same for people, with the values that are lost
 * @param refusals what would be damaged, or lost without a word
 * @param programs the open programs that know some of it
 */
public record FinishPlan(
        Description before,
        Description after,
        List<Drops.Drop> drops,
        List<Step> steps,
        List<String> refusals,
        List<ProgramRows.Row> programs) {

    /**
     * One step.
     *
     * @param lost the objects, members or values that are lost
     */
    public record Step(PlannedStep planned, long lost) {}

    /** Whether there is nothing to drop. */
    public boolean isDone() {
        return after.equals(before) && drops.isEmpty();
    }
}
