package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Changes that lead back, meet, or are cut off: names that go round, a class that is added again, constants in another order, two new models at once. */
@EngineIndependent
class HistoriesContractTest {

    private static Model model(ClassDraft... classes) {
        return ModelDraft.of(List.of(classes), List.of(), List.of()).toModel();
    }

    private static Model cups(AttributeDraft... attributes) {
        return model(ClassDraft.of("Cup", attributes));
    }

    private static AttributeDraft text(String name, String... was) {
        AttributeDraft attribute = AttributeDraft.of(name, "String");
        return was.length == 0 ? attribute : attribute.was(List.of(was));
    }

    private static List<Object> cup(Database db) {
        Node cup = db.nodes().query("Cup", "").one();
        return List.of(cup.get("a"), cup.get("b"), cup.get("c"));
    }

    @OnEveryEngine
    void namesMayGoRoundAndBack(TestDatabase database) {
        Model first = cups(text("a"), text("b"), text("c"));
        Model round = cups(text("a", "c"), text("b", "a"), text("c", "b"));
        Database one = database.open(first, database.settings());
        one.store(one.nodes().newNode("Cup").set("a", "A").set("b", "B").set("c", "C"));
        for (int i = 0; i < 2; i++) {
            Database two = database.open(round, database.settings());
            assertThat(cup(two)).isEqualTo(i == 0 ? List.of("C", "A", "B") : List.of("C", "A", "two"));
            Node mine = two.nodes().query("Cup", "").one();
            two.store(mine.set("c", "two")); // the first program's b
            assertThat(cup(one)).containsExactly("A", "two", "C");
            assertThat(two.nodes().query("Cup", "c = 'two', b = 'A'").count()).isEqualTo(1);
            two.close();
            one.close();
            refused(
                    () -> database.open(first, database.settings()),
                    "renamed",
                    "Cup.a: programs have called both c and a",
                    "which one is it");
            one = database.open(cups(text("a", "a"), text("b", "b"), text("c", "c")), database.settings());
            assertThat(cup(one)).as("the first program again").containsExactly("A", "two", "C");
        }
        assertThat(Health.of(one).verify().findings()).isEmpty();
    }

    @OnEveryEngine
    void aClassThatIsGoneIsThereAgainWithItsObjectsUnlessItIsNew(TestDatabase database) {
        ClassDraft shelf = ClassDraft.of("Shelf", AttributeDraft.of("room", "String"));
        Model both = model(
                shelf, ClassDraft.of("Vase", AttributeDraft.of("height", "int"), AttributeDraft.of("on", "Shelf")));
        try (Database db = database.open(both, database.settings())) {
            db.store(db.nodes()
                    .newNode("Vase")
                    .set("height", 3)
                    .set("on", db.nodes().newNode("Shelf").set("room", "hall")));
        }
        database.open(model(shelf), database.settings()).close();
        ClassDraft again =
                ClassDraft.of("Vase", AttributeDraft.of("height", "int"), AttributeDraft.of("colour", "String"));
        try (Database db = database.open(model(shelf, again), database.settings())) {
            Node vase = db.nodes().query("Vase", "height = 3").one();
            db.store(vase.set("colour", "blue"));
        }
        try (Database db = database.open(both, database.settings())) {
            assertThat(db.nodes().query("Vase", "on.room = 'hall', height = 3").count())
                    .isEqualTo(1);
        }
        SchemaAdmin.at(database.url(), database.settings()).finish(model(shelf));
        refused(() -> database.open(both, database.settings()), "dropped", "Vase");
        ClassDraft other = new ClassDraft(
                "Vase", List.of(), false, List.of(), List.of(), List.of(AttributeDraft.of("height", "String")));
        try (Database db = database.open(model(shelf, other), database.settings())) {
            assertThat(db.nodes().query("Vase", "").count()).isZero();
            db.store(db.nodes().newNode("Vase").set("height", "tall"));
        }
        refused(
                () -> database.open(both, database.settings()),
                "model-mismatch",
                "Vase.height is int in the program and String in the database");
        try (Database db = database.open(model(shelf, other), database.settings())) {
            assertThat(db.nodes().query("Vase", "height = 'tall'").count()).isEqualTo(1);
            assertThat(db.nodes().query("Shelf", "").count()).isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    private static Model bells(String... tones) {
        return ModelDraft.of(
                        List.of(ClassDraft.of(
                                "Bell",
                                AttributeDraft.of("tone", "Tone").withIndex(),
                                AttributeDraft.of("tones", "List<Tone>"))),
                        List.of(),
                        List.of(EnumDraft.of("Tone", tones)))
                .toModel();
    }

    @OnEveryEngine
    void constantsMayStandInAnotherOrderAndBeGone(TestDatabase database) {
        Model first = bells("LOW", "LOUD", "MUTE");
        Model second = bells("MUTE", "LOW");
        Database older = database.open(first, database.settings());
        for (String tone : List.of("LOW", "LOUD", "MUTE")) {
            older.store(older.nodes().newNode("Bell").set("tone", tone).set("tones", List.of("MUTE", tone)));
        }
        Database newer = database.open(second, database.settings());
        assertThat(newer.nodes().query("Bell", "tone = 'MUTE'").one().get("tones"))
                .isEqualTo(List.of("MUTE", "MUTE"));
        assertThat(newer.nodes().query("Bell", "").count()).isEqualTo(3);
        refused(() -> newer.nodes().query("Bell", "").list(), "unreadable-value", "LOUD");
        assertThat(tones(older, "ORDER BY tone")).containsExactly("LOW", "LOUD", "MUTE");
        assertThat(tones(newer, "tone != 'LOUD' OR tone = 'MUTE' ORDER BY tone", "unknown"))
                .isNotEmpty();
        assertThat(tones(newer, "tones = 'LOW' ORDER BY tone")).containsExactly("LOW");
        newer.store(newer.nodes().newNode("Bell").set("tone", "MUTE").set("tones", List.of("LOW")));
        assertThat(tones(newer, "tones = 'LOW' ORDER BY tone"))
                .as("as the program declares them")
                .containsExactly("MUTE", "LOW");
        assertThat(tones(older, "tones = 'LOW' ORDER BY tone")).containsExactly("LOW", "MUTE");
        older.close();
        newer.close();
        refused(() -> SchemaAdmin.at(database.url(), database.settings()).finish(second), "still-used", "LOUD");
        try (Database db = database.open(first, database.settings())) {
            db.delete(db.nodes().query("Bell", "tone = 'LOUD'").one());
            assertThat(tones(db, "ORDER BY tone")).containsExactly("LOW", "MUTE", "MUTE");
        }
        SchemaAdmin.at(database.url(), database.settings()).finish(second);
        try (Database db = database.open(second, database.settings())) {
            assertThat(tones(db, "ORDER BY tone")).containsExactly("MUTE", "MUTE", "LOW");
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    private static List<Object> tones(Database db, String condition) {
        return db.nodes().query("Bell", condition).list().stream()
                .map(bell -> bell.get("tone"))
                .toList();
    }

    /** Of a query that may be refused because it names a constant that the program does not know. */
    private static List<Object> tones(Database db, String condition, String refusal) {
        try {
            return tones(db, condition);
        } catch (EspalierException e) {
            return List.of(refusal);
        }
    }

    @OnEveryEngine
    void anInterruptEndsAConversionThatTheNextOpeningCompletes(TestDatabase database) {
        int objects = 1_200;
        try (Database db = database.open(cups(text("a"), AttributeDraft.of("n", "long")), database.settings())) {
            List<Node> cups = new ArrayList<>();
            for (int i = 0; i < objects; i++) {
                cups.add(db.nodes().newNode("Cup").set("a", String.valueOf(i)).set("n", (long) i));
            }
            db.storeAll(cups);
        }
        Model newer = cups(
                AttributeDraft.of("a", "int").was(List.of("a")),
                AttributeDraft.of("n", "int").was(List.of("n")));
        Settings apply = database.settings().schema(SchemaMode.APPLY);
        for (int cut = 1; cut <= 3; cut++) {
            int at = cut;
            AtomicInteger calls = new AtomicInteger();
            try {
                database.open(newer, apply.onMigration(progress -> {
                            if (calls.incrementAndGet() == at) {
                                Thread.currentThread().interrupt();
                            }
                        }))
                        .close();
            } catch (EspalierException e) {
                assertThat(e.code())
                        .as(e.getMessage())
                        .isIn(
                                "interrupted",
                                database.engine() == Engine.H2 ? "unreachable" : "interrupted"); // H2 closes its file
            } finally {
                Thread.interrupted();
            }
        }
        Thread.currentThread().interrupt();
        try {
            database.open(newer, apply).close();
        } catch (EspalierException e) {
            assertThat(e.code())
                    .as(e.getMessage())
                    .isIn(
                            "interrupted",
                            database.engine() == Engine.H2 ? "unreachable" : "interrupted"); // H2 closes its file
        } finally {
            Thread.interrupted();
        }
        try (Database db = database.open(newer, apply)) {
            List<Node> found = db.nodes().query("Cup", "ORDER BY id").list();
            assertThat(found).hasSize(objects);
            for (int i = 0; i < objects; i++) {
                assertThat(found.get(i).get("a")).isEqualTo(i);
                assertThat(found.get(i).get("n")).isEqualTo(i);
            }
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void ofTwoNewModelsThatOpenAtOnceEachSeesTheOthersResultOrIsRefused(TestDatabase database) throws Exception {
        Model first = cups(text("a"), text("b"), AttributeDraft.of("n", "int"));
        List<Model> models = List.of(
                cups(text("label", "a"), text("b"), AttributeDraft.of("n", "long")),
                cups(
                        AttributeDraft.of("a", "int").was(List.of("a")),
                        text("b"),
                        AttributeDraft.of("n", "int"),
                        AttributeDraft.of("parts", "List<String>")),
                cups(
                        text("a"),
                        text("n", "b"),
                        AttributeDraft.of("count", "int").was(List.of("n"))),
                cups(
                        text("a"),
                        text("b"),
                        AttributeDraft.of("n", "String").was(List.of("n")),
                        AttributeDraft.of("more", "Integer").withIndex()));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 6; round++) {
                database.clear();
                try (Database db = database.open(first, database.settings())) {
                    db.store(db.nodes()
                            .newNode("Cup")
                            .set("a", "7")
                            .set("b", "B")
                            .set("n", 5));
                }
                Model one = models.get(round * 2 % 4 == 0 ? 0 : 2 * (round % 2));
                Model other = models.get((round * 2 + 1 + round / 2) % 4);
                CyclicBarrier start = new CyclicBarrier(2);
                List<Future<List<Object>>> openings = new ArrayList<>();
                for (Model model : List.of(one, other)) {
                    openings.add(threads.submit(() -> {
                        start.await();
                        try (Database db = Database.open(
                                database.url(), model, database.settings().schema(SchemaMode.APPLY))) {
                            return values(db, model);
                        }
                    }));
                }
                int opened = 0;
                for (int i = 0; i < 2; i++) {
                    try {
                        assertThat(openings.get(i).get())
                                .as("round " + round + ", " + i)
                                .isEqualTo(expected(List.of(one, other).get(i), models));
                        opened++;
                    } catch (ExecutionException e) {
                        assertThat(e.getCause()).isInstanceOf(EspalierException.class);
                        assertThat(((EspalierException) e.getCause()).code())
                                .as(e.getCause().getMessage())
                                .isIn("in-use", "model-mismatch", "schema-change", "renamed");
                    }
                }
                assertThat(opened).as("one wins").isPositive();
                try (Database nodes = database.openCatalog()) {
                    assertThat(Health.of(nodes).verify().findings()).isEmpty();
                    assertThat(nodes.nodes().query("Cup", "").count()).isEqualTo(1);
                }
            }
        } finally {
            threads.shutdown();
        }
    }

    private static List<Object> values(Database db, Model model) {
        Node cup = db.nodes().query("Cup", "").one();
        return ModelDraft.of(model).classes().get(0).attributes().stream()
                .filter(attribute ->
                        cup.get(attribute.name()) != null && !attribute.type().startsWith("List"))
                .map(attribute -> cup.get(attribute.name()))
                .toList();
    }

    private static List<Object> expected(Model model, List<Model> models) {
        return List.of(
                        List.<Object>of("7", "B", 5L),
                        List.<Object>of(7, "B", 5),
                        List.<Object>of("7", "B", 5),
                        List.<Object>of("7", "B", "5"))
                .get(models.indexOf(model));
    }

    @OnEveryEngine
    void aComputedAttributeIsCompleteWhateverTwoProgramsComputeAtOnce(TestDatabase database) throws Exception {
        int objects = 1_100;
        try (Database db = database.open(cups(AttributeDraft.of("n", "int")), database.settings())) {
            List<Node> cups = new ArrayList<>();
            for (int i = 0; i < objects; i++) {
                cups.add(db.nodes().newNode("Cup").set("n", i));
            }
            db.storeAll(cups);
        }
        Model newer = cups(AttributeDraft.of("n", "int"), AttributeDraft.of("twice", "long"), text("label"));
        Migration<Node> migration =
                Migration.of("Cup").setSql("twice", "n * 2").set("label", cup -> "c" + cup.get("n"));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> openings = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                openings.add(threads.submit(() -> Database.open(
                                database.url(), newer, database.settings().migrations(migration))
                        .close()));
            }
            for (Future<?> opening : openings) {
                opening.get();
            }
        } finally {
            threads.shutdown();
        }
        try (Database db = database.open(newer, database.settings())) {
            for (Node cup : db.nodes().query("Cup", "").list()) {
                int n = cup.get("n", Integer.class);
                assertThat(List.of(cup.get("twice"), cup.get("label"))).containsExactly(2L * n, "c" + n);
            }
            assertThat(db.nodes().query("Cup", "twice = " + 2 * (objects - 1)).count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void anOlderProgramsBulkLoadGoesOnWhileANewerProgramChangesItsTables(TestDatabase database) {
        Model first = model(
                ClassDraft.of(
                        "Cup",
                        text("a"),
                        AttributeDraft.of("n", "int"),
                        AttributeDraft.of("marks", "List<String>"),
                        AttributeDraft.of("saucer", "Saucer")),
                ClassDraft.of("Saucer", text("a")));
        Model newer = model(
                ClassDraft.of(
                        "Cup",
                        AttributeDraft.of("width", "int"),
                        AttributeDraft.of("n", "int").withIndex(),
                        text("label", "a"),
                        AttributeDraft.of("marks", "List<String>"),
                        AttributeDraft.of("owners", "Set<String>"),
                        AttributeDraft.of("saucer", "Saucer"),
                        AttributeDraft.of("isBlue", "boolean")),
                ClassDraft.of("Saucer", text("a"), AttributeDraft.of("size", "long")),
                ClassDraft.of("Pot", text("a")));
        int each = 700;
        for (BulkWriter.Indexes indexes : BulkWriter.Indexes.values()) {
            database.clear();
            Database older = database.open(first, database.settings());
            Database db;
            try (BulkWriter bulk = older.bulkWriter(indexes)) {
                load(older, bulk, 0, each);
                db = database.open(newer, database.settings());
                load(older, bulk, each, 2 * each);
                db.store(db.nodes()
                        .newNode("Cup")
                        .set("label", "new")
                        .set("n", -1)
                        .set("width", 3)
                        .set("isBlue", true));
                load(older, bulk, 2 * each, 3 * each);
            }
            assertThat(db.nodes()
                            .query("Cup", "width = 0, isBlue = false, n >= 0")
                            .count())
                    .isEqualTo(3L * each);
            assertThat(db.nodes().query("Cup", "isBlue = true, width = 3").count())
                    .isEqualTo(1);
            for (Node cup : db.nodes().query("Cup", "n >= 0 ORDER BY n").list()) {
                int n = cup.get("n", Integer.class);
                assertThat(List.of(
                                cup.get("label"),
                                cup.get("marks"),
                                cup.get("saucer", Node.class).get("a")))
                        .containsExactly("c" + n, List.of("m" + n), "s" + n);
            }
            assertThat(db.nodes().query("Cup", "n = " + (3 * each - 1)).count()).isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
            older.close();
            db.close();
        }
    }

    private static void load(Database db, BulkWriter bulk, int from, int to) {
        for (int i = from; i < to; i++) {
            bulk.store(db.nodes()
                    .newNode("Cup")
                    .set("a", "c" + i)
                    .set("n", i)
                    .set("marks", List.of("m" + i))
                    .set("saucer", db.nodes().newNode("Saucer").set("a", "s" + i)));
        }
    }
}
