package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;

/** Classes and collections that pass their names round are refused: no program reads the one for the other. */
@EngineIndependent
class SwappedClassesContractTest {

    private static ClassDraft named(String name, String... was) {
        ClassDraft draft =
                ClassDraft.of(name, AttributeDraft.of("title", "String"), AttributeDraft.of("tags", "List<String>"));
        return was.length == 0 ? draft : was(draft, was);
    }

    private static ClassDraft was(ClassDraft draft, String... was) {
        return new ClassDraft(
                draft.name(),
                draft.javaNames(),
                draft.isAbstract(),
                draft.superclasses(),
                List.of(was),
                draft.attributes());
    }

    private static Model model(ClassDraft... classes) {
        return ModelDraft.of(List.of(classes), List.of(), List.of()).toModel();
    }

    private static void store(Database db, String... classes) {
        for (String name : classes) {
            db.store(db.nodes().newNode(name).set("title", "of " + name).set("tags", List.of("tag of " + name)));
        }
    }

    @OnEveryEngine
    void classesThatSwapTheirNamesAreRefused(TestDatabase database) {
        try (Database older = database.open(model(named("Bid"), named("Offer")), database.settings())) {
            store(older, "Bid", "Offer");
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        refused(
                () -> database.open(model(named("Bid", "Offer"), named("Offer", "Bid")), database.settings())
                        .close(),
                "renamed",
                "this program would read the one for the other",
                "was on Bid, Offer: these classes pass their names round");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        try (Database newer =
                database.open(model(named("Quote", "Bid"), named("Sale", "Offer")), database.settings())) {
            assertThat(newer.nodes().query("Quote", "").one().get("title")).isEqualTo("of Bid");
            assertThat(newer.nodes().query("Sale", "").one().get("title")).isEqualTo("of Offer");
        }
    }

    @OnEveryEngine
    void threeClassesThatPassTheirNamesRoundAreRefused(TestDatabase database) {
        try (Database older = database.open(model(named("A"), named("B"), named("C")), database.settings())) {
            store(older, "A", "B", "C");
        }
        refused(
                () -> database.open(model(named("A", "C"), named("B", "A"), named("C", "B")), database.settings())
                        .close(),
                "renamed",
                "was on A, B, C: these classes pass their names round");
    }

    @OnEveryEngine
    void collectionsThatSwapTheirNamesAreRefused(TestDatabase database) {
        AttributeDraft a = AttributeDraft.of("a", "List<String>");
        AttributeDraft b = AttributeDraft.of("b", "List<String>");
        try (Database older = database.open(model(ClassDraft.of("Box", a, b)), database.settings())) {
            older.store(older.nodes().newNode("Box").set("a", List.of("A")).set("b", List.of("B")));
        }
        Model swapped = model(ClassDraft.of("Box", a.was(List.of("b")), b.was(List.of("a"))));
        refused(
                () -> database.open(swapped, database.settings()).close(),
                "renamed",
                "was on Box.a, Box.b: these collections pass their names round");
        Model others = model(ClassDraft.of(
                "Box",
                AttributeDraft.of("x", "List<String>").was(List.of("b")),
                AttributeDraft.of("y", "List<String>").was(List.of("a"))));
        try (Database newer = database.open(others, database.settings())) {
            assertThat(newer.nodes().query("Box", "").one().get("x")).isEqualTo(List.of("B"));
        }
    }

    @OnEveryEngine
    void fieldsThatSwapTheirNamesAreHeard(TestDatabase database) {
        AttributeDraft a = AttributeDraft.of("a", "String");
        AttributeDraft b = AttributeDraft.of("b", "String");
        try (Database older = database.open(model(ClassDraft.of("Box", a, b)), database.settings())) {
            older.store(older.nodes().newNode("Box").set("a", "A").set("b", "B"));
        }
        Model swapped = model(ClassDraft.of("Box", a.was(List.of("b")), b.was(List.of("a"))));
        for (int opening = 1; opening <= 2; opening++) {
            try (Database newer = database.open(swapped, database.settings())) {
                assertThat(newer.nodes().query("Box", "").one().get("a")).isEqualTo("B");
            }
        }
    }
}
