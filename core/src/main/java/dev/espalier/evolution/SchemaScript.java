package dev.espalier.evolution;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The SQL statements that change a database for a model as opening it would, for tools that run files. Immutable. They contain the rows that describe the
 * model in the database. No program may open the database while they run. The first statements fail, and change nothing, if the catalog of the database is not the one for
 * which the script was made.
 *
 * @param statements the statements, in their order, without semicolons
 */
public record SchemaScript(List<String> statements) {

    /**
     * Makes a script.
     *
     * @param statements the statements
     */
    public SchemaScript {
        statements = List.copyOf(statements);
    }

    /** Returns the statements as text, each with a semicolon and a line end behind it. */
    @Override
    public String toString() {
        return statements.stream().map(statement -> statement + ";\n").collect(Collectors.joining());
    }
}
