package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NO_COLLECTION;
import static dev.espalier.error.ErrorCode.NO_OBJECT;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Quantifier;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans the expressions on the rows of one scope. {@link CountConditions} and {@link AggregateConditions} plan comparisons of what is made of many values, {@link
 * PathComparison} those of two paths, {@link ComputedConditions} tests of what is computed.
 */
final class Conditions implements Expression.Cases<Condition> {

    private final OneQuery query;
    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;
    private final Constants constants;
    private final Parameters parameters;
    private final PathComparison pathComparison;
    private final CountConditions counts;
    private final AggregateConditions aggregates;

    Conditions(OneQuery query, Scope scope) {
        this.query = query;
        this.scope = scope;
        this.mistakes = query.mistakes();
        this.paths = query.paths();
        this.constants = query.constants();
        this.parameters = query.parameters();
        this.pathComparison = new PathComparison(query, scope);
        this.counts = new CountConditions(query, scope, this, pathComparison);
        this.aggregates = new AggregateConditions(query, scope, pathComparison);
    }

    /** Returns the condition that a row of another scope fulfils the expression. */
    Condition fulfils(Scope other, Expression expression) {
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

    static Scope inRecord(FieldRef slot) {
        return new Scope(slot.row(), ((FieldRef.Content.Embedded) slot.content()).type(), slot.chain());
    }

    PersistentClass objects(ResolvedPath reach, Path path) {
        PersistentClass type = reach.objects();
        if (type == null) {
            throw mistakes.at(
                    path.steps().get(path.steps().size() - 1).position(),
                    NO_OBJECT,
                    "a group asks for fields of objects, and " + reach.slot().spoken() + " holds plain values");
        }
        return type;
    }

    @Override
    public Condition comparison(Expression.Comparison comparison) {
        if (comparison.left() instanceof Operand.Count count) {
            return counts.compare(count, comparison);
        }
        if (comparison.left() instanceof Operand.Aggregate aggregate) {
            return aggregates.compare(aggregate, comparison);
        }
        Path leftPath = (Path) comparison.left();
        ResolvedPath left = paths.reach(scope, leftPath);
        if (comparison.right() instanceof Path rightPath) {
            paths.requireFieldOrValue(scope, rightPath);
            return pathComparison.compare(
                    left, leftPath, comparison.operator(), paths.reach(scope, rightPath), rightPath);
        }
        return value(left, comparison.operator(), (Value) comparison.right());
    }

    private Condition value(ResolvedPath left, Operator operator, Value value) {
        return operator == Operator.NOT_EQUAL
                ? left.someNot(constants.compare(left.slot(), Operator.EQUAL, value))
                : left.some(constants.compare(left.slot(), operator, value));
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
                    match.path().position(),
                    WRONG_TYPE,
                    new FieldKind(slot) + " is matched with a pattern; expected a text");
        }
        if (match.pattern() instanceof Value.Parameter parameter
                && parameters.value(parameter) instanceof PlanTemplate.Later later) {
            if (match.ignoreCase() || match.negated()) {
                throw new PlanTemplate.NoTemplate();
            }
            return reach.some(later.beginning(slot));
        }
        String pattern = new PatternText(mistakes, parameters).of(match.pattern());
        Condition matches = pattern == null ? Condition.NEVER : new Condition.Match(slot, pattern, match.ignoreCase());
        return reach.some(matches, match.negated());
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
                            : FieldKind.of(reach) + " is no collection; expected IS NULL, or a comparison with ''");
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
    public Condition computed(Expression.Computed computed) {
        return new ComputedConditions(query, scope).plan(computed);
    }

    @Override
    public Condition isClass(Expression.IsClass isClass) {
        ResolvedPath reach = paths.reach(scope, isClass.path());
        PersistentClass declared = reach.objects();
        if (declared == null) {
            throw mistakes.at(
                    isClass.path().position(),
                    NO_OBJECT,
                    reach.slot().spoken() + " holds plain values, which have no class to ask for");
        }
        PersistentClass type = paths.narrowed(declared, isClass.className());
        Condition is = reach.slot().content() instanceof FieldRef.Content.Id
                ? new Condition.OfClass(type)
                : Condition.some(new Step.Follow(reach.slot(), type), Condition.ALWAYS);
        return reach.some(is, isClass.negated());
    }
}
