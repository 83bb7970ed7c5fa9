package dev.espalier.internal.search.explanation;

import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The join graph of a SELECT: its tables, including those of its EXISTS, the conditions on each, and the equalities between them. Conditions
 * below an OR or a NOT are ignored: no index can use them.
 *
 * <pre>
 * SELECT t0.id FROM order t0 WHERE EXISTS (SELECT ... FROM order_lines t1 JOIN line t2 ON t2.id = t1.target
 *                                          WHERE t1.owner = t0.id AND t2.count = ?)
 *
 * t0 --id = owner-- t1 --target = id-- t2: count = ?
 * </pre>
 *
 * @param accesses the conditions that an index can answer
 * @param links the equalities, in both directions
 */
record JoinGraph(List<Source> sources, List<Access> accesses, List<Link> links) {

    /** A condition on one source's rows, and the columns whose indexes find these rows: all of them are needed. */
    record Access(Source source, Predicate condition, List<ColumnOf> columns) {}

    /** A link from a row of one source to the rows of another source with the same value. */
    record Link(ColumnOf from, ColumnOf to) {}

    static JoinGraph of(Select select) {
        JoinGraph graph = new JoinGraph(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Predicate> conditions = new ArrayList<>();
        graph.gather(select, conditions);
        Map<List<ColumnOf>, List<Predicate>> lookedUp = new LinkedHashMap<>();
        conditions.forEach(condition -> graph.add(condition, lookedUp));
        lookedUp.forEach((columns, all) -> graph.source(columns.get(0))
                .ifPresent(source -> graph.accesses.add(new Access(source, Predicates.and(all), columns))));
        return graph;
    }

    /** Collects all sources first, because a condition can name any of them. */
    private void gather(Select select, List<Predicate> conditions) {
        sources.add(select.from().first());
        for (Select.Join join : select.from().joins()) {
            sources.add(join.source());
            gather(join.on(), conditions);
        }
        if (select.where() != null) {
            gather(select.where(), conditions);
        }
    }

    private void gather(Predicate predicate, List<Predicate> conditions) {
        if (predicate instanceof Predicate.And and) {
            and.terms().forEach(term -> gather(term, conditions));
        } else if (predicate instanceof Predicate.Exists exists) {
            gather(exists.select(), conditions);
        } else {
            conditions.add(predicate);
        }
    }

    /** @param lookedUp the conditions that one index answers, such as the two ends of a range, by its columns */
    private void add(Predicate condition, Map<List<ColumnOf>, List<Predicate>> lookedUp) {
        if (condition instanceof Predicate.Compare compare
                && compare.operator() == SqlOperator.EQUAL
                && compare.left() instanceof ColumnOf left
                && compare.right() instanceof ColumnOf right) {
            links.add(new Link(left, right));
            links.add(new Link(right, left));
            return;
        }
        List<ColumnOf> columns = lookedUp(condition);
        if (!columns.isEmpty()
                && columns.stream()
                        .allMatch(column -> column.alias().equals(columns.get(0).alias()))) {
            lookedUp.computeIfAbsent(columns, c -> new ArrayList<>()).add(condition);
        }
    }

    Optional<Source> source(ColumnOf column) {
        return sources.stream()
                .filter(source -> source.alias().equals(column.alias()))
                .findFirst();
    }

    /** Returns the columns whose indexes find the rows that fulfil a condition; empty if indexes do not help. */
    private static List<ColumnOf> lookedUp(Predicate condition) {
        if (condition instanceof Predicate.Compare compare) {
            return compare.operator() != SqlOperator.NOT_EQUAL && compare.right() instanceof Expression.Bind
                    ? column(compare.left())
                    : List.of();
        }
        if (condition instanceof Predicate.InValues in) {
            return column(in.expression());
        }
        if (condition instanceof Predicate.InMany in) {
            return column(in.expression());
        }
        if (condition instanceof Predicate.InManyPairs in) {
            return column(in.first());
        }
        if (condition instanceof Predicate.InIds in) {
            return column(in.expression());
        }
        if (condition instanceof Predicate.IsNull missing) {
            return column(missing.expression());
        }
        if (condition instanceof Predicate.And and) {
            return and.terms().stream()
                    .map(JoinGraph::lookedUp)
                    .filter(columns -> !columns.isEmpty())
                    .findFirst()
                    .orElse(List.of());
        }
        if (condition instanceof Predicate.Or or) {
            List<List<ColumnOf>> terms =
                    or.terms().stream().map(JoinGraph::lookedUp).toList();
            return terms.contains(List.<ColumnOf>of())
                    ? List.of()
                    : terms.stream().flatMap(List::stream).distinct().toList();
        }
        return List.of();
    }

    private static List<ColumnOf> column(Expression expression) {
        return expression instanceof ColumnOf column
                ? List.of(column)
                : expression instanceof Expression.Beginning beginning ? List.of(beginning.text()) : List.of();
    }
}
