package dev.espalier.naive;

import dev.espalier.rql.Expression;
import dev.espalier.rql.Item;
import dev.espalier.rql.Operand;
import dev.espalier.rql.Operator;
import dev.espalier.rql.Path;
import dev.espalier.rql.RqlQuery;
import dev.espalier.rql.Term;
import dev.espalier.rql.Value;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers queries by looking at every object. A path reaches slots: a field of an object, or one member of a collection; a slot may be
 * empty, which is null here. A predicate holds where one of the slots fulfils it.
 */
public final class NaiveEvaluator {

    private final Collection<?> population;
    private final ToLongFunction<Object> ids;
    private final Map<String, ?> parameters;

    /**
     * @param population all objects of all classes
     * @param ids the id of each
     * @param parameters by name; positional ones by number, from "1"
     */
    public NaiveEvaluator(Collection<?> population, ToLongFunction<Object> ids, Map<String, ?> parameters) {
        this.population = population;
        this.ids = ids;
        this.parameters = parameters;
    }

    /** The objects of the root class that answer the query, in order. */
    public <T> List<T> answer(Class<T> root, RqlQuery query) {
        Comparator<Object> byId = Comparator.comparingLong(ids);
        List<Object> candidates = new ArrayList<>(population);
        candidates.removeIf(object -> !root.isInstance(object));
        candidates.sort(byId);
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> inOrder = new ArrayList<>();
        // A MERGE B: those of A first, then those of B that A lacks.
        for (Expression part : parts(query)) {
            candidates.stream().filter(object -> part == null || holds(part, object)).filter(found::add).forEach(inOrder::add);
        }
        if (!query.orders().isEmpty()) {
            inOrder.sort(order(query.orders()).thenComparing(byId));
        }
        return inOrder.stream().skip(query.offset()).limit(query.limit().orElse(Long.MAX_VALUE)).map(root::cast).toList();
    }

    private static List<Expression> parts(RqlQuery query) {
        Expression condition = query.condition().orElse(null);
        return condition instanceof Expression.Merge merge ? merge.parts() : Collections.singletonList(condition);
    }

    private Comparator<Object> order(List<RqlQuery.Order> orders) {
        Comparator<Object> comparator = (a, b) -> 0;
        for (RqlQuery.Order order : orders) {
            Comparator<Object> values = order.descending() ? (a, b) -> Order.compare(b, a) : Order::compare;
            comparator = comparator.thenComparing(object -> single(order.path(), object), Comparator.nullsLast(values));
        }
        return comparator;
    }

    private Object single(Path path, Object object) {
        List<Object> slots = slots(path, object);
        return slots.isEmpty() ? null : slots.get(0);
    }

    // ---- conditions

    private boolean holds(Expression expression, Object object) {
        return expression.map(new Conditions(object));
    }

    private final class Conditions implements Expression.Cases<Boolean> {

        private final Object object;

        Conditions(Object object) {
            this.object = object;
        }

        @Override
        public Boolean merge(Expression.Merge merge) {
            return merge.parts().stream().anyMatch(part -> holds(part, object));
        }

        @Override
        public Boolean or(Expression.Or or) {
            return or.parts().stream().anyMatch(part -> holds(part, object));
        }

        @Override
        public Boolean and(Expression.And and) {
            return and.parts().stream().allMatch(part -> holds(part, object));
        }

        @Override
        public Boolean not(Expression.Not not) {
            return !holds(not.part(), object);
        }

        @Override
        public Boolean variable(Expression.Variable variable) {
            throw new UnsupportedOperationException("variables");
        }

        @Override
        public Boolean inVariable(Expression.InVariable in) {
            throw new UnsupportedOperationException("variables");
        }

        @Override
        public Boolean quantified(Expression.Quantified quantified) {
            Stream<Object> reached = present(quantified.path(), object).stream();
            Expression group = quantified.group().orElse(null);
            return switch (quantified.quantifier()) {
                case ANY -> reached.anyMatch(member -> group == null || holds(group, member));
                case ALL -> reached.allMatch(member -> group == null || holds(group, member));
                case NO -> reached.noneMatch(member -> group == null || holds(group, member));
            };
        }

        @Override
        public Boolean comparison(Expression.Comparison comparison) {
            return left(comparison.left()).stream().anyMatch(left -> compares(left, comparison.operator(), comparison.right()));
        }

        private List<Object> left(Operand operand) {
            if (operand instanceof Path path) {
                return slots(path, object);
            }
            if (operand instanceof Operand.Count count) {
                List<Object> counted = present(count.path(), object).stream()
                        .filter(member -> count.group().isEmpty() || holds(count.group().get(), member)).toList();
                boolean objects = counted.stream().anyMatch(Objects::isStructure);
                return List.of(objects ? distinct(counted).size() : counted.size());
            }
            throw new UnsupportedOperationException("aggregates");
        }

        private boolean compares(Object left, Operator operator, Term right) {
            if (right instanceof Value value) {
                return fulfils(left, operator, value(value, left));
            }
            return slots((Path) right, object).stream().anyMatch(other -> fulfils(left, operator, other));
        }

        @Override
        public Boolean in(Expression.In in) {
            return slots(in.path(), object).stream()
                    .anyMatch(slot -> in.negated() != in.items().stream().anyMatch(item -> contains(item, slot)));
        }

        private boolean contains(Item item, Object slot) {
            if (item instanceof Item.Interval interval) {
                return slot != null
                        && interval.low().map(low -> fulfils(slot, interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER,
                                value(low, slot))).orElse(true)
                        && interval.high().map(high -> fulfils(slot, interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS,
                                value(high, slot))).orElse(true);
            }
            Object value = value((Value) item, slot);
            return value instanceof Collection<?> several
                    ? several.stream().anyMatch(one -> fulfils(slot, Operator.EQUAL, given(one, slot)))
                    : fulfils(slot, Operator.EQUAL, value);
        }

        @Override
        public Boolean match(Expression.Match match) {
            return slots(match.path(), object).stream()
                    .map(slot -> slot instanceof Enum<?> constant ? constant.name() : (String) slot)
                    .anyMatch(text -> match.negated() != (text != null && matches(text, (String) value(match.pattern(), text), match.ignoreCase())));
        }

        @Override
        public Boolean isNull(Expression.IsNull isNull) {
            List<Object> slots = slots(isNull.path(), object);
            return isNull.negated() ? slots.stream().anyMatch(slot -> slot != null) : slots.isEmpty() || slots.contains(null);
        }

        @Override
        public Boolean isEmpty(Expression.IsEmpty isEmpty) {
            List<Path.Step> steps = isEmpty.path().steps();
            List<Object> owners = slots(steps.subList(0, steps.size() - 1), object).stream().filter(owner -> hasField(owner, last(steps))).toList();
            return isEmpty.negated()
                    ? owners.stream().anyMatch(owner -> !slots(List.of(last(steps)), owner).isEmpty())
                    : owners.isEmpty() || owners.stream().anyMatch(owner -> slots(List.of(last(steps)), owner).isEmpty());
        }

        @Override
        public Boolean isClass(Expression.IsClass isClass) {
            return slots(isClass.path(), object).stream()
                    .anyMatch(slot -> isClass.negated() != (slot != null && isOfClass(slot, isClass.className())));
        }
    }

    private static boolean hasField(Object owner, Path.Step step) {
        return owner != null && (!(step instanceof Path.Field field) || Objects.field(owner.getClass(), field.name()) != null);
    }

    private static Path.Step last(List<Path.Step> steps) {
        return steps.get(steps.size() - 1);
    }

    /** A comparison with a missing value is false, except {@code !=}, which is the plain opposite of {@code =}. */
    private static boolean fulfils(Object left, Operator operator, Object right) {
        if (operator == Operator.NOT_EQUAL) {
            return !fulfils(left, Operator.EQUAL, right);
        }
        if (left == null || right == null) {
            return false;
        }
        if (Objects.isStructure(left)) {
            return left == right;
        }
        int order = Order.compare(left, right);
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> throw new AssertionError();
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    /** A literal or a parameter as something that can be compared with what stands on the left. */
    private Object value(Value value, Object left) {
        if (left == null || value instanceof Value.NullLiteral) {
            return null;
        }
        if (value instanceof Value.Parameter parameter) {
            return given(parameters.get(parameter.name()), left);
        }
        return value instanceof Value.TruthLiteral truth ? (Object) truth.truth()
                : Order.literal(value instanceof Value.NumberLiteral number ? number.text() : ((Value.TextLiteral) value).text(), left.getClass());
    }

    /** A text may be given in the form of a literal, an Optional counts as what it holds. */
    private static Object given(Object value, Object left) {
        Object content = Objects.content(value);
        return left != null && content instanceof String text ? Order.literal(text, left.getClass()) : content;
    }

    private static boolean matches(String text, String pattern, boolean ignoreCase) {
        StringBuilder regex = new StringBuilder();
        int[] points = pattern.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            if (points[i] == '%') {
                regex.append(".*");
            } else if (points[i] == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(Character.toString(points[points[i] == '\\' ? ++i : i])));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0))
                .matcher(text).matches();
    }

    // ---- paths

    private List<Object> present(Path path, Object object) {
        return slots(path, object).stream().filter(slot -> slot != null).toList();
    }

    private List<Object> slots(Path path, Object object) {
        return slots(path.steps(), object);
    }

    private List<Object> slots(List<Path.Step> steps, Object object) {
        List<Object> reached = Collections.singletonList(object);
        for (Path.Step step : steps) {
            reached = reached.stream().filter(from -> from != null).flatMap(from -> repeated(step, from).stream()).toList();
        }
        return reached;
    }

    private List<Object> repeated(Path.Step step, Object from) {
        if (step.repetition().isEmpty()) {
            return once(step, from);
        }
        int least = step.repetition().get().least();
        // A walk of more steps than there are objects only goes round in a circle.
        int most = step.repetition().get().most().orElse(Math.max(least, 1) + population.size());
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> front = List.of(from);
        for (int taken = 0; taken <= most && !front.isEmpty(); taken++) {
            if (taken >= least) {
                found.addAll(front);
            }
            front = distinct(front.stream().flatMap(at -> once(step, at).stream()).filter(at -> at != null).toList());
        }
        return new ArrayList<>(found);
    }

    private List<Object> once(Path.Step step, Object from) {
        Stream<Object> reached = step instanceof Path.Field field ? field(from, field.name()).stream() : owners((Path.Inverse) step, from);
        return step.only().isEmpty() ? reached.toList()
                : reached.filter(object -> object != null && isOfClass(object, step.only().get())).toList();
    }

    private List<Object> field(Object owner, String name) {
        Field field = Objects.field(owner.getClass(), name);
        if (field == null) {
            // Every object has an id, written or not; other fields may belong to another subclass.
            return name.equals("id") ? List.of(ids.applyAsLong(owner)) : List.of();
        }
        if (name.equals("id")) {
            return List.of(ids.applyAsLong(owner));
        }
        Object value = Objects.get(field, owner);
        return Objects.isMany(field.getType()) ? Objects.members(value) : Collections.singletonList(value);
    }

    private Stream<Object> owners(Path.Inverse inverse, Object target) {
        return population.stream().map(owner -> (Object) owner)
                .filter(owner -> isOfClass(owner, inverse.owner()))
                .filter(owner -> field(owner, inverse.name()).stream().anyMatch(member -> member == target));
    }

    private static boolean isOfClass(Object object, Path.ClassName name) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getSimpleName().equals(name.name()) || name.name().equals(type.getCanonicalName())) {
                return true;
            }
        }
        return false;
    }

    private static List<Object> distinct(List<Object> objects) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return objects.stream().filter(seen::add).toList();
    }
}
