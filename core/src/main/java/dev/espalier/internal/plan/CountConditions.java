package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NO_OBJECT;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans comparisons of a number of objects or values, with a number or with a path. */
final class CountConditions {

    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;
    private final Constants constants;
    private final Conditions conditions;
    private final PathComparison comparison;

    /** @param conditions plans what is asked of the counted objects */
    CountConditions(OneQuery query, Scope scope, Conditions conditions, PathComparison comparison) {
        this.scope = scope;
        this.mistakes = query.mistakes();
        this.paths = query.paths();
        this.constants = query.constants();
        this.conditions = conditions;
        this.comparison = comparison;
    }

    Condition compare(Operand.Count count, Expression.Comparison compared) {
        Counted counted = counted(count);
        List<Step> steps = counted.steps();
        PersistentClass type = counted.type();
        if (compared.right() instanceof Path path) {
            FieldRef slot = type == null ? counted.reach().slot() : FieldRef.id(type);
            return comparison.gathered(
                    new Condition.Aggregate(
                            Condition.Aggregation.COUNT,
                            steps,
                            counted.condition(),
                            slot,
                            compared.operator(),
                            comparison.numbers(path, "a number of objects")),
                    count.position());
        }
        return constants.compareCount(
                compared.operator(),
                (Value) compared.right(),
                (operator, number) -> countCondition(steps, counted.condition(), type != null, operator, number));
    }

    /**
     * The subject of a count.
     *
     * @param type the class of the counted objects; null for values
     * @param steps from the row to them
     * @param condition that they fulfil
     */
    record Counted(ResolvedPath reach, @Nullable PersistentClass type, List<Step> steps, Condition condition) {}

    /** Resolves the path of a count, and plans what is asked of the counted objects. */
    Counted counted(Operand.Count count) {
        ResolvedPath reach = paths.reach(scope, count.path());
        boolean records = reach.slot().content() instanceof FieldRef.Content.Embedded;
        PersistentClass type =
                count.group().isPresent() && !records ? conditions.objects(reach, count.path()) : reach.objects();
        Condition condition = count.group()
                .map(group ->
                        conditions.fulfils(type == null ? Conditions.inRecord(reach.slot()) : Scope.of(type), group))
                .orElse(Condition.ALWAYS);
        List<Step> steps = type == null ? reach.steps() : reach.stepsToObjects(type);
        Condition counted = type == null ? Condition.and(Condition.present(reach.slot()), condition) : condition;
        if (steps.isEmpty()) {
            throw mistakes.at(
                    count.path().position(),
                    NO_OBJECT,
                    "there is one " + reach.slot().spoken() + " and nothing to count");
        }
        return new Counted(reach, type, steps, counted);
    }

    /**
     * Plans a count. Most counts become an existence check; the others compare with a number above zero, and do not begin with a step to
     * one object.
     */
    private Condition countCondition(
            List<Step> steps, Condition counted, boolean objects, Operator operator, long number) {
        Condition any = Condition.some(steps, counted);
        return switch (operator) {
            case GREATER ->
                number < 0
                        ? Condition.ALWAYS
                        : number == 0 ? any : severalCounted(steps, counted, objects, operator, number);
            case GREATER_OR_EQUAL ->
                number == Long.MIN_VALUE
                        ? Condition.ALWAYS
                        : countCondition(steps, counted, objects, Operator.GREATER, number - 1);
            case LESS -> Condition.not(countCondition(steps, counted, objects, Operator.GREATER_OR_EQUAL, number));
            case LESS_OR_EQUAL -> Condition.not(countCondition(steps, counted, objects, Operator.GREATER, number));
            case EQUAL ->
                number < 0
                        ? Condition.NEVER
                        : number == 0 ? Condition.not(any) : severalCounted(steps, counted, objects, operator, number);
            case NOT_EQUAL -> Condition.not(countCondition(steps, counted, objects, Operator.EQUAL, number));
        };
    }

    private Condition severalCounted(
            List<Step> steps, Condition counted, boolean objects, Operator operator, long number) {
        if (!(steps.get(0) instanceof Step.Follow)) {
            return new Condition.Count(steps, counted, objects, operator, number);
        }
        List<Step> rest = steps.subList(1, steps.size());
        Condition behind = !rest.isEmpty()
                ? severalCounted(rest, counted, objects, operator, number)
                : operator == Operator.EQUAL && number == 1 ? counted : Condition.NEVER;
        return Condition.some(steps.get(0), behind);
    }
}
