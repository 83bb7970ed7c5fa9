package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.sql.Statement;
import java.util.List;

/**
 * The subjects that a finish drops, and its obstacles.
 *
 * @param before the description in the catalog
 * @param after the description after the finish
 * @param drops in their order
 * @param steps the same for people, with the values that are lost
 * @param refusals what would be damaged, or lost without a word
 * @param programs the open programs that know some of it
 */
public record FinishPlan(
        Description before,
        Description after,
        List<Drop> drops,
        List<Step> steps,
        List<String> refusals,
        List<ProgramRows.Row> programs) {

    /**
     * One step.
     *
     * @param lost the objects, members or values that are lost
     */
    public record Step(PlannedStep planned, long lost) {

        static Step of(String description, Drop drop, long lost, Dialect dialect) {
            return new Step(
                    new PlannedStep(
                            description,
                            null,
                            drop.statements(dialect, false).stream()
                                    .map(Statement::text)
                                    .toList(),
                            drop.kind() == Drop.Kind.INDEX ? DefinitionCost.INSTANT : dialect.cost(drop.definition()),
                            Rates.Kind.REWRITE),
                    lost);
        }

        /** One that changes rows of the catalog only. */
        static Step ofCatalog(String description) {
            return new Step(
                    new PlannedStep(description, null, List.of(), DefinitionCost.INSTANT, Rates.Kind.REWRITE), 0);
        }
    }

    /** Whether there is nothing to drop. */
    public boolean isDone() {
        return after.equals(before) && drops.isEmpty();
    }
}
