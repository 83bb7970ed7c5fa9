package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.IndexLevel;
import dev.espalier.SearchStrategy;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What comes in pages, or with a limit, is what the naive evaluator finds, cut; whatever the order, the engine, the indexes and the strategy. */
class PagesTest {

    private static final Integer WANTED = Integer.getInteger("espalier.cases");
    private static final int OBJECTS_PER_CLASS = 14;

    @OnEveryEngine
    void pagesAndLimitsAreSlicesOfTheFullResult(TestDatabase database) {
        int all = database.engine() == Engine.SQLITE ? 150 : 30;
        int share = WANTED != null ? WANTED : Sample.of(all, database.engine());
        for (Seeds.Run run : Seeds.runs("PagesTest", share, all)) {
            List<String> differences = new ArrayList<>();
            for (IndexLevel level : List.of(IndexLevel.BOTH, IndexLevel.NONE, IndexLevel.VALUES)) {
                Random random = run.random(1_000 * database.engine().ordinal() + level.ordinal());
                ask(database, level, random, run.amount(), differences);
                database.clear();
            }
            assertThat(differences).as("seed %d", run.seed()).isEmpty();
        }
    }

    private static void ask(
            TestDatabase database, IndexLevel level, Random random, int count, List<String> differences) {
        ModelClasses classes = ModelClasses.town();
        List<Object> objects = new RandomObjects(random, Town.CLASSES, OBJECTS_PER_CLASS).objects();
        Trial trial = Trial.of(database, classes, objects, level);
        RandomQueries queries =
                new RandomQueries(random, classes.roots(), objects, Construct.ANSWERED, new RandomValues());
        for (int i = 0; i < count; i++) {
            Question question = queries.ordered();
            long[] expected = ids(trial.expected(question));
            int size = 1 + random.nextInt(6);
            int skipped = random.nextInt(3) * random.nextInt(8);
            String bounds = " LIMIT " + size + (skipped > 0 ? " OFFSET " + skipped : "");
            long[] some = Arrays.copyOfRange(
                    expected, Math.min(skipped, expected.length), Math.min(skipped + size, expected.length));
            Question limited = new Question(
                    question.root(),
                    question.text() + bounds,
                    question.variables(),
                    question.parameters(),
                    question.answers());
            for (SearchStrategy strategy : SearchStrategy.values()) {
                String where = "\n" + level + ", " + strategy + ", " + String.join("\n  ", question.lines(objects));
                compare(
                        differences,
                        where + " in pages of " + size,
                        expected,
                        () -> trial.inPages(
                                trial.query(question).strategy(strategy).depth(0), size));
                compare(
                        differences,
                        where + bounds,
                        some,
                        () -> trial.query(limited).strategy(strategy).ids());
            }
        }
    }

    private static long[] ids(String list) {
        return Arrays.stream(list.replaceAll("[\\[\\] ]", "").split(","))
                .filter(id -> !id.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private interface Answer {
        long[] ids();
    }

    private static void compare(List<String> differences, String question, long[] expected, Answer answer) {
        try {
            long[] found = answer.ids();
            if (!Arrays.equals(found, expected)) {
                differences.add(question + "\n  expected " + Arrays.toString(expected) + "\n  found    "
                        + Arrays.toString(found));
            }
        } catch (RuntimeException e) {
            differences.add(question + "\n  " + e);
        }
    }
}
