package dev.espalier.internal.catalog.change;

import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables and columns that an opening has made so far. A running bulk load does not build their indexes.
 *
 * @param tables by their names
 * @param columns as {@code table.column}
 */
public record Made(Set<String> tables, Set<String> columns) {

    public static final Made NOTHING = new Made(Set.of(), Set.of());

    public Made {
        tables = Set.copyOf(tables);
        columns = Set.copyOf(columns);
    }

    /** This, and what these changes make. */
    Made with(List<Table> more, List<SchemaChange> changes) {
        Set<String> allTables = new HashSet<>(tables);
        more.forEach(table -> allTables.add(table.name()));
        Set<String> allColumns = new HashSet<>(columns);
        allColumns.addAll(changes.stream()
                .filter(SchemaChange.AddColumn.class::isInstance)
                .map(SchemaChange.AddColumn.class::cast)
                .map(add -> key(add.table(), add.column()))
                .collect(Collectors.toSet()));
        return new Made(allTables, allColumns);
    }

    boolean has(Table table) {
        return tables.contains(table.name());
    }

    boolean has(Table table, Column column) {
        return columns.contains(key(table, column));
    }

    private static String key(Table table, Column column) {
        return table.name() + "." + column.name();
    }
}
