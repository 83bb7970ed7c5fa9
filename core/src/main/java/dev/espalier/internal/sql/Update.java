package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.util.List;

/** An UPDATE of the rows for which a condition holds. The condition names the columns of the table by any alias; the text has none. */
public record Update(Table table, List<Assignment> assignments, Predicate where) implements Change {

    /** A column and its new value, which may depend on the old values of the row. */
    public record Assignment(Column column, Expression value) {
        public Assignment {
            requireNonNull(column);
            requireNonNull(value);
        }
    }

    public Update {
        requireNonNull(table);
        assignments = List.copyOf(assignments);
        requireNonNull(where);
    }

    /** Updates one column. */
    public static Update set(Table table, Column column, Expression value, Predicate where) {
        return new Update(table, List.of(new Assignment(column, value)), where);
    }
}
