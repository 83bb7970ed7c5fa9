package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Table;

/** A table in a FROM clause, under an alias. */
public record Source(Table table, String alias) {
    public Source {
        requireNonNull(table);
        requireNonNull(alias);
    }

    /** The column at that place of the table. */
    public Expression.ColumnOf column(int at) {
        return new Expression.ColumnOf(alias, table.columns().get(at));
    }
}
