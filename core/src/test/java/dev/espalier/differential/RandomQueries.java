package dev.espalier.differential;

import dev.espalier.naive.Objects;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Questions of every form that the language has. One random number generator decides; used by one thread. */
public final class RandomQueries {

    private static final List<String> VARIABLES = List.of("Q1", "Q2", "Q3", "Q40", "@v", "@late");
    private static final String[] ONCE_OR_MORE = {
        "+", "+", "{1..}", "{2..}", "{1..2}", "{2..4}", "{3..3}", "{5..40}", "{1..1}"
    };
    private static final String[] NEVER_OR_MORE = {"*", "*", "{0..}", "{0..1}", "{0..2}", "{0..0}"};
    private static final Pattern PARAMETER = Pattern.compile(":(p\\d+)");

    private final Random random;
    private final List<Class<?>> roots;
    private final List<?> objects;
    private final Set<Construct> constructs;
    private final RandomValues values;
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final Map<String, Question.Definition> variables = new LinkedHashMap<>();
    private final Map<String, Object> parameters = new LinkedHashMap<>();

    /**
     * @param roots all classes of objects, abstract ones too
     * @param objects that can be values of parameters
     * @param constructs what may occur
     */
    public RandomQueries(
            Random random, List<Class<?>> roots, List<?> objects, Set<Construct> constructs, RandomValues values) {
        this.random = random;
        this.roots = roots;
        this.objects = objects;
        this.constructs = constructs;
        this.values = values;
    }

    // ---- a question

    /** A question on any of the classes. */
    public Question question() {
        return question(pick(roots));
    }

    /** A question on a class. */
    public Question question(Class<?> root) {
        variables.clear();
        parameters.clear();
        if (constructs.contains(Construct.VARIABLES) && random.nextInt(3) == 0) {
            define(root);
        }
        Question.Answers answers = constructs.contains(Construct.ROOTS) && random.nextInt(8) == 0
                ? roots(root)
                : new Question.Answers.Hits();
        Class<?> answered = answers instanceof Question.Answers.Owners owners ? owners.type() : root;
        String text = union(root) + order(answered, 3) + bounds(5);
        return random.nextInt(4) == 0
                ? withMarks(root, text, answers)
                : new Question(root, text, new LinkedHashMap<>(variables), new LinkedHashMap<>(parameters), answers);
    }

    /** A question on any of the classes without bounds, often for all objects, mostly with an order. */
    Question ordered() {
        Class<?> root = pick(roots);
        variables.clear();
        parameters.clear();
        StringBuilder text = new StringBuilder(random.nextInt(5) > 1 ? "" : union(root));
        for (int keys = random.nextInt(4), i = 0; i < keys; i++) {
            text.append(i == 0 ? " ORDER BY " : ", ").append(random.nextInt(12) == 0 ? "id DESC" : sortKey(root));
        }
        return new Question(
                root, text.toString(), Map.of(), new LinkedHashMap<>(parameters), new Question.Answers.Hits());
    }

    /** Those of the last question, and of what was drawn since. */
    Map<String, Object> parameters() {
        return new LinkedHashMap<>(parameters);
    }

    /** Takes back the others, which the question does not have. */
    void keepParameters(Set<String> names) {
        parameters.keySet().retainAll(names);
    }

    private String union(Class<?> root) {
        String text = condition(root, 2);
        return random.nextInt(6) == 0 ? "(" + text + ") MERGE (" + condition(root, 1) + ")" : text;
    }

    private String order(Class<?> root, int seldom) {
        if (random.nextInt(seldom) > 0) {
            return "";
        }
        return " ORDER BY " + sortKey(root) + (random.nextBoolean() ? ", " + sortKey(root) : "");
    }

    private String bounds(int seldom) {
        return random.nextInt(seldom) > 0
                ? ""
                : " LIMIT " + random.nextInt(6) + (random.nextBoolean() ? " OFFSET " + random.nextInt(4) : "");
    }

    /** Each may use those before it. */
    private void define(Class<?> root) {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String name = pick(VARIABLES);
            if (!variables.containsKey(name)) {
                Class<?> type = random.nextInt(3) == 0
                        ? pick(roots)
                        : pick(roots.stream()
                                .filter(other -> isRelated(other, root))
                                .toList());
                boolean bounded = random.nextBoolean();
                String text = (random.nextInt(8) == 0 ? union(type) : condition(type, 1))
                        + order(type, bounded ? 2 : 8)
                        + bounds(bounded ? 1 : 100);
                variables.put(name, new Question.Definition(type, text));
            }
        }
    }

    private Question.Answers roots(Class<?> root) {
        if (random.nextInt(3) == 0) {
            return new Question.Answers.Owners(pick(roots));
        }
        Set<String> relations = new LinkedHashSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            relations.addAll(relation(root, i == 1));
        }
        return new Question.Answers.Roots(List.copyOf(relations), random.nextInt(4) > 0);
    }

    /** A path from objects of a class back to some of it, at most one of them through a class between that has nothing to do with it. */
    private List<String> relation(Class<?> root, boolean maybeTwoSteps) {
        for (int i = 0; i < 20; i++) {
            Field first = pick(fields(root));
            Class<?> reached = content(first);
            if (isEntity(reached) && root.isAssignableFrom(reached)) {
                return List.of(first.getName());
            }
            if (isEntity(reached)
                    && maybeTwoSteps
                    && !isRelated(reached, root)
                    && fields(reached).stream().noneMatch(fields(root)::contains)) {
                Field second = pick(fields(reached));
                if (isEntity(content(second)) && root.isAssignableFrom(content(second))) {
                    return List.of(first.getName() + "." + second.getName());
                }
            }
        }
        return List.of();
    }

    /** The parameters that only the query itself has as question marks. */
    private Question withMarks(Class<?> root, String text, Question.Answers answers) {
        Set<String> shared = new LinkedHashSet<>();
        variables
                .values()
                .forEach(definition ->
                        PARAMETER.matcher(definition.text()).results().forEach(found -> shared.add(found.group(1))));
        Map<String, Object> given = new LinkedHashMap<>();
        shared.forEach(name -> given.put(name, parameters.get(name)));
        Matcher mark = PARAMETER.matcher(text);
        String marked = mark.replaceAll(found -> {
            String name = found.group(1);
            if (shared.contains(name)) {
                return ":" + name;
            }
            given.put(
                    Integer.toString(1
                            + (int) given.keySet().stream()
                                    .filter(known -> Character.isDigit(known.charAt(0)))
                                    .count()),
                    parameters.get(name));
            return "?";
        });
        return new Question(root, marked, new LinkedHashMap<>(variables), given, answers);
    }

    private String sortKey(Class<?> root) {
        return !constructs.contains(Construct.COMPUTED) || random.nextInt(3) > 0
                ? key(root)
                : (random.nextBoolean() ? aggregate(root).text() : new RandomSelections(random, this).sortKey(root))
                        + any("", " ASC", " DESC", " DESC");
    }

    /** An aggregate of what a path leads to. */
    RandomSelections.Typed aggregate(Class<?> root) {
        while (true) {
            End end = path(root, 1 + random.nextInt(3));
            Class<?> type = boxed(end.type());
            if (end.moves() && (Objects.isStructure(type) || random.nextInt(4) == 0)) {
                String group = Objects.isStructure(type) && random.nextBoolean()
                        ? "(" + condition(end.type(), random.nextInt(2)) + ")"
                        : "";
                return new RandomSelections.Typed("COUNT(" + end.path() + group + ")", Long.class);
            }
            if (Number.class.isAssignableFrom(type) && random.nextBoolean()) {
                Class<?> total = type == Float.class || type == Double.class ? Double.class : BigDecimal.class;
                return new RandomSelections.Typed(any("SUM(", "AVG(", "sum(") + end.path() + ")", total);
            }
            if (!Objects.isStructure(type) && type != Boolean.class && !type.isEnum()) {
                return new RandomSelections.Typed(any("MIN(", "MAX(") + end.path() + ")", type);
            }
        }
    }

    /** A path to one value. */
    private String key(Class<?> root) {
        String path = "";
        Class<?> at = root;
        while (true) {
            Field field = pick(fields(at));
            if (isOne(field)) {
                path += (path.isEmpty() ? "" : ".") + field.getName();
                if (!Objects.isStructure(content(field))) {
                    return path + any("", " ASC", " DESC", " DESC");
                }
                at = content(field);
            } else if (fields(at).stream().noneMatch(RandomQueries::isOne)) {
                return path + (path.isEmpty() ? "" : ".") + "id";
            }
        }
    }

    /** Whether an order can lead through the field: it has one value, and is no inverse, which counts as a step back. */
    static boolean isOne(Field field) {
        return !Objects.isMany(field.getType()) && !TwoSides.isInverse(field);
    }

    // ---- conditions

    /** A condition on objects of a class. */
    public String condition(Class<?> type, int depth) {
        if (!variables.isEmpty() && random.nextInt(4) == 0) {
            Optional<String> variable = variable(type);
            if (variable.isPresent()) {
                return any("", "", "NOT ") + variable.get();
            }
        }
        return switch (random.nextInt(depth > 0 ? 12 : 6)) {
            case 6 -> condition(type, depth - 1) + " AND " + condition(type, depth - 1);
            case 7 -> condition(type, depth - 1) + ", " + condition(type, depth - 1);
            case 8, 9 -> "(" + condition(type, depth - 1) + " or " + condition(type, depth - 1) + ")";
            case 10 -> "NOT (" + condition(type, depth - 1) + ")";
            case 11 -> "(" + condition(type, depth - 1) + " MERGE " + condition(type, depth - 1) + ")";
            default -> predicate(type, depth);
        };
    }

    /** One that objects of this class can be in. */
    private Optional<String> variable(Class<?> type) {
        List<String> fitting = variables.keySet().stream()
                .filter(name -> isEntity(type)
                        && (type.isAssignableFrom(variables.get(name).type())
                                || variables.get(name).type().isAssignableFrom(type)))
                .toList();
        return fitting.isEmpty() ? Optional.empty() : Optional.of(pick(fitting));
    }

    private String predicate(Class<?> type, int depth) {
        if (constructs.contains(Construct.COMPUTED) && random.nextInt(3) == 0) {
            return new RandomSelections(random, this).condition(type);
        }
        End end = path(type, 1 + random.nextInt(3));
        return Objects.isStructure(end.type()) ? onObjects(type, end, depth) : onValues(type, end);
    }

    private String onValues(Class<?> root, End end) {
        String path = end.path();
        Class<?> type = end.type();
        boolean ordered = type != boolean.class && type != Boolean.class;
        if (constructs.contains(Construct.AGGREGATES) && ordered && !type.isEnum() && random.nextInt(4) == 0) {
            return aggregate(root, end);
        }
        return switch (random.nextInt(type == String.class ? 12 : 10)) {
            case 0, 1 -> path + " = " + literal(type);
            case 2 -> path + " != " + literal(type);
            case 3, 4 -> path + (ordered ? any(" < ", " <= ", " > ", " >= ") : " <> ") + literal(type);
            case 5 -> path + any(" IN (", " NOT IN (") + list(type, ordered) + ")";
            case 6 -> path + any(" IS NULL", " IS NOT NULL", " = NULL", " != NULL");
            case 7 -> end.collection() ? path + any(" IS EMPTY", " IS NOT EMPTY") : path + " is null";
            case 8 -> compared(root, end, ordered && !type.isEnum());
            case 9 ->
                end.moves() && constructs.contains(Construct.AGGREGATES)
                        ? count(root, "COUNT(" + path + ")")
                        : "ANY " + path;
            default -> path + any(" MATCH ", " NOT MATCH ") + text(values.pattern(random)) + any("", " IGNORE CASE");
        };
    }

    /** Whole and fractional numbers near what few small values come to. */
    private String aggregate(Class<?> root, End end) {
        Class<?> type = boxed(end.type());
        boolean isNumber = Number.class.isAssignableFrom(type);
        boolean isId = isNumber && !isNumber(end);
        boolean isSummed = isNumber && (type != Float.class || constructs.contains(Construct.SUMS_OF_FLOATS));
        String function = isSummed ? any("SUM", "AVG", "MIN", "MAX") : any("MIN", "MAX");
        String left = function + "(" + end.path() + ")" + any(" = ", " != ", " < ", " <= ", " > ", " >= ");
        if (!isId && isComparable(root) && random.nextInt(4) == 0) {
            End other = end(root, candidate -> isNumber ? isNumber(candidate) : boxed(candidate.type()) == type);
            if (other != null) {
                return left + other.path();
            }
        }
        return left
                + (random.nextInt(20) == 0
                        ? "NULL"
                        : function.startsWith("M")
                                ? literal(type)
                                : random.nextInt(3) > 0
                                        ? literal(type == Float.class ? Double.class : type)
                                        : literal(pick(List.<Class<?>>of(
                                                Integer.class, java.math.BigDecimal.class, Double.class))));
    }

    private String count(Class<?> root, String counted) {
        String left = counted + any(" = ", " != ", " < ", " <= ", " > ", " >= ");
        if (constructs.contains(Construct.COUNT_AGAINST_PATHS) && isComparable(root) && random.nextInt(4) == 0) {
            End other = end(root, this::isNumber);
            if (other != null) {
                return left + other.path();
            }
        }
        return left + (random.nextInt(4) == 0 ? literal(Integer.class) : Integer.toString(random.nextInt(5)));
    }

    /** Two paths of one type, where another one is found soon. */
    private String compared(Class<?> root, End end, boolean ordered) {
        End other = end(
                root,
                candidate -> candidate.type() == end.type()
                        && (isComparable(root) || !isRepeated(end) && !isRepeated(candidate)));
        return other == null
                ? "ANY " + end.path()
                : end.path() + (ordered ? any(" = ", " != ", " < ", " >= ") : any(" = ", " != ")) + other.path();
    }

    private boolean isComparable(Class<?> root) {
        return isEntity(root) || constructs.contains(Construct.COMPARED_IN_RECORDS);
    }

    private static boolean isRepeated(End end) {
        return end.path().matches(".*[+*{].*");
    }

    private interface Wanted {
        boolean is(End end);
    }

    private End end(Class<?> root, Wanted wanted) {
        for (int i = 0; i < 20; i++) {
            End other = path(root, 1 + random.nextInt(2));
            if (wanted.is(other)) {
                return other;
            }
        }
        return null;
    }

    private String list(Class<?> type, boolean ordered) {
        if (random.nextInt(8) == 0) {
            List<Object> several = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                several.add(random.nextInt(8) == 0 ? null : values.of(type, random));
            }
            return parameter(several);
        }
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            items.add(
                    ordered && random.nextInt(3) == 0
                            ? any("(", "[") + literal(type) + ".." + (random.nextBoolean() ? "" : literal(type))
                                    + any(")", "]")
                            : literal(type));
        }
        return String.join(", ", items);
    }

    private String onObjects(Class<?> root, End end, int depth) {
        String path = end.path();
        boolean isEntity = isEntity(end.type());
        if (isEntity && !variables.isEmpty() && random.nextInt(3) == 0) {
            Optional<String> variable = variable(end.type());
            if (variable.isPresent()) {
                return path
                        + any(" IN ", " IN ", " NOT IN ")
                        + (random.nextBoolean() ? "(" + variable.get() + ")" : variable.get());
            }
        }
        return switch (random.nextInt(12)) {
            case 0 -> path + any(" IS NULL", " IS NOT NULL");
            case 1 -> end.collection() ? path + any(" IS EMPTY", " IS NOT EMPTY") : "ANY " + path;
            case 2 -> "NO " + path;
            case 3 -> isEntity ? path + ".id" + any(" = ", " != ", " < ", " >= ") + random.nextInt(60) : "ANY " + path;
            case 4 -> isEntity ? path + any(" IS ", " IS NOT ") + subclass(end.type()) : "NO " + path;
            case 5, 6 -> counted(root, end);
            case 7 -> "ALL " + path + "(" + condition(end.type(), depth - 1) + ")";
            case 8 -> "NO " + path + "(" + condition(end.type(), depth - 1) + ")";
            case 9 -> isEntity ? comparedObjects(root, end) : "ANY " + path;
            default -> path + "(" + condition(end.type(), depth - 1) + ")";
        };
    }

    private String counted(Class<?> root, End end) {
        boolean isEntity = isEntity(end.type());
        if (!end.moves()) {
            return "ANY " + end.path();
        }
        boolean grouped = (isEntity || constructs.contains(Construct.COUNT_OF_RECORDS)) && random.nextBoolean();
        return count(root, "COUNT(" + end.path() + (grouped ? "(" + condition(end.type(), 0) + ")" : "") + ")");
    }

    private String comparedObjects(Class<?> root, End end) {
        boolean any = constructs.contains(Construct.ANY_OBJECT_AS_PARAMETER);
        List<?> fitting = !any && !end.field()
                ? List.of()
                : objects.stream()
                        .filter(object -> end.type().isInstance(object)
                                && (any
                                        || !(object instanceof Record)
                                                && Objects.field(object.getClass(), "id") != null))
                        .toList();
        return !fitting.isEmpty() && random.nextInt(3) == 0
                ? end.path() + any(" = ", " != ") + parameter(pick(fitting))
                : compared(root, end, false);
    }

    // ---- values

    String literal(Class<?> type) {
        Object value = values.of(type, random);
        if (random.nextInt(10) == 0) {
            boolean asText = !(value instanceof Number || value instanceof Boolean) && random.nextInt(3) == 0;
            return parameter(random.nextInt(12) == 0 ? null : asText ? RandomValues.text(value) : value);
        }
        boolean isWhole = value instanceof Number
                && !(value instanceof Float || value instanceof Double || value instanceof java.math.BigDecimal);
        return RandomValues.literal(value) + (isWhole && random.nextInt(6) == 0 ? ".5" : "");
    }

    private String text(String value) {
        return random.nextInt(8) == 0 ? parameter(value) : RandomValues.literal(value);
    }

    /** The same value twice may be the same parameter. */
    String parameter(Object value) {
        for (Map.Entry<String, Object> known : parameters.entrySet()) {
            if (known.getValue() == value && value != null && random.nextBoolean()) {
                return ":" + known.getKey();
            }
        }
        String name = IntStream.iterate(parameters.size() + 1, number -> number + 1)
                .mapToObj(number -> "p" + number)
                .filter(free -> !parameters.containsKey(free))
                .findFirst()
                .orElseThrow();
        parameters.put(name, value);
        return ":" + name;
    }

    // ---- paths

    /**
     * Where a path leads to.
     *
     * @param collection whether it ends in a collection that can be empty
     * @param field whether it ends in a field, and not in a class or on the way back
     * @param moves whether what it reaches are not just fields of the object it begins at
     */
    record End(String path, Class<?> type, boolean collection, boolean field, boolean moves) {}

    /**
     * A step that may be taken from several classes.
     *
     * @param leads to which class from a class; null if it cannot be taken
     */
    private record Step(String text, UnaryOperator<Class<?>> leads, boolean collection, boolean field, boolean moves) {

        /** The same, so often. */
        Step repeated(String times, UnaryOperator<Class<?>> repeatedly) {
            return new Step(text + times, repeatedly, false, false, true);
        }
    }

    End path(Class<?> type, int steps) {
        End end = new End("", type, false, false, false);
        for (int i = 0; i < steps && Objects.isStructure(end.type()); i++) {
            Step step = step(end.type());
            boolean moves = end.moves() || step.moves() || i > 0 && isEntity(end.type());
            end = new End(
                    end.path() + (i == 0 ? "" : ".") + step.text(),
                    step.leads().apply(end.type()),
                    step.collection(),
                    step.field(),
                    moves);
        }
        return end;
    }

    /** One that can be taken from a class. */
    private Step step(Class<?> from) {
        if (isEntity(from) && constructs.contains(Construct.REPEATED_STEPS) && random.nextInt(12) == 0) {
            Optional<Step> several = severalSteps(from);
            if (several.isPresent()) {
                return several.get();
            }
        }
        Step step = onlySome(from, isEntity(from) && random.nextInt(10) == 0 ? backwards(from) : forwards(from));
        if (constructs.contains(Construct.REPEATED_STEPS) && isEntity(from) && random.nextInt(3) > 0) {
            return repeated(from, step).orElse(step);
        }
        return step;
    }

    private Step forwards(Class<?> from) {
        Field field = pick(fields(from));
        Class<?> content = content(field);
        return new Step(
                field.getName(),
                other -> fields(other).contains(field) ? content : null,
                Objects.isMany(field.getType()),
                true,
                Objects.isMany(field.getType()) || isEntity(content));
    }

    /** Along a field of some class that refers to this one; forwards where there is none. */
    private Step backwards(Class<?> from) {
        List<Step> steps = new ArrayList<>();
        for (Class<?> owner : roots) {
            for (Field field : Objects.fields(owner)) {
                Class<?> content = content(field);
                if (isEntity(content) && isRelated(content, from) && !TwoSides.isInverse(field)) {
                    steps.add(new Step(
                            "<" + owner.getSimpleName() + "." + field.getName(),
                            other -> isEntity(other) && isRelated(content, other) ? owner : null,
                            false,
                            false,
                            true));
                }
            }
        }
        return steps.isEmpty() ? forwards(from) : pick(steps);
    }

    /** At times only the objects of one class. */
    private Step onlySome(Class<?> from, Step step) {
        Class<?> reached = step.leads().apply(from);
        if (!isEntity(reached) || random.nextInt(6) > 0) {
            return step;
        }
        Class<?> only = pick(roots.stream().filter(reached::isAssignableFrom).toList());
        return new Step(
                step.text() + "[" + only.getSimpleName() + "]",
                other -> step.leads().apply(other) == null ? null : only,
                false,
                false,
                true);
    }

    /** Where the step can be taken again from where it leads to. */
    private Optional<Step> repeated(Class<?> from, Step step) {
        UnaryOperator<Class<?>> onceOrMore = other -> {
            Class<?> reached = step.leads().apply(other);
            Class<?> again =
                    reached == null || !isEntity(reached) ? null : step.leads().apply(reached);
            boolean back = again != null
                    && (isRelated(reached, other) || constructs.contains(Construct.REPEATED_TO_ANOTHER_CLASS));
            return back && reached.isAssignableFrom(again) ? reached : null;
        };
        UnaryOperator<Class<?>> neverOrMore = other -> {
            Class<?> reached = onceOrMore.apply(other);
            return reached == null
                    ? null
                    : reached.isAssignableFrom(other) ? reached : other.isAssignableFrom(reached) ? other : null;
        };
        boolean maybeNever = random.nextInt(3) == 0;
        UnaryOperator<Class<?>> repeatedly = maybeNever ? neverOrMore : onceOrMore;
        return repeatedly.apply(from) == null
                ? Optional.empty()
                : Optional.of(step.repeated(maybeNever ? any(NEVER_OR_MORE) : any(ONCE_OR_MORE), repeatedly));
    }

    /** Several in brackets that lead back to where they can be taken again, where such are found soon. */
    private Optional<Step> severalSteps(Class<?> from) {
        for (int i = 0; i < 10; i++) {
            List<Step> body = new ArrayList<>();
            Class<?> at = from;
            for (int j = 1 + random.nextInt(3); j > 0 && Objects.isStructure(at); j--) {
                body.add(step(at));
                at = body.get(body.size() - 1).leads().apply(at);
            }
            Step whole = new Step(
                    "(" + String.join(".", body.stream().map(Step::text).toList()) + ")",
                    other -> {
                        Class<?> reached = other;
                        for (Step step : body) {
                            reached = reached == null || !Objects.isStructure(reached)
                                    ? null
                                    : step.leads().apply(reached);
                        }
                        return reached;
                    },
                    false,
                    false,
                    true);
            Optional<Step> repeated =
                    isEntity(at) && whole.text().length() < 100 ? repeated(from, whole) : Optional.empty();
            if (repeated.isPresent()) {
                return repeated;
            }
        }
        return Optional.empty();
    }

    // ---- classes and fields

    /** The fields of a class, and of its subclasses those that one name can only mean one of. */
    List<Field> fields(Class<?> type) {
        return fields.computeIfAbsent(type, of -> {
            Map<String, List<Field>> all = new LinkedHashMap<>();
            Objects.fields(of).forEach(own -> all.put(own.getName(), List.of(own)));
            roots.stream()
                    .filter(of::isAssignableFrom)
                    .forEach(sub -> Objects.fields(sub).stream()
                            .filter(field -> Objects.field(of, field.getName()) == null)
                            .forEach(field -> all.computeIfAbsent(field.getName(), none -> new ArrayList<>())
                                    .add(field)));
            return all.values().stream()
                    .filter(alike -> alike.stream().allMatch(field -> isAlike(field, alike.get(0))))
                    .map(alike -> alike.get(0))
                    .toList();
        });
    }

    private static boolean isAlike(Field a, Field b) {
        return a.equals(b) || isOne(a) && isOne(b) && boxed(content(a)) == boxed(content(b));
    }

    /** What a field holds, or each of its members. */
    static Class<?> content(Field field) {
        return content(field.getGenericType());
    }

    private static Class<?> content(Type type) {
        Class<?> raw = RandomObjects.raw(type);
        if (raw == Optional.class || Collection.class.isAssignableFrom(raw)) {
            return content(RandomObjects.argument(type, 0));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return content(RandomObjects.argument(type, 1));
        }
        return raw.isArray() && raw != byte[].class ? raw.getComponentType() : raw;
    }

    static Class<?> boxed(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).wrap().returnType();
    }

    /** Ids are compared with whole numbers only. */
    private boolean isNumber(End end) {
        return Number.class.isAssignableFrom(boxed(end.type())) && !end.path().matches("(.*\\.)?id");
    }

    boolean isEntity(Class<?> type) {
        return Objects.isStructure(type) && (!type.isRecord() || roots.contains(type));
    }

    /** Whether an object can be of both. */
    private boolean isRelated(Class<?> a, Class<?> b) {
        return a.isAssignableFrom(b)
                || b.isAssignableFrom(a)
                || roots.stream().anyMatch(sub -> a.isAssignableFrom(sub) && b.isAssignableFrom(sub));
    }

    private String subclass(Class<?> type) {
        return pick(roots.stream().filter(type::isAssignableFrom).toList()).getSimpleName();
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
