package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Unique;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.evolution.StoredClass;
import dev.espalier.health.Health;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** A finish drops for good what a model has no more, and nothing else; programs that know it are protected. */
public class FinishContractTest {

    static class V1 {
        static class Order {
            long id;
            String name;

            @Index
            String note;

            @Unique
            String code;

            Tag tag = new Tag("red", 7);
            List<String> marks = new ArrayList<>();
            List<Line> lines = new ArrayList<>();
            Invoice invoice;

            Order() {}

            Order(String name) {
                this.name = name;
                this.note = "n" + name;
                this.code = "c" + name;
            }
        }

        record Tag(String colour, Integer weight) {}

        record Line(String product, Integer count) {}

        static class Invoice {
            long id;
            int number;
        }
    }

    static class V2 {
        @Was("Order")
        static class Order {
            long id;
            String name;
            String code;
            Tag tag;
            List<Line> lines = new ArrayList<>();
        }

        record Tag(String colour) {}

        record Line(String product) {}
    }

    static class V3 {
        @Was("Order")
        static class Order {
            long id;
            String name;

            @Was({})
            String note;

            @Was({})
            Invoice invoice;

            List<Line> lines = new ArrayList<>();
        }

        record Line(String product, @Was({}) Integer count) {}

        @Was({})
        static class Invoice {
            long id;
        }
    }

    static class V4 {
        @Was("Order")
        static class Order {
            long id;
            String name;
            boolean urgent;
        }
    }

    static final Model OLD = Model.of(V1.Order.class);
    public static final Model NEW = Model.of(V2.Order.class);

    /** Makes a database with objects of the older model, and opens it with the newer one. */
    public static void fill(TestDatabase database) {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            V1.Order order = new V1.Order("p");
            order.marks.addAll(List.of("x", "y"));
            order.lines.add(new V1.Line("anvil", 3));
            order.invoice = new V1.Invoice();
            older.storeAll(List.of(order, new V1.Order("q")));
        }
        try (Database newer = Database.open(database.url(), NEW, database.settings())) {
            assertThat(newer.query(V2.Order.class, "name = 'p'").one().lines).hasSize(1);
        }
    }

    /** That nothing is left of what only the older model has. */
    public static void assertThatAllIsDropped(TestDatabase database) {
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .planFinish(NEW)
                        .steps())
                .isEmpty();
        try (Database newer = Database.open(database.url(), NEW, database.settings())) {
            V2.Order order = newer.query(
                            V2.Order.class, "name = 'p', code = 'cp', tag.colour = 'red', lines.product = 'anvil'")
                    .one();
            order.lines.add(new V2.Line("rocket"));
            newer.store(order);
            V2.Order another = new V2.Order();
            another.code = "c".repeat(10_000); // not unique any more
            V2.Order same = new V2.Order();
            same.code = another.code;
            newer.storeAll(List.of(another, same));
            newer.deleteAll(List.of(another, same));
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
        Database.openCatalog(database.url(), database.settings()).close();
        List<StoredClass> classes =
                SchemaAdmin.at(database.url(), database.settings()).classes();
        assertThat(classes).extracting(StoredClass::name).containsExactly("Order");
        assertThat(classes.get(0).attributes())
                .extracting(StoredClass.Attribute::path)
                .containsExactlyInAnyOrder(
                        "name", "code", "tag", "tag.colour", "lines", "lines.value", "lines.value.product");
        database.execute(
                "CREATE TABLE " + database.quote("order_marks") + " (id bigint)",
                "CREATE TABLE invoice (id bigint)",
                "ALTER TABLE " + database.quote("order") + " ADD COLUMN note bigint",
                "ALTER TABLE " + database.quote("order") + " ADD COLUMN tag_weight bigint",
                "ALTER TABLE order_lines ADD COLUMN count bigint");
    }

    @OnEveryEngine
    void aFinishDropsWhatTheModelHasNoMore(TestDatabase database) {
        fill(database);
        SchemaPlan plan = SchemaAdmin.at(database.url(), database.settings()).planFinish(NEW);
        assertThat(plan.steps())
                .filteredOn(step -> !step.description().equals("lift the limit of order.code"))
                .extracting(SchemaPlan.Step::description)
                .containsExactlyInAnyOrder(
                        "drop class Invoice, table invoice: 1 objects",
                        "drop collection Order.marks, table order_marks: 2 members",
                        "drop column order.note: 2 values",
                        "drop column order.tag_weight: 2 values",
                        "drop column order.invoice_id: 1 values",
                        "drop column order_lines.count: 1 values",
                        "drop index order.ux_order_code");
        assertThat(plan.steps())
                .filteredOn(step -> step.description().contains("order_marks"))
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.rows()).isEqualTo(2);
                    assertThat(step.statements()).singleElement().asString().startsWith("DROP TABLE");
                });
        assertThat(SchemaAdmin.at(database.url(), database.settings()).finish(NEW))
                .isEqualTo(plan);
        assertThatAllIsDropped(database);
    }

    @OnEveryEngine
    void anOlderProgramIsRefusedAfterwards(TestDatabase database) {
        fill(database);
        SchemaAdmin.at(database.url(), database.settings()).finish(NEW);
        refused(
                () -> Database.open(database.url(), OLD, database.settings()).close(),
                "dropped",
                "Order.note",
                "Order.marks",
                "Order.tag.weight",
                "Invoice",
                "dropped at 2",
                "process");
        refused(() -> SchemaAdmin.at(database.url(), database.settings()).planFinish(OLD), "dropped", "Order.note");
    }

    @OnEveryEngine
    void attributeThatIsAddedAgainIsNew(TestDatabase database) {
        fill(database);
        int highest = numbers(database).stream().max(Integer::compare).orElseThrow();
        SchemaAdmin.at(database.url(), database.settings()).finish(NEW);
        Settings settings = database.settings().schema(SchemaMode.APPLY);
        try (Database db = Database.open(database.url(), Model.of(V3.Order.class), settings)) {
            V3.Order order = db.query(V3.Order.class, "name = 'p'").one();
            assertThat(order.note).isNull();
            assertThat(order.lines).containsExactly(new V3.Line("anvil", null));
            order.note = "new";
            order.invoice = new V3.Invoice();
            db.store(order);
            assertThat(db.query(V3.Order.class, "note = 'new', invoice IS NOT NULL")
                            .count())
                    .isEqualTo(1);
        }
        StoredClass order =
                SchemaAdmin.at(database.url(), database.settings()).classes().get(0);
        StoredClass.Attribute note = attribute(order, "note");
        assertThat(note.number()).isGreaterThan(highest);
        // a paused older program would write there
        assertThat(note.columns()).isNotEqualTo(List.of("note"));
        assertThat(attribute(order, "lines.value.count").columns()).isNotEqualTo(List.of("count"));
        assertThat(database.rows("SELECT COUNT(*) FROM " + database.quote("order")))
                .containsExactly("2");
    }

    private static StoredClass.Attribute attribute(StoredClass type, String path) {
        return type.attributes().stream()
                .filter(attribute -> attribute.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> numbers(TestDatabase database) {
        List<Integer> numbers = new ArrayList<>();
        SchemaAdmin.at(database.url(), database.settings()).classes().forEach(type -> {
            numbers.add(type.number());
            type.attributes().forEach(attribute -> numbers.add(attribute.number()));
        });
        return numbers;
    }

    @OnEveryEngine
    void aProgramThatKnowsItKeepsItFromBeingDropped(TestDatabase database) throws Exception {
        fill(database);
        Database newer = database.open(NEW, database.settings());
        try (Database older = database.open(OLD, database.settings())) {
            PausedLease.renew(older);
            refused(
                    () -> SchemaAdmin.at(database.url(), database.settings()).finish(NEW),
                    "in-use",
                    "process " + ProcessHandle.current().pid(),
                    "lease");
            assertThat(older.query(V1.Order.class, "note = 'np'").count()).isEqualTo(1);
            database.execute("UPDATE espalier_programs SET lease = 1000"); // the older program was paused
            SchemaAdmin.at(database.url(), database.settings()).finish(NEW);
            // Its statements fail, by name.
            assertThatThrownBy(() -> older.query(V1.Order.class, "name = 'q'").list())
                    .hasMessageContaining("note");
            assertThatThrownBy(() -> older.store(new V1.Order("r"))).hasMessageContaining("note");
        }
        assertThat(newer.query(V2.Order.class, "").count()).isEqualTo(2);
        newer.deleteAll(newer.query(V2.Order.class, "").list());
        assertThat(Health.of(newer).verify().findings()).isEmpty();
    }

    @OnEveryEngine
    void aFinishByForceDisregardsPrograms(TestDatabase database) {
        fill(database);
        try (Database older = database.open(OLD, database.settings())) {
            SchemaAdmin.at(database.url(), database.settings()).forceFinish(NEW);
            assertThatThrownBy(() -> older.get(V1.Order.class, 1)).isInstanceOf(RuntimeException.class);
        }
        assertThatAllIsDropped(database);
    }

    @OnEveryEngine
    @AlsoOnTiDb("a writer of a dropped column fails with errors of its own")
    void aFinishByForceWhileAnOlderProgramStoresLeavesNoDamage(TestDatabase database) throws Exception {
        fill(database);
        ExecutorService threads = Executors.newFixedThreadPool(1);
        List<Long> stored = Collections.synchronizedList(new ArrayList<>());
        try (Database older = database.open(OLD, database.settings().transactionTimeout(Duration.ofMillis(200)))) {
            CountDownLatch begun = new CountDownLatch(10);
            Future<?> writer = threads.submit(() -> {
                try {
                    for (int i = 0; i < 100_000; i++) { // until what it knows is dropped
                        V1.Order order = new V1.Order("w" + i);
                        order.marks.add("x");
                        order.lines.add(new V1.Line("anvil", i));
                        order.invoice = new V1.Invoice();
                        older.store(order);
                        stored.add(order.id);
                        begun.countDown();
                    }
                } finally { // a busy machine may need longer for one store than its transaction may take
                    LongStream.range(0, begun.getCount()).forEach(left -> begun.countDown());
                }
            });
            begun.await();
            SchemaPlan plan =
                    SchemaAdmin.at(database.url(), database.settings()).forceFinish(NEW);
            assertThat(plan.steps()).isNotEmpty();
            assertThatThrownBy(writer::get).hasCauseInstanceOf(EspalierException.class);
        } finally {
            threads.shutdownNow();
        }
        try (Database newer = database.open(NEW, database.settings())) {
            assertThat(newer.query(V2.Order.class, "name MATCH 'w%'").ids())
                    .as("what was acknowledged is there")
                    .contains(stored.stream().mapToLong(id -> id).toArray());
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .planFinish(NEW)
                        .steps())
                .isEmpty();
        assertThat(Health.verify(database.url(), database.settings()).findings())
                .isEmpty();
    }

    @OnEveryEngine
    void aProgramThatDoesNotKnowItDoesNotMatter(TestDatabase database) {
        fill(database);
        database.open(NEW, database.settings());
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(NEW)
                        .steps())
                .isNotEmpty();
    }

    @OnEveryEngine
    void aModelThatTheDatabaseDoesNotHaveIsRefused(TestDatabase database) {
        try (Database older = Database.open(database.url(), Model.of(V2.Order.class), database.settings())) {
            older.store(new V2.Order());
        }
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).forceFinish(Model.of(V4.Order.class)),
                "schema-change",
                "add column order.urgent",
                "Open it with these classes first");
        assertThat(database.rows("SELECT value FROM espalier_fact WHERE kind = 'dropped'"))
                .isEmpty();
    }

    @OnEveryEngine
    void twoProgramsFinishAtOnce(TestDatabase database) throws Exception {
        fill(database);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CountDownLatch start = new CountDownLatch(1);
        Callable<Integer> finish = () -> {
            start.await();
            return SchemaAdmin.at(database.url(), database.settings())
                    .finish(NEW)
                    .steps()
                    .size();
        };
        Future<Integer> one = threads.submit(finish);
        Future<Integer> other = threads.submit(finish);
        start.countDown();
        assertThat(List.of(one.get(), other.get()))
                .contains(0)
                .anySatisfy(steps -> assertThat(steps).isGreaterThanOrEqualTo(7));
        threads.shutdown();
        assertThatAllIsDropped(database);
    }

    // ---- what would be damaged

    static class Zoo1 {
        static class Zoo {
            long id;
            Animal star;
            List<Animal> animals = new ArrayList<>();
        }

        abstract static class Animal {
            long id;
            String name;
            List<String> toys = new ArrayList<>();
            Animal friend;
        }

        static class Dog extends Animal {}

        static class Cat extends Animal {}
    }

    static class Zoo2 {
        @Was("Zoo")
        static class Zoo {
            long id;
            Animal star;
            List<Animal> animals = new ArrayList<>();
        }

        @Was("Animal")
        abstract static class Animal {
            long id;
            String name;
            List<String> toys = new ArrayList<>();
            Animal friend;
        }

        @Was("Cat")
        static class Cat extends Animal {}
    }

    @OnEveryEngine
    void referencesToObjectsThatWouldGoAreRefusedEvenByForce(TestDatabase database) {
        Model first = Model.of(Zoo1.Zoo.class, Zoo1.Dog.class, Zoo1.Cat.class);
        Model second = Model.of(Zoo2.Zoo.class, Zoo2.Cat.class);
        try (Database db = database.open(first, database.settings())) {
            Zoo1.Zoo zoo = new Zoo1.Zoo();
            Zoo1.Dog dog = new Zoo1.Dog();
            dog.toys.add("ball");
            dog.friend = dog;
            Zoo1.Cat cat = new Zoo1.Cat();
            cat.toys.add("mouse");
            zoo.star = dog;
            zoo.animals.addAll(List.of(dog, cat));
            db.store(zoo);
            database.open(second, database.settings()).close();
            db.close();
        }
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).forceFinish(second),
                "still-used",
                "1 rows, of the objects 1, refer by zoo.star_id to objects in dog",
                "zoo_animals.target");
        try (Database db = database.open(first, database.settings())) {
            Zoo1.Zoo zoo = db.query(Zoo1.Zoo.class, "").one();
            assertThat(zoo.star).isInstanceOf(Zoo1.Dog.class);
            zoo.star = null;
            zoo.animals.remove(0);
            db.store(zoo);
        }
        SchemaPlan plan = SchemaAdmin.at(database.url(), database.settings()).finish(second);
        assertThat(plan.steps())
                .extracting(SchemaPlan.Step::description)
                .contains("drop class Dog, table dog: 1 objects");
        try (Database db = database.open(second, database.settings())) {
            assertThat(db.query(Zoo2.Cat.class, "toys = 'mouse'").count()).isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
            db.deleteAll(db.query(Zoo2.Animal.class, "").list());
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
        assertThat(database.rows("SELECT COUNT(*) FROM animal_toys")).containsExactly("0");
    }

    static class Shirt1 {
        enum Colour {
            RED,
            GREEN,
            BLUE
        }

        static class Shirt {
            long id;
            Colour colour;
            List<Colour> more = new ArrayList<>();
        }
    }

    static class Shirt2 {
        enum Colour {
            RED,
            GREEN,
            BLUE,
            GREY,
            PINK
        }

        static class Shirt {
            long id;
            Colour colour;
            List<Colour> more = new ArrayList<>();
        }
    }

    @OnEveryEngine
    void constantsAreForgottenWhereNoObjectHasThem(TestDatabase database) throws Exception {
        Model model = Model.of(Shirt1.Shirt.class);
        try (Database db = database.open(model, database.settings())) {
            Shirt1.Shirt shirt = new Shirt1.Shirt();
            shirt.colour = Shirt1.Colour.RED;
            shirt.more.addAll(List.of(Shirt1.Colour.RED, Shirt1.Colour.BLUE));
            db.store(shirt);
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .planFinish(model)
                        .steps())
                .isEmpty();
        // An older program has a constant more, and its objects had it.
        Database.open(database.url(), Model.of(Shirt2.Shirt.class), database.settings())
                .close();
        database.execute("UPDATE shirt_more SET value = 'GREY' WHERE pos = 1");
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).forceFinish(model),
                "still-used",
                "1 rows, of the objects 1, have in shirt_more.value a constant of GREY, PINK");
        database.execute("UPDATE shirt_more SET value = 'GREEN'");
        Database.openCatalog(database.url(), database.settings()).close();
        try (Database older = database.openCatalog()) {
            PausedLease.renew(older);
            refused(() -> SchemaAdmin.at(database.url(), database.settings()).finish(model), "in-use", "Stop them");
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(model)
                        .steps())
                .extracting(SchemaPlan.Step::description)
                .containsExactly("forget the constant GREY", "forget the constant PINK");
        assertThat(database.rows("SELECT value FROM espalier_fact WHERE kind = 'storage' ORDER BY place"))
                .containsExactly("RED", "GREEN", "BLUE");
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .planFinish(model)
                        .steps())
                .isEmpty();
    }

    private static Model boxes(String... attributes) {
        return box(Arrays.stream(attributes)
                .map(attribute -> attribute.split(":"))
                .map(words -> AttributeDraft.of(words[0], words[1]))
                .toArray(AttributeDraft[]::new));
    }

    @OnEveryEngine
    void textThatIsUniqueNoMoreIsLongThoughItsLevelIndexesIt(TestDatabase database) {
        Settings settings = database.settings().schema(SchemaMode.APPLY);
        AttributeDraft code = AttributeDraft.of("code", "String");
        Database.open(database.url(), box(code.withUnique()), settings.indexes(IndexLevel.VALUES))
                .close();
        Model model = box(code);
        Database.open(database.url(), model, settings).close();
        SchemaAdmin.at(database.url(), database.settings()).finish(model);
        try (Database db = Database.open(database.url(), model, settings)) {
            String text = "c".repeat(10_000);
            db.storeAll(List.of(
                    db.nodes().newNode("Box").set("code", text),
                    db.nodes().newNode("Box").set("code", text)));
            assertThat(db.nodes().query("Box", "code != 'c'").count()).isEqualTo(2);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
        assertThat(IndexLevelContractTest.indexes(database)).hasSize(1);
    }

    @OnEveryEngine
    void indexThatWasBuiltByHandGoesWithItsColumn(TestDatabase database) {
        Settings settings = database.settings().indexes(IndexLevel.NONE);
        Database.open(database.url(), boxes("first:int", "second:int"), settings)
                .close();
        database.execute("CREATE INDEX ix_by_hand ON box (" + database.quote("first") + ")");
        Model model = boxes("second:int");
        SchemaAdmin.at(database.url(), database.settings()).finish(model);
        assertThat(IndexLevelContractTest.indexes(database)).isEmpty();
        try (Database db = Database.open(database.url(), model, settings)) {
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    private static Model box(AttributeDraft... attributes) {
        return ModelDraft.of(
                        List.of(new ClassDraft("Box", List.of(), false, List.of(), null, List.of(attributes))),
                        List.of(),
                        List.of())
                .toModel();
    }

    @OnEveryEngine
    @AlsoOnTiDb("it drops no column of an index of several columns")
    void indexesOfOtherColumnsStayWhereAColumnIsDropped(TestDatabase database) {
        Settings settings = database.settings().indexes(IndexLevel.BOTH);
        try (Database db = Database.open(database.url(), boxes("first:int", "second:String", "third:int"), settings)) {
            db.storeAll(List.of(
                    db.nodes().newNode("Box").set("first", 1).set("second", "a").set("third", 3),
                    db.nodes().newNode("Box").set("second", "b")));
        }
        Model model = boxes("second:String", "third:long");
        Database.open(database.url(), model, settings.schema(SchemaMode.APPLY)).close();
        List<String> before = IndexLevelContractTest.indexes(database);
        SchemaAdmin.at(database.url(), database.settings()).finish(model);

        List<String> after = IndexLevelContractTest.indexes(database);
        assertThat(before).hasSize(3).containsAll(after);
        assertThat(after).hasSize(2);
        try (Database db = Database.open(database.url(), model, settings)) {
            assertThat(db.nodes().query("Box", "third = 3, second = 'a'").count())
                    .isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }
}
