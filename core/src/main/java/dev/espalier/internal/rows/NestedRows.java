package dev.espalier.internal.rows;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes records, or other objects, of the values of a nested column. */
public final class NestedRows {

    private NestedRows() {}

    /**
     * Makes something of each row of a nested column.
     *
     * @param value of the column, a list of arrays
     * @return an unmodifiable list
     */
    @SuppressWarnings("unchecked") // the value of a nested column is such a list
    public static <R> List<R> made(@Nullable Object value, Function<@Nullable Object[], R> making) {
        return ((List<@Nullable Object[]>) requireNonNull(value))
                .stream()
                        .map(row -> {
                            Interruption.check();
                            return making.apply(row);
                        })
                        .toList();
    }
}
