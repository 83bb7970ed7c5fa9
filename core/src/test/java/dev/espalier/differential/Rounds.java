package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.IndexLevel;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Random questions by the thousand, in rounds of one set of objects each, every round with random numbers of its own.
 * {@code -Despalier.cases=1000000 -Despalier.seed=5} asks a million of each test and engine, other ones than usual, and says how far it is.
 * Without a number, a share of the usual number is asked, then one whole round with each seed that has found a fault. A shorter round asks the first
 * questions of a longer one.
 */
final class Rounds {

    private static final Integer WANTED = Integer.getInteger("espalier.cases");
    private static final int FAILURES = 3;
    /** Fewer questions may find little by chance. */
    private static final int ENOUGH = 500;

    /** A failure that was seen in the round that goes on. */
    private record Failure(Case failing, Trial.Difference difference, int turn) {}

    /** One set of objects. */
    interface Round {
        void play(Random random, int questions);
    }

    private final String test;
    private final TestDatabase database;
    private final List<String> reports = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private int asked;
    private int finding;

    Rounds(String test, TestDatabase database) {
        this.test = test;
        this.database = database;
    }

    /**
     * Plays rounds until enough has been asked.
     *
     * @param casesOnSqlite how many, of which a run asks its share
     * @param casesOnOthers how many on other engines
     * @param questions how many in one round
     */
    void play(int casesOnSqlite, int casesOnOthers, int questions, Round round) {
        Engine engine = database.engine();
        int wanted =
                WANTED != null ? WANTED : Sample.of(engine == Engine.SQLITE ? casesOnSqlite : casesOnOthers, engine);
        long start = System.nanoTime();
        for (int i = 0; asked < wanted && reports.size() < FAILURES; i++) {
            play(Seeds.seed() + i, Math.min(questions, wanted - asked), round);
            if (WANTED != null && (i % 20 == 19 || asked >= wanted)) {
                System.out.printf(
                        "%s: %,d of %,d cases in %,d s, %,d of them find something, %d failures%n",
                        engine, asked, wanted, (System.nanoTime() - start) / 1_000_000_000, finding, reports.size());
            }
        }
        Seeds.kept(test).forEach(seed -> play(seed, questions, round));
        assertThat(reports).isEmpty();
        if (asked >= ENOUGH) {
            assertThat(finding).as("questions that find something").isGreaterThan(asked / 4);
        }
    }

    private void play(long seed, int questions, Round round) {
        String number = "-Despalier.engines=%s -Despalier.seed=%d -Despalier.cases=%d"
                .formatted(database.engine().name().toLowerCase(java.util.Locale.ROOT), seed, questions);
        try {
            round.play(new Random(seed + 1_000_000L * database.engine().ordinal()), questions);
            failures.stream().limit(FAILURES).forEach(failure -> report(number, failure));
        } catch (RuntimeException | AssertionError e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            reports.add(number + "\n" + trace);
        }
        failures.clear();
        database.clear();
    }

    /** Asks some questions on one state of the objects. */
    void ask(
            Trial trial,
            ModelClasses classes,
            IndexLevel level,
            List<?> objects,
            RandomQueries queries,
            int questions) {
        for (int i = 0; i < questions; i++) {
            Question question = queries.question();
            int turn = i;
            asked++;
            try {
                String expected = trial.expected(question);
                finding += expected.equals("[]") ? 0 : 1;
                trial.difference(question, expected, turn)
                        .ifPresent(found ->
                                failures.add(new Failure(Case.of(classes, level, objects, question), found, turn)));
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(String.join("\n", question.lines(objects)) + "\n" + classes.source(), e);
            }
        }
    }

    /** The smallest case like it, ready to be put into the corpus. */
    private void report(String number, Failure failure) {
        Shrinker shrinker = new Shrinker(
                database, failure.difference(), failure.turn(), database.engine() == Engine.SQLITE ? 300 : 100);
        Optional<Case> smallest = shrinker.shrunk(failure.failing());
        reports.add("\n" + number + "\n"
                + String.join("\n", failure.failing().questions().get(0)) + "\n" + failure.difference() + "\n"
                + (smallest.isPresent()
                        ? "as a file of corpus/differential:\n" + smallest.get().write()
                        : "only after what happened to the objects before:\n"
                                + failure.failing().write()));
    }
}
