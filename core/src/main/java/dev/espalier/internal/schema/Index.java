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

    /** The names of columns. */
    public static List<String> names(List<Column> columns) {
        if (columns.size() == 1) {
            return List.of(columns.get(0).name());
        }
        return columns.stream().map(Column::name).toList();
    }

    /** Indexes are members of sets; no two of one table have the same name. */
    @Override
    public int hashCode() {
        return 31 * table.hashCode() + name.hashCode();
    }
}
