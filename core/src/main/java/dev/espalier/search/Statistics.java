package dev.espalier.search;

import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Index;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is known about the tables: which columns an index begins with, and about how many rows there are. Safe for any number of threads.
 */
public final class Statistics {

    /** A table can have grown since it was counted, but rarely by an order of magnitude, and no less than that changes a choice. */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final Supplier<? extends Collection<Index>> indexes;
    private final LongSupplier nanoTime;
    private final Map<Table, Count> counts = new ConcurrentHashMap<>();

    private record Count(long rows, long at) {
    }

    /**
     * @param indexes the indexes that stand now, besides the primary keys
     * @param nanoTime the time in nanoseconds, from any beginning
     */
    public Statistics(Supplier<? extends Collection<Index>> indexes, LongSupplier nanoTime) {
        this.indexes = indexes;
        this.nanoTime = nanoTime;
    }

    /** Whether the rows with one value in this column are found without reading the others. */
    boolean isIndexed(Table table, Column column) {
        return table.columns().get(0).equals(column)
                || indexes.get().stream().anyMatch(index -> index.table().name().equals(table.name()) && index.columns().get(0).equals(column));
    }

    boolean isIndexed(Source source, Expression expression) {
        return expression instanceof Expression.ColumnOf column && isIndexed(source.table(), column.column());
    }

    /** About how many rows a table has; counts them where that was not done for a minute. */
    long rows(Session session, Table table) {
        Count known = counts.get(table);
        long now = nanoTime.getAsLong();
        if (known == null || now - known.at() > FRESH.toNanos()) {
            Select count = Select.of(new Source(table, "t"), new Expression.CountAll());
            known = new Count(session.queryLong(session.dialect().render(count)), now);
            counts.put(table, known);
        }
        return known.rows();
    }
}
