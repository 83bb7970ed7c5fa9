package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Executor;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.rql.Rql;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a query finds does not depend on the engine, the indexes or the executor. */
class DifferentialTest {

    private static final long SEED = Long.getLong("espalier.differential.seed", 20_261_121);
    private static final int QUERIES = Integer.getInteger("espalier.differential.queries", 0);
    private static final int OBJECTS_PER_CLASS = 12;

    @OnEveryEngine
    void everyExecutorFindsWhatTheNaiveEvaluatorFinds(TestDatabase database) {
        Random random = new Random(SEED);
        IndexLevel level = IndexLevel.values()[random.nextInt(4)];
        RandomTown town = new RandomTown(random, OBJECTS_PER_CLASS);
        try (Database db = database.open(Model.of(Town.CLASSES.toArray(Class<?>[]::new)), database.settings().indexes(level))) {
            db.storeAll(town.objects());
            NaiveEvaluator naive = new NaiveEvaluator(town.objects(), db::idOf, Map.of());
            RandomQueries queries = new RandomQueries(random);
            List<String> differences = new ArrayList<>();
            int finding = 0;
            int count = QUERIES > 0 ? QUERIES : database.engine() == Engine.SQLITE ? 1_500 : 150;
            for (int i = 0; i < count; i++) {
                Class<?> root = Town.ROOTS.get(random.nextInt(Town.ROOTS.size()));
                String text = queries.query(root);
                long[] expected = naive.answer(root, Rql.parse(text)).stream().mapToLong(db::idOf).toArray();
                finding += expected.length > 0 ? 1 : 0;
                for (Executor executor : Executor.values()) {
                    String difference = difference(db, root, text, executor, expected);
                    if (difference != null) {
                        differences.add(difference);
                    }
                }
            }
            assertThat(differences).as("seed %d, index level %s", SEED, level).isEmpty();
            assertThat(finding).as("queries that find something").isGreaterThan(count / 3);
        }
    }

    private static String difference(Database db, Class<?> root, String text, Executor executor, long[] expected) {
        try {
            long[] found = db.query(root, text).executor(executor).ids();
            return java.util.Arrays.equals(found, expected) ? null
                    : "\n" + root.getSimpleName() + " " + executor + ": " + text + "\n  expected " + java.util.Arrays.toString(expected) + "\n  found    "
                            + java.util.Arrays.toString(found);
        } catch (RuntimeException e) {
            return "\n" + root.getSimpleName() + " " + executor + ": " + text + "\n  " + e;
        }
    }
}
