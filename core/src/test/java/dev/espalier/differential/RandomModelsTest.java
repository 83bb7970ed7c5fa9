package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.LoadBounds;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Classes of any shape and name are kept, changed, deleted and found again, not only those that a test's author thought of. */
class RandomModelsTest {

    private static final int STATES = 3;

    @OnEveryEngine
    void objectsOfRandomClassesAreStoredAndFound(TestDatabase database) {
        Rounds rounds = new Rounds("RandomModelsTest", database);
        rounds.play(5_100, 500, database.engine().isServer() ? 250 : 300, (random, questions) -> {
            String source = RandomModel.source(random);
            try {
                // Fewer would need another round.
                new Run(database, random, source).all(rounds, (questions + STATES - 1) / STATES);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(source, e);
            }
        });
    }

    /** One model's life. */
    private static final class Run {

        private final Random random;
        private final TestDatabase database;
        private final ModelClasses classes;
        private final IndexLevel level;
        private final RandomObjects made;
        private final List<Object> objects;
        private Database db;

        Run(TestDatabase database, Random random, String source) {
            this.database = database;
            this.random = random;
            classes = ModelClasses.of(source);
            level = IndexLevel.values()[random.nextInt(IndexLevel.values().length)];
            made = new RandomObjects(random, classes.concrete(), 1 + random.nextInt(10));
            objects = new ArrayList<>(made.objects());
        }

        void all(Rounds rounds, int questions) {
            db = database.open(classes.model(), database.settings().indexes(level));
            store();
            compare();
            ask(rounds, questions);
            new TwoSides(objects).check(db::idOf);
            objects.stream().filter(object -> random.nextInt(3) == 0).forEach(made::change);
            new TwoSides(objects).makeUnique();
            db.storeAll(objects);
            new TwoSides(objects).check(db::idOf);
            compare();
            ask(rounds, questions);
            delete();
            compare();
            ask(rounds, questions);
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
            try (Database other =
                    database.open(classes.model(), database.settings().indexes(level))) {
                List<Object> loaded = new ArrayList<>();
                for (Class<?> root : classes.concrete()) {
                    long[] expected = objects.stream()
                            .filter(object -> object.getClass() == root)
                            .mapToLong(db::idOf)
                            .sorted()
                            .toArray();
                    if (expected.length > 0) {
                        long[] all = objects.stream()
                                .filter(root::isInstance)
                                .mapToLong(db::idOf)
                                .sorted()
                                .toArray();
                        assertThat(other.query(root, "").ids())
                                .as("all of %s", root)
                                .isEqualTo(all);
                        loaded.addAll(other.getAll(
                                root, Arrays.stream(expected).boxed().toList(), LoadBounds::complete));
                    }
                }
                for (Object found : loaded) {
                    Object expected = objects.stream()
                            .filter(object ->
                                    object.getClass() == found.getClass() && db.idOf(object) == other.idOf(found))
                            .findFirst()
                            .orElseThrow();
                    assertThat(Graphs.difference(expected, found, new Graphs.Ids(db::idOf, other::idOf)))
                            .as("%s %d", found.getClass().getSimpleName(), other.idOf(found))
                            .isNull();
                }
            }
        }

        /** With random numbers of their own: what happens to the objects later does not depend on how many questions there are. */
        private void ask(Rounds rounds, int questions) {
            RandomQueries queries = new RandomQueries(
                    new Random(random.nextLong()), classes.roots(), objects, Construct.ANSWERED, new RandomValues());
            rounds.ask(new Trial(db, objects), classes, level, objects, queries, questions);
        }

        private void delete() {
            List<Object> gone =
                    objects.stream().filter(object -> random.nextInt(5) == 0).toList();
            db.deleteAll(gone);
            objects.removeAll(gone);
            objects.forEach(new Removal(gone)::from);
            new TwoSides(objects).check(db::idOf);
        }
    }
}
