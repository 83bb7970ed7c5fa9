package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Table;
import org.jspecify.annotations.Nullable;

/**
 * A DELETE of the rows for which a condition holds. The condition names the columns of the table by any alias; the text has none.
 *
 * @param where null for all rows
 */
public record Delete(Table table, @Nullable Predicate where) implements Change {
    public Delete {
        requireNonNull(table);
    }
}
