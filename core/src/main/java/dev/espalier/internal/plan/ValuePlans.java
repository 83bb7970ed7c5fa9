package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.MANY_VALUES;
import static dev.espalier.error.ErrorCode.NO_VALUE;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import java.math.BigDecimal;

/** Plans a value of an object: what a path leads to, a count, or an aggregate. */
final class ValuePlans {

    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;
    private final CountConditions counts;
    private final AggregateConditions aggregates;

    ValuePlans(OneQuery query, Scope scope) {
        this.scope = scope;
        this.mistakes = query.mistakes();
        this.paths = query.paths();
        PathComparison comparison = new PathComparison(query, scope);
        this.counts = new CountConditions(query, scope, new Conditions(query, scope), comparison);
        this.aggregates = new AggregateConditions(query, scope, comparison);
    }

    PlannedValue plan(Operand operand, String text, PersistentClass type) {
        if (operand instanceof Operand.Count count) {
            CountConditions.Counted counted = counts.counted(count);
            return new PlannedValue(
                    text,
                    type,
                    Condition.Aggregation.COUNT,
                    counted.steps(),
                    counted.condition(),
                    counted.type() == null ? counted.reach().slot() : FieldRef.id(counted.type()));
        }
        Path path = operand instanceof Operand.Aggregate aggregate ? aggregate.path() : (Path) operand;
        ResolvedPath reach =
                operand instanceof Operand.Aggregate aggregate ? aggregates.reach(aggregate) : paths.reach(scope, path);
        if (!(reach.slot().content() instanceof FieldRef.Content.Value value)) {
            throw mistakes.at(
                    path.position(),
                    NO_VALUE,
                    FieldKind.of(reach) + " is no value; expected a path to a value, or COUNT");
        }
        if (value.type().comparedParts() < value.type().parts().size()
                && value.type().javaClass() != BigDecimal.class) {
            throw mistakes.at(
                    path.position(),
                    WRONG_TYPE,
                    "found " + FieldKind.of(reach) + "; expected a function of Java, which gets the whole value");
        }
        if (operand instanceof Path && !reach.isSingle()) {
            throw mistakes.at(
                    path.position(),
                    MANY_VALUES,
                    "the path leads to many values; expected SUM, MIN, MAX, AVG or COUNT of them");
        }
        return new PlannedValue(
                text,
                type,
                operand instanceof Operand.Aggregate aggregate
                        ? Condition.Aggregation.valueOf(aggregate.function().name())
                        : null,
                reach.steps(),
                Condition.ALWAYS,
                reach.slot());
    }
}
