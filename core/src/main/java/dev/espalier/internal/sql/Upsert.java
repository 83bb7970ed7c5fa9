package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Table;

/**
 * Inserts rows, or updates them if the primary key is there already. The sender binds the values of all columns.
 *
 * @param rows how many, at least 1
 */
public record Upsert(Table table, int rows) implements Change {
    public Upsert {
        requireNonNull(table);
    }
}
