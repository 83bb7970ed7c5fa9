package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By what the name of an index is found: its table, the names of its columns, and whether it is unique. */
public record IndexKey(String table, List<String> columns, boolean unique) implements Comparable<IndexKey> {

    private static final Comparator<IndexKey> ORDER = Comparator.comparing(IndexKey::unique)
            .thenComparing(IndexKey::table)
            .thenComparing(key -> String.join(" ", key.columns()));

    public IndexKey {
        requireNonNull(table);
        columns = List.copyOf(columns);
    }

    @Override
    public int hashCode() {
        return 31 * table.hashCode() + columns.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexKey key
                && unique == key.unique
                && table.equals(key.table)
                && columns.equals(key.columns);
    }

    @Override
    public int compareTo(IndexKey other) {
        return ORDER.compare(this, other);
    }
}
