package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Page;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.SearchStrategy;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rows of a selection are those of the naive evaluator, whatever the engine, the indexes and the strategy. {@code -Despalier.cases=100000
 * -Despalier.seed=5} asks so many of each engine, other ones than usual.
 */
@LocaleDependent
class SelectionsDifferentialTest {

    private static final Integer WANTED = Integer.getInteger("espalier.cases");
    private static final int SELECTIONS = 100;
    private static final int SHOWN = 3;
    /** A selection is compiled when it is asked for the third time. */
    private static final int COMPILED = 3;

    /** Of so many selections one is asked in pages, too. */
    private static final int PAGED = 2;

    private static final ModelClasses TOWN = ModelClasses.town();
    private static final String TOO_LARGE = "a number is too large";

    private static final Set<Engine> STORE_LONG_NUMBERS = Set.of(Engine.SQLITE, Engine.H2, Engine.POSTGRES);
    /** Java multiplies the first two, engines the others. */
    private static final List<String> LONG_NUMBERS = List.of("1E+120", "-7E+120", "3E+90", "1E-900");

    private int asked;
    private int finding;
    private int refused;
    private int paged;

    @OnEveryEngine
    void everyStrategyGivesTheRowsOfTheNaiveEvaluator(TestDatabase database) {
        int all = database.engine() == Engine.SQLITE ? 8_000 : 1_600;
        int share = WANTED != null ? WANTED : Sample.of(all, database.engine());
        for (Seeds.Run run : Seeds.runs("SelectionsDifferentialTest", share, SELECTIONS)) {
            List<String> differences = new ArrayList<>();
            for (int i = 0; i * SELECTIONS < run.amount() && differences.size() < SHOWN * 3; i++) {
                ask(database, run.random(i), Math.min(SELECTIONS, run.amount() - i * SELECTIONS), differences);
                database.clear();
            }
            assertThat(differences.stream()
                            .sorted(Comparator.comparingInt(String::length))
                            .limit(SHOWN))
                    .as("seed %d, the shortest of %d", run.seed(), differences.size())
                    .isEmpty();
        }
        if (asked >= SELECTIONS) {
            assertThat(finding).as("selections that give rows").isGreaterThan(asked / 2);
            assertThat(refused).as("selections with numbers that are too large").isLessThan(asked / 3);
            assertThat(paged).as("selections in pages").isGreaterThan(asked / 8);
        }
    }

    private void ask(TestDatabase database, Random random, int selections, List<String> differences) {
        IndexLevel level = IndexLevel.values()[random.nextInt(4)];
        List<Object> objects = new RandomObjects(random, Town.CLASSES, 1 + random.nextInt(8)).objects();
        if (STORE_LONG_NUMBERS.contains(database.engine()) && random.nextInt(3) == 0) {
            lengthen(objects, random);
        }
        Database db = database.open(TOWN.model(), database.settings().indexes(level));
        db.storeAll(objects);
        NaiveEvaluator naive = new NaiveEvaluator(objects, db::idOf, Map.of());
        RandomQueries queries =
                new RandomQueries(random, TOWN.roots(), objects, Construct.ANSWERED, new RandomValues());
        for (int i = 0; i < selections; i++) {
            Question question = question(queries, random);
            String selection = new RandomSelections(random, queries).selection(question.answered());
            Question both = withParameters(question, selection, queries.parameters());
            SearchStrategy strategy = SearchStrategy.values()[i % SearchStrategy.values().length];
            String asking = String.join("\n", both.lines(objects)) + "\nSELECT " + ObjectText.escaped(selection);
            try {
                String expected = expected(naive, both, selection);
                asked++;
                finding += expected.isEmpty() ? 0 : 1;
                refused += expected.equals(TOO_LARGE) ? 1 : 0;
                String found = found(db, both, selection, strategy);
                for (int again = 0; again < COMPILED && i % COMPILED == 0 && found.equals(expected); again++) {
                    found = found(db, both, selection, strategy);
                }
                boolean isPaged = i % PAGED == 0 && found.equals(expected) && !expected.equals(TOO_LARGE);
                if (isPaged && !isCut(both, selection)) {
                    paged++;
                    found = inPages(db, both, selection, strategy, 1 + i / PAGED % 3);
                }
                if (!found.equals(expected)) {
                    differences.add("\n" + asking + "\n" + strategy + ", " + level + "\nexpected\n" + expected
                            + "\nfound\n" + found + "\nobjects\n" + String.join("\n", ObjectText.write(objects)));
                }
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(asking, e);
            }
        }
    }

    /** Gives some persons a wealth of many digits. */
    private static void lengthen(List<Object> objects, Random random) {
        for (Object object : objects) {
            if (object instanceof Town.Person person && random.nextInt(3) == 0) {
                person.wealth = new BigDecimal(LONG_NUMBERS.get(random.nextInt(LONG_NUMBERS.size())));
            }
        }
    }

    /** All objects, or those that a query with named parameters finds. */
    private static Question question(RandomQueries queries, Random random) {
        while (true) {
            Question question = queries.question();
            if (random.nextBoolean()
                    && (!(question.answers() instanceof Question.Answers.Roots roots) || roots.circles())
                    && question.parameters().keySet().stream().noneMatch(name -> Character.isDigit(name.charAt(0)))) {
                return question;
            }
            if (question.parameters().isEmpty() && question.variables().isEmpty()) {
                return Question.of(question.root(), "");
            }
        }
    }

    /** With those that the texts name. */
    private static Question withParameters(Question question, String selection, Map<String, Object> drawn) {
        StringBuilder texts = new StringBuilder(question.text()).append(' ').append(selection);
        question.variables().values().forEach(variable -> texts.append(' ').append(variable.text()));
        Map<String, Object> given = new LinkedHashMap<>(drawn);
        given.keySet()
                .removeIf(name ->
                        !Pattern.compile(":" + name + "\\b").matcher(texts).find());
        return new Question(question.root(), question.text(), question.variables(), given, question.answers());
    }

    private static String expected(NaiveEvaluator naive, Question question, String selection) {
        try {
            return text(naive.with(question.parameters(), question.parsedVariables())
                    .rows(question.answered(), question.answer(naive), Rql.selection(selection), TOWN.roots()));
        } catch (ArithmeticException e) {
            return TOO_LARGE;
        }
    }

    private static boolean isCut(Question question, String selection) {
        RqlSelection parsed = Rql.selection(selection);
        return Rql.parse(question.text()).isCut()
                || parsed.limit().isPresent()
                || parsed.offset().isPresent();
    }

    private static String inPages(Database db, Question question, String selection, SearchStrategy strategy, int size) {
        RowQuery<Row> query = query(db, question, selection, strategy);
        List<List<Object>> rows = new ArrayList<>();
        String next = null;
        do {
            Page<Row> page = query.page(size, next);
            page.objects().forEach(row -> rows.add(row.values()));
            next = page.next();
            assertThat(page.objects()).hasSizeLessThanOrEqualTo(size);
            assertThat(next == null || page.objects().size() == size).isTrue();
        } while (next != null);
        return text(rows);
    }

    private static RowQuery<Row> query(Database db, Question question, String selection, SearchStrategy strategy) {
        RowQuery<Row> rows = question.query(db).strategy(strategy).select(selection);
        for (Map.Entry<String, Object> parameter : question.parameters().entrySet()) {
            rows = rows.with(parameter.getKey(), parameter.getValue());
        }
        return rows;
    }

    private static String found(Database db, Question question, String selection, SearchStrategy strategy) {
        RowQuery<Row> rows = query(db, question, selection, strategy);
        try {
            return text(rows.list().stream().map(Row::values).toList());
        } catch (EspalierException e) {
            return e.code().equals("number-overflow") ? TOO_LARGE : e.toString();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    /** A line for each row. */
    private static String text(List<? extends List<?>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(SelectionsDifferentialTest::text).collect(Collectors.joining(" | ")))
                .collect(Collectors.joining("\n"));
    }

    /** The class and the value, alike for values that are equal in the language. */
    private static String text(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof List<?> rows) {
            return rows.stream()
                    .map(row -> row instanceof Row found ? found.values() : (List<?>) row)
                    .map(row ->
                            row.stream().map(SelectionsDifferentialTest::text).collect(Collectors.joining(" | ")))
                    .collect(Collectors.joining("; ", "[", "]"));
        }
        Object shown = value instanceof BigDecimal decimal
                ? decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString()
                : value instanceof Double number
                        ? (Object) (number + 0.0)
                        : value instanceof Float number
                                ? (Object) (number + 0.0f)
                                : value instanceof OffsetDateTime time ? time.toInstant() : value;
        return value.getClass().getSimpleName() + " " + ObjectText.escaped(Objects.toString(shown));
    }
}
