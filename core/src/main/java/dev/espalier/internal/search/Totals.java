package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.SqlConditions;
import dev.espalier.internal.search.condition.SqlConditions.Reached;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.total.ComparedTotals;
import dev.espalier.internal.search.total.Sums;
import dev.espalier.internal.search.total.Total;
import dev.espalier.internal.search.total.TotalComparison;
import dev.espalier.internal.search.total.TotalStatements;
import dev.espalier.internal.sql.Query;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes sums, averages and numbers of what steps lead to, or compares them with a number, by one statement for each table at their end. The engine adds if it adds
 * exactly, and compares if it adds all; else the values are read, and added here. For one search, by one thread.
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
    private final Relations relations;
    private final VariableResults results;
    private final Dialect dialect;

    Totals(
            Schema schema,
            Statistics statistics,
            SearchStatements statements,
            Relations relations,
            VariableResults results) {
        this.schema = schema;
        this.statistics = statistics;
        this.statements = statements;
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
                                new Total(
                                        aggregate.aggregation(),
                                        aggregate.steps(),
                                        Condition.and(aggregate.condition(), Condition.reached(aggregate.slot())),
                                        aggregate.slot()),
                                aggregate.operator(),
                                number.number()),
                        candidates)
                : Optional.empty();
    }

    /** Returns the same for a number of objects or values. */
    Optional<IdSet> find(Condition.Count count, @Nullable IdSet candidates) {
        return find(
                new TotalComparison(
                        new Total(Aggregation.COUNT, count.steps(), count.condition(), null),
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

    /**
     * Returns a sum, an average or a number of each of some objects; objects without one are omitted, and others may be there.
     *
     * @return empty if no such statement can add them
     */
    Optional<Map<Long, Object>> values(PlannedValue value, IdSet objects) {
        Aggregation aggregation = value.aggregation();
        if (aggregation == null || aggregation == Aggregation.MIN || aggregation == Aggregation.MAX) {
            return Optional.empty();
        }
        Total total = aggregation == Aggregation.COUNT
                ? new Total(aggregation, value.steps(), value.condition(), null)
                : new Total(
                        aggregation,
                        value.steps(),
                        Condition.and(value.condition(), Condition.reached(value.slot())),
                        value.slot());
        return adding(total).map(adding -> {
            Sums sums = sums(adding, objects, false, statements -> statements.sums(added -> null));
            boolean isFloat = areFloats(adding);
            Map<Long, Object> values = new HashMap<>();
            sums.forEach((id, at) -> {
                Object number = Aggregates.number(aggregation, sums, at, isFloat);
                if (number != null) {
                    values.put(id, number);
                }
            });
            return values;
        });
    }

    /** Returns the statements that add, one for each table at the end; empty if no such statement can. */
    private Optional<List<TotalStatements>> adding(Total total) {
        List<Step> steps = total.steps();
        if (steps.isEmpty()
                || steps.get(0) instanceof Step.Follow
                || steps.stream().anyMatch(Step.Repeated.class::isInstance)
                || !RowAccess.ONLY_ROW.isEnoughFor(total.condition())
                || !total.isOneWay() && total.endsAtMembers()) {
            return Optional.empty();
        }
        SqlConditions sql = new SqlConditions(schema, statements.columns(), results);
        List<Reached> reached = sql.reached(steps, total.condition(), total.isOnlyId());
        if (sql.binds() > dialect.limits().binds()
                || !total.isOneWay() && reached.size() > 1
                || reached.stream().anyMatch(rows -> total.type(rows).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(reached.stream()
                .map(rows -> new TotalStatements(total, rows, sql, dialect, statistics))
                .toList());
    }

    private Optional<IdSet> find(TotalComparison comparison, @Nullable IdSet candidates) {
        return adding(comparison.total()).map(adding -> {
            boolean isCompared = adding.size() == 1 && (candidates == null || !isFew(adding.get(0), candidates));
            return (isCompared ? compared(comparison, adding.get(0)) : Optional.<IdSet>empty())
                    .orElseGet(() -> find(comparison, adding, candidates, false));
        });
    }

    /** Returns the objects for which the engine finds that the comparison holds; empty if it cannot. */
    private Optional<IdSet> compared(TotalComparison comparison, TotalStatements adding) {
        ComparedTotals only = new ComparedTotals(comparison, adding, dialect);
        IdSet found = new IdSet();
        if (!only.isPossibleOfPairs()) {
            if (!adding.isPossible() || only.having().isEmpty()) {
                return Optional.empty();
            }
            statements.groups(adding.title(), only.compared(), most(adding), row -> found.add(row.getLong(1)));
            return Optional.of(found);
        }
        IdSet repeated = new IdSet();
        statements.groups(
                adding.title(),
                only.comparedPairs(),
                most(adding),
                row -> (row.getLong(2) == 0 ? found : repeated).add(row.getLong(1)));
        return Optional.of(repeated.isEmpty() ? found : found.or(find(comparison, List.of(adding), repeated, true)));
    }

    /** @param isFew whether the candidates are looked up by their ids in any case */
    private IdSet find(
            TotalComparison comparison, List<TotalStatements> adding, @Nullable IdSet candidates, boolean isFew) {
        Sums sums = sums(
                adding,
                candidates,
                isFew,
                one -> new ComparedTotals(comparison, one, dialect).sums(adding.size() == 1));
        boolean isFloat = areFloats(adding);
        IdSet found = new IdSet();
        sums.forEach((id, at) -> {
            if (Aggregates.holds(
                    comparison.total().aggregation(), sums, at, isFloat, comparison.operator(), comparison.number())) {
                found.add(id);
            }
        });
        return found;
    }

    private static boolean areFloats(List<TotalStatements> adding) {
        return adding.stream().anyMatch(one -> one.type() == ColumnType.DOUBLE);
    }

    /**
     * Adds what each object leads to.
     *
     * @param candidates if only these matter; null for all
     * @param isFew whether the candidates are looked up by their ids in any case
     * @param grouped returns the statement in which the engine adds
     */
    private Sums sums(
            List<TotalStatements> adding,
            @Nullable IdSet candidates,
            boolean isFew,
            Function<TotalStatements, Query> grouped) {
        Sums sums = new Sums();
        for (TotalStatements one : adding) {
            if (candidates != null && (isFew || isFew(one, candidates))) {
                statements.byIds(
                        one.title(),
                        one.values(),
                        one.begin(),
                        candidates,
                        relations.chunk(one.first(), one.begin()),
                        -1,
                        one.adding(sums));
            } else if (one.isPossible()) {
                statements.groups(one.title(), grouped.apply(one), most(one), one.addingSums(sums));
            } else {
                statements.all(one.title(), one.values(), -1, one.adding(sums));
            }
        }
        return sums;
    }

    /** Returns how many objects have a sum at most, about. */
    private double most(TotalStatements adding) {
        return relations.sizes().most(start(adding.total().steps().get(0)));
    }

    /** Returns whether the rows of the candidates are looked up by their ids. */
    private boolean isFew(TotalStatements adding, IdSet candidates) {
        PersistentClass type = start(adding.total().steps().get(0));
        return !(adding.isPossible()
                ? relations.haveLargePartOfGroups(adding.first(), adding.begin(), candidates, type)
                : relations.haveLargePart(adding.first(), adding.begin(), candidates, type));
    }
}
