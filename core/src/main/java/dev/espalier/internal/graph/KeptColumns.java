package dev.espalier.internal.graph;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of some columns of one root, as its row had them: whoever asked needs them beside the object, which may have other values meanwhile. For one read, by one thread. */
public final class KeptColumns {

    private final List<Column> columns;
    private final long at;
    private long rows;
    private final @Nullable Object[] values;

    /**
     * @param columns of the roots' own table
     * @param at how many roots come before that one
     */
    public KeptColumns(List<Column> columns, long at) {
        this.columns = List.copyOf(columns);
        this.at = at;
        this.values = new Object[columns.size()];
    }

    /** Takes the next root's row, which begins with the columns of its table. */
    void read(Row row, Table table) throws SQLException {
        if (rows++ == at) {
            for (int i = 0; i < values.length; i++) {
                Column column = columns.get(i);
                values[i] = row.get(1 + table.columns().indexOf(column), column.type());
            }
        }
    }

    /** Returns the value of each column; all are null if fewer roots came. */
    public @Nullable Object[] values() {
        return values;
    }
}
