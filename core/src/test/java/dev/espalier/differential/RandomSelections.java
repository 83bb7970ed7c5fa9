package dev.espalier.differential;

import dev.espalier.differential.RandomQueries.End;
import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import dev.espalier.naive.Objects;
import dev.espalier.naive.PathTypes;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** Selections of every form that the language has, whose values have the types that they need. One random number generator decides; used by one thread. */
final class RandomSelections {

    private static final Set<Class<?>> DATES =
            Set.of(LocalDate.class, LocalDateTime.class, Instant.class, OffsetDateTime.class, Date.class);
    private static final Set<Class<?>> TIMES =
            Set.of(LocalTime.class, LocalDateTime.class, Instant.class, OffsetDateTime.class, Date.class);

    private final Random random;
    private final RandomQueries queries;
    private final RandomValues values = new RandomValues();

    /** @param queries draws paths and conditions, and keeps the parameters */
    RandomSelections(Random random, RandomQueries queries) {
        this.random = random;
        this.queries = queries;
    }

    /** A formula and the class of its values. */
    record Typed(String text, Class<?> type) {}

    /** Where formulas get their values from. */
    private interface Source {

        /** Returns a value whose class is wanted; null if none is found soon. */
        Typed value(Predicate<Class<?>> wanted);
    }

    // ---- a condition

    /** A condition on what is computed of the fields of an object, and of what references lead to. */
    String condition(Class<?> root) {
        Source own = among(List.of(start(root)), false);
        Set<String> before = new HashSet<>(queries.parameters().keySet());
        for (int i = 0; i < 20; i++) {
            Source fields = queries.isEntity(root) && random.nextInt(3) == 0 ? either(own, aggregates(root)) : own;
            String text = switch (random.nextInt(8)) {
                case 0, 1 -> ofYear(fields);
                case 2 ->
                    whole(fields, 1 + random.nextInt(2)).text()
                            + operator()
                            + whole(fields, random.nextInt(2)).text();
                default -> test(fields, 1 + random.nextInt(2));
            };
            try {
                Rql.parse(text);
                keepParameters(before, text);
                return text;
            } catch (QueryException nothingIsComputed) {
                keepParameters(before, ""); // and draws another one
            }
        }
        return "1 + 1 = 2";
    }

    /** A formula by whose values objects are sorted. */
    String sortKey(Class<?> root) {
        Source fields = among(List.of(start(root)), false);
        Set<String> before = new HashSet<>(queries.parameters().keySet());
        while (true) {
            String text = value(either(fields, aggregates(root)), 1 + random.nextInt(2))
                    .text();
            boolean isOfObject = FormulaParts.any(
                    Rql.parse("ORDER BY " + text).orders().get(0).formula(),
                    part -> part instanceof Path || part instanceof Formula.Count);
            keepParameters(before, isOfObject ? text : "");
            if (isOfObject) {
                return text;
            }
        }
    }

    /** Aggregates of what a path leads to, and of what is computed of it. Half of them are of one path. */
    private Source aggregates(Class<?> root) {
        End common = further(start(root));
        return wanted -> {
            Typed aggregate = random.nextBoolean()
                    ? ofFormula(root, common)
                    : random.nextInt(3) == 0 ? ofFormula(root, further(start(root))) : queries.aggregate(root);
            return wanted.test(aggregate.type()) ? aggregate : null;
        };
    }

    private Typed ofFormula(Class<?> root, End end) {
        if (end.moves() && random.nextInt(4) == 0) {
            return new Typed("COUNT(" + end.path() + ")", Long.class);
        }
        Source along = along(root, end, Objects.isStructure(end.type()));
        Typed value = switch (random.nextInt(6)) {
            case 0, 1 -> along.value(type -> !type.isEnum() && type != Boolean.class);
            case 2 -> decimal(along, 1 + random.nextInt(2));
            default -> number(along, 1 + random.nextInt(2));
        };
        return value == null
                ? queries.aggregate(root)
                : Number.class.isAssignableFrom(value.type())
                        ? total(value, any("SUM", "SUM", "AVG", "MIN", "MAX"), true)
                        : new Typed(any("MIN(", "MAX(") + value.text() + ")", value.type());
    }

    /** Keeps the parameters that were drawn before, and those of a text. */
    private void keepParameters(Set<String> before, String text) {
        Set<String> kept = new HashSet<>(before);
        queries.parameters().keySet().stream()
                .filter(name -> text.matches("(?s).*:" + name + "(?!\\d).*"))
                .forEach(kept::add);
        queries.keepParameters(kept);
    }

    private String ofYear(Source fields) {
        Typed date = fields.value(DATES::contains);
        if (date == null) {
            return test(fields, 2);
        }
        String year = any("year(", "Year(") + date.text() + ")";
        String literal = random.nextInt(6) == 0
                ? any("0", "1", "9999", "10000", "-5", "9223372036854775807", "1999.5", "NULL")
                : ofYear();
        return switch (random.nextInt(4)) {
            case 0 -> ofYear() + operator() + year;
            case 1 ->
                year + any(" IN (", " NOT IN (")
                        + any(
                                literal,
                                literal + ", " + ofYear(),
                                "[" + ofYear() + ".." + ofYear() + ")",
                                "(.." + literal + "]")
                        + ")";
            default -> year + operator() + literal;
        };
    }

    private String ofYear() {
        Object date = values.of(LocalDate.class, random);
        return Integer.toString(((LocalDate) date).getYear() + random.nextInt(2));
    }

    // ---- a selection

    /** A selection of the objects of a class. */
    String selection(Class<?> root) {
        List<End> starts = starts(root);
        Source fields = among(starts, true);
        return switch (random.nextInt(11)) {
            case 0, 1, 2 -> rows(root, fields);
            case 3 -> distinct(fields);
            case 4 -> counted(root, fields);
            case 5, 6 -> first(root);
            default -> grouped(starts, fields);
        };
    }

    private String rows(Class<?> root, Source fields) {
        List<Typed> columns = named(values(fields, 1 + random.nextInt(3)));
        Source all = either(given(columns), fields);
        return nestedBeside(root, columns, 2)
                + (random.nextInt(3) == 0 ? " HAVING " + test(all, 2) : "")
                + order(random.nextInt(3) > 0 ? given(columns) : all)
                + bounds();
    }

    /** Columns, often with others among them that have rows of their own. */
    private String nestedBeside(Class<?> root, List<Typed> columns, int depth) {
        List<String> all = new ArrayList<>(columns.stream().map(Typed::text).toList());
        for (int i = depth == 0 ? 0 : random.nextInt(3); i > 0; i--) {
            End end = path(root, 1 + random.nextInt(2));
            if (Objects.isStructure(end.type()) && end.moves()) {
                List<Typed> within = named(values(among(starts(end.type()), true), 1 + random.nextInt(2)));
                all.add(
                        random.nextInt(all.size() + 1),
                        end.path() + any(" {", "{") + nestedBeside(end.type(), within, depth - 1) + "} AS n" + i);
            }
        }
        return String.join(", ", all);
    }

    private String distinct(Source fields) {
        List<Typed> columns = named(values(fields, 1 + random.nextInt(3)));
        return "DISTINCT " + list(columns)
                + (random.nextInt(3) == 0 ? " HAVING " + test(given(columns), 1) : "")
                + order(given(columns))
                + bounds();
    }

    private String grouped(List<End> starts, Source fields) {
        List<Typed> columns = new ArrayList<>(values(fields, random.nextInt(3)));
        Source aggregates = wanted -> aggregate(starts, wanted);
        Source all = columns.isEmpty() ? aggregates : either(aggregates, given(columns));
        for (int i = random.nextInt(3); i >= 0; i--) {
            columns.add(random.nextInt(3) > 0 ? some(aggregates) : value(all, 2));
        }
        Collections.shuffle(columns, random);
        List<Typed> names = named(columns);
        Source behind = either(given(names), aggregates);
        return list(names) + (random.nextInt(3) == 0 ? " HAVING " + test(behind, 2) : "") + order(behind) + bounds();
    }

    /** The first groups of fields, by aggregates of fields, often of those that a comparison of aggregates keeps. */
    private String first(Class<?> root) {
        Source fields = among(List.of(start(root)), false);
        List<Typed> columns = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            columns.add(some(fields));
        }
        int keys = columns.size();
        for (int i = random.nextInt(2); i >= 0; i--) {
            Typed number = fields.value(type -> Number.class.isAssignableFrom(type));
            columns.add(
                    number == null || random.nextInt(4) == 0
                            ? new Typed("COUNT(*)", Long.class)
                            : total(
                                    random.nextBoolean() ? number : number(fields, 1),
                                    any("SUM", "MIN", "MAX"),
                                    false));
        }
        List<Typed> names = named(columns);
        Source aggregates = given(names.subList(keys, names.size()));
        String having = switch (random.nextInt(4)) {
            case 0 -> " HAVING " + any("", "NOT ") + ofLiterals(some(aggregates));
            case 1 -> " HAVING " + test(given(names), 2);
            default -> "";
        };
        String order = " ORDER BY "
                + some(random.nextInt(3) > 0 ? aggregates : given(names)).text() + any("", " DESC");
        return list(names)
                + having
                + (random.nextInt(5) > 0 ? order : "")
                + (random.nextInt(4) > 0 ? " LIMIT " + amount(4) : "");
    }

    /** Beside some keys the number of what a short path leads to, often of those alone whose own fields fulfil something. */
    private String counted(Class<?> root, Source fields) {
        List<Typed> columns = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            columns.add(some(random.nextBoolean() ? fields : among(List.of(start(root)), false)));
        }
        columns.add(new Typed("COUNT(" + counted(root) + ")", Long.class));
        List<Typed> names = named(columns);
        return list(names) + order(given(names));
    }

    private String counted(Class<?> root) {
        for (int i = 0; i < 20; i++) {
            End end = path(root, 1 + random.nextInt(3) / 2);
            if (Objects.isStructure(end.type()) && end.moves()) {
                return random.nextInt(4) == 0 ? end.path() : end.path() + "(" + ownCondition(end.type()) + ")";
            }
        }
        return "DISTINCT id";
    }

    private String ownCondition(Class<?> type) {
        Typed field = some(among(List.of(start(type)), false));
        String one = random.nextInt(3) == 0
                ? field.text() + any(" IS NULL", " IS NOT NULL")
                : field.text() + any(" = ", " != ") + RandomValues.literal(values.of(field.type(), random));
        return random.nextInt(3) > 0 || !queries.isEntity(type)
                ? one
                : any("NOT ", "id > 3, ", "id < 9 OR ") + "(" + one + ")";
    }

    private List<Typed> values(Source source, int count) {
        List<Typed> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(random.nextBoolean() ? some(source) : value(source, 2));
        }
        return values;
    }

    /** Each with a name behind it, or with that of its last field, if no other column has such a field. */
    private List<Typed> named(List<Typed> columns) {
        List<Typed> named = new ArrayList<>();
        Set<String> fields = new HashSet<>();
        for (Typed column : columns) {
            boolean isPath = column.text().matches("[a-z]\\w*(\\.\\w+)*");
            String last = column.text().substring(column.text().lastIndexOf('.') + 1);
            boolean isClear = isPath
                    && columns.stream()
                            .filter(other -> other != column)
                            .noneMatch(other -> other.text().matches("(?s).*\\b" + last + "\\b.*"));
            if (isClear && random.nextInt(3) == 0 && fields.add(last)) {
                named.add(column);
                continue;
            }
            named.add(
                    new Typed(unsigned(column.text()) + any(" AS ", " as ") + "c" + (named.size() + 1), column.type()));
        }
        return named;
    }

    private static String list(List<Typed> columns) {
        return String.join(", ", columns.stream().map(Typed::text).toList());
    }

    private String order(Source source) {
        if (random.nextInt(3) == 0) {
            return "";
        }
        List<String> orders = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            orders.add((random.nextInt(4) > 0 ? some(source) : value(source, 1)).text() + any("", " ASC", " DESC"));
        }
        return " ORDER BY " + String.join(", ", orders);
    }

    private String bounds() {
        return random.nextInt(4) > 0
                ? ""
                : " LIMIT " + amount(8) + (random.nextBoolean() ? " OFFSET " + amount(4) : "");
    }

    private String amount(int below) {
        int amount = random.nextInt(below);
        return random.nextInt(4) == 0 ? queries.parameter(amount) : Integer.toString(amount);
    }

    // ---- sources

    /** A few ways from the root, so that paths begin alike. */
    private List<End> starts(Class<?> root) {
        List<End> starts = new ArrayList<>(List.of(start(root)));
        for (int i = random.nextInt(3); i > 0; i--) {
            End end = path(root, 1 + random.nextInt(2));
            if (Objects.isStructure(end.type())) {
                starts.add(end);
            }
        }
        return starts;
    }

    /** A path in which a class in brackets is not the declared one, which would be another step for the evaluator. */
    private End path(Class<?> type, int steps) {
        End end = queries.path(type, steps);
        Path plain = PathTypes.withoutDeclared(Rql.path(end.path()), type, Town.CLASSES);
        return new End(Rql.print(plain), end.type(), end.collection(), end.field(), end.moves());
    }

    /** Returns the end of a path, or of a longer one. */
    private End further(End start) {
        if (!start.path().isEmpty() && random.nextBoolean()) {
            return start;
        }
        End end = path(start.type(), 1 + random.nextInt(3));
        boolean moves = start.moves() || !start.path().isEmpty() && queries.isEntity(start.type()) || end.moves();
        return new End(joined(start.path(), end.path()), end.type(), end.collection(), end.field(), moves);
    }

    private static End start(Class<?> root) {
        return new End("", root, false, false, false);
    }

    /**
     * Fields of what some paths lead to.
     *
     * @param several whether the way to a value may lead through a collection from there on
     */
    private Source among(List<End> starts, boolean several) {
        return wanted -> {
            for (int i = 0; i < 40; i++) {
                End start = pick(starts);
                End end = several && random.nextInt(3) == 0
                        ? path(start.type(), 1 + random.nextInt(2))
                        : single(start.type());
                if (!Objects.isStructure(end.type()) && wanted.test(RandomQueries.boxed(end.type()))) {
                    return new Typed(joined(start.path(), end.path()), RandomQueries.boxed(end.type()));
                }
            }
            return null;
        };
    }

    /** To one value or to one object. */
    private End single(Class<?> type) {
        String path = "";
        Class<?> at = type;
        for (int i = 0; i < 3 && Objects.isStructure(at); i++) {
            List<Field> fields =
                    queries.fields(at).stream().filter(RandomQueries::isOne).toList();
            if (fields.isEmpty()) {
                return new End(joined(path, "id"), Long.class, false, true, false);
            }
            Field field = pick(fields);
            path = joined(path, field.getName());
            at = RandomQueries.content(field);
        }
        return new End(path, at, false, true, false);
    }

    private static String joined(String path, String more) {
        return path.isEmpty() ? more : path + "." + more;
    }

    /** Columns, by their names or as they are written. */
    private Source given(List<Typed> columns) {
        return wanted -> {
            List<Typed> fitting = columns.stream()
                    .filter(column -> wanted.test(column.type()))
                    .toList();
            if (fitting.isEmpty()) {
                return null;
            }
            Typed column = pick(fitting);
            String[] parts = column.text().split(" (?i:AS) (?=c\\d+$)");
            boolean isNamed = parts.length == 2 && random.nextBoolean();
            return new Typed(isNamed ? parts[1] : bracketed(parts[0]), column.type());
        };
    }

    private static String bracketed(String formula) {
        return formula.matches("[\\w.]+") ? formula : "(" + formula + ")";
    }

    private Source either(Source one, Source other) {
        return wanted -> {
            boolean first = random.nextBoolean();
            Typed found = (first ? one : other).value(wanted);
            return found == null ? (first ? other : one).value(wanted) : found;
        };
    }

    // ---- aggregates

    /** An aggregate whose values leads along one collection at most. */
    private Typed aggregate(List<End> starts, Predicate<Class<?>> wanted) {
        for (int i = 0; i < 20; i++) {
            Typed aggregate = aggregate(starts);
            if (wanted.test(aggregate.type())) {
                return aggregate;
            }
        }
        return null;
    }

    private Typed aggregate(List<End> starts) {
        Class<?> root = starts.get(0).type();
        End end = further(pick(starts));
        boolean isStructure = Objects.isStructure(end.type());
        switch (random.nextInt(9)) {
            case 0:
                return new Typed("COUNT(*)", Long.class);
            case 1, 2:
                return isStructure && !end.moves()
                        ? new Typed(any("COUNT(*)", "count(*)"), Long.class)
                        : new Typed("COUNT(" + end.path() + ")", Long.class);
            case 3:
                return isStructure && end.moves()
                        ? new Typed(
                                "COUNT(" + end.path() + "(" + queries.condition(end.type(), random.nextInt(2)) + "))",
                                Long.class)
                        : new Typed("COUNT(*)", Long.class);
            default:
                Source along = along(root, end, isStructure);
                return random.nextInt(6) == 0
                        ? new Typed("COUNT(DISTINCT " + unsigned(value(along, 1).text()) + ")", Long.class)
                        : random.nextInt(3) == 0 ? extreme(along) : total(along);
        }
    }

    private Source along(Class<?> root, End end, boolean isStructure) {
        Source ofRoot = among(List.of(start(root)), false);
        Typed only = new Typed(end.path(), RandomQueries.boxed(end.type()));
        return either(
                ofRoot, isStructure ? among(List.of(end), false) : wanted -> wanted.test(only.type()) ? only : null);
    }

    private Typed extreme(Source along) {
        Typed value = along.value(type -> !type.isEnum() && type != Boolean.class);
        return value == null
                ? total(along)
                : new Typed(any("MIN(", "MAX(", "min(DISTINCT ") + value.text() + ")", value.type());
    }

    private Typed total(Source along) {
        Typed number = switch (random.nextInt(5)) {
            case 0 -> whole(along, 1 + random.nextInt(2));
            case 1 -> decimal(along, 1 + random.nextInt(3));
            default -> number(along, random.nextInt(3));
        };
        String function = any("SUM", "SUM", "AVG", "MIN", "MAX");
        Typed total = total(number, function, false);
        return random.nextInt(6) == 0
                ? new Typed(function + "(DISTINCT " + unsigned(number.text()) + ")", total.type())
                : total;
    }

    /** @param isAnySize whether a sum of whole numbers is a decimal */
    private static Typed total(Typed number, String function, boolean isAnySize) {
        boolean isWhole = computed(number.type()) == Long.class;
        boolean isDecimal = isWhole && (function.equals("AVG") || function.equals("SUM") && isAnySize);
        return new Typed(
                function + "(" + number.text() + ")",
                function.startsWith("M") ? number.type() : isDecimal ? BigDecimal.class : computed(number.type()));
    }

    /** Behind DISTINCT a sign would show that it is a field. */
    private static String unsigned(String formula) {
        return formula.startsWith("-") ? "(" + formula + ")" : formula;
    }

    private static Class<?> computed(Class<?> type) {
        return type == Float.class || type == Double.class
                ? Double.class
                : type.getPackageName().equals("java.math") ? BigDecimal.class : Long.class;
    }

    // ---- formulas

    private Typed some(Source source) {
        Typed found = source.value(type -> true);
        return found == null ? new Typed("1 + 1", Long.class) : found;
    }

    private Typed value(Source source, int depth) {
        return switch (random.nextInt(7)) {
            case 0, 1, 2 -> number(source, depth);
            case 3 -> text(source, depth);
            case 4 -> ofOneType(source, depth);
            default -> some(source);
        };
    }

    /** One of several values of a type that has no literals of its own. */
    private Typed ofOneType(Source source, int depth) {
        Typed first = some(source);
        boolean isOther = !Number.class.isAssignableFrom(first.type()) && first.type() != String.class;
        Typed second = source.value(type -> type == first.type());
        if (!isOther || second == null) {
            return first;
        }
        String other = random.nextInt(3) == 0
                ? RandomValues.literal(values.of(first.type(), random))
                : random.nextInt(5) == 0 ? "NULL" : second.text();
        return new Typed(
                random.nextBoolean()
                        ? "coalesce(" + first.text() + ", " + other + ")"
                        : "CASE WHEN " + test(source, depth - 1) + " THEN " + first.text() + " ELSE " + other + " END",
                first.type());
    }

    private Typed number(Source source, int depth) {
        if (depth <= 0) {
            Typed found = source.value(RandomSelections::isNumber);
            return found == null || random.nextInt(6) == 0 ? literal() : found;
        }
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3:
                Typed left = number(source, depth - 1);
                Typed right = number(source, depth - 1);
                String sign = any(" + ", " - ", " * ", " / ");
                return new Typed("(" + left.text() + sign + right.text() + ")", wider(sign, left.type(), right.type()));
            case 4:
                Typed part = number(source, depth - 1);
                return new Typed("-(" + part.text() + ")", computed(part.type()));
            case 5:
                Typed rounded = number(source, depth - 1);
                return new Typed(
                        any("round(", "Round(") + rounded.text() + any(")", ", 1)", ", 2)", ", -1)", ", 0)"),
                        computed(rounded.type()));
            case 6:
                Typed whole = number(source, depth - 1);
                return new Typed(any("floor(", "abs(") + whole.text() + ")", computed(whole.type()));
            case 7:
                Typed date = source.value(DATES::contains);
                return date == null
                        ? number(source, 0)
                        : new Typed(any("year(", "month(", "day(", "week(", "YEAR(") + date.text() + ")", Long.class);
            case 8:
                Typed time = source.value(TIMES::contains);
                return time == null ? number(source, 0) : new Typed("hour(" + time.text() + ")", Long.class);
            case 9:
                return new Typed("length(" + text(source, depth - 1).text() + ")", Long.class);
            case 10, 11:
                Typed first = number(source, depth - 1);
                Typed second = number(source, depth - 1);
                return new Typed(
                        "coalesce(" + first.text() + ", " + second.text() + ")",
                        wider("", first.type(), second.type()));
            case 12:
                Typed then = number(source, depth - 1);
                Typed otherwise = number(source, depth - 1);
                return new Typed(
                        "CASE WHEN " + test(source, depth - 1) + " THEN " + then.text()
                                + (random.nextBoolean()
                                        ? " WHEN " + test(source, depth - 1) + " THEN " + otherwise.text()
                                        : " else " + otherwise.text())
                                + " END",
                        wider("", then.type(), otherwise.type()));
            default:
                return number(source, 0);
        }
    }

    /** Whole numbers added and multiplied, of which some are near the ends of 32 or 64 bits, or the root of these. */
    private Typed whole(Source source, int depth) {
        if (depth <= 0) {
            Typed found = source.value(type -> isNumber(type) && computed(type) == Long.class);
            String literal = any(
                    "2",
                    "-3",
                    "3037000499",
                    "-3037000500",
                    "4294967296",
                    "4611686018427387904",
                    "-2147483648",
                    "9223372036854775807");
            return found == null || random.nextInt(4) == 0 ? new Typed(literal, Long.class) : found;
        }
        if (random.nextInt(6) == 0) {
            return new Typed("-(" + whole(source, depth - 1).text() + ")", Long.class);
        }
        String left = whole(source, depth - 1).text();
        return new Typed(
                "(" + left + any(" + ", " - ", " * ") + whole(source, depth - 1).text() + ")", Long.class);
    }

    /** Decimals and whole numbers added and multiplied. */
    private Typed decimal(Source source, int depth) {
        if (depth <= 0) {
            Typed found = source.value(type -> isNumber(type) && computed(type) != Double.class);
            String literal = any("0.5", "-2.50", "3.0", "1" + "0".repeat(99) + ".0", "1" + "0".repeat(101) + ".0");
            return found == null || random.nextInt(5) == 0 ? new Typed(literal, BigDecimal.class) : found;
        }
        Typed left = decimal(source, depth - 1);
        if (random.nextInt(6) == 0) {
            return new Typed("-(" + left.text() + ")", computed(left.type()));
        }
        Typed right = decimal(source, depth - 1);
        String sign = any(" + ", " - ", " * ");
        return new Typed("(" + left.text() + sign + right.text() + ")", wider(sign, left.type(), right.type()));
    }

    private static Class<?> wider(String sign, Class<?> a, Class<?> b) {
        if (sign.isEmpty() && a == b) {
            return a;
        }
        Set<Class<?>> both = new HashSet<>(List.of(computed(a), computed(b)));
        return both.contains(Double.class)
                ? Double.class
                : both.contains(BigDecimal.class) || sign.equals(" / ") ? BigDecimal.class : Long.class;
    }

    private Typed literal() {
        int number = random.nextInt(7) - 2;
        return switch (random.nextInt(6)) {
            case 0 -> new Typed(any("0.5", "2.50", "1.0", "-0.1"), BigDecimal.class);
            case 1 -> new Typed(queries.parameter((long) number), Long.class);
            default -> new Typed(Integer.toString(number), Long.class);
        };
    }

    private static boolean isNumber(Class<?> type) {
        return Number.class.isAssignableFrom(type);
    }

    private Typed text(Source source, int depth) {
        if (depth <= 0) {
            Typed found = source.value(type -> type == String.class);
            String literal = RandomValues.literal(values.of(String.class, random));
            return found == null || random.nextInt(4) == 0 ? new Typed(literal, String.class) : found;
        }
        String part = text(source, depth - 1).text();
        return new Typed(
                switch (random.nextInt(7)) {
                    case 0 -> "lower(" + part + ")";
                    case 1 -> "upper(" + part + ")";
                    case 2 ->
                        "substring(" + part + ", " + any("1", "2", "0", "-1") + any("", ", 1", ", 2", ", 0") + ")";
                    case 3 -> "concat(" + part + ", " + text(source, 0).text() + any("", ", '|'") + ")";
                    case 4 -> "coalesce(" + part + ", " + text(source, 0).text() + ")";
                    case 5 -> "CASE WHEN " + test(source, depth - 1) + " THEN " + part + any("", " ELSE 'b'") + " END";
                    default -> part;
                },
                String.class);
    }

    // ---- tests

    private String test(Source source, int depth) {
        if (depth > 0) {
            switch (random.nextInt(6)) {
                case 0:
                    return "(" + test(source, depth - 1) + any(" AND ", " OR ", " and ") + test(source, depth - 1)
                            + ")";
                case 1:
                    return "NOT " + test(source, depth - 1);
                case 2:
                    return "NOT (" + test(source, depth - 1) + ")";
                default:
            }
        }
        return switch (random.nextInt(6)) {
            case 0, 1 ->
                number(source, depth).text()
                        + operator()
                        + number(source, depth).text();
            case 2 -> text(source, depth).text() + operator() + text(source, 0).text();
            case 3 ->
                text(source, 0).text()
                        + any(" MATCH ", " NOT MATCH ")
                        + RandomValues.literal(values.pattern(random))
                        + any("", " IGNORE CASE");
            case 4 -> value(source, depth).text() + any(" IS NULL", " IS NOT NULL");
            default -> ofLiterals(some(source));
        };
    }

    private String operator() {
        return any(" = ", " != ", " < ", " <= ", " > ", " >= ");
    }

    private String ofLiterals(Typed value) {
        Class<?> type = value.type();
        boolean isOrdered = type != Boolean.class;
        if (random.nextBoolean()) {
            return value.text() + (isOrdered ? operator() : any(" = ", " != ")) + literal(type);
        }
        List<String> items = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            items.add(
                    isOrdered && random.nextInt(3) == 0
                            ? any("(", "[") + literal(type) + ".." + any("", literal(type)) + any(")", "]")
                            : random.nextInt(10) == 0 ? "NULL" : literal(type));
        }
        if (random.nextInt(6) == 0) {
            List<Object> several = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                several.add(values.of(type, random));
            }
            items.add(queries.parameter(several));
        }
        return value.text() + any(" IN (", " NOT IN (") + String.join(", ", items) + ")";
    }

    private String literal(Class<?> type) {
        Object value = values.of(type, random);
        return random.nextInt(8) == 0 ? queries.parameter(value) : RandomValues.literal(value);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
