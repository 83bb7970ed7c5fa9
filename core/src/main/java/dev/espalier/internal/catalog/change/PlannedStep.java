package dev.espalier.internal.catalog.change;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of a plan.
 *
 * @param description for people
 * @param table whose rows it may touch; null if it touches none
 * @param kind what it does with them, if it reads or writes them all
 */
public record PlannedStep(
        String description, @Nullable Table table, List<String> statements, DefinitionCost cost, Rates.Kind kind) {

    public PlannedStep {
        requireNonNull(description);
        requireNonNull(cost);
        requireNonNull(kind);
        statements = List.copyOf(statements);
    }

    static PlannedStep of(String description, Definition definition, Dialect dialect) {
        List<String> statements = dialect.render(definition);
        return new PlannedStep(
                description,
                definition.table(),
                statements,
                statements.isEmpty() ? DefinitionCost.INSTANT : dialect.cost(definition),
                definition instanceof Definition.CreateIndex || definition instanceof Definition.BuildIndexes
                        ? Rates.Kind.INDEX
                        : Rates.Kind.REWRITE);
    }

    static PlannedStep of(String description, Table table, List<Statement> statements) {
        return new PlannedStep(
                description,
                table,
                statements.stream().map(Statement::text).toList(),
                DefinitionCost.BLOCKING,
                Rates.Kind.STATEMENT);
    }
}
