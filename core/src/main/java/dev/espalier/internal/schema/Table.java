package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A table.
 *
 * @param primaryKey its leading columns' number: the key is the first one or two columns
 */
public record Table(String name, List<Column> columns, int primaryKey) {
    public Table {
        requireNonNull(name);
        columns = List.copyOf(columns);
        if (primaryKey < 1 || primaryKey > columns.size()) {
            throw new IllegalArgumentException(
                    "primary key of " + primaryKey + " columns in a table of " + columns.size());
        }
    }

    /** The columns of the primary key. */
    public List<Column> key() {
        return columns.subList(0, primaryKey);
    }

    /** Tables are keys of maps; their names differ. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
