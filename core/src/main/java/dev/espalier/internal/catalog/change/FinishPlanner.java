package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.DroppedName.Occasion;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.NameList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plans what a finish drops: what a database has and a model has not. Needs no connection: it asks {@link FinishFacts} for what the rows contain. For one finish, by
 * one thread.
 */
final class FinishPlanner {

    private final Dialect dialect;
    private final Found found;
    private final OpeningPlan opening;
    /** The description in the catalog before the finish. */
    private final Description description;

    private final FinishFacts facts;
    private final Occasion occasion;

    /** @param opening the plan of an opening with the same model, in which nothing has to be changed */
    private FinishPlanner(Dialect dialect, Found found, OpeningPlan opening, FinishFacts facts, Occasion occasion) {
        this.dialect = dialect;
        this.found = found;
        this.opening = opening;
        this.description = opening.description();
        this.facts = facts;
        this.occasion = occasion;
    }

    /**
     * Plans a finish.
     *
     * @param opening the plan of an opening with the same model; null for a database that has no model
     * @param when the time, and the program, as the catalog remembers them
     * @throws SchemaException {@code schema-change} if the database does not have all that the model has
     */
    static FinishPlan plan(
            Dialect dialect,
            Place place,
            Found found,
            @Nullable OpeningPlan opening,
            FinishFacts facts,
            Occasion occasion) {
        if (opening == null || !opening.isDone()) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place
                            + (opening == null
                                    ? " has no objects"
                                    : " needs these changes first:\n  "
                                            + opening.steps(dialect).stream()
                                                    .map(PlannedStep::description)
                                                    .collect(Collectors.joining("\n  ")))
                            + "\nOpen it with these classes first, then finish");
        }
        List<String> unfilled = found.catalog().described(place).numbered().lines().entrySet().stream()
                .filter(line -> !line.getValue().isFilled())
                .map(line -> line.getKey().toString())
                .toList();
        if (!unfilled.isEmpty()) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place + ": objects are still without values of " + NameList.of(unfilled)
                            + ", which come from attributes that would be dropped. Open it with the classes that have them first, then finish");
        }
        return new FinishPlanner(dialect, found, opening, facts, occasion).plan();
    }

    private FinishPlan plan() {
        StoredAttributes attributes = description.attributes();
        UnusedLines lines = UnusedLines.of(attributes, opening.known());
        UnusedTables tables = UnusedTables.of(description, opening.schema(), dialect, facts);
        FinishedStructure structure = FinishedStructure.of(found, opening, lines, tables, dialect);
        List<String> refusals = Stream.concat(
                        ReferenceUse.refusals(description, tables, facts).stream(),
                        ConstantUse.refusals(attributes, opening.schema(), lines, facts).stream())
                .toList();
        List<Drop> drops = new ArrayList<>(tables.drops());
        drops.addAll(structure.drops());
        drops.sort(Comparator.comparing(Drop::kind));
        Description next = FinishedDescription.of(description, lines, tables, structure);
        boolean isDone = next.equals(description) && drops.isEmpty();
        return new FinishPlan(
                description,
                isDone ? next : next.with(FinishedDescription.dropped(description, lines, tables, structure, occasion)),
                drops,
                steps(lines, tables, structure, next, isDone),
                refusals,
                programs(lines));
    }

    private List<FinishPlan.Step> steps(
            UnusedLines lines, UnusedTables tables, FinishedStructure structure, Description next, boolean isDone) {
        List<FinishPlan.Step> steps = new ArrayList<>(tables.steps());
        steps.addAll(structure.steps());
        lines.constants().values().stream()
                .flatMap(Set::stream)
                .forEach(constant -> steps.add(FinishPlan.Step.ofCatalog("forget the constant " + constant)));
        if (steps.isEmpty() && !isDone) {
            steps.add(FinishPlan.Step.ofCatalog(
                    "write the catalog: " + String.join(", ", next.differences(description))));
        }
        return steps;
    }

    /** The open programs that know some of what goes. */
    private List<ProgramRows.Row> programs(UnusedLines lines) {
        return found.has(SystemTables.PROGRAMS)
                ? facts.programs().stream()
                        .filter(row -> row.isOpen() && row.knows().hasAnyOf(lines.numbers()))
                        .toList()
                : List.of();
    }
}
