package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.MANY_VALUES;
import static dev.espalier.error.ErrorCode.MISPLACED_AGGREGATE;
import static dev.espalier.error.ErrorCode.NO_VALUE;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.RqlSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Plans the values by which objects are sorted. An aggregate is that of a condition: each slot counts once, however many ways lead to it.
 */
final class SortKeys {

    private final OneQuery query;
    private final PersistentClass sorted;
    private final Scope scope;
    private final QueryErrors mistakes;
    private final CountConditions counts;
    private final AggregateConditions aggregates;

    /** @param sorted the class of the objects */
    SortKeys(OneQuery query, PersistentClass sorted) {
        this.query = query;
        this.sorted = sorted;
        this.scope = Scope.of(sorted);
        this.mistakes = query.mistakes();
        PathComparison comparison = new PathComparison(query, scope);
        this.counts = new CountConditions(query, scope, new Conditions(query, scope), comparison);
        this.aggregates = new AggregateConditions(query, scope, comparison);
    }

    SortKey plan(RqlQuery.Order order) {
        return order.formula() instanceof Path path
                ? stored(path, order.descending())
                : computed(order.formula(), order.descending());
    }

    private Plan.Order stored(Path path, boolean descending) {
        ResolvedPath reach = query.paths().reach(scope, path);
        List<Step.Follow> steps = new ArrayList<>();
        for (Step step : reach.steps()) {
            if (!(step instanceof Step.Follow follow)) {
                throw mistakes.at(
                        path.position(),
                        MANY_VALUES,
                        "the path leads through " + step
                                + ", which can have many; an order needs one value for each object, such as MAX("
                                + Rql.print(path) + ")");
            }
            steps.add(follow);
        }
        if (!(reach.slot().content() instanceof FieldRef.Content.Value
                || reach.slot().content() instanceof FieldRef.Content.Id)) {
            throw mistakes.at(
                    path.position(),
                    NO_VALUE,
                    reach.slot().spoken() + " has no order of its own; expected a value in it, or its id");
        }
        return new Plan.Order(steps, reach.slot(), descending);
    }

    private ComputedKey computed(Formula formula, boolean descending) {
        RowTree sources = new RowTree();
        List<PlannedValue> values = new ArrayList<>();
        PlannedFormula planned = new FormulaPlans(query, scope, sources, FormulaPlans.Place.ORDER)
                .plan(formula, part -> aggregate(part, values));
        if (Fields.isNone(planned) && values.isEmpty()) {
            throw mistakes.at(
                    formula.position(),
                    NO_VALUE,
                    Rql.print(formula) + " is the same for all objects; expected a path, or what is computed of one");
        }
        return new ComputedKey(
                planned, rows(formula, sources), values, descending, Rql.print(formula), mistakes, formula.position());
    }

    /** Returns the plan for the rows of all objects, each with the fields that the formula is made of. */
    private RowPlan rows(Formula formula, RowTree sources) {
        Plan all = new Plan(
                List.of(),
                sorted,
                List.of(Condition.ALWAYS),
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                0,
                new RqlQuery("", Optional.empty(), List.of()));
        RqlSelection selection = new RqlSelection(
                Rql.print(formula),
                false,
                List.of(new RqlSelection.Column(1, formula, Optional.empty())),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new RowPlan(
                all,
                sources.sources(),
                false,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                0,
                selection);
    }

    /** Plans an aggregate of what a path leads to; empty for another formula. */
    private Optional<PlannedFormula> aggregate(Formula formula, List<PlannedValue> values) {
        if (formula instanceof Formula.CountRows) {
            throw ofRows(formula);
        }
        Optional<PlannedValue> planned = formula instanceof Formula.Count count
                ? Optional.of(count(count))
                : formula instanceof Formula.Aggregate aggregate ? Optional.of(aggregate(aggregate)) : Optional.empty();
        return planned.map(value -> {
            if (!values.contains(value)) {
                values.add(value);
            }
            return new PlannedFormula.Aggregate(values.indexOf(value), type(value));
        });
    }

    private PlannedValue count(Formula.Count count) {
        CountConditions.Counted counted =
                counts.counted(new Operand.Count(count.position(), count.path(), count.group()));
        return new PlannedValue(
                Rql.print(count),
                sorted,
                Aggregation.COUNT,
                counted.steps(),
                counted.condition(),
                counted.type() == null ? counted.reach().slot() : FieldRef.id(counted.type()));
    }

    private PlannedValue aggregate(Formula.Aggregate aggregate) {
        if (aggregate.distinct()
                || aggregate.function() == Formula.AggregateFunction.COUNT
                || !(aggregate.argument() instanceof Path path)) {
            throw ofRows(aggregate);
        }
        ResolvedPath reach = aggregates.reach(new Operand.Aggregate(
                aggregate.position(),
                Operand.Function.valueOf(aggregate.function().name()),
                path));
        return new PlannedValue(
                Rql.print(aggregate),
                sorted,
                Aggregation.valueOf(aggregate.function().name()),
                reach.steps(),
                Condition.ALWAYS,
                reach.slot());
    }

    private QueryException ofRows(Formula aggregate) {
        return mistakes.at(
                aggregate.position(),
                MISPLACED_AGGREGATE,
                Rql.print(aggregate)
                        + " is made of the rows of a selection; expected COUNT, SUM, MIN, MAX or AVG of one path");
    }

    /** Returns the type of an aggregate, whose sums are exact whatever their size. */
    private static FormulaType type(PlannedValue value) {
        if (value.aggregation() == Aggregation.COUNT) {
            return FormulaType.WHOLE;
        }
        FormulaType values = value.slot().content() instanceof FieldRef.Content.Value slot
                ? FormulaType.of(slot.type())
                : FormulaType.WHOLE;
        return value.aggregation() == Aggregation.MIN || value.aggregation() == Aggregation.MAX
                ? values
                : values.kind() == FormulaType.Kind.FLOAT ? FormulaType.FLOAT : FormulaType.DECIMAL;
    }
}
