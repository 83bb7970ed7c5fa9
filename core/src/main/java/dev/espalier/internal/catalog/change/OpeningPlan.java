package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a database needs for a model, given what an opening has found.
 *
 * @param before the description in the catalog; null if the database has none
 * @param description the description after the opening
 * @param provenDigest of the catalog as it was read, if it needs no change and no attribute of the model is converted in it; else null
 * @param missing the tables that have to be made
 * @param changes of tables that have rows
 * @param standing all indexes of the model that stand, and those that a running bulk load has dropped and is going to build
 * @param fills the attributes that objects are without; they get their values after the opening
 * @param known the classes and attributes that the model has
 */
public record OpeningPlan(
        Schema schema,
        IndexChoice choice,
        @Nullable Description before,
        Description description,
        @Nullable String provenDigest,
        List<Table> missing,
        List<SchemaChange> changes,
        Set<Index> standing,
        List<Fill> fills,
        KnownNumbers known) {

    /** The indexes that have to be built. */
    public List<Index> missingIndexes() {
        return choice.chosen().stream()
                .filter(index -> !standing.contains(index))
                .toList();
    }

    /** The model's tables that have to be made, with the indexes that the engine makes with them. */
    List<Definition.CreateTable> newTables(Dialect dialect) {
        return SchemaWriter.definitions(
                missing.stream()
                        .filter(table -> !SystemTables.ALL.contains(table))
                        .toList(),
                missingIndexes(),
                dialect);
    }

    /** The indexes that have to be built, but for those that the engine makes with their tables. */
    List<Index> indexesApart(Dialect dialect) {
        Set<Index> within = newTables(dialect).stream()
                .flatMap(create -> create.indexes().stream())
                .collect(Collectors.toSet());
        return missingIndexes().stream()
                .filter(index -> !within.contains(index))
                .toList();
    }

    /** The same plan before it is known which indexes stand. */
    OpeningPlan withoutStanding() {
        return new OpeningPlan(
                schema, choice, before, description, provenDigest, missing, changes, Set.of(), fills, known);
    }

    /** Whether the catalog needs no change. */
    boolean isDescribed() {
        return description.equals(before);
    }

    /** Whether tables, indexes and catalog need no change. */
    public boolean isDone() {
        return isDescribed()
                && missing.isEmpty()
                && changes.isEmpty()
                && missingIndexes().isEmpty();
    }

    /** The changes one by one, in the order in which an opening makes them. */
    public List<PlannedStep> steps(Dialect dialect) {
        return steps(dialect, fill -> false);
    }

    /** @param isByStatement whether statements fill an attribute, and not the program */
    public List<PlannedStep> steps(Dialect dialect, Predicate<Fill> isByStatement) {
        List<PlannedStep> steps = new ArrayList<>();
        newTables(dialect).stream()
                .sorted(Comparator.comparing(create -> create.table().name()))
                .forEach(create -> steps.add(
                        PlannedStep.of("create table " + create.table().name(), create, dialect)));
        changes.forEach(change -> steps.add(change.planned(dialect)));
        indexesApart(dialect).stream()
                .sorted(Comparator.comparing(index -> index.table().name() + " " + index.name()))
                .forEach(index -> steps.add(PlannedStep.of(
                        "index " + index.table().name() + "." + index.name(), definition(index, dialect), dialect)));
        fills.forEach(fill -> steps.add(new PlannedStep(
                fill.description(),
                schema.model().classes().contains(fill.type()) && !fill.type().isAbstract()
                        ? schema.table(fill.type()).table()
                        : null,
                List.of(),
                DefinitionCost.ONLINE,
                isByStatement.test(fill) ? Rates.Kind.STATEMENT : Rates.Kind.PROGRAM)));
        if (steps.isEmpty() && !isDescribed()) {
            steps.add(new PlannedStep(
                    "write the catalog: " + String.join(", ", description.differences(before)),
                    null,
                    List.of(),
                    DefinitionCost.INSTANT,
                    Rates.Kind.REWRITE));
        }
        return steps;
    }

    private Definition definition(Index index, Dialect dialect) {
        return dialect.buildsIndexesApart() && !index.unique() && !missing.contains(index.table())
                ? new Definition.BuildIndexes(index.table(), List.of(index))
                : new Definition.CreateIndex(index);
    }
}
