package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.MISPLACED_AGGREGATE;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import java.util.List;
import java.util.Optional;

/** Plans the aggregates in formulas about one object. Each slot counts once, however many ways lead to it. */
final class ObjectAggregates {

    private final OneQuery query;
    private final Scope scope;
    private final PersistentClass type;
    private final QueryErrors mistakes;
    private final CountConditions counts;
    private final AggregateConditions aggregates;

    /**
     * @param scope the object, or a record in it
     * @param type the class of the object
     */
    ObjectAggregates(OneQuery query, Scope scope, PersistentClass type) {
        this.query = query;
        this.scope = scope;
        this.type = type;
        this.mistakes = query.mistakes();
        PathComparison comparison = new PathComparison(query, scope);
        this.counts = new CountConditions(query, scope, new Conditions(query, scope), comparison);
        this.aggregates = new AggregateConditions(query, scope, comparison);
    }

    /**
     * Plans an aggregate of what paths lead to; empty for another formula.
     *
     * @param values the aggregates, to which it is added
     */
    Optional<PlannedFormula> plan(Formula formula, List<ObjectValue> values) {
        if (formula instanceof Formula.CountRows) {
            throw ofRows(formula);
        }
        Optional<ObjectValue> planned = formula instanceof Formula.Count count
                ? Optional.of(count(count))
                : formula instanceof Formula.Aggregate aggregate ? Optional.of(aggregate(aggregate)) : Optional.empty();
        return planned.map(value -> {
            if (!values.contains(value)) {
                values.add(value);
            }
            return new PlannedFormula.Aggregate(
                    values.indexOf(value),
                    value instanceof PlannedValue ofPath ? type(ofPath) : ((FormulaAggregate) value).type());
        });
    }

    private PlannedValue count(Formula.Count count) {
        CountConditions.Counted counted =
                counts.counted(new Operand.Count(count.position(), count.path(), count.group()));
        return new PlannedValue(
                Rql.print(count),
                type,
                Aggregation.COUNT,
                counted.steps(),
                counted.condition(),
                counted.type() == null ? counted.reach().slot() : FieldRef.id(counted.type()));
    }

    private ObjectValue aggregate(Formula.Aggregate aggregate) {
        if (aggregate.distinct()) {
            throw ofRows(aggregate);
        }
        if (!(aggregate.argument() instanceof Path path)) {
            RowTree sources = new RowTree();
            RowPlan.Aggregate planned =
                    new FormulaPlans(query, scope, sources, FormulaPlans.Place.AGGREGATE).aggregate(aggregate);
            sources.field(0, FieldRef.id(type));
            return new FormulaAggregate(
                    planned, ObjectRowPlans.of(type, aggregate, sources), Rql.print(aggregate), mistakes);
        }
        ResolvedPath reach = aggregates.reach(new Operand.Aggregate(
                aggregate.position(),
                Operand.Function.valueOf(aggregate.function().name()),
                path));
        return new PlannedValue(
                Rql.print(aggregate),
                type,
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
                        + " is made of the rows of a selection; expected COUNT of a path, or SUM, MIN, MAX or AVG of values");
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
