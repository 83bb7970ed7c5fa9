package dev.espalier.search;

import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Index;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import dev.espalier.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is known about the tables: which columns an index begins with, and about how many rows there are. Safe for any number of threads.
 */
public final class Statistics {

    /** A table can have grown since the engine was asked, but rarely by an order of magnitude, and no less than that changes a choice. */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final Supplier<? extends Collection<Index>> indexes;
    private final LongSupplier nanoTime;
    private final Map<Table, Count> counts = new ConcurrentHashMap<>();
    private volatile Estimates estimates;

    private record Count(long rows, long at) {
    }

    /** What the engine guessed, by the tables' names in small letters. */
    private record Estimates(Map<String, Long> rows, long at) {
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

    /** About how many rows a table has, where the engine knows without looking. */
    OptionalLong estimate(Session session, Table table) {
        Count counted = counts.get(table);
        if (counted != null && isFresh(counted.at())) {
            return OptionalLong.of(counted.rows());
        }
        Estimates known = estimates;
        if (known == null || !isFresh(known.at())) {
            known = new Estimates(estimated(session), nanoTime.getAsLong());
            estimates = known;
        }
        Long rows = known.rows().get(table.name().toLowerCase(Locale.ROOT));
        return rows == null || rows <= 0 ? OptionalLong.empty() : OptionalLong.of(rows);
    }

    /**
     * About how many rows a table has; counts them where the engine does not know.
     *
     * @param least how many there must be: an estimate below is out of date
     */
    long rows(Session session, Table table, long least) {
        OptionalLong estimate = estimate(session, table);
        if (estimate.isPresent() && estimate.getAsLong() >= least) {
            return estimate.getAsLong();
        }
        Count known = counts.get(table);
        if (known == null || !isFresh(known.at())) {
            Select count = Select.of(new Source(table, "t"), new Expression.CountAll());
            known = new Count(session.queryLong(session.dialect().render(count)), nanoTime.getAsLong());
            counts.put(table, known);
        }
        return known.rows();
    }

    /** All tables by one query: asking for each on its own costs a round trip each. */
    private static Map<String, Long> estimated(Session session) {
        Map<String, Long> rows = new HashMap<>();
        String kept = session.dialect().rowEstimatesKept();
        if (kept == null || session.queryLong(Statement.of(kept)) > 0) {
            session.query(Statement.of(session.dialect().rowEstimateQuery()),
                    row -> rows.put(row.getString(1).toLowerCase(Locale.ROOT), row.getLong(2)));
        }
        return rows;
    }

    private boolean isFresh(long at) {
        return nanoTime.getAsLong() - at <= FRESH.toNanos();
    }
}
