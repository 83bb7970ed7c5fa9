package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Executor;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.rql.Rql;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** What comes in pages, or with a limit, is what the naive evaluator finds, cut; whatever the order, the engine, the indexes and the executor. */
class PagesTest {

    private static final long SEED = Long.getLong("espalier.pages.seed", 20_261_121);
    private static final int QUERIES = Integer.getInteger("espalier.pages.queries", 0);
    private static final int OBJECTS_PER_CLASS = 14;

    @OnEveryEngine
    void pagesPutTogetherAreTheWholeAnswer(TestDatabase database) {
        Random random = new Random(SEED + database.engine().ordinal());
        int count = QUERIES > 0 ? QUERIES : database.engine() == Engine.SQLITE ? 300 : 40;
        List<String> differences = new ArrayList<>();
        for (IndexLevel level : List.of(IndexLevel.BOTH, IndexLevel.NONE, IndexLevel.VALUES)) {
            RandomObjects town = new RandomObjects(random, Town.CLASSES, OBJECTS_PER_CLASS);
            Database db = database.open(Model.of(Town.CLASSES.toArray(Class<?>[]::new)), database.settings().indexes(level));
            db.storeAll(town.objects());
            NaiveEvaluator naive = new NaiveEvaluator(town.objects(), db::idOf, Map.of());
            RandomQueries queries = new RandomQueries(random, Town.ROOTS);
            for (int i = 0; i < count; i++) {
                Class<?> root = Town.ROOTS.get(random.nextInt(Town.ROOTS.size()));
                String text = queries.ordered(root);
                long[] expected = naive.answer(root, Rql.parse(text)).stream().mapToLong(db::idOf).toArray();
                for (Executor executor : Executor.values()) {
                    String where = "\n" + level + ", " + executor + ", " + root.getSimpleName() + ": " + text;
                    int size = 1 + random.nextInt(6);
                    compare(differences, where + " in pages of " + size, expected, () -> pages(db, db.query(root, text).executor(executor).depth(0), size));
                    int skipped = random.nextInt(3) * random.nextInt(8);
                    long[] some = Arrays.copyOfRange(expected, Math.min(skipped, expected.length), Math.min(skipped + size, expected.length));
                    String limited = text + " LIMIT " + size + (skipped > 0 ? " OFFSET " + skipped : "");
                    compare(differences, where + limited.substring(text.length()), some, () -> db.query(root, limited).executor(executor).ids());
                }
            }
            database.clear();
        }
        assertThat(differences).as("seed %d", SEED).isEmpty();
    }

    private interface Answer {
        long[] ids();
    }

    private static void compare(List<String> differences, String question, long[] expected, Answer answer) {
        try {
            long[] found = answer.ids();
            if (!Arrays.equals(found, expected)) {
                differences.add(question + "\n  expected " + Arrays.toString(expected) + "\n  found    " + Arrays.toString(found));
            }
        } catch (RuntimeException e) {
            differences.add(question + "\n  " + e);
        }
    }

    private static <T> long[] pages(Database db, Query<T> query, int size) {
        LongStream.Builder ids = LongStream.builder();
        String next = null;
        do {
            Page<T> page = query.page(size, next);
            assertThat(page.objects()).hasSizeLessThanOrEqualTo(size);
            assertThat(page.next() == null || page.objects().size() == size).as("a page before the last is full").isTrue();
            page.objects().forEach(object -> ids.add(db.idOf(object)));
            next = page.next();
        } while (next != null);
        return ids.build().toArray();
    }
}
