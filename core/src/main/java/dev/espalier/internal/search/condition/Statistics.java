package dev.espalier.internal.search.condition;

import dev.espalier.internal.catalog.tables.RowEstimates;
import dev.espalier.internal.formula.Values;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The known indexes and approximate row counts of the tables. Thread-safe. */
public final class Statistics {

    /**
     * The time for which estimates are valid. A table can grow in it, but rarely by an order of magnitude, and a smaller difference changes
     * no choice.
     */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final Supplier<? extends Collection<Index>> indexes;
    private final LongSupplier nanoTime;
    /** The sample size for the distribution of a column: looking up all of them takes 2 ms. */
    private static final int SAMPLED = 2_000;

    /** The minimum number of texts that shows a distribution. */
    private static final int FEW = 20;

    private final Map<String, Spread> spreads = new ConcurrentHashMap<>();
    private final Map<Table, Count> counts = new ConcurrentHashMap<>();
    private volatile @Nullable Estimates estimates;

    private record Count(long rows, long at) {}

    private record Spread(List<String> texts, long at) {}

    /** The engine's estimates, by lower-case table name. */
    private record Estimates(Map<String, Long> rows, long at) {}

    /**
     * @param indexes the indexes that stand now, besides the primary keys
     * @param nanoTime the time in nanoseconds, from any beginning
     */
    public Statistics(Supplier<? extends Collection<Index>> indexes, LongSupplier nanoTime) {
        this.indexes = indexes;
        this.nanoTime = nanoTime;
    }

    /** Returns the indexes that stand now. */
    public Collection<Index> indexes() {
        return indexes.get();
    }

    /** Returns whether an index finds the rows with one value of this column. */
    public boolean isIndexed(Table table, Column column) {
        return table.columns().get(0).equals(column)
                || indexes.get().stream()
                        .anyMatch(index -> index.table().name().equals(table.name())
                                && index.columns().get(0).equals(column));
    }

    public boolean isIndexed(Source source, Expression expression) {
        return expression instanceof Expression.ColumnOf column && isIndexed(source.table(), column.column());
    }

    /** Returns the engine's estimate of a table's rows. */
    OptionalLong estimate(Session session, Table table) {
        Count counted = counts.get(table);
        if (counted != null && isFresh(counted.at())) {
            return OptionalLong.of(counted.rows());
        }
        Estimates known = estimates;
        if (known == null || !isFresh(known.at())) {
            known = new Estimates(RowEstimates.read(session), nanoTime.getAsLong());
            estimates = known;
        }
        Long rows = known.rows().get(table.name().toLowerCase(Locale.ROOT));
        return rows == null || rows <= 0 ? OptionalLong.empty() : OptionalLong.of(rows);
    }

    /**
     * Returns the approximate rows of a table; counts them without an estimate.
     *
     * @param least the known minimum: a lower estimate is outdated
     */
    public long rows(Session session, Table table, long least) {
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

    /**
     * Returns a sample of the texts in a column, ascending: about equally many rows are between two neighbours. Empty if few ids of the
     * table's id range are in the table.
     */
    public List<String> spread(Session session, Table table, Column text) {
        Spread known = spreads.get(text.name() + " of " + table.name());
        if (known == null || !isFresh(known.at())) {
            known = new Spread(sample(session, table, text), nanoTime.getAsLong());
            spreads.put(text.name() + " of " + table.name(), known);
        }
        return known.texts();
    }

    private static List<String> sample(Session session, Table table, Column text) {
        Source source = new Source(table, "t");
        long first = end(session, source, false);
        long last = end(session, source, true);
        long[] ids = LongStream.range(0, SAMPLED)
                .map(i -> first + (long) ((double) (last - first) * i / SAMPLED))
                .distinct()
                .toArray();
        List<String> texts = new ArrayList<>();
        Expression beginning = new Expression.Beginning(new Expression.ColumnOf(source.alias(), text));
        session.query(
                session.dialect().renderByIds(source, List.of(beginning), source.column(ClassTable.ID), ids), row -> {
                    if (row.getString(1) != null) {
                        texts.add(row.getString(1));
                    }
                });
        texts.sort(Values::compare);
        return texts.size() < FEW ? List.of() : List.copyOf(texts);
    }

    private static long end(Session session, Source source, boolean last) {
        Expression id = source.column(ClassTable.ID);
        return session.queryLong(session.dialect()
                .render(Select.of(source, id)
                        .orderBy(new Select.Order(id, last))
                        .limit(1L, 0)));
    }

    private boolean isFresh(long at) {
        return nanoTime.getAsLong() - at <= FRESH.toNanos();
    }
}
