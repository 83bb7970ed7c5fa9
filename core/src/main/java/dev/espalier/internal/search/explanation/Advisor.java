package dev.espalier.internal.search.explanation;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.index.StandingIndexes;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the indexes that would have saved a search most of its reads. For one search, by one thread.
 *
 * <p>A statement can start at any condition that an index answers, its entry, and continue along the equalities between its tables. The
 * entry with the fewest rows is the best one. Its missing indexes are the advice: the index of the entry itself, and for each further table
 * the index of the column by which it is joined. The rows are counted in the snapshot of the search; each count reads no more than the
 * statement did.
 */
public final class Advisor {

    private final Map<Table, Map<String, Index>> possible;
    private final Statistics statistics;
    private final Session session;
    private final StandingIndexes standing;

    public Advisor(Schema schema, Statistics statistics, Session session) {
        this.possible = schema.indexes(true, true).stream()
                .collect(Collectors.groupingBy(
                        Index::table,
                        Collectors.toMap(
                                index -> index.columns().get(0).name(), index -> index, (first, second) -> first)));
        this.statistics = statistics;
        this.session = session;
        this.standing = new StandingIndexes(session);
    }

    /**
     * Returns the indexes that are worth building, each once, the most useful first.
     *
     * @param walkedFrom the first stage that a key-range scan would serve
     */
    public List<Advice> advise(List<Explanation.Stage> stages, int walkedFrom) {
        Map<Index, Advice> best = new LinkedHashMap<>();
        for (int i = 0; i < stages.size(); i++) {
            new OfStage(i, stages.get(i), i >= walkedFrom)
                    .advise()
                    .filter(Advice::isWorthIt)
                    .forEach(advice -> best.merge(
                            advice.index(), advice, (one, other) -> other.gain() > one.gain() ? other : one));
        }
        return best.values().stream()
                .sorted(Comparator.comparing(Advice::gain).reversed())
                .toList();
    }

    private static Stream<Select> selects(Query query) {
        return query instanceof Query.Combined combined
                ? combined.parts().stream()
                : query instanceof Query.Counted counted
                        ? selects(counted.query())
                        : query instanceof Query.Recursive recursive
                                ? recursive.begin().stream()
                                : query instanceof Query.Grouped grouped
                                        ? Stream.of(grouped.select())
                                        : query instanceof Query.Different different
                                                ? Stream.of(different.all())
                                                : Stream.of((Select) query);
    }

    private boolean isIndexed(Source source, ColumnOf column) {
        return statistics.isIndexed(source.table(), column.column())
                || standing.beginWith(source.table(), column.column())
                || index(source, column).filter(standing::contain).isPresent();
    }

    private Optional<Index> index(Source source, ColumnOf column) {
        return Optional.ofNullable(possible.getOrDefault(source.table(), Map.of())
                .get(column.column().name()));
    }

    private boolean isPossible(Source source, ColumnOf column) {
        return isIndexed(source, column) || index(source, column).isPresent();
    }

    private long rows(Table table) {
        return statistics.rows(session, table, 0);
    }

    private long count(Select select) {
        return session.queryLong(session.dialect().render(select.selecting(List.of(new Expression.CountAll()))));
    }

    /** A lookup of rows by a column, and their number. */
    private record Need(Source source, ColumnOf column, long rows) {}

    /**
     * A join order of a statement.
     *
     * @param rows the number of rows in the source where it starts
     * @param missing the lookups without an index
     */
    private record Entry(long rows, List<Need> missing) {

        boolean isOpen() {
            return missing.isEmpty();
        }
    }

    /** The advice for one stage. */
    private final class OfStage {

        private final int field;
        private final Explanation.Stage stage;
        private final boolean walked;

        OfStage(int field, Explanation.Stage stage, boolean walked) {
            this.field = field;
            this.stage = stage;
            this.walked = walked;
        }

        Stream<Advice> advise() {
            ColumnOf key = stage.key();
            if (key == null) {
                return selects(stage.query()).flatMap(select -> new OfSelect(select).advise());
            }
            Source source = ((Select) stage.query()).from().first();
            return isIndexed(source, key)
                    ? Stream.of()
                    : advice(new Need(source, key, stage.rows()), rows(source.table()) * stage.statements()).stream();
        }

        private Optional<Advice> advice(Need need, long read) {
            return index(need.source(), need.column()).map(index -> new Advice(field, index, read, need.rows()));
        }

        /** The advice for one SELECT. */
        private final class OfSelect {

            private final Select select;
            private final JoinGraph graph;

            OfSelect(Select select) {
                this.select = select;
                this.graph = JoinGraph.of(select);
            }

            Stream<Advice> advise() {
                List<Entry> entries = Stream.concat(
                                graph.accesses().stream().map(this::entry).flatMap(Optional::stream),
                                inOrder().stream())
                        .toList();
                Optional<Entry> best = entries.stream()
                        .min(Comparator.comparing(Entry::rows)
                                .thenComparing(entry -> entry.missing().size()));
                if (best.isEmpty() || best.get().isOpen()) {
                    return Stream.of();
                }
                long open = entries.stream()
                        .filter(Entry::isOpen)
                        .mapToLong(Entry::rows)
                        .min()
                        .orElse(Long.MAX_VALUE);
                return best.get().missing().stream()
                        .flatMap(need ->
                                advice(need, Math.min(open, rows(need.source().table()))).stream());
            }

            /** Returns the entry at one condition; empty if no index can answer it. */
            private Optional<Entry> entry(JoinGraph.Access access) {
                if (!access.columns().stream().allMatch(column -> isPossible(access.source(), column))) {
                    return Optional.empty();
                }
                Select found =
                        Select.of(access.source(), new Expression.CountAll()).where(access.condition());
                long rows = count(found);
                List<Need> missing = new ArrayList<>();
                access.columns().stream()
                        .filter(column -> !isIndexed(access.source(), column))
                        .forEach(column -> missing.add(new Need(access.source(), column, rows)));
                return onwards(access.source(), found, missing)
                        ? Optional.of(new Entry(rows, missing))
                        : Optional.empty();
            }

            /**
             * Follows all links from one source to the others.
             *
             * @param missing receives the lookups without an index
             * @return false if no index can help
             */
            private boolean onwards(Source start, Select begin, List<Need> missing) {
                Map<Source, Select> reached = new LinkedHashMap<>(Map.of(start, begin));
                Deque<Source> open = new ArrayDeque<>(List.of(start));
                while (!open.isEmpty()) {
                    Source here = open.remove();
                    for (JoinGraph.Link link : graph.links()) {
                        Source target = graph.source(link.to()).orElse(null);
                        if (link.from().alias().equals(here.alias())
                                && target != null
                                && !reached.containsKey(target)) {
                            Predicate equal = new Predicate.Compare(link.to(), SqlOperator.EQUAL, link.from());
                            Select joined = requireNonNull(reached.get(here)).join(target, equal);
                            if (!isIndexed(target, link.to())) {
                                if (index(target, link.to()).isEmpty()) {
                                    return false;
                                }
                                missing.add(new Need(target, link.to(), count(joined)));
                            }
                            reached.put(target, joined);
                            open.add(target);
                        }
                    }
                }
                return true;
            }

            /**
             * Returns the entry by the order of the result, or by the id without one. The rows that fulfil the condition are assumed to be
             * spread evenly over the order.
             */
            private Optional<Entry> inOrder() {
                if (select.limit() == null) {
                    return Optional.empty();
                }
                ColumnOf key = select.orders().isEmpty()
                        ? select.from().first().column(0)
                        : key(select.orders().get(0).expression());
                Source source = key == null ? null : graph.source(key).orElse(null);
                if (key == null || source == null || !isPossible(source, key) || !isIndexed(source, key) && !walked) {
                    return Optional.empty();
                }
                long wanted = Math.min(select.limit(), Long.MAX_VALUE - select.offset()) + select.offset();
                long all = Math.max(
                        wanted,
                        count(new Select(false, select.columns(), select.from(), select.where(), List.of(), null, 0)));
                double part = (double) wanted / Math.max(1, all);
                long rows = (long) Math.ceil(part * rows(source.table()));
                List<Need> missing = new ArrayList<>();
                if (!isIndexed(source, key)) {
                    missing.add(new Need(source, key, rows));
                }
                boolean possible = onwards(source, Select.of(source, key), missing);
                return possible
                        ? Optional.of(new Entry(
                                rows,
                                missing.stream()
                                        .map(need -> need.source().equals(source)
                                                ? need
                                                : new Need(need.source(), need.column(), (long)
                                                        Math.ceil(part * need.rows())))
                                        .toList()))
                        : Optional.empty();
            }

            /** Returns the column whose index gives an order; null if there is none. */
            private static @Nullable ColumnOf key(Expression expression) {
                return expression instanceof ColumnOf column
                        ? column
                        : expression instanceof Expression.Beginning beginning
                                ? beginning.text()
                                : expression instanceof Expression.Rank rank ? rank.name() : null;
            }
        }
    }
}
