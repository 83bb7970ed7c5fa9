package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NO_ORDER;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Plans comparisons of SUM, AVG, MIN and MAX, with a value or with a path. */
final class AggregateConditions {

    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;
    private final Constants constants;
    private final PathComparison comparison;

    AggregateConditions(OneQuery query, Scope scope, PathComparison comparison) {
        this.scope = scope;
        this.mistakes = query.mistakes();
        this.paths = query.paths();
        this.constants = query.constants();
        this.comparison = comparison;
    }

    Condition compare(Operand.Aggregate aggregate, Expression.Comparison compared) {
        ResolvedPath reach = reach(aggregate);
        FieldRef slot = reach.slot();
        boolean total = isTotal(aggregate);
        if (compared.right() instanceof Value literal && (!total || reach.isSingle())) {
            return extreme(
                    total ? reach.summed() : reach,
                    aggregate.function() == Operand.Function.MAX,
                    compared.operator(),
                    literal);
        }
        Condition.Aggregation aggregation =
                Condition.Aggregation.valueOf(aggregate.function().name());
        if (compared.right() instanceof Path path && reach.isSingle()) {
            return ofSingle(reach, aggregate.path(), compared.operator(), path);
        }
        if (compared.right() instanceof Path path) {
            if (total) {
                return made(
                        aggregation,
                        reach,
                        compared.operator(),
                        comparison.numbers(path, "the " + aggregate.function()),
                        aggregate.position());
            }
            ResolvedPath right = paths.reach(scope, path);
            comparison.requireComparable(slot, compared.operator(), right.slot(), path);
            return made(
                    aggregation,
                    reach,
                    compared.operator(),
                    new Condition.Comparand.Slots(right.steps(), right.slot()),
                    aggregate.position());
        }
        Optional<BigDecimal> number =
                constants.number((Value) compared.right(), "the " + aggregate.function() + " of numbers");
        return number.isEmpty()
                ? (compared.operator() == Operator.NOT_EQUAL ? Condition.ALWAYS : Condition.NEVER)
                : made(
                        aggregation,
                        reach,
                        compared.operator(),
                        new Condition.Comparand.Number(number.get()),
                        aggregate.position());
    }

    /** Plans an aggregate of at most one value: it is that value, or null if there is none. */
    private Condition ofSingle(ResolvedPath left, Path leftPath, Operator operator, Path rightPath) {
        ResolvedPath right = paths.reach(scope, rightPath);
        Condition compared = comparison.compare(left, leftPath, operator, right, rightPath);
        return operator == Operator.NOT_EQUAL
                ? Condition.or(
                        compared,
                        Condition.and(
                                Condition.not(left.some(Condition.reached(left.slot()))),
                                right.some(Condition.reached(right.slot()))))
                : compared;
    }

    private Condition made(
            Condition.Aggregation aggregation,
            ResolvedPath reach,
            Operator operator,
            Condition.Comparand right,
            int position) {
        return right instanceof Condition.Comparand.Number number
                ? made(aggregation, reach.steps(), reach.slot(), operator, number)
                : comparison.gathered(
                        new Condition.Aggregate(
                                aggregation, reach.steps(), Condition.ALWAYS, reach.slot(), operator, right),
                        position);
    }

    /** Plans an aggregate behind references: it belongs to the referenced object, and does not exist without one. */
    private Condition made(
            Condition.Aggregation aggregation,
            List<Step> steps,
            FieldRef slot,
            Operator operator,
            Condition.Comparand.Number number) {
        if (!(steps.get(0) instanceof Step.Follow)) {
            return new Condition.Aggregate(aggregation, steps, Condition.ALWAYS, slot, operator, number);
        }
        return operator == Operator.NOT_EQUAL
                ? Condition.not(made(aggregation, steps, slot, Operator.EQUAL, number))
                : Condition.some(
                        steps.get(0), made(aggregation, steps.subList(1, steps.size()), slot, operator, number));
    }

    /** Resolves the path of an aggregate, and refuses one that does not lead to numbers, or to values that have an order. */
    ResolvedPath reach(Operand.Aggregate aggregate) {
        ResolvedPath reach = paths.reach(scope, aggregate.path());
        FieldRef slot = reach.slot();
        boolean total = isTotal(aggregate);
        if (!PathComparison.isNumberOrId(reach) && (total || !(slot.content() instanceof FieldRef.Content.Value))) {
            throw mistakes.at(
                    aggregate.path().position(),
                    WRONG_TYPE,
                    aggregate.function() + " is made of " + new FieldKind(slot) + "; expected "
                            + (total ? "numbers" : "values"));
        }
        if (new FieldKind(slot).isUnordered()) {
            throw mistakes.at(
                    aggregate.path().position(),
                    NO_ORDER,
                    new FieldKind(slot)
                            + " has no least and no greatest value; expected COUNT, or a comparison with = or !=");
        }
        return reach;
    }

    private static boolean isTotal(Operand.Aggregate aggregate) {
        return aggregate.function() == Operand.Function.SUM || aggregate.function() == Operand.Function.AVG;
    }

    /**
     * Plans MIN and MAX against a value without an aggregate, so that an index is used: the maximum is less than 5 if there is a value and
     * none is 5 or more.
     */
    private Condition extreme(ResolvedPath reach, boolean greatest, Operator operator, Value value) {
        if (operator == Operator.NOT_EQUAL) {
            return Condition.not(extreme(reach, greatest, Operator.EQUAL, value));
        }
        if (constants.isMissing(value)) {
            return Condition.NEVER;
        }
        if (reach.isSingle()) {
            return reach.some(constants.compare(reach.slot(), operator, value));
        }
        Operator beyond = greatest ? Operator.GREATER : Operator.LESS;
        Operator orBeyond = greatest ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL;
        FieldRef slot = reach.slot();
        if (operator == Operator.EQUAL) {
            return Condition.and(
                    reach.some(constants.compare(slot, Operator.EQUAL, value)),
                    Condition.not(reach.some(constants.compare(slot, beyond, value))));
        }
        if (operator == beyond || operator == orBeyond) {
            return reach.some(constants.compare(slot, operator, value));
        }
        boolean strict = operator == Operator.LESS || operator == Operator.GREATER;
        return Condition.and(
                reach.some(Condition.present(slot)),
                Condition.not(reach.some(constants.compare(slot, strict ? orBeyond : beyond, value))));
    }
}
