package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.BAD_PATTERN;
import static dev.espalier.error.ErrorCode.MANY_VALUES;
import static dev.espalier.error.ErrorCode.NO_COLLECTION;
import static dev.espalier.error.ErrorCode.NO_IDENTITY;
import static dev.espalier.error.ErrorCode.NO_OBJECT;
import static dev.espalier.error.ErrorCode.NO_ORDER;
import static dev.espalier.error.ErrorCode.NO_VALUE;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Quantifier;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans the expressions on the rows of one scope. */
final class Conditions implements Expression.Cases<Condition> {

    private final OneQuery query;
    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;
    private final Constants constants;
    private final Parameters parameters;

    Conditions(OneQuery query, Scope scope) {
        this.query = query;
        this.scope = scope;
        this.mistakes = query.mistakes();
        this.paths = query.paths();
        this.constants = query.constants();
        this.parameters = query.parameters();
    }

    private Condition fulfils(Scope other, Expression expression) {
        return expression.map(new Conditions(query, other));
    }

    /** Plans MERGE as OR: within a condition the order of the parts has no effect. */
    @Override
    public Condition merge(Expression.Merge merge) {
        return Condition.or(all(merge.parts()));
    }

    @Override
    public Condition or(Expression.Or or) {
        return Condition.or(all(or.parts()));
    }

    @Override
    public Condition and(Expression.And and) {
        return Condition.and(all(and.parts()));
    }

    private List<Condition> all(List<Expression> parts) {
        return parts.stream().map(part -> part.map(this)).toList();
    }

    @Override
    public Condition not(Expression.Not not) {
        return Condition.not(not.part().map(this));
    }

    @Override
    public Condition variable(Expression.Variable variable) {
        if (!(scope.row() instanceof FieldRef.Row.Objects objects) || scope.record() != null) {
            throw mistakes.at(
                    variable.position(),
                    NO_OBJECT,
                    "a record has no identity, so that it is in no result; expected a condition on its components");
        }
        return query.inResult(variable, objects.type());
    }

    @Override
    public Condition inVariable(Expression.InVariable in) {
        ResolvedPath reach = paths.reach(scope, in.path());
        PersistentClass type = objects(reach, in.path());
        Condition ofObject = query.inResult(in.variable(), type);
        Condition ofSlot = reach.slot().content() instanceof FieldRef.Content.Id
                ? ofObject
                : Condition.some(new Step.Follow(reach.slot(), type), ofObject);
        return reach.some(ofSlot, in.negated());
    }

    @Override
    public Condition quantified(Expression.Quantified quantified) {
        ResolvedPath reach = paths.reach(scope, quantified.path());
        Quantifier quantifier = quantified.quantifier();
        if (quantified.group().isEmpty()) {
            Condition any = reach.some(Condition.present(reach.slot()));
            return switch (quantifier) {
                case ANY -> any;
                case NO -> Condition.not(any);
                case ALL -> Condition.ALWAYS;
            };
        }
        return switch (quantifier) {
            case ANY -> group(reach, quantified.path(), quantified.group().get(), false);
            case NO ->
                Condition.not(group(reach, quantified.path(), quantified.group().get(), false));
            case ALL ->
                Condition.not(group(reach, quantified.path(), quantified.group().get(), true));
        };
    }

    /** Returns the condition that one of the reached objects or records fulfils the expression, or does not. */
    private Condition group(ResolvedPath reach, Path path, Expression expression, boolean negated) {
        FieldRef slot = reach.slot();
        if (slot.content() instanceof FieldRef.Content.Embedded) {
            Condition condition = fulfils(inRecord(slot), expression);
            return reach.some(Condition.and(Condition.present(slot), negated ? Condition.not(condition) : condition));
        }
        PersistentClass type = objects(reach, path);
        Condition condition = fulfils(Scope.of(type), expression);
        return Condition.some(reach.stepsToObjects(type), negated ? Condition.not(condition) : condition);
    }

    private static Scope inRecord(FieldRef slot) {
        return new Scope(slot.row(), ((FieldRef.Content.Embedded) slot.content()).type(), slot.chain());
    }

    private PersistentClass objects(ResolvedPath reach, Path path) {
        PersistentClass type = reach.objects();
        if (type == null) {
            throw mistakes.at(
                    path.steps().get(path.steps().size() - 1).position(),
                    NO_OBJECT,
                    "a group asks for fields of objects, and " + reach.slot() + " holds plain values");
        }
        return type;
    }

    @Override
    public Condition comparison(Expression.Comparison comparison) {
        if (comparison.left() instanceof Operand.Count count) {
            return count(count, comparison);
        }
        if (comparison.left() instanceof Operand.Aggregate aggregate) {
            return aggregate(aggregate, comparison);
        }
        Path leftPath = (Path) comparison.left();
        ResolvedPath left = paths.reach(scope, leftPath);
        if (comparison.right() instanceof Path rightPath) {
            return paths(left, leftPath, comparison.operator(), paths.reach(scope, rightPath), rightPath);
        }
        return value(left, comparison.operator(), (Value) comparison.right());
    }

    private Condition value(ResolvedPath left, Operator operator, Value value) {
        return operator == Operator.NOT_EQUAL
                ? left.someNot(constants.compare(left.slot(), Operator.EQUAL, value))
                : left.some(constants.compare(left.slot(), operator, value));
    }

    /** Plans a value of an object. */
    PlannedValue value(Operand operand, String text, PersistentClass type) {
        if (operand instanceof Operand.Count count) {
            Counted counted = counted(count);
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
                operand instanceof Operand.Aggregate aggregate ? aggregated(aggregate) : paths.reach(scope, path);
        if (!(reach.slot().content() instanceof FieldRef.Content.Value value)) {
            throw mistakes.at(
                    path.position(),
                    NO_VALUE,
                    kind(reach.slot()) + " is no value; expected a path to a value, or COUNT");
        }
        if (value.type().comparedParts() < value.type().parts().size()
                && value.type().javaClass() != BigDecimal.class) {
            throw mistakes.at(
                    path.position(),
                    WRONG_TYPE,
                    "found " + kind(reach.slot()) + "; expected a function of Java, which gets the whole value");
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

    /** @param type the class of the counted objects; null for values */
    private record Counted(ResolvedPath reach, @Nullable PersistentClass type, List<Step> steps, Condition condition) {}

    private Counted counted(Operand.Count count) {
        ResolvedPath reach = paths.reach(scope, count.path());
        boolean records = reach.slot().content() instanceof FieldRef.Content.Embedded;
        PersistentClass type = count.group().isPresent() && !records ? objects(reach, count.path()) : reach.objects();
        Condition condition = count.group()
                .map(group -> fulfils(type == null ? inRecord(reach.slot()) : Scope.of(type), group))
                .orElse(Condition.ALWAYS);
        List<Step> steps = type == null ? reach.steps() : reach.stepsToObjects(type);
        Condition counted = type == null ? Condition.and(Condition.present(reach.slot()), condition) : condition;
        if (steps.isEmpty()) {
            throw mistakes.at(
                    count.path().position(), NO_OBJECT, "there is one " + reach.slot() + " and nothing to count");
        }
        return new Counted(reach, type, steps, counted);
    }

    private Condition count(Operand.Count count, Expression.Comparison comparison) {
        Counted counted = counted(count);
        List<Step> steps = counted.steps();
        PersistentClass type = counted.type();
        if (comparison.right() instanceof Path path) {
            FieldRef slot = type == null ? counted.reach().slot() : FieldRef.id(type);
            return gathered(
                    new Condition.Aggregate(
                            Condition.Aggregation.COUNT,
                            steps,
                            counted.condition(),
                            slot,
                            comparison.operator(),
                            numbers(path, "a number of objects")),
                    count.position());
        }
        return constants.compareCount(
                comparison.operator(),
                (Value) comparison.right(),
                (operator, number) -> countCondition(steps, counted.condition(), type != null, operator, number));
    }

    /** Resolves the path of an aggregate, and refuses one that does not lead to numbers, or to values that have an order. */
    private ResolvedPath aggregated(Operand.Aggregate aggregate) {
        ResolvedPath reach = paths.reach(scope, aggregate.path());
        FieldRef slot = reach.slot();
        boolean total = isTotal(aggregate);
        if (!isNumberOrId(reach) && (total || !(slot.content() instanceof FieldRef.Content.Value))) {
            throw mistakes.at(
                    aggregate.path().position(),
                    WRONG_TYPE,
                    aggregate.function() + " is made of " + kind(slot) + "; expected "
                            + (total ? "numbers" : "values"));
        }
        if (slot.content() instanceof FieldRef.Content.Value value && isUnordered(value)) {
            throw mistakes.at(
                    aggregate.path().position(),
                    NO_ORDER,
                    kind(slot) + " has no least and no greatest value; expected COUNT, or a comparison with = or !=");
        }
        return reach;
    }

    private static boolean isTotal(Operand.Aggregate aggregate) {
        return aggregate.function() == Operand.Function.SUM || aggregate.function() == Operand.Function.AVG;
    }

    private Condition aggregate(Operand.Aggregate aggregate, Expression.Comparison comparison) {
        ResolvedPath reach = aggregated(aggregate);
        FieldRef slot = reach.slot();
        boolean total = isTotal(aggregate);
        if (comparison.right() instanceof Value literal && (!total || reach.isSingle())) {
            return extreme(
                    total ? reach.summed() : reach,
                    aggregate.function() == Operand.Function.MAX,
                    comparison.operator(),
                    literal);
        }
        Condition.Aggregation aggregation =
                Condition.Aggregation.valueOf(aggregate.function().name());
        if (comparison.right() instanceof Path path && reach.isSingle()) {
            return ofSingle(reach, aggregate.path(), comparison.operator(), path);
        }
        if (comparison.right() instanceof Path path) {
            if (total) {
                return made(
                        aggregation,
                        reach,
                        comparison.operator(),
                        numbers(path, "the " + aggregate.function()),
                        aggregate.position());
            }
            ResolvedPath right = paths.reach(scope, path);
            requireComparable(slot, comparison.operator(), right.slot(), path);
            return made(
                    aggregation,
                    reach,
                    comparison.operator(),
                    new Condition.Comparand.Slots(right.steps(), right.slot()),
                    aggregate.position());
        }
        Optional<BigDecimal> number =
                constants.number((Value) comparison.right(), "the " + aggregate.function() + " of numbers");
        return number.isEmpty()
                ? (comparison.operator() == Operator.NOT_EQUAL ? Condition.ALWAYS : Condition.NEVER)
                : made(
                        aggregation,
                        reach,
                        comparison.operator(),
                        new Condition.Comparand.Number(number.get()),
                        aggregate.position());
    }

    /** Plans an aggregate of at most one value: it is that value, or null if there is none. */
    private Condition ofSingle(ResolvedPath left, Path leftPath, Operator operator, Path rightPath) {
        ResolvedPath right = paths.reach(scope, rightPath);
        Condition compared = paths(left, leftPath, operator, right, rightPath);
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
                : gathered(
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

    /**
     * Refuses an aggregate on members of a collection: they have no ids by which values gathered outside of the database could be
     * distinguished.
     */
    private Condition gathered(Condition condition, int position) {
        if (scope.record() != null && scope.row() instanceof FieldRef.Row.Members) {
            throw mistakes.at(
                    position,
                    NO_IDENTITY,
                    Constants.withArticle(scope.record().name())
                            + " in a collection has no identity, so that two paths from it cannot be compared where one is made of several values"
                            + " or repeated; expected a comparison with a value");
        }
        return condition;
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

    private Condition.Comparand numbers(Path path, String left) {
        ResolvedPath reach = paths.reach(scope, path);
        if (!isNumberOrId(reach)) {
            throw mistakes.at(
                    path.position(),
                    WRONG_TYPE,
                    left + " is compared with " + kind(reach.slot()) + "; expected numbers");
        }
        return new Condition.Comparand.Slots(reach.steps(), reach.slot());
    }

    private boolean isNumberOrId(ResolvedPath reach) {
        return reach.slot().content() instanceof FieldRef.Content.Id && !reach.atObjects()
                || reach.slot().content() instanceof FieldRef.Content.Value value && isNumber(value);
    }

    private boolean isUnordered(FieldRef.Content.Value value) {
        return value.type().isEnum() || value.type().javaClass() == Boolean.class;
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

    private Condition paths(ResolvedPath left, Path leftPath, Operator operator, ResolvedPath right, Path rightPath) {
        requireComparable(left.slot(), operator, right.slot(), rightPath);
        if (!left.steps().isEmpty() || !right.steps().isEmpty()) {
            Condition compared =
                    new Condition.ComparePaths(left.steps(), left.slot(), operator, right.steps(), right.slot());
            return left.repeats() || right.repeats() ? gathered(compared, leftPath.position()) : compared;
        }
        if (operator != Operator.NOT_EQUAL) {
            return new Condition.CompareFields(left.slot(), operator, right.slot());
        }
        return Condition.and(
                Condition.reached(left.slot()),
                Condition.reached(right.slot()),
                Condition.not(new Condition.CompareFields(left.slot(), Operator.EQUAL, right.slot())));
    }

    private void requireComparable(FieldRef left, Operator operator, FieldRef right, Path rightPath) {
        String kinds = kind(left) + " and " + kind(right);
        boolean ordered = operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
        if (left.content() instanceof FieldRef.Content.Value a && right.content() instanceof FieldRef.Content.Value b) {
            boolean numbers = isNumber(a) && isNumber(b);
            if (!numbers && !a.type().isSameAs(b.type())) {
                throw mistakes.at(
                        rightPath.position(), WRONG_TYPE, kinds + " are compared; expected values of one type");
            }
            if (ordered && isUnordered(a)) {
                throw mistakes.at(rightPath.position(), NO_ORDER, kinds + " are compared; expected = or !=");
            }
        } else if (left.content() instanceof FieldRef.Content.Reference a
                && right.content() instanceof FieldRef.Content.Reference b) {
            if (ordered) {
                throw mistakes.at(rightPath.position(), NO_ORDER, "objects have no order; expected = or !=");
            }
            if (!paths.related(a.target(), b.target())) {
                throw mistakes.at(rightPath.position(), WRONG_TYPE, kinds + " are compared; no object is both");
            }
        } else if (isObject(left) && isObject(right) && !ordered) {
            // A path that ends in a class or on the way back reaches the objects themselves, of which the id stands in
            // the row.
            return;
        } else if (!isIdOrNumber(left) || !isIdOrNumber(right)) {
            throw mistakes.at(rightPath.position(), WRONG_TYPE, kinds + " are compared; expected values of one type");
        }
    }

    private boolean isObject(FieldRef field) {
        return field.content() instanceof FieldRef.Content.Id || field.content() instanceof FieldRef.Content.Reference;
    }

    private boolean isIdOrNumber(FieldRef field) {
        return field.content() instanceof FieldRef.Content.Id
                || field.content() instanceof FieldRef.Content.Value value && isNumber(value);
    }

    private boolean isNumber(FieldRef.Content.Value value) {
        return Number.class.isAssignableFrom(value.type().javaClass());
    }

    private String kind(FieldRef field) {
        return field.content() instanceof FieldRef.Content.Value value
                ? field + " (" + value.type().name() + ")"
                : field.content() instanceof FieldRef.Content.Reference reference
                        ? field + " (" + reference.target() + ")"
                        : field.toString();
    }

    @Override
    public Condition in(Expression.In in) {
        ResolvedPath reach = paths.reach(scope, in.path());
        List<Condition> items = new ArrayList<>();
        for (Item item : in.items()) {
            if (item instanceof Item.Interval interval) {
                items.add(interval(reach.slot(), interval));
            } else if (item instanceof Value.Parameter parameter) {
                parameters
                        .values(parameter)
                        .forEach(value -> items.add(constants.equal(reach.slot(), parameter.position(), value)));
            } else {
                items.add(constants.compare(reach.slot(), Operator.EQUAL, (Value) item));
            }
        }
        return reach.some(Condition.or(items), in.negated());
    }

    private Condition interval(FieldRef slot, Item.Interval interval) {
        List<Condition> ends = new ArrayList<>(List.of(Condition.present(slot)));
        interval.low()
                .ifPresent(low -> ends.add(constants.compare(
                        slot, interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER, low)));
        interval.high()
                .ifPresent(high -> ends.add(constants.compare(
                        slot, interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS, high)));
        return Condition.and(ends.size() > 1 ? ends.subList(1, ends.size()) : ends);
    }

    @Override
    public Condition match(Expression.Match match) {
        ResolvedPath reach = paths.reach(scope, match.path());
        FieldRef slot = reach.slot();
        if (!(slot.content() instanceof FieldRef.Content.Value value
                && (value.type().javaClass() == String.class || value.type().isEnum()))) {
            throw mistakes.at(
                    match.path().position(), WRONG_TYPE, kind(slot) + " is matched with a pattern; expected a text");
        }
        String pattern = pattern(match.pattern());
        Condition matches = pattern == null ? Condition.NEVER : new Condition.Match(slot, pattern, match.ignoreCase());
        return reach.some(matches, match.negated());
    }

    private @Nullable String pattern(Value given) {
        Object pattern = given instanceof Value.Parameter parameter
                ? parameters.value(parameter)
                : ((Value.TextLiteral) given).text();
        if (pattern != null && !(pattern instanceof CharSequence)) {
            throw mistakes.at(
                    given.position(),
                    WRONG_TYPE,
                    "found " + Constants.withArticle(pattern.getClass().getSimpleName())
                            + " as a pattern; expected a text");
        }
        if (pattern != null && !UTF_8.newEncoder().canEncode(pattern.toString())) {
            // Drivers would send another character, such as '?' or U+FFFD, which the engine could find.
            throw mistakes.at(
                    given.position(),
                    WRONG_TYPE,
                    "found half of a surrogate pair in the pattern; only whole characters are kept");
        }
        if (pattern != null && endsInEscape(pattern.toString())) {
            throw mistakes.at(
                    given.position(),
                    BAD_PATTERN,
                    "the pattern ends in a backslash that escapes nothing; a backslash itself" + " is written twice");
        }
        return pattern == null ? null : pattern.toString();
    }

    private boolean endsInEscape(String pattern) {
        int end = pattern.length();
        while (end > 0 && pattern.charAt(end - 1) == '\\') {
            end--;
        }
        return (pattern.length() - end) % 2 == 1;
    }

    @Override
    public Condition isNull(Expression.IsNull isNull) {
        ResolvedPath reach = paths.reach(scope, isNull.path());
        FieldRef slot = reach.slot();
        if (isNull.negated()) {
            return reach.some(Condition.present(slot));
        }
        Condition nothingReached = Condition.not(reach.some(Condition.reached(slot)));
        return Condition.or(
                nothingReached, reach.some(Condition.and(Condition.reached(slot), Condition.missing(slot))));
    }

    @Override
    public Condition isEmpty(Expression.IsEmpty isEmpty) {
        ResolvedPath reach = paths.reach(scope, isEmpty.path());
        if (reach.owners() < 0) {
            throw mistakes.at(
                    isEmpty.path().position(),
                    NO_COLLECTION,
                    reach.atObjects()
                            ? Rql.print(isEmpty.path())
                                    + " leads to objects and is no collection; expected NO or ANY before the path"
                            : kind(reach.slot()) + " is no collection; expected IS NULL, or a comparison with ''");
        }
        List<Step> toOwners = reach.steps().subList(0, reach.owners());
        List<Step> toMembers =
                reach.steps().subList(reach.owners(), reach.steps().size());
        Condition any = Condition.some(toMembers, Condition.ALWAYS);
        if (isEmpty.negated()) {
            return Condition.some(toOwners, any);
        }
        Condition isOwner = hasCollection(toOwners, toMembers.get(0));
        Condition noOwner = Condition.not(Condition.some(toOwners, isOwner));
        return Condition.or(noOwner, Condition.some(toOwners, Condition.and(isOwner, Condition.not(any))));
    }

    /** Returns the condition that the owner's class has the collection: perhaps only some subclasses have it. */
    private Condition hasCollection(List<Step> toOwners, Step toMembers) {
        if (!(toMembers instanceof Step.Members members)) {
            return Condition.ALWAYS;
        }
        PersistentClass declaring = members.collection().declaringClass();
        PersistentClass reached = toOwners.isEmpty() ? ((FieldRef.Row.Objects) scope.row()).type() : Step.end(toOwners);
        return reached.isSubclassOf(declaring) ? Condition.ALWAYS : new Condition.OfClass(declaring);
    }

    @Override
    public Condition isClass(Expression.IsClass isClass) {
        ResolvedPath reach = paths.reach(scope, isClass.path());
        PersistentClass declared = reach.objects();
        if (declared == null) {
            throw mistakes.at(
                    isClass.path().position(),
                    NO_OBJECT,
                    reach.slot() + " holds plain values, which have no class to ask for");
        }
        PersistentClass type = paths.narrowed(declared, isClass.className());
        Condition is = reach.slot().content() instanceof FieldRef.Content.Id
                ? new Condition.OfClass(type)
                : Condition.some(new Step.Follow(reach.slot(), type), Condition.ALWAYS);
        return reach.some(is, isClass.negated());
    }
}
