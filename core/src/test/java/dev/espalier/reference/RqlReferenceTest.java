package dev.espalier.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.naive.Variable;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The examples of the page {@code docs/reference/rql.md} hold. */
@LocaleDependent
class RqlReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/rql.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("(\\w+)(.*?)(?:  where (.*?))?(?:  as (.*?))?(?:  with (.*?))? -> ([0-9, ]+|none)");
    private static final Pattern VARIABLE = Pattern.compile("(\\S+) of (\\w+): (.*)");

    @OnEveryEngine
    void everyExampleFindsTheObjectsOnThePage(TestDatabase database) {
        List<Object> objects = Club.objects();
        try (Database db = open(database, objects)) {
            List<String> wrong = new ArrayList<>();
            for (String line : blocks("rql").stream().flatMap(String::lines).toList()) {
                Example example = Example.of(line);
                for (SearchStrategy strategy : SearchStrategy.values()) {
                    wrong.addAll(example.differences(strategy.toString(), ids(db, example, strategy)));
                }
                wrong.addAll(example.differences("naive", naive(db, objects, example)));
            }
            assertThat(wrong).isEmpty();
        }
    }

    @OnEveryEngine
    void everyMistakeGivesTheErrorOnThePage(TestDatabase database) {
        try (Database db = open(database, Club.objects())) {
            for (String block : blocks("rql-error")) {
                String first = block.lines().findFirst().orElseThrow();
                Class<?> root = type(first.split(" ")[0]);
                String query = first.substring(first.indexOf(' ')).strip();
                QueryException error = catchThrowableOfType(
                        QueryException.class, () -> db.query(root, query).ids());
                assertThat(error).as(first).isNotNull();
                assertThat(error.getMessage())
                        .isEqualTo(block.substring(first.length() + 1).stripTrailing());
            }
        }
    }

    private static Database open(TestDatabase database, List<Object> objects) {
        Database db = database.open(Club.CLASSES.toArray(Class<?>[]::new));
        db.storeAll(objects);
        for (int i = 0; i < objects.size(); i++) {
            assertThat(db.idOf(objects.get(i))).isEqualTo(i + 1);
        }
        return db;
    }

    private static long[] ids(Database db, Example example, SearchStrategy strategy) {
        Query<?> query = db.query(example.root(), example.query()).strategy(strategy);
        for (Map.Entry<String, Variable> variable : example.variables().entrySet()) {
            query = query.define(
                    variable.getKey(),
                    variable.getValue().type(),
                    Rql.print(variable.getValue().query()));
        }
        for (Map.Entry<String, Object> parameter : example.parameters().entrySet()) {
            query = query.with(parameter.getKey(), parameter.getValue());
        }
        if (example.as().startsWith("topmost")) {
            query = query.topmost(example.argument().toArray(String[]::new));
        } else if (example.as().startsWith("owners")) {
            query = query.owners(type(example.argument().get(0)));
        }
        return query.ids();
    }

    private static long[] naive(Database db, List<Object> objects, Example example) {
        NaiveEvaluator evaluator =
                new NaiveEvaluator(objects, db::idOf, Map.of()).with(example.parameters(), example.variables());
        RqlQuery query = Rql.parse(example.query());
        List<?> found = example.as().startsWith("topmost")
                ? evaluator.resolvedRoots(
                        example.root(),
                        query,
                        example.argument().stream().map(Rql::path).toList())
                : example.as().startsWith("owners")
                        ? evaluator.owners(type(example.argument().get(0)), example.root(), query)
                        : evaluator.answer(example.root(), query);
        return found.stream().mapToLong(db::idOf).toArray();
    }

    /** One line: {@code Person  age > :least  with least = 30 -> 1, 2}. */
    private record Example(
            String line,
            Class<?> root,
            String query,
            Map<String, Variable> variables,
            String as,
            Map<String, Object> parameters,
            long[] ids) {

        static Example of(String line) {
            Matcher parts = EXAMPLE.matcher(line);
            assertThat(parts.matches()).as("an example: %s", line).isTrue();
            long[] ids = parts.group(6).equals("none")
                    ? new long[0]
                    : Arrays.stream(parts.group(6).split(", "))
                            .mapToLong(Long::parseLong)
                            .toArray();
            String as = parts.group(4) == null ? "" : parts.group(4);
            return new Example(
                    line,
                    type(parts.group(1)),
                    parts.group(2).strip(),
                    variables(parts.group(3)),
                    as,
                    parameters(parts.group(5)),
                    ids);
        }

        /** {@code friends} of {@code topmost(friends)}. */
        List<String> argument() {
            return as.contains("(") ? List.of(as.substring(as.indexOf('(') + 1, as.length() - 1)) : List.of();
        }

        /** {@code Q2 of Person: age > 40; Q3 of Car: price > 5}. */
        private static Map<String, Variable> variables(String text) {
            Map<String, Variable> variables = new LinkedHashMap<>();
            for (String one : text == null ? new String[0] : text.split("; ")) {
                Matcher parts = VARIABLE.matcher(one);
                assertThat(parts.matches()).as("a variable: %s", one).isTrue();
                variables.put(parts.group(1), new Variable(type(parts.group(2)), Rql.parse(parts.group(3))));
            }
            return variables;
        }

        /** {@code least = 30; ? = 'A%'; hobbies = 'golf', 'rally'}. */
        private static Map<String, Object> parameters(String text) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            for (String one : text == null ? new String[0] : text.strip().split("; ")) {
                String[] sides = one.split(" = ");
                List<Object> values =
                        Arrays.stream(sides[1].split(", ")).map(Example::value).toList();
                String name = sides[0].equals("?") ? Integer.toString(parameters.size() + 1) : sides[0];
                parameters.put(name, values.size() == 1 ? values.get(0) : values);
            }
            return parameters;
        }

        private static Object value(String text) {
            return text.startsWith("'") ? text.substring(1, text.length() - 1) : Integer.valueOf(text);
        }

        List<String> differences(String by, long[] found) {
            return Arrays.equals(found, ids)
                    ? List.of()
                    : List.of("\n" + line + "\n  found " + Arrays.toString(found) + " by " + by);
        }
    }

    private static Class<?> type(String name) {
        return Club.CLASSES.stream()
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> blocks(String language) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page());
        List<String> blocks = block.results().map(found -> found.group(1)).collect(Collectors.toList());
        assertThat(blocks).isNotEmpty();
        return blocks;
    }

    private static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
