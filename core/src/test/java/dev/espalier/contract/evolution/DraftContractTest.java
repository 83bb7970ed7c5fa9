package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A model without Java classes makes a database, changes it, and shares it with programs that have the classes. */
@EngineIndependent
@LocaleDependent
class DraftContractTest {

    static class V1 {
        enum Status {
            NEW,
            SENT
        }

        static class Customer {
            long id;
            String name;
        }

        static class Order {
            long id;
            LocalDate due;
            Status status;
            Customer buyer;
            List<String> notes = new ArrayList<>();
        }
    }

    static class V2 {
        enum Status {
            NEW,
            @Was("SENT")
            GONE
        }

        @Was("Customer")
        static class Customer {
            long id;

            @Was("name")
            String fullName;
        }

        @Was("Order")
        static class Purchase {
            long id;
            LocalDate due;
            Status status;
            Customer buyer;

            @Was("notes")
            List<String> remarks = new ArrayList<>();

            int priority;
        }
    }

    private static final ModelDraft FIRST = ModelDraft.of(
            List.of(
                    ClassDraft.of("Customer", AttributeDraft.of("name", "String")),
                    ClassDraft.of(
                            "Order",
                            AttributeDraft.of("due", "LocalDate"),
                            AttributeDraft.of("status", "Status"),
                            AttributeDraft.of("buyer", "Customer"),
                            AttributeDraft.of("notes", "List<String>"),
                            AttributeDraft.of("count", "int"),
                            AttributeDraft.of("maker", "Maker"))),
            List.of(RecordDraft.of(
                    "Maker", AttributeDraft.of("name", "String"), AttributeDraft.of("country", "String"))),
            List.of(EnumDraft.of("Status", "NEW", "SENT")));

    @OnEveryEngine
    void aDraftMakesADatabaseAndChangesIt(TestDatabase database) {
        long order;
        try (Database db = database.open(FIRST.toModel(), database.settings())) {
            Node node = db.nodes()
                    .newNode("Order")
                    .set("due", LocalDate.of(2026, 11, 30))
                    .set("status", "SENT")
                    .set("notes", List.of("a", "b"))
                    .set("count", 3)
                    .set("buyer", db.nodes().newNode("Customer").set("name", "Ada"))
                    .set("maker", Map.of("name", "Acme", "country", "US"));
            db.store(node);
            order = node.id();
            assertThat(db.nodes()
                            .query("Order", "buyer.name = 'Ada', status > 'NEW', maker.name = 'Acme'")
                            .one())
                    .hasToString("Order " + order);
        }
        ModelDraft second = FIRST.addAttribute("Order", AttributeDraft.of("express", "boolean"))
                .addClass(new ClassDraft(
                        "Urgent",
                        List.of(),
                        false,
                        List.of("Order"),
                        null,
                        List.of(AttributeDraft.of("minutes", "int"))))
                .addConstant("Status", "GONE", "SENT")
                .deleteAttribute("Customer", "name")
                .addAttribute(
                        "Customer", AttributeDraft.of("fullName", "String").was(List.of("name")))
                .deleteAttribute("Order", "count")
                .addAttribute("Order", AttributeDraft.of("count", "long"))
                .deleteAttribute("Order", "notes")
                .addAttribute(
                        "Order", AttributeDraft.of("remarks", "List<String>").was(List.of("notes")));
        ClassDraft renamed = second.classes().stream()
                .filter(type -> type.name().equals("Order"))
                .findFirst()
                .orElseThrow();
        ModelDraft third = ModelDraft.of(
                List.of(
                        second.classes().get(0),
                        new ClassDraft("Purchase", List.of(), false, List.of(), List.of("Order"), renamed.attributes()),
                        second.classes().get(2).withSuperclasses(List.of("Purchase"))),
                second.records(),
                second.enums());
        try (Database db = database.open(third.toModel(), database.settings().schema(SchemaMode.APPLY))) {
            Node node = db.nodes().get("Purchase", order);
            assertThat(node.get("status")).isEqualTo("GONE");
            assertThat(node.get("remarks")).isEqualTo(List.of("a", "b"));
            assertThat(node.get("count")).isEqualTo(3L);
            assertThat(node.get("express")).isEqualTo(false);
            assertThat(node.get("buyer", Node.class).get("fullName")).isEqualTo("Ada");
            db.store(db.nodes()
                    .newNode("Urgent")
                    .set("minutes", 5)
                    .set("status", "NEW")
                    .set("count", 1L << 40));
            assertThat(db.nodes().query("Purchase", "status = 'GONE'").count()).isEqualTo(1);
            assertThat(db.nodes().query("Purchase", "count > 3").one().className())
                    .isEqualTo("Urgent");
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(third.toModel())
                        .steps())
                .isEmpty();
        try (Database older = database.open(FIRST.toModel(), database.settings())) {
            assertThat(older.nodes().query("Order", "status = 'SENT'").one().get("notes"))
                    .isEqualTo(List.of("a", "b"));
        }
    }

    @OnEveryEngine
    void programsWithClassesAndWithADraftUseOneDatabase(TestDatabase database) {
        V1.Order made = new V1.Order();
        made.status = V1.Status.SENT;
        made.notes.add("x");
        made.buyer = new V1.Customer();
        made.buyer.name = "Ada";
        Model model = Model.of(V1.Order.class);
        ModelDraft draft = ModelDraft.of(model);
        try (Database classes = database.open(model, database.settings());
                Database nodes = database.open(draft.toModel(), database.settings())) {
            classes.store(made);
            Node found = nodes.nodes().query("Order", "buyer.name = 'Ada'").one();
            nodes.store(found.set("status", "NEW").set("notes", List.of("x", "y")));
            classes.refresh(made);
            assertThat(made.status).isEqualTo(V1.Status.NEW);
            assertThat(made.notes).containsExactly("x", "y");
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(draft.toModel())
                        .steps())
                .isEmpty();
        assertThat(ModelDraft.of(ModelDraft.ofDatabase(database.url(), database.settings())
                        .toModel()))
                .isEqualTo(draft);
        Model newer = Model.of(V2.Purchase.class);
        database.open(newer, database.settings()).close();
        ModelDraft newerDraft = ModelDraft.of(newer);
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(newerDraft.toModel())
                        .steps())
                .isEmpty();
        try (Database nodes = database.open(newerDraft.toModel(), database.settings())) {
            assertThat(nodes.nodes()
                            .query("Purchase", "buyer.fullName = 'Ada'")
                            .one()
                            .get("remarks"))
                    .isEqualTo(List.of("x", "y"));
        }
        ModelDraft stored = ModelDraft.ofDatabase(database.url(), database.settings());
        assertThat(stored.classes()).extracting(ClassDraft::name).containsExactly("Customer", "Order");
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(stored.toModel())
                        .steps())
                .isEmpty();
    }

    @OnEveryEngine
    void valuesOfAnAttributeOfAnotherTypeAreConverted(TestDatabase database) {
        long order;
        try (Database db = database.open(FIRST.toModel(), database.settings())) {
            Node node = db.nodes().newNode("Order").set("count", 7).set("due", LocalDate.of(2026, 11, 30));
            db.store(node);
            order = node.id();
        }
        ModelDraft texts = FIRST.deleteAttribute("Order", "count")
                .addAttribute("Order", AttributeDraft.of("count", "String").was(List.of("count")))
                .deleteAttribute("Order", "due")
                .addAttribute("Order", AttributeDraft.of("day", "String").was(List.of("due")));
        try (Database db = database.open(texts.toModel(), database.settings().schema(SchemaMode.APPLY))) {
            assertThat(db.nodes().get("Order", order).get("count")).isEqualTo("7");
            assertThat(db.nodes().get("Order", order).get("day")).isEqualTo("2026-11-30");
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(texts.toModel())
                        .steps())
                .isEmpty();
        ModelDraft stored = ModelDraft.ofDatabase(database.url(), database.settings());
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(stored.toModel())
                        .steps())
                .isEmpty();
    }

    /** SQLite's driver lists the columns of a table by one statement, which is too long for so many. */
    @OnEveryEngine
    void aClassOfManyAttributesIsChanged(TestDatabase database) {
        if (database.engine() != Engine.SQLITE) {
            return;
        }
        ModelDraft wide = ModelDraft.empty()
                .addClass(ClassDraft.of(
                        "Wide",
                        IntStream.range(0, 600)
                                .mapToObj(n -> AttributeDraft.of("a" + n, "int"))
                                .toArray(AttributeDraft[]::new)));
        database.open(wide.toModel(), database.settings().indexes(IndexLevel.NONE))
                .close();
        ModelDraft more = wide.addAttribute("Wide", AttributeDraft.of("more", "int"));
        database.open(more.toModel(), database.settings()).close();
        assertThat(ModelDraft.ofDatabase(database.url(), database.settings())).isEqualTo(more);
    }

    @OnEveryEngine
    void theCatalogHasEachPartOfADraft(TestDatabase database) {
        ModelDraft draft = ModelDraft.of(ModelDraft.of(
                        List.of(
                                new ClassDraft("Named", List.of("shop.Named"), true, List.of(), null, List.of()),
                                new ClassDraft(
                                        "Document",
                                        List.of("shop.Document"),
                                        true,
                                        List.of(),
                                        null,
                                        List.of(AttributeDraft.of("due", "LocalDate")
                                                .withIndex())),
                                new ClassDraft(
                                        "Order",
                                        List.of("shop.Order"),
                                        false,
                                        List.of("Document", "Named"),
                                        null,
                                        List.of(
                                                AttributeDraft.of("number", "String")
                                                        .withUnique(),
                                                AttributeDraft.of("buyer", "Customer")
                                                        .withIndex(),
                                                AttributeDraft.of("status", "Status"),
                                                AttributeDraft.of("maker", "Maker"),
                                                AttributeDraft.of("prices", "Map<Status, BigDecimal>")
                                                        .withIndex(),
                                                AttributeDraft.of("days", "SortedSet<LocalDate>"),
                                                AttributeDraft.of("sizes", "int[]"),
                                                AttributeDraft.of("boxes", "Integer[]"),
                                                AttributeDraft.of("makers", "List<Maker>"),
                                                AttributeDraft.of("code", "byte[]"),
                                                AttributeDraft.of("at", "java.sql.Timestamp"),
                                                AttributeDraft.of("small", "byte"))),
                                new ClassDraft(
                                        "Customer",
                                        List.of("shop.Customer"),
                                        false,
                                        List.of(),
                                        null,
                                        List.of(
                                                AttributeDraft.of("orders", "List<Order>")
                                                        .withInverse("buyer"),
                                                AttributeDraft.of("counts", "SortedMap<String, Integer>")))),
                        List.of(
                                RecordDraft.of(
                                        "Maker",
                                        AttributeDraft.of("name", "String"),
                                        AttributeDraft.of("owner", "Customer"),
                                        AttributeDraft.of("place", "Place")),
                                RecordDraft.of(
                                        "Place",
                                        AttributeDraft.of("city", "String").withIndex(),
                                        AttributeDraft.of("zone", "int"))),
                        List.of(new EnumDraft("Status", "shop.Status", List.of("NEW", "SENT"), Map.of())))
                .toModel());
        database.open(draft.toModel(), database.settings().indexes(IndexLevel.NONE))
                .close();
        assertThat(ModelDraft.ofDatabase(database.url(), database.settings()).classes())
                .isEqualTo(draft.classes());
        assertThat(ModelDraft.ofDatabase(database.url(), database.settings())).isEqualTo(draft);
    }

    @OnEveryEngine
    void namesThatEnginesReserveAreTaken(TestDatabase database) {
        String shop = "x".repeat(150);
        ModelDraft draft = ModelDraft.of(
                List.of(
                        ClassDraft.of("select", AttributeDraft.of("from", "String"), AttributeDraft.of(shop, "int")),
                        ClassDraft.of("SELECT"),
                        ClassDraft.of("espalier_meta", AttributeDraft.of("name", "String")),
                        ClassDraft.of(shop, AttributeDraft.of("value", "List<String>"))),
                List.of(),
                List.of());
        try (Database db = database.open(draft.toModel(), database.settings())) {
            db.storeAll(List.of(
                    db.nodes().newNode("select").set("from", "a").set(shop, 3),
                    db.nodes().newNode("SELECT"),
                    db.nodes().newNode("espalier_meta").set("name", "b"),
                    db.nodes().newNode(shop).set("value", List.of("c"))));
            assertThat(db.nodes().query("select", shop + " = 3").count()).isEqualTo(1);
            assertThat(db.nodes().query(shop, "value = 'c'").count()).isEqualTo(1);
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .plan(draft.toModel())
                        .steps())
                .isEmpty();
    }

    static class Swapped {
        static class Pair {
            long id;

            @Was("b")
            int a;

            @Was("a")
            int b;
        }
    }

    @OnEveryEngine
    void swappedNamesAreAskedForAndTheAnswerIsTaken(TestDatabase database) {
        ModelDraft first = ModelDraft.of(
                List.of(new ClassDraft(
                        "Pair",
                        List.of("dev.espalier.contract.evolution.DraftContractTest.Swapped.Pair"),
                        false,
                        List.of(),
                        null,
                        List.of(AttributeDraft.of("a", "int"), AttributeDraft.of("b", "int")))),
                List.of(),
                List.of());
        try (Database db = database.open(first.toModel(), database.settings())) {
            db.store(db.nodes().newNode("Pair").set("a", 1).set("b", 2));
        }
        try (Database db = database.open(Swapped.Pair.class)) {
            assertThat(db.query(Swapped.Pair.class, "").one().a).isEqualTo(2);
        }
        refused(() -> ModelDraft.ofDatabase(database.url(), database.settings()), "renamed", "Pair.a", "Pair.b");
        refused(() -> database.open(first.toModel(), database.settings()), "renamed", "was: [b] or was: [a] on it");
        ModelDraft answered = first.deleteAttribute("Pair", "a")
                .deleteAttribute("Pair", "b")
                .addAttribute("Pair", AttributeDraft.of("a", "int").was(List.of("a")))
                .addAttribute("Pair", AttributeDraft.of("b", "int").was(List.of("b")));
        try (Database db = database.open(answered.toModel(), database.settings())) {
            assertThat(db.nodes().query("Pair", "").one().get("a")).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aRenamedAttributeWithoutAFormerNameIsAskedFor(TestDatabase database) {
        try (Database db = database.open(FIRST.toModel(), database.settings())) {
            db.store(db.nodes().newNode("Customer").set("name", "Ada"));
        }
        ModelDraft renamed = FIRST.deleteAttribute("Customer", "name")
                .addAttribute("Customer", AttributeDraft.of("title", "String"));
        refused(
                () -> database.open(renamed.toModel(), database.settings()),
                "renamed",
                "Customer.title is new",
                "Customer.name",
                "was: [name] on it, else was: []");
        ModelDraft other = FIRST.deleteAttribute("Customer", "name")
                .addAttribute("Customer", AttributeDraft.of("title", "String").was(List.of()));
        try (Database db = database.open(other.toModel(), database.settings())) {
            assertThat(db.nodes().query("Customer", "title IS NULL").count()).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aConvertedCollectionCanBeRenamed(TestDatabase database) {
        long id = lines(database, List.of(1, 2));
        expectNotes(
                database,
                id,
                lines("Order", null, AttributeDraft.of("notes", "List<String>").was(List.of("notes"))),
                "notes");

        Model renamed = lines(
                "Order", null, AttributeDraft.of("remarks", "List<String>").was(List.of("notes")));
        expectNotes(database, id, renamed, "remarks");

        // This is an older program.
        expectNotes(database, id, lines("Order", null, AttributeDraft.of("notes", "List<String>")), "notes");
    }

    @OnEveryEngine
    void aCollectionOfARenamedClassIsConvertedOnce(TestDatabase database) {
        long id = lines(database, List.of(1, 2));
        try (Database db = Database.open(
                database.url(),
                lines(
                        "Order",
                        null,
                        AttributeDraft.of("remarks", "List<Integer>").was(List.of("notes"))),
                apply(database))) {
            assertThat(db.nodes().get("Order", id).get("remarks")).isEqualTo(List.of(1, 2));
        }
        Model converted = lines(
                "Purchase",
                List.of("Order"),
                AttributeDraft.of("remarks", "List<String>").was(List.of("remarks")));
        try (Database db = Database.open(database.url(), converted, apply(database))) {
            assertThat(db.nodes().get("Purchase", id).get("remarks")).isEqualTo(List.of("1", "2"));
        }
        try (Database db = Database.open(
                database.url(),
                lines("Purchase", null, AttributeDraft.of("remarks", "List<String>")),
                database.settings())) { // without the answers
            assertThat(db.nodes().get("Purchase", id).get("remarks")).isEqualTo(List.of("1", "2"));
        }
    }

    @OnEveryEngine
    void aClassBelowMayHaveTheAttributeUnderItsFormerName(TestDatabase database) {
        long id;
        try (Database db = Database.open(database.url(), sizes(false, "long", null), database.settings())) {
            Node box = db.nodes().newNode("Box").set("size", 7L);
            db.store(box);
            id = box.id();
        }
        Database.open(database.url(), sizes(false, "String", List.of("size")), apply(database))
                .close();
        try (Database db = Database.open(database.url(), sizes(true, "String", null), apply(database))) {
            db.store(db.nodes().newNode("Crate").set("size", "8"));
        }
        refused(
                () -> Database.open(database.url(), sizes(true, "long", List.of("size")), apply(database)),
                "model-mismatch",
                "write was: [size_2, size] on it");
        try (Database db =
                Database.open(database.url(), sizes(true, "long", List.of("size_2", "size")), apply(database))) {
            assertThat(db.nodes().get("Box", id).get("size")).isEqualTo(7L);
            assertThat(db.nodes().query("Crate", "size = 8").count()).isEqualTo(1);
        }
    }

    private static Model sizes(boolean hasCrates, String type, List<String> was) {
        List<ClassDraft> classes = new ArrayList<>(List.of(new ClassDraft(
                "Box",
                List.of(),
                false,
                List.of(),
                null,
                List.of(AttributeDraft.of("size", type).was(was)))));
        if (hasCrates) {
            classes.add(new ClassDraft(
                    "Crate", List.of(), false, List.of("Box"), null, List.of(AttributeDraft.of("lids", "int"))));
        }
        return ModelDraft.of(classes, List.of(), List.of()).toModel();
    }

    private static long lines(TestDatabase database, List<Integer> notes) {
        try (Database db = Database.open(
                database.url(),
                lines("Order", null, AttributeDraft.of("notes", "List<Integer>")),
                database.settings())) {
            Node order = db.nodes().newNode("Order").set("notes", notes);
            db.store(order);
            return order.id();
        }
    }

    private static Model lines(String name, List<String> was, AttributeDraft notes) {
        return ModelDraft.of(
                        List.of(new ClassDraft(name, List.of(), false, List.of(), was, List.of(notes))),
                        List.of(),
                        List.of())
                .toModel();
    }

    private static void expectNotes(TestDatabase database, long id, Model model, String attribute) {
        try (Database db = Database.open(database.url(), model, apply(database))) {
            assertThat(db.nodes().get("Order", id).get(attribute)).isEqualTo(List.of("1", "2"));
        }
    }

    private static Settings apply(TestDatabase database) {
        return database.settings().schema(SchemaMode.APPLY);
    }
}
