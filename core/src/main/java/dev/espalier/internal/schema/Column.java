package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.ColumnType;

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

    /** This column, changed so that it holds all that it holds now and all that {@code other} would. The types are equal, or of integers. */
    public Column widened(Column other) {
        return new Column(
                name,
                type.compareTo(other.type) >= 0 || !type.isInteger() || !other.type.isInteger() ? type : other.type,
                nullable || other.nullable,
                unique || other.unique);
    }

    static Column required(String name, ColumnType type) {
        return new Column(name, type, false, false);
    }
}
