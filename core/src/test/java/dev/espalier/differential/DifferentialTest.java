package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Executor;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.naive.Graphs;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.rql.Rql;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a query finds, and what comes with it, does not depend on the engine, the indexes or the executor. */
class DifferentialTest {

    private static final long SEED = Long.getLong("espalier.differential.seed", 20_261_121);
    private static final int QUERIES = Integer.getInteger("espalier.differential.queries", 0);
    private static final int OBJECTS_PER_CLASS = 12;

    private record Question(Class<?> root, String text) {

        /** Several of one line each: the root class, a colon, the query. */
        static Question of(String line) {
            String root = line.substring(0, line.indexOf(':'));
            Class<?> type = Town.ROOTS.stream().filter(known -> known.getSimpleName().equals(root)).findFirst().orElseThrow();
            return new Question(type, line.substring(line.indexOf(':') + 1).strip());
        }

        @Override
        public String toString() {
            return root.getSimpleName() + ": " + text;
        }
    }

    /** A town in a database, and what the naive evaluator sees of it. */
    private record Asked(Database db, NaiveEvaluator naive) {

        static Asked of(TestDatabase database, RandomObjects town, IndexLevel level) {
            Database db = database.open(Model.of(Town.CLASSES.toArray(Class<?>[]::new)), database.settings().indexes(level));
            db.storeAll(town.objects());
            return new Asked(db, new NaiveEvaluator(town.objects(), db::idOf, Map.of()));
        }

        /** The differences of all executors' answers to the evaluator's. */
        List<String> differences(Question question) {
            long[] expected = naive.answer(question.root(), Rql.parse(question.text())).stream().mapToLong(db::idOf).toArray();
            List<String> differences = new ArrayList<>();
            for (Executor executor : Executor.values()) {
                String found = found(question, executor);
                if (!found.equals(Arrays.toString(expected))) {
                    differences.add("\n" + question + "\n  expected   " + Arrays.toString(expected) + "\n  " + executor + " found " + found);
                }
            }
            return differences;
        }

        private String found(Question question, Executor executor) {
            try {
                return Arrays.toString(db.query(question.root(), question.text()).executor(executor).ids());
            } catch (RuntimeException e) {
                return e.toString();
            }
        }

        boolean finds(Question question) {
            return !naive.answer(question.root(), Rql.parse(question.text())).isEmpty();
        }
    }

    @OnEveryEngine
    void everyExecutorFindsWhatTheNaiveEvaluatorFinds(TestDatabase database) {
        Random random = new Random(SEED + database.engine().ordinal());
        IndexLevel level = IndexLevel.values()[random.nextInt(4)];
        Asked asked = Asked.of(database, new RandomObjects(random, Town.CLASSES, OBJECTS_PER_CLASS), level);
        RandomQueries queries = new RandomQueries(random, Town.ROOTS);
        List<String> differences = new ArrayList<>();
        int finding = 0;
        int count = QUERIES > 0 ? QUERIES : database.engine() == Engine.SQLITE ? 3_000 : 200;
        for (int i = 0; i < count; i++) {
            Class<?> root = Town.ROOTS.get(random.nextInt(Town.ROOTS.size()));
            Question question = new Question(root, queries.query(root));
            differences.addAll(asked.differences(question));
            finding += asked.finds(question) ? 1 : 0;
        }
        assertThat(differences).as("seed %d, index level %s", SEED, level).isEmpty();
        assertThat(finding).as("queries that find something").isGreaterThan(count / 3);
    }

    @OnEveryEngine
    void whatWasAnsweredDifferentlyOnceIsAnsweredRight(TestDatabase database) throws IOException {
        Asked asked = Asked.of(database, new RandomObjects(new Random(20_261_121), Town.CLASSES, OBJECTS_PER_CLASS), IndexLevel.RELATIONS);
        List<String> differences = new ArrayList<>();
        try (InputStream corpus = DifferentialTest.class.getResourceAsStream("/corpus/differential/queries.txt")) {
            new String(corpus.readAllBytes(), StandardCharsets.UTF_8).lines().map(Question::of).forEach(question -> differences.addAll(asked.differences(question)));
        }
        assertThat(differences).isEmpty();
    }

    @OnEveryEngine
    void everythingThatCanBeReachedComesBackAsItWas(TestDatabase database) {
        RandomObjects town = new RandomObjects(new Random(SEED + 100 + database.engine().ordinal()), Town.CLASSES, OBJECTS_PER_CLASS);
        Database db = Asked.of(database, town, IndexLevel.NONE).db();
        for (Object object : town.objects().subList(0, 30)) {
            Object loaded = db.get(object.getClass(), db.idOf(object));
            assertThat(Graphs.difference(object, loaded)).as("seed %d, %s %d", SEED, object.getClass().getSimpleName(), db.idOf(object)).isNull();
        }
        List<Object> all = new ArrayList<>();
        Town.ROOTS.stream().filter(root -> root != Town.Thing.class && root != Town.Vessel.class).forEach(root -> all.addAll(db.query(root, "").list()));
        db.storeAll(all.subList(0, OBJECTS_PER_CLASS));
        assertThat(database.rows("SELECT MAX(_version) FROM person")).as("storing what was loaded changes nothing").containsExactly("0");
    }
}
