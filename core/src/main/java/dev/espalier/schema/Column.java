package dev.espalier.schema;

import static java.util.Objects.requireNonNull;

import dev.espalier.model.ColumnType;

/**
 * A column.
 *
 * @param unique whether a unique index will stand on it, so that it must be of a type the engine can index whole
 */
public record Column(String name, ColumnType type, boolean nullable, boolean unique) {
    public Column {
        requireNonNull(name);
        requireNonNull(type);
    }

    static Column required(String name, ColumnType type) {
        return new Column(name, type, false, false);
    }

    static Column nullable(String name, ColumnType type) {
        return new Column(name, type, true, false);
    }
}
