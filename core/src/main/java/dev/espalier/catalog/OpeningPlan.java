package dev.espalier.catalog;

import dev.espalier.dialect.DefinitionCost;
import dev.espalier.dialect.Dialect;
import dev.espalier.schema.Index;
import dev.espalier.schema.IndexChoice;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import dev.espalier.sql.Definition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes that a database needs for a model, given what an opening has found.
 *
 * @param rows those of the catalog that have to be written
 * @param missing the tables that have to be made
 * @param changes of tables that have rows
 * @param standing all indexes of the model that stand, and those that a running bulk load has dropped and is going to build
 * @param fills the attributes that objects are without; they get their values after the opening
 * @param known the classes and attributes that the model has
 */
public record OpeningPlan(Schema schema, IndexChoice choice, Map<String, String> rows, List<Table> missing, List<SchemaChange> changes, Set<Index> standing,
        List<Fill> fills, Knowledge known) {

    /** The indexes that have to be built. */
    public List<Index> missingIndexes() {
        return choice.chosen().stream().filter(index -> !standing.contains(index)).toList();
    }

    /** The same plan before it is known which indexes stand. */
    OpeningPlan withoutStanding() {
        return new OpeningPlan(schema, choice, rows, missing, changes, Set.of(), fills, known);
    }

    /** Whether tables, indexes and catalog need no change. */
    public boolean isDone() {
        return rows.isEmpty() && missing.isEmpty() && changes.isEmpty() && missingIndexes().isEmpty();
    }

    /** The changes one by one, in the order in which an opening makes them. */
    public List<PlannedStep> steps(Dialect dialect) {
        List<PlannedStep> steps = new ArrayList<>();
        missing.stream().filter(table -> !SystemTables.ALL.contains(table)).sorted(Comparator.comparing(Table::name))
                .forEach(table -> steps.add(PlannedStep.of("create table " + table.name(), new Definition.CreateTable(table), dialect)));
        changes.forEach(change -> steps.add(change.planned(dialect)));
        missingIndexes().stream().sorted(Comparator.comparing(index -> index.table().name() + " " + index.name()))
                .forEach(index -> steps.add(PlannedStep.of("index " + index.table().name() + "." + index.name(), definition(index, dialect), dialect)));
        fills.forEach(fill -> steps.add(new PlannedStep(fill.description(), schema.model().classes().contains(fill.type()) && !fill.type().isAbstract()
                ? schema.table(fill.type()).table() : null, List.of(), DefinitionCost.ONLINE)));
        if (steps.isEmpty() && !rows.isEmpty()) {
            steps.add(new PlannedStep("write the catalog: " + String.join(", ", rows.keySet()), null, List.of(), DefinitionCost.INSTANT));
        }
        return steps;
    }

    private Definition definition(Index index, Dialect dialect) {
        return dialect.buildsIndexesApart() && !index.unique() && !missing.contains(index.table()) ? new Definition.BuildIndexes(index.table(), List.of(index))
                : new Definition.CreateIndex(index);
    }
}
