package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Table;
import java.util.List;

/** An INSERT of all columns of a table. */
public record Insert(Table table, Rows rows) implements Change {

    /** The source of the values of the new rows. */
    public sealed interface Rows {}

    /**
     * Question marks for so many rows. The sender binds the values itself: many rows would otherwise be one object for each value.
     *
     * @param count at least 1
     */
    public record Parameters(int count) implements Rows {}

    /** The values of one row, in the order of the columns. */
    public record Values(List<Expression> values) implements Rows {
        public Values {
            values = List.copyOf(values);
        }
    }

    /** The rows of a query, whose columns are in the order of the table's. */
    public record Selected(Select select) implements Rows {
        public Selected {
            requireNonNull(select);
        }
    }

    public Insert {
        requireNonNull(table);
        requireNonNull(rows);
    }

    /** Inserts that many rows, whose values the sender binds. */
    public static Insert parameters(Table table, int rows) {
        return new Insert(table, new Parameters(rows));
    }

    /** Inserts one row. */
    public static Insert values(Table table, Expression... values) {
        return new Insert(table, new Values(List.of(values)));
    }
}
