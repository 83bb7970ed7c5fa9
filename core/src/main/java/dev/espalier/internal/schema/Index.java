package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** An index on columns of one table. */
public record Index(String name, Table table, List<Column> columns, boolean unique) {
    public Index {
        requireNonNull(name);
        requireNonNull(table);
        columns = List.copyOf(columns);
    }
}
