package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What a query finds, and what comes with it, does not depend on the engine, the indexes or the executor. */
@LocaleDependent
class DifferentialTest {

    private static final Path CORPUS = Path.of("src/test/resources/corpus/differential");
    private static final ModelClasses TOWN = ModelClasses.town();

    @OnEveryEngine
    @AlsoOnTiDb("its optimizer is its own: random queries find what nobody thinks of")
    void everyExecutorAgreesWithTheNaiveEvaluator(TestDatabase database) {
        Rounds rounds = new Rounds("DifferentialTest", database);
        rounds.play(5_000, 500, 250, (random, questions) -> {
            IndexLevel level = IndexLevel.values()[random.nextInt(4)];
            List<Object> objects = new RandomObjects(random, Town.CLASSES, 1 + random.nextInt(12)).objects();
            RandomQueries queries =
                    new RandomQueries(random, TOWN.roots(), objects, Construct.ANSWERED, new RandomValues());
            rounds.ask(Trial.of(database, TOWN, objects, level), TOWN, level, objects, queries, questions);
        });
    }

    @OnEveryEngine
    void everyExecutorAgreesOnWhatIsComputed(TestDatabase database) {
        Rounds rounds = new Rounds("DifferentialTest.computed", database);
        rounds.play(2_500, 300, 150, (random, questions) -> {
            IndexLevel level = IndexLevel.values()[random.nextInt(4)];
            List<Object> objects = new RandomObjects(random, Town.CLASSES, 1 + random.nextInt(12)).objects();
            RandomQueries queries = new RandomQueries(
                    random, TOWN.roots(), objects, Construct.ANSWERED_AND_COMPUTED, new RandomValues());
            rounds.ask(Trial.of(database, TOWN, objects, level), TOWN, level, objects, queries, questions);
        });
    }

    @OnEveryEngine
    void earlierDifferencesStayFixed(TestDatabase database) throws IOException {
        List<String> differences = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                database.clear();
                Case kept = Case.read(Files.readString(file));
                kept.differences(database)
                        .forEach(difference -> differences.add(file.getFileName() + "\n" + difference));
            }
        }
        assertThat(differences).isEmpty();
    }

    @OnEveryEngine
    void everyReachableObjectComesBackUnchanged(TestDatabase database) {
        long seed = Seeds.seed() + database.engine().ordinal();
        List<Object> objects = new RandomObjects(new Random(seed), Town.CLASSES, 12).objects();
        Database db = database.open(TOWN.model(), database.settings().indexes(IndexLevel.NONE));
        db.storeAll(objects);
        for (Object object : objects.subList(0, 30)) {
            Object loaded = db.get(object.getClass(), db.idOf(object));
            assertThat(Graphs.difference(object, loaded))
                    .as("seed %d, %s %d", seed, object.getClass().getSimpleName(), db.idOf(object))
                    .isNull();
        }
        List<Object> all = new ArrayList<>();
        TOWN.concrete().forEach(root -> all.addAll(db.query(root, "").list()));
        db.storeAll(all.subList(0, 12));
        assertThat(database.rows("SELECT MAX(_version) FROM person"))
                .as("storing what was loaded changes nothing")
                .containsExactly("0");
    }
}
