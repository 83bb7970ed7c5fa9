package dev.espalier.plan;

import dev.espalier.error.QueryException;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.rql.Expression;
import dev.espalier.rql.Item;
import dev.espalier.rql.Operand;
import dev.espalier.rql.Operator;
import dev.espalier.rql.Path;
import dev.espalier.rql.Quantifier;
import dev.espalier.rql.RqlQuery;
import dev.espalier.rql.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans queries on one model. Safe for any number of threads.
 */
public final class Planner {

    private final ObjectModel model;

    /**
     * @param model the classes that queries can speak of
     */
    public Planner(ObjectModel model) {
        this.model = model;
    }

    /**
     * Plans a query.
     *
     * @param query the syntax tree
     * @param root the class whose objects are asked for
     * @param parameters the values of the query's parameters by name; those of question marks by {@code "1"}, {@code "2"} ...
     * @return the plan, with all values in it
     * @throws QueryException where the query does not fit the model or the parameters do not fit the query
     */
    public Plan plan(RqlQuery query, PersistentClass root, Map<String, Object> parameters) {
        return new Run(query, root, parameters).plan();
    }

    /** Plans one query. */
    private final class Run {

        private final RqlQuery query;
        private final PersistentClass root;
        private final Mistakes mistakes;
        private final Names names;
        private final Parameters parameters;
        private final Constants constants;
        private final Paths paths;

        Run(RqlQuery query, PersistentClass root, Map<String, Object> given) {
            this.query = query;
            this.root = root;
            mistakes = new Mistakes(query.text());
            names = new Names(model, mistakes);
            parameters = new Parameters(given, mistakes);
            constants = new Constants(model, mistakes, parameters);
            paths = new Paths(names, mistakes);
        }

        Plan plan() {
            Scope scope = Scope.of(root);
            List<Condition> parts = query.condition().map(expression -> parts(scope, expression)).orElse(List.of(Condition.ALWAYS));
            List<Plan.Order> orders = query.orders().stream().map(order -> order(scope, order)).toList();
            Optional<QueryException> surplus = parameters.surplus();
            if (surplus.isPresent()) {
                throw surplus.get();
            }
            return new Plan(root, parts, orders, query.limit(), query.offset(), query);
        }

        /** The parts of a union stay apart where they decide on the order of the answer: at the top, and without an order of its own. */
        private List<Condition> parts(Scope scope, Expression expression) {
            if (!(expression instanceof Expression.Merge merge && query.orders().isEmpty())) {
                return List.of(fulfils(scope, expression));
            }
            List<Condition> parts = merge.parts().stream()
                    .map(part -> fulfils(scope, part))
                    .filter(part -> !part.equals(Condition.NEVER))
                    .distinct()
                    .toList();
            return parts.isEmpty() ? List.of(Condition.NEVER) : parts;
        }

        private Plan.Order order(Scope scope, RqlQuery.Order order) {
            Path path = order.path();
            Reach reach = paths.reach(scope, path);
            List<Step.Follow> steps = new ArrayList<>();
            for (Step step : reach.steps()) {
                if (!(step instanceof Step.Follow follow)) {
                    throw mistakes.at(path.position(), "many-values",
                            "the path leads through " + step + ", which can have many; an order needs one value for each object");
                }
                steps.add(follow);
            }
            if (!(reach.slot().content() instanceof Place.Content.Value || reach.slot().content() instanceof Place.Content.Id)) {
                throw mistakes.at(path.position(), "no-value", reach.slot() + " has no order of its own; expected a value in it, or its id");
            }
            return new Plan.Order(steps, reach.slot(), order.descending());
        }

        private Condition fulfils(Scope scope, Expression expression) {
            return expression.map(new Conditions(scope));
        }

        /** Makes conditions on the rows of one scope. */
        private final class Conditions implements Expression.Cases<Condition> {

            private final Scope scope;

            Conditions(Scope scope) {
                this.scope = scope;
            }

            /** Within a condition it does not matter which part comes first. */
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
                throw mistakes.at(variable.position(), "unknown-variable", "no query is given for " + variable.name());
            }

            @Override
            public Condition inVariable(Expression.InVariable in) {
                return variable(in.variable());
            }

            @Override
            public Condition quantified(Expression.Quantified quantified) {
                Reach reach = paths.reach(scope, quantified.path());
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
                    case NO -> Condition.not(group(reach, quantified.path(), quantified.group().get(), false));
                    case ALL -> Condition.not(group(reach, quantified.path(), quantified.group().get(), true));
                };
            }

            /** One of the objects, or records, that are reached fulfils the expression, or does not. */
            private Condition group(Reach reach, Path path, Expression expression, boolean negated) {
                Place slot = reach.slot();
                if (slot.content() instanceof Place.Content.Embedded embedded) {
                    Condition condition = fulfils(new Scope(slot.row(), embedded.type(), slot.chain()), expression);
                    return reach.some(Condition.and(Condition.present(slot), negated ? Condition.not(condition) : condition));
                }
                PersistentClass type = objects(reach, path);
                Condition condition = fulfils(Scope.of(type), expression);
                return Condition.some(reach.stepsToObjects(type), negated ? Condition.not(condition) : condition);
            }

            private PersistentClass objects(Reach reach, Path path) {
                if (reach.objects() == null) {
                    throw mistakes.at(path.steps().get(path.steps().size() - 1).position(), "no-object",
                            "a group asks for fields of objects, and " + reach.slot() + " holds plain values");
                }
                return reach.objects();
            }

            @Override
            public Condition comparison(Expression.Comparison comparison) {
                if (comparison.left() instanceof Operand.Count count) {
                    return count(count, comparison);
                }
                if (comparison.left() instanceof Operand.Aggregate aggregate) {
                    throw mistakes.at(aggregate.position(), "unsupported", aggregate.function() + " is not evaluated by this version");
                }
                Path leftPath = (Path) comparison.left();
                Reach left = paths.reach(scope, leftPath);
                if (comparison.right() instanceof Path rightPath) {
                    return paths(left, leftPath, comparison.operator(), paths.reach(scope, rightPath), rightPath);
                }
                return value(left, comparison.operator(), (Value) comparison.right());
            }

            private Condition value(Reach left, Operator operator, Value value) {
                return operator == Operator.NOT_EQUAL
                        ? left.someNot(constants.compare(left.slot(), Operator.EQUAL, value))
                        : left.some(constants.compare(left.slot(), operator, value));
            }

            private Condition count(Operand.Count count, Expression.Comparison comparison) {
                Reach reach = paths.reach(scope, count.path());
                if (!(comparison.right() instanceof Value value)) {
                    throw mistakes.at(comparison.right().position(), "unsupported", "COUNT is compared with a path, which is not evaluated by"
                            + " this version; expected a number");
                }
                PersistentClass type = count.group().isPresent() ? objects(reach, count.path()) : reach.objects();
                Condition condition = count.group().map(group -> fulfils(Scope.of(type), group)).orElse(Condition.ALWAYS);
                List<Step> steps = type == null ? reach.steps() : reach.stepsToObjects(type);
                Condition counted = type == null ? Condition.present(reach.slot()) : condition;
                if (steps.isEmpty()) {
                    throw mistakes.at(count.path().position(), "no-object", "there is one " + reach.slot() + " and nothing to count");
                }
                return constants.compareCount(comparison.operator(), value,
                        (operator, number) -> countCondition(steps, counted, type != null, operator, number));
            }

            /** Most counts only ask whether there is any; the others are above zero, and do not begin with a step to one object. */
            private Condition countCondition(List<Step> steps, Condition counted, boolean objects, Operator operator, long number) {
                Condition any = Condition.some(steps, counted);
                return switch (operator) {
                    case GREATER -> number < 0 ? Condition.ALWAYS
                            : number == 0 ? any
                            : severalCounted(steps, counted, objects, operator, number);
                    case GREATER_OR_EQUAL -> number == Long.MIN_VALUE ? Condition.ALWAYS
                            : countCondition(steps, counted, objects, Operator.GREATER, number - 1);
                    case LESS -> Condition.not(countCondition(steps, counted, objects, Operator.GREATER_OR_EQUAL, number));
                    case LESS_OR_EQUAL -> Condition.not(countCondition(steps, counted, objects, Operator.GREATER, number));
                    case EQUAL -> number < 0 ? Condition.NEVER
                            : number == 0 ? Condition.not(any)
                            : severalCounted(steps, counted, objects, operator, number);
                    case NOT_EQUAL -> Condition.not(countCondition(steps, counted, objects, Operator.EQUAL, number));
                };
            }

            private Condition severalCounted(List<Step> steps, Condition counted, boolean objects, Operator operator, long number) {
                if (!(steps.get(0) instanceof Step.Follow)) {
                    return new Condition.Count(steps, counted, objects, operator, number);
                }
                List<Step> rest = steps.subList(1, steps.size());
                Condition behind = !rest.isEmpty() ? severalCounted(rest, counted, objects, operator, number)
                        : operator == Operator.EQUAL && number == 1 ? counted
                        : Condition.NEVER;
                return Condition.some(steps.get(0), behind);
            }

            private Condition paths(Reach left, Path leftPath, Operator operator, Reach right, Path rightPath) {
                requireComparable(left.slot(), operator, right.slot(), rightPath);
                if (!left.steps().isEmpty() || !right.steps().isEmpty()) {
                    return new Condition.ComparePaths(left.steps(), left.slot(), operator, right.steps(), right.slot());
                }
                if (operator != Operator.NOT_EQUAL) {
                    return new Condition.ComparePlaces(left.slot(), operator, right.slot());
                }
                return Condition.and(Condition.reached(left.slot()), Condition.reached(right.slot()),
                        Condition.not(new Condition.ComparePlaces(left.slot(), Operator.EQUAL, right.slot())));
            }

            private void requireComparable(Place left, Operator operator, Place right, Path rightPath) {
                String kinds = kind(left) + " and " + kind(right);
                boolean ordered = operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
                if (left.content() instanceof Place.Content.Value a && right.content() instanceof Place.Content.Value b) {
                    boolean numbers = isNumber(a) && isNumber(b);
                    if (!numbers && a.type().javaClass() != b.type().javaClass()) {
                        throw mistakes.at(rightPath.position(), "wrong-type", kinds + " are compared; expected values of one type");
                    }
                    if (ordered && (a.type().javaClass().isEnum() || a.type().javaClass() == Boolean.class)) {
                        throw mistakes.at(rightPath.position(), "no-order", kinds + " are compared; expected = or !=");
                    }
                } else if (left.content() instanceof Place.Content.Reference a && right.content() instanceof Place.Content.Reference b) {
                    if (ordered) {
                        throw mistakes.at(rightPath.position(), "no-order", "objects have no order; expected = or !=");
                    }
                    if (!paths.related(a.target(), b.target())) {
                        throw mistakes.at(rightPath.position(), "wrong-type", kinds + " are compared; no object is both");
                    }
                } else if (isObject(left) && isObject(right) && !ordered) {
                    // A path that ends in a class or on the way back reaches the objects themselves, of which the id stands in the row.
                    return;
                } else if (!isId(left) || !isId(right)) {
                    throw mistakes.at(rightPath.position(), "wrong-type", kinds + " are compared; expected values of one type");
                }
            }

            private boolean isObject(Place place) {
                return place.content() instanceof Place.Content.Id || place.content() instanceof Place.Content.Reference;
            }

            private boolean isId(Place place) {
                return place.content() instanceof Place.Content.Id
                        || place.content() instanceof Place.Content.Value value && value.type().parts().get(0).type().isInteger()
                                && isNumber(value);
            }

            private boolean isNumber(Place.Content.Value value) {
                return Number.class.isAssignableFrom(value.type().javaClass());
            }

            private String kind(Place place) {
                return place.content() instanceof Place.Content.Value value ? place + " (" + value.type().javaClass().getSimpleName() + ")"
                        : place.content() instanceof Place.Content.Reference reference ? place + " (" + reference.target() + ")"
                        : place.toString();
            }

            @Override
            public Condition in(Expression.In in) {
                Reach reach = paths.reach(scope, in.path());
                List<Condition> items = new ArrayList<>();
                for (Item item : in.items()) {
                    if (item instanceof Item.Interval interval) {
                        items.add(interval(reach.slot(), interval));
                    } else if (item instanceof Value.Parameter parameter) {
                        parameters.values(parameter).forEach(value -> items.add(constants.equal(reach.slot(), parameter.position(), value)));
                    } else {
                        items.add(constants.compare(reach.slot(), Operator.EQUAL, (Value) item));
                    }
                }
                return reach.some(Condition.or(items), in.negated());
            }

            private Condition interval(Place slot, Item.Interval interval) {
                List<Condition> ends = new ArrayList<>(List.of(Condition.present(slot)));
                interval.low().ifPresent(low -> ends.add(constants.compare(
                        slot, interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER, low)));
                interval.high().ifPresent(high -> ends.add(constants.compare(
                        slot, interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS, high)));
                return Condition.and(ends.size() > 1 ? ends.subList(1, ends.size()) : ends);
            }

            @Override
            public Condition match(Expression.Match match) {
                Reach reach = paths.reach(scope, match.path());
                Place slot = reach.slot();
                if (!(slot.content() instanceof Place.Content.Value value
                        && (value.type().javaClass() == String.class || value.type().javaClass().isEnum()))) {
                    throw mistakes.at(match.path().position(), "wrong-type", kind(slot) + " is matched with a pattern; expected a text");
                }
                String pattern = pattern(match.pattern());
                Condition matches = pattern == null ? Condition.NEVER : new Condition.Match(slot, pattern, match.ignoreCase());
                return reach.some(matches, match.negated());
            }

            private String pattern(Value given) {
                Object pattern = given instanceof Value.Parameter parameter ? parameters.value(parameter) : ((Value.TextLiteral) given).text();
                if (pattern != null && !(pattern instanceof CharSequence)) {
                    throw mistakes.at(given.position(), "wrong-type",
                            "found a " + pattern.getClass().getSimpleName() + " as a pattern; expected a text");
                }
                if (pattern != null && endsInEscape(pattern.toString())) {
                    throw mistakes.at(given.position(), "bad-pattern", "the pattern ends in a backslash that escapes nothing; a backslash itself"
                            + " is written twice");
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
                Reach reach = paths.reach(scope, isNull.path());
                Place slot = reach.slot();
                if (isNull.negated()) {
                    return reach.some(Condition.present(slot));
                }
                Condition nothingReached = Condition.not(reach.some(Condition.reached(slot)));
                return Condition.or(nothingReached, reach.some(Condition.and(Condition.reached(slot), Condition.missing(slot))));
            }

            @Override
            public Condition isEmpty(Expression.IsEmpty isEmpty) {
                Reach reach = paths.reach(scope, isEmpty.path());
                if (reach.owners() < 0) {
                    throw mistakes.at(isEmpty.path().position(), "no-collection",
                            kind(reach.slot()) + " is no collection; expected IS NULL, or a comparison with ''");
                }
                List<Step> toOwners = reach.steps().subList(0, reach.owners());
                List<Step> toMembers = reach.steps().subList(reach.owners(), reach.steps().size());
                Condition any = Condition.some(toMembers, Condition.ALWAYS);
                if (isEmpty.negated()) {
                    return Condition.some(toOwners, any);
                }
                Condition isOwner = hasCollection(toOwners, toMembers.get(0));
                Condition noOwner = Condition.not(Condition.some(toOwners, isOwner));
                return Condition.or(noOwner, Condition.some(toOwners, Condition.and(isOwner, Condition.not(any))));
            }

            /** Only some subclasses of the class that the steps lead to may have the collection. */
            private Condition hasCollection(List<Step> toOwners, Step toMembers) {
                if (!(toMembers instanceof Step.Members members)) {
                    return Condition.ALWAYS;
                }
                PersistentClass declaring = members.collection().declaringClass();
                PersistentClass reached = toOwners.isEmpty() ? ((Place.Row.Objects) scope.row()).type() : objects(toOwners.get(toOwners.size() - 1));
                return reached.isSubclassOf(declaring) ? Condition.ALWAYS : new Condition.OfClass(declaring);
            }

            private static PersistentClass objects(Step step) {
                if (step instanceof Step.Follow follow) {
                    return follow.target();
                }
                if (step instanceof Step.Referrers referrers) {
                    return referrers.owner();
                }
                if (step instanceof Step.Holders holders) {
                    return holders.owner();
                }
                throw new IllegalStateException("a member has no collection of its own");
            }

            @Override
            public Condition isClass(Expression.IsClass isClass) {
                Reach reach = paths.reach(scope, isClass.path());
                PersistentClass declared = reach.objects();
                if (declared == null) {
                    throw mistakes.at(isClass.path().position(), "no-object", reach.slot() + " holds plain values, which have no class to ask for");
                }
                PersistentClass type = paths.narrowed(declared, isClass.className());
                Condition is = reach.slot().content() instanceof Place.Content.Id
                        ? new Condition.OfClass(type)
                        : Condition.some(new Step.Follow(reach.slot(), type), Condition.ALWAYS);
                return reach.some(is, isClass.negated());
            }
        }
    }
}
