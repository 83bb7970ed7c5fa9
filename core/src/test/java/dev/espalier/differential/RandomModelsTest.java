package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
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
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Classes of any shape and name are kept, changed, deleted and found again, not only those that a test's author thought of. */
class RandomModelsTest {

    private static final long SEED = Long.getLong("espalier.models.seed", 20_261_121);
    private static final int MODELS = Integer.getInteger("espalier.models", 0);
    private static final int OBJECTS_PER_CLASS = 8;
    private static final int QUERIES = 60;

    @OnEveryEngine
    void objectsOfRandomClassesAreKeptAndFound(TestDatabase database) {
        int count = MODELS > 0 ? MODELS : database.engine() == Engine.SQLITE ? 12 : 2;
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long seed = SEED + 1_000L * database.engine().ordinal() + i;
            Random random = new Random(seed);
            String source = RandomModel.source(random);
            try {
                new Run(database, random, source).all();
            } catch (RuntimeException | AssertionError e) {
                failures.add("\n-Despalier.models.seed=" + (SEED + i) + " -Despalier.models=1: " + e + "\n" + source);
            }
            database.clear();
        }
        assertThat(failures).isEmpty();
    }

    /** One model's life. */
    private static final class Run {

        private final Random random;
        private final TestDatabase database;
        private final Model model;
        private final IndexLevel level;
        private final List<Class<?>> roots;
        private final RandomObjects made;
        private final List<Object> objects;
        private Database db;

        Run(TestDatabase database, Random random, String source) {
            this.database = database;
            this.random = random;
            Class<?>[] nested = SourceCompiler.compile(RandomModel.NAME, source).getDeclaredClasses();
            roots = Arrays.stream(nested).filter(type -> !type.isEnum() && !type.isRecord()).sorted(Comparator.comparing(Class::getName)).toList();
            model = Model.of(roots.toArray(Class<?>[]::new));
            level = IndexLevel.values()[random.nextInt(IndexLevel.values().length)];
            List<Class<?>> concrete = roots.stream().filter(type -> !Modifier.isAbstract(type.getModifiers())).toList();
            made = new RandomObjects(random, concrete, OBJECTS_PER_CLASS);
            objects = new ArrayList<>(made.objects());
        }

        void all() {
            db = database.open(model, database.settings().indexes(level));
            store();
            compare();
            ask();
            objects.stream().filter(object -> random.nextInt(3) == 0).forEach(made::change);
            db.storeAll(objects);
            compare();
            ask();
            delete();
            compare();
            ask();
        }

        /** Both ways: a load, and a transaction; what is reached comes along with either. */
        private void store() {
            if (random.nextBoolean()) {
                try (BulkWriter writer = db.bulkWriter()) {
                    writer.storeAll(objects.subList(0, random.nextInt(objects.size())));
                }
            }
            db.storeAll(objects);
        }

        /** Through a second opening, which knows none of the objects. */
        private void compare() {
            try (Database other = database.open(model, database.settings().indexes(level))) {
                List<Object> loaded = new ArrayList<>();
                for (Class<?> root : roots) {
                    long[] expected = objects.stream().filter(object -> object.getClass() == root).mapToLong(db::idOf).sorted().toArray();
                    if (expected.length > 0) {
                        assertThat(other.query(root, "").ids()).as("all of %s", root).isEqualTo(expected);
                        loaded.addAll(other.getAll(root, Arrays.stream(expected).boxed().toList()));
                    }
                }
                for (Object found : loaded) {
                    Object expected = objects.stream()
                            .filter(object -> object.getClass() == found.getClass() && db.idOf(object) == other.idOf(found)).findFirst().orElseThrow();
                    assertThat(Graphs.difference(expected, found)).as("%s %d", found.getClass().getSimpleName(), other.idOf(found)).isNull();
                }
            }
        }

        private void ask() {
            RandomQueries queries = new RandomQueries(random, roots);
            NaiveEvaluator naive = new NaiveEvaluator(objects, db::idOf, Map.of());
            int finding = 0;
            for (int i = 0; i < QUERIES; i++) {
                Class<?> root = roots.get(random.nextInt(roots.size()));
                String text = queries.query(root);
                long[] expected = naive.answer(root, Rql.parse(text)).stream().mapToLong(db::idOf).toArray();
                finding += expected.length > 0 ? 1 : 0;
                for (Executor executor : Executor.values()) {
                    assertThat(db.query(root, text).executor(executor).ids())
                            .as("%s, indexes %s: %s: %s", executor, level, root.getSimpleName(), text).isEqualTo(expected);
                }
            }
            assertThat(finding).as("queries that find something").isGreaterThan(QUERIES / 6);
        }

        private void delete() {
            List<Object> gone = objects.stream().filter(object -> random.nextInt(5) == 0).toList();
            db.deleteAll(gone);
            objects.removeAll(gone);
            objects.forEach(new Removal(gone)::from);
        }
    }
}
