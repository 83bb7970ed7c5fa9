package dev.espalier.naive;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.internal.rql.Term;
import dev.espalier.internal.rql.Value;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers queries by looking at every object. A path reaches slots: a field of an object, or one member of a collection; a slot may be
 * empty. A predicate holds where one of the slots fulfils it.
 */
public final class NaiveEvaluator {

    private final Paths paths;
    private final Map<String, ?> parameters;
    private final Map<String, Variable> variables;
    private final Map<String, Set<Object>> results = new HashMap<>();

    /**
     * @param population all objects of all classes, which must not change
     * @param ids the id of each
     * @param parameters by name; positional ones by number, from "1"
     */
    public NaiveEvaluator(Collection<?> population, ToLongFunction<Object> ids, Map<String, ?> parameters) {
        this(new Paths(population, ids), parameters, Map.of());
    }

    private NaiveEvaluator(Paths paths, Map<String, ?> parameters, Map<String, Variable> variables) {
        this.paths = paths;
        this.parameters = parameters;
        this.variables = variables;
    }

    /** The same objects for another question. */
    public NaiveEvaluator with(Map<String, ?> otherParameters, Map<String, Variable> otherVariables) {
        return new NaiveEvaluator(paths.afresh(), otherParameters, otherVariables);
    }

    /** The objects of the root class that answer the query, in order. */
    public <T> List<T> answer(Class<T> root, RqlQuery query) {
        return answer(root, query, root, hits -> hits);
    }

    /**
     * The rows that a selection makes of objects that answer a query: the values of each, in the order of the columns.
     *
     * @param type the class of the objects
     * @param classes all classes of objects
     * @throws ArithmeticException if a number of them is too large
     */
    public List<List<Object>> rows(
            Class<?> type, List<?> objects, RqlSelection selection, Collection<Class<?>> classes) {
        return new NaiveSelection(this, paths, parameters, new PathTypes(type, classes), selection).of(objects);
    }

    /** All objects of a class from which one that fulfils the query can be reached, or that fulfil it themselves. */
    public <T> List<T> owners(Class<T> type, Class<?> hit, RqlQuery query) {
        return answer(
                hit,
                query,
                type,
                hits -> Paths.identitySet(paths.all(type)
                        .filter(object ->
                                Objects.reachable(List.of(object)).stream().anyMatch(hits::contains))
                        .toList()));
    }

    /**
     * Of each hit the objects of its class that lead to it and to which nothing leads, but for circles.
     *
     * @param relations the paths that count, none for all
     */
    public <T> List<T> resolvedRoots(Class<T> root, RqlQuery query, List<Path> relations) {
        Ancestry ancestry = ancestry(root, relations);
        return answer(root, query, root, hits -> roots(ancestry, hits));
    }

    /** The roots of the hits that are on circles; what is asked for with {@code refuseCycles()} has none. */
    public Set<Object> circles(Class<?> root, RqlQuery query, List<Path> relations) {
        Ancestry ancestry = ancestry(root, relations);
        Set<Object> hits = Paths.identitySet(paths.all(root)
                .filter(object -> query.condition()
                        .map(condition -> holds(condition, Slot.of(object)))
                        .orElse(true))
                .toList());
        Set<Object> roots = roots(ancestry, hits);
        roots.removeIf(object -> !ancestry.isOnCircle(object));
        return roots;
    }

    private static Set<Object> roots(Ancestry ancestry, Set<Object> hits) {
        Set<Object> roots = Paths.identitySet(hits);
        hits.forEach(hit -> roots.addAll(ancestry.ancestors(hit)));
        roots.removeIf(object -> !ancestry.isRoot(object));
        return roots;
    }

    /** A way from one object of the class to the next that passes no other. */
    private Ancestry ancestry(Class<?> root, List<Path> relations) {
        List<Object> objects = paths.all(root).toList();
        Set<Field> climbed = new HashSet<>();
        relations.forEach(path -> climbed.addAll(fields(objects, path)));
        return new Ancestry(objects, object -> {
            Set<Object> children = Paths.identitySet(List.of());
            Set<Object> passed = Paths.identitySet(List.of());
            List<Object> open = new ArrayList<>(List.of(object));
            while (!open.isEmpty()) {
                Object next = open.remove(0);
                Stream<Field> fields = Objects.fields(next.getClass()).stream()
                        .filter(field -> relations.isEmpty() || climbed.contains(field));
                fields.flatMap(field -> Objects.referred(field, next, paths::contains).stream())
                        .forEach(reached -> {
                            if (root.isInstance(reached)) {
                                children.add(reached);
                            } else if (passed.add(reached)) {
                                open.add(reached);
                            }
                        });
            }
            return children;
        });
    }

    /** The fields that a path leads along from some objects. */
    private Set<Field> fields(List<Object> objects, Path path) {
        Set<Field> fields = new HashSet<>();
        Set<Object> front = Paths.identitySet(objects);
        for (Path.Step step : path.steps()) {
            Set<Object> next = Paths.identitySet(List.of());
            for (Object object : front) {
                Field field = Objects.field(object.getClass(), ((Path.Field) step).name());
                if (field != null) {
                    fields.add(field);
                    next.addAll(Objects.referred(field, object, paths::contains));
                }
            }
            front = next;
        }
        return fields;
    }

    private <T> List<T> answer(Class<?> root, RqlQuery query, Class<T> type, UnaryOperator<Set<Object>> climb) {
        Set<Object> found = Paths.identitySet(List.of());
        List<Object> inOrder = new ArrayList<>();
        // A MERGE B: those of A first, then those of B that A lacks.
        for (Expression part : parts(query)) {
            Set<Object> hits = Paths.identitySet(paths.all(root)
                    .filter(object -> part == null || holds(part, Slot.of(object)))
                    .toList());
            Set<Object> answers = climb.apply(hits);
            paths.all(type).filter(answers::contains).filter(found::add).forEach(inOrder::add);
        }
        if (!query.orders().isEmpty()) {
            inOrder.sort(order(query.orders()).thenComparing(paths.byId()));
        }
        return inOrder.stream()
                .skip(query.offset().map(this::amount).orElse(0L))
                .limit(query.limit().map(this::amount).orElse(Long.MAX_VALUE))
                .map(type::cast)
                .toList();
    }

    long amount(Value value) {
        return value instanceof Value.Parameter parameter
                ? ((Number) Objects.content(parameters.get(parameter.name()))).longValue()
                : Long.parseLong(((Value.NumberLiteral) value).text());
    }

    private static List<Expression> parts(RqlQuery query) {
        Expression condition = query.condition().orElse(null);
        return condition instanceof Expression.Merge merge && query.orders().isEmpty()
                ? merge.parts()
                : Collections.singletonList(condition);
    }

    private Comparator<Object> order(List<RqlQuery.Order> orders) {
        Comparator<Object> comparator = (ignored, unused) -> 0;
        for (RqlQuery.Order order : orders) {
            Comparator<Object> values = order.descending() ? (a, b) -> Order.compare(b, a) : Order::compare;
            comparator = comparator.thenComparing(
                    object -> new Conditions(Slot.of(object)).sortKey(order.formula()), Comparator.nullsLast(values));
        }
        return comparator;
    }

    // ---- conditions

    boolean holds(Expression expression, Slot here) {
        return expression.map(new Conditions(here));
    }

    private Set<Object> result(String variable) {
        Set<Object> result = results.get(variable);
        if (result == null) {
            result = Paths.identitySet(answer(
                    variables.get(variable).type(), variables.get(variable).query()));
            results.put(variable, result);
        }
        return result;
    }

    /** What holds for an object, or for an embedded record, which has its slot for an identity. */
    private final class Conditions implements Expression.Cases<Boolean> {

        private final Slot here;

        Conditions(Slot here) {
            this.here = here;
        }

        private Stream<Object> slots(Path path) {
            return paths.slots(path.steps(), here).stream().map(Slot::content);
        }

        @Override
        public Boolean merge(Expression.Merge merge) {
            return any(merge.parts(), part -> holds(part, here));
        }

        @Override
        public Boolean or(Expression.Or or) {
            return any(or.parts(), part -> holds(part, here));
        }

        @Override
        public Boolean and(Expression.And and) {
            return !any(and.parts(), part -> !holds(part, here));
        }

        @Override
        public Boolean not(Expression.Not not) {
            return !holds(not.part(), here);
        }

        @Override
        public Boolean variable(Expression.Variable variable) {
            return result(variable.name()).contains(here.content());
        }

        @Override
        public Boolean inVariable(Expression.InVariable in) {
            Set<Object> result = result(in.variable().name());
            return slots(in.path()).anyMatch(content -> in.negated() != result.contains(content));
        }

        @Override
        public Boolean quantified(Expression.Quantified quantified) {
            Collection<Slot> reached = paths.present(quantified.path().steps(), here);
            Expression group = quantified.group().orElse(null);
            return switch (quantified.quantifier()) {
                case ANY -> any(reached, member -> group == null || holds(group, member));
                case ALL -> !any(reached, member -> group != null && !holds(group, member));
                case NO -> !any(reached, member -> group == null || holds(group, member));
            };
        }

        @Override
        public Boolean comparison(Expression.Comparison comparison) {
            return left(comparison.left()).anyMatch(left -> compares(left, comparison.operator(), comparison.right()));
        }

        private Stream<Object> left(Operand operand) {
            if (operand instanceof Path path) {
                return slots(path);
            }
            if (operand instanceof Operand.Count count) {
                return Stream.of((int) paths.present(count.path().steps(), here).stream()
                        .filter(member ->
                                count.group().isEmpty() || holds(count.group().get(), member))
                        .count());
            }
            Operand.Aggregate aggregate = (Operand.Aggregate) operand;
            List<Object> values = paths.slots(aggregate.path().steps(), here).stream()
                    .distinct()
                    .map(Slot::content)
                    .filter(value -> value != null)
                    .toList();
            return Collections.singletonList(Aggregates.of(aggregate.function(), values)).stream();
        }

        private boolean compares(Object left, Operator operator, Term right) {
            if (right instanceof Value value) {
                return fulfils(left, operator, value(value, left));
            }
            return slots((Path) right).anyMatch(other -> fulfils(left, operator, other));
        }

        @Override
        public Boolean in(Expression.In in) {
            return slots(in.path())
                    .anyMatch(slot -> in.negated() != in.items().stream().anyMatch(item -> contains(item, slot)));
        }

        private boolean contains(Item item, Object slot) {
            if (item instanceof Item.Interval interval) {
                return slot != null
                        && interval.low()
                                .map(low -> fulfils(
                                        slot,
                                        interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER,
                                        value(low, slot)))
                                .orElse(true)
                        && interval.high()
                                .map(high -> fulfils(
                                        slot,
                                        interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS,
                                        value(high, slot)))
                                .orElse(true);
            }
            Object value = value((Value) item, slot);
            return value instanceof Collection<?> several
                    ? several.stream().anyMatch(one -> fulfils(slot, Operator.EQUAL, given(one, slot)))
                    : fulfils(slot, Operator.EQUAL, value);
        }

        @Override
        public Boolean match(Expression.Match match) {
            return slots(match.path())
                    .map(slot -> slot instanceof Enum<?> constant ? constant.name() : (String) slot)
                    .anyMatch(text -> match.negated()
                            != (text != null
                                    && matches(text, (String) value(match.pattern(), text), match.ignoreCase())));
        }

        @Override
        public Boolean isNull(Expression.IsNull isNull) {
            List<Slot> slots = paths.slots(isNull.path().steps(), here);
            return isNull.negated()
                    ? slots.stream().anyMatch(slot -> slot.content() != null)
                    : slots.isEmpty() || slots.stream().anyMatch(slot -> slot.content() == null);
        }

        @Override
        public Boolean isEmpty(Expression.IsEmpty isEmpty) {
            List<Path.Step> steps = isEmpty.path().steps();
            Path.Step last = steps.get(steps.size() - 1);
            List<Slot> owners = paths.slots(steps.subList(0, steps.size() - 1), here).stream()
                    .filter(owner -> owner.content() != null && paths.hasField(owner.content(), last))
                    .toList();
            return isEmpty.negated()
                    ? owners.stream()
                            .anyMatch(
                                    owner -> !paths.slots(List.of(last), owner).isEmpty())
                    : owners.isEmpty()
                            || owners.stream()
                                    .anyMatch(owner ->
                                            paths.slots(List.of(last), owner).isEmpty());
        }

        @Override
        public Boolean computed(Expression.Computed computed) {
            return formulas().holdsOfFields(computed.test(), new OfObject());
        }

        private NaiveFormulas formulas() {
            return new NaiveFormulas(text(), parameters, true);
        }

        private SelectionText text() {
            return new SelectionText(Rql.selection("id"), paths.types(here.content()));
        }

        private Object single(Path path) {
            List<Object> found = slots(path).toList();
            return found.isEmpty() ? null : found.get(0);
        }

        /** The value by which the object is sorted; null for none. */
        Object sortKey(Formula formula) {
            return formula instanceof Formula.Count || formula instanceof Formula.Aggregate
                    ? aggregated(formula)
                    : formulas().ofColumn(formula, new OfObject());
        }

        /** The values that formulas about the object are made of. */
        private final class OfObject implements NaiveFormulas.Row {

            @Override
            public Object path(Path path) {
                return single(path);
            }

            @Override
            public Object aggregate(Formula aggregate) {
                Object value = aggregated(aggregate);
                return aggregate instanceof Formula.Aggregate one ? formulas().computed(one, value) : value;
            }
        }

        /** An aggregate as that of a condition. */
        private Object aggregated(Formula formula) {
            if (formula instanceof Formula.Count count) {
                return left(new Operand.Count(count.position(), count.path(), count.group()))
                        .toList()
                        .get(0);
            }
            Formula.Aggregate aggregate = (Formula.Aggregate) formula;
            if (aggregate.argument() instanceof Path path) {
                Operand.Function function =
                        Operand.Function.valueOf(aggregate.function().name());
                return left(new Operand.Aggregate(formula.position(), function, path))
                        .toList()
                        .get(0);
            }
            List<Object> values = new NaiveSelection(
                            NaiveEvaluator.this, paths, parameters, paths.types(here.content()), Rql.selection("id"))
                    .valuesOfSlots(aggregate.argument(), here);
            return aggregate.function() == Formula.AggregateFunction.COUNT
                    ? values.size()
                    : Aggregates.of(
                            Operand.Function.valueOf(aggregate.function().name()), values);
        }

        @Override
        public Boolean isClass(Expression.IsClass isClass) {
            return slots(isClass.path())
                    .anyMatch(
                            slot -> isClass.negated() != (slot != null && Paths.isOfClass(slot, isClass.className())));
        }
    }

    /** Whether one of them fulfils the predicate. A number that is too large for one makes no difference if another one does. */
    private static <T> boolean any(Collection<T> several, Predicate<T> predicate) {
        ArithmeticException tooLarge = null;
        for (T one : several) {
            try {
                if (predicate.test(one)) {
                    return true;
                }
            } catch (ArithmeticException e) {
                tooLarge = e;
            }
        }
        if (tooLarge != null) {
            throw tooLarge;
        }
        return false;
    }

    /** A comparison with a missing value is false, except {@code !=}, which is the plain opposite of {@code =}. */
    static boolean fulfils(Object left, Operator operator, Object right) {
        if (operator == Operator.NOT_EQUAL) {
            return !fulfils(left, Operator.EQUAL, right);
        }
        if (left == null || right == null) {
            return false;
        }
        if (Objects.isStructure(left) && !(left instanceof Order.Fraction)) {
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
        return value instanceof Value.TruthLiteral truth
                ? (Object) truth.truth()
                : Order.literal(
                        value instanceof Value.NumberLiteral number
                                ? number.text()
                                : ((Value.TextLiteral) value).text(),
                        left.getClass());
    }

    /** A text may be given in the form of a literal, an Optional counts as what it holds, an id as its object. */
    private Object given(Object value, Object left) {
        Object content = Objects.content(value);
        if (content instanceof Number number && paths.contains(left)) {
            return number.longValue() == paths.id(left) ? left : null;
        }
        return left != null && content instanceof String text ? Order.literal(text, left.getClass()) : content;
    }

    static boolean matches(String text, String pattern, boolean ignoreCase) {
        if (pattern == null) {
            return false;
        }
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
        return Pattern.compile(
                        regex.toString(),
                        Pattern.DOTALL | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0))
                .matcher(text)
                .matches();
    }
}
