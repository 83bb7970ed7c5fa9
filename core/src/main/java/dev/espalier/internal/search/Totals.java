package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.SqlConditions.Reached;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares sums, averages and numbers of what steps lead to with a number, by one statement for each table at their end. The engine adds if it adds exactly, and
 * compares if it adds all; else the values are read, and added here. For one search, by one thread.
 *
 * <pre>
 * SUM(lines.quantity) > 300     SELECT t0.owner FROM order_lines t0 GROUP BY t0.owner HAVING SUM(t0.quantity) > ?
 * SUM(lines.weight) > 300       SELECT t0.owner, t0.weight FROM order_lines t0
 * </pre>
 *
 * An end counts once for an object, even if several ways lead to it: the statement reads different pairs of object and end then.
 */
final class Totals {

    private final Schema schema;
    private final Statistics statistics;
    private final SearchStatements statements;
    private final Sizes sizes;
    private final Relations relations;
    private final VariableResults results;
    private final Dialect dialect;

    Totals(
            Schema schema,
            Statistics statistics,
            SearchStatements statements,
            Sizes sizes,
            Relations relations,
            VariableResults results) {
        this.schema = schema;
        this.statistics = statistics;
        this.statements = statements;
        this.sizes = sizes;
        this.relations = relations;
        this.results = results;
        this.dialect = statements.dialect();
    }

    /**
     * Returns the objects for which a comparison holds, of any class that the first step can start from.
     *
     * @param candidates if only these matter; null for all
     * @return empty if no such statement can find them
     */
    Optional<IdSet> find(Condition.Aggregate aggregate, @Nullable IdSet candidates) {
        return aggregate.right() instanceof Condition.Comparand.Number number
                        && aggregate.operator() != Operator.NOT_EQUAL
                        && (aggregate.aggregation() == Aggregation.SUM || aggregate.aggregation() == Aggregation.AVG)
                ? find(
                        new TotalComparison(
                                aggregate.aggregation(),
                                aggregate.steps(),
                                Condition.and(aggregate.condition(), Condition.reached(aggregate.slot())),
                                aggregate.slot(),
                                aggregate.operator(),
                                number.number()),
                        candidates)
                : Optional.empty();
    }

    /** Returns the same for a number of objects or values. */
    Optional<IdSet> find(Condition.Count count, @Nullable IdSet candidates) {
        return find(
                new TotalComparison(
                        Aggregation.COUNT,
                        count.steps(),
                        count.condition(),
                        null,
                        count.operator(),
                        BigDecimal.valueOf(count.number())),
                candidates);
    }

    /** Returns the class of the objects from which a step leads; of another one the step leads nowhere. */
    static PersistentClass start(Step step) {
        return step instanceof Step.Members members
                ? members.collection().declaringClass()
                : ((FieldRef.Content.Reference) (step instanceof Step.Referrers referrers
                                        ? referrers.reference()
                                        : ((Step.Holders) step).reference())
                                .content())
                        .target();
    }

    private Optional<IdSet> find(TotalComparison comparison, @Nullable IdSet candidates) {
        List<Step> steps = comparison.steps();
        if (steps.isEmpty()
                || steps.get(0) instanceof Step.Follow
                || steps.stream().anyMatch(Step.Repeated.class::isInstance)
                || !RowAccess.ONLY_ROW.isEnoughFor(comparison.condition())
                || !comparison.isOneWay() && comparison.endsAtMembers()) {
            return Optional.empty();
        }
        SqlConditions sql = new SqlConditions(schema, dialect.limits(), results);
        List<Reached> reached = sql.reached(steps, comparison.condition(), comparison.isOnlyId());
        if (sql.binds() > dialect.limits().binds()
                || !comparison.isOneWay() && reached.size() > 1
                || reached.stream().anyMatch(rows -> comparison.type(rows).isEmpty())) {
            return Optional.empty();
        }
        if (reached.size() == 1) {
            TotalStatements only = new TotalStatements(comparison, reached.get(0), sql, dialect, statistics);
            if (candidates == null || !isFew(comparison, only, candidates)) {
                Optional<IdSet> found = compared(comparison, reached.get(0), sql, only);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.of(find(comparison, reached, sql, candidates, false));
    }

    /** Returns the objects for which the engine finds that the comparison holds; empty if it cannot. */
    private Optional<IdSet> compared(
            TotalComparison comparison, Reached reached, SqlConditions sql, TotalStatements only) {
        IdSet found = new IdSet();
        if (!only.isPossibleOfPairs()) {
            if (!only.isPossible() || only.having().isEmpty()) {
                return Optional.empty();
            }
            statements.all(only.title(), only.compared(), -1, row -> found.add(row.getLong(1)));
            return Optional.of(found);
        }
        IdSet repeated = new IdSet();
        statements.all(
                only.title(),
                only.comparedPairs(),
                -1,
                row -> (row.getLong(2) == 0 ? found : repeated).add(row.getLong(1)));
        return Optional.of(
                repeated.isEmpty() ? found : found.or(find(comparison, List.of(reached), sql, repeated, true)));
    }

    /** @param isFew whether the candidates are looked up by their ids in any case */
    private IdSet find(
            TotalComparison comparison,
            List<Reached> reached,
            SqlConditions sql,
            @Nullable IdSet candidates,
            boolean isFew) {
        Sums sums = new Sums();
        for (Reached rows : reached) {
            TotalStatements total = new TotalStatements(comparison, rows, sql, dialect, statistics);
            if (candidates != null && (isFew || isFew(comparison, total, candidates))) {
                statements.byIds(
                        total.title(),
                        total.values(),
                        total.begin(),
                        candidates,
                        relations.chunk(total.first(), total.begin()),
                        -1,
                        total.adding(sums));
            } else if (total.isPossible()) {
                statements.all(total.title(), total.sums(reached.size() == 1), -1, total.addingSums(sums));
            } else {
                statements.all(total.title(), total.values(), -1, total.adding(sums));
            }
        }
        boolean isFloat =
                reached.stream().anyMatch(rows -> comparison.type(rows).orElseThrow() == ColumnType.DOUBLE);
        IdSet found = new IdSet();
        sums.forEach((id, at) -> {
            if (Aggregates.holds(
                    comparison.aggregation(), sums, at, isFloat, comparison.operator(), comparison.number())) {
                found.add(id);
            }
        });
        return found;
    }

    /** Returns whether the rows of the candidates are looked up by their ids. */
    private boolean isFew(TotalComparison comparison, TotalStatements total, IdSet candidates) {
        double expected = sizes.belonging(
                total.first().table(),
                candidates.size(),
                start(comparison.steps().get(0)));
        return !(total.isPossible()
                ? relations.isLargePartOfGroups(total.first(), total.begin(), candidates, expected)
                : relations.isLargePart(total.first(), total.begin(), candidates, expected));
    }
}
