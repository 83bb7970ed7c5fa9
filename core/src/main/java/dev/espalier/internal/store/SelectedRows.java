package dev.espalier.internal.store;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a planned selection, which were not read yet.
 *
 * @param columns in the order of the selection
 * @param values opens the rows: the values of each in the order of the columns. A stream holds a connection until it is closed or has come to its end
 */
public record SelectedRows(List<Column> columns, Supplier<Stream<@Nullable Object[]>> values) {

    public SelectedRows {
        columns = List.copyOf(columns);
    }

    /**
     * A column, whose type the plan knows.
     *
     * @param type the class of its values; {@code Object} if it has none, as the literal NULL
     */
    public record Column(String name, Class<?> type) {}
}
