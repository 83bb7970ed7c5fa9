package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import java.util.ArrayList;
import java.util.List;

/** Fields that become fields with parts, and back; the same relations without Java classes, in drafts, in checks, and in bulk loads. */
@EngineIndependent
class PartsContractTest {

    static class Before {
        static class Order {
            long id;
            List<Line> lines = new ArrayList<>();
            Line first;
            List<Box> boxes = new ArrayList<>();
        }

        static class Line {
            long id;
            int count;
        }

        static class Box {
            long id;
            Order order;
        }
    }

    static class After {
        @Was("Order")
        static class Order {
            long id;

            @Part
            List<Line> lines = new ArrayList<>();

            @Part
            Line first;

            @Part
            @InverseOf("order")
            List<Box> boxes = new ArrayList<>();
        }

        @Was("Line")
        static class Line {
            long id;
            int count;
        }

        @Was("Box")
        static class Box {
            long id;
            Order order;
        }
    }

    private static Before.Line line(int count) {
        Before.Line line = new Before.Line();
        line.count = count;
        return line;
    }

    private static Before.Order order(Before.Line... lines) {
        Before.Order order = new Before.Order();
        order.lines.addAll(List.of(lines));
        return order;
    }

    private static After.Order ofParts(After.Line... lines) {
        After.Order order = new After.Order();
        order.lines.addAll(List.of(lines));
        return order;
    }

    private static Database before(TestDatabase database) {
        return Database.open(database.url(), Model.of(Before.Order.class), database.settings());
    }

    private static Database after(TestDatabase database) {
        return Database.open(database.url(), Model.of(After.Order.class), database.settings());
    }

    @OnEveryEngine
    void aFieldBecomesOneWithPartsAndBack(TestDatabase database) {
        Before.Order order = order(line(1), line(2));
        order.first = line(3);
        Before.Order other = order(line(4));
        try (Database db = before(database)) {
            db.storeAll(List.of(order, other));
        }
        try (Database db = after(database)) {
            After.Order stored = db.get(After.Order.class, order.id);
            stored.lines.remove(0);
            After.Box box = new After.Box();
            box.order = stored;
            stored.boxes.add(box);
            db.store(stored);
            assertThat(db.query(After.Line.class, "").count()).isEqualTo(3);
            db.delete(db.reference(After.Order.class, order.id));
            assertThat(db.query(After.Line.class, "").count()).isEqualTo(1);
            assertThat(db.query(After.Box.class, "").count()).isZero();
        }
        try (Database db = before(database)) {
            db.delete(db.reference(Before.Order.class, other.id));
            assertThat(db.query(Before.Line.class, "").count()).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void objectsWithTwoOwnersKeepAFieldFromHavingParts(TestDatabase database) {
        Before.Order order = order(line(1));
        Before.Order other = order();
        other.first = order.lines.get(0);
        try (Database db = before(database)) {
            db.storeAll(List.of(order, other));
        }
        EspalierException refused = catchThrowableOfType(
                EspalierException.class, () -> after(database).close());
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("two-owners");
        assertThat(refused)
                .hasMessageContaining("Order.lines")
                .hasMessageContaining("object " + order.lines.get(0).id)
                .hasMessageContaining("object " + order.id)
                .hasMessageContaining("object " + other.id);
        try (Database db = before(database)) {
            Before.Order stored = db.get(Before.Order.class, other.id);
            stored.first = null;
            db.store(stored);
            assertThat(db.query(Before.Line.class, "").count()).isEqualTo(1);
        }
        after(database).close();
    }

    @OnEveryEngine
    void nodesKnowParts(TestDatabase database) {
        After.Order order = ofParts(new After.Line(), new After.Line());
        order.first = new After.Line();
        try (Database db = after(database)) {
            db.store(order);
        }
        try (Database nodes = Database.openCatalog(database.url(), database.settings())) {
            Node stored = nodes.nodes().query("Order", "").list().get(0);
            ((List<?>) stored.get("lines")).remove(0);
            nodes.store(stored);
            assertThat(nodes.nodes().query("Line", "").count()).isEqualTo(2);
            nodes.delete(stored);
            assertThat(nodes.nodes().query("Line", "").count()).isZero();
        }
    }

    @OnEveryEngine
    void draftsAndStoredClassesKnowParts(TestDatabase database) {
        after(database).close();
        List<AttributeDraft> wanted = ModelDraft.of(Model.of(After.Order.class)).classes().stream()
                .flatMap(type -> type.attributes().stream())
                .filter(AttributeDraft::part)
                .toList();
        assertThat(wanted).extracting(AttributeDraft::name).containsExactlyInAnyOrder("lines", "first", "boxes");
        assertThat(ModelDraft.ofDatabase(database.url(), database.settings()).classes().stream()
                        .flatMap(type -> type.attributes().stream())
                        .filter(AttributeDraft::part))
                .containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(SchemaAdmin.at(database.url(), database.settings()).classes().stream()
                        .filter(type -> type.name().equals("Order"))
                        .map(Object::toString)
                        .toList())
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .contains("boxes: list, inverse of order, part")
                        .contains("first: reference Line, part")
                        .contains("lines: list, part"));
        try (Database db = Database.open(
                database.url(),
                ModelDraft.ofDatabase(database.url(), database.settings()).toModel(),
                database.settings())) {
            assertThat(Health.of(db).verify().isClean()).isTrue();
        }
    }

    @OnEveryEngine
    void aBulkLoadRefusesTwoOwnersAndVerifyFindsThem(TestDatabase database) {
        try (Database db = after(database)) {
            After.Line shared = new After.Line();
            EspalierException refused = catchThrowableOfType(EspalierException.class, () -> {
                try (BulkWriter writer = db.bulkWriter()) {
                    writer.storeAll(List.of(ofParts(shared), ofParts(shared)));
                }
            });
            assertThat(refused.code()).isEqualTo("two-owners");
            assertThat(db.query(After.Order.class, "").count()).isZero();

            After.Order order = ofParts(new After.Line(), new After.Line());
            order.first = order.lines.get(0);
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(order);
            }
            assertThat(Health.of(db).verify().isClean()).isTrue();
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(ofParts(order.lines.get(1)));
            }
            List<Finding> findings = Health.of(db).verify().findings();
            assertThat(findings).extracting(Finding::damage).containsOnly(Damage.TWO_OWNERS);
            assertThat(findings).extracting(Finding::count).containsExactly(2L);
        }
    }

    static class All {
        static class Zoo {
            long id;

            @Part
            List<Animal> animals = new ArrayList<>();

            @Part
            Keeper keeper;

            @Part
            Animal star;
        }

        abstract static class Animal {
            long id;
            List<String> names = new ArrayList<>();
        }

        static class Cat extends Animal {}

        static class Dog extends Animal {
            @Part
            List<Toy> toys = new ArrayList<>();
        }

        static class Toy {
            long id;
        }

        static class Keeper {
            long id;
        }

        static class Fan {
            long id;
            Dog favourite;
            List<Dog> dogs = new ArrayList<>();
        }
    }

    static class Fewer {
        @Was("Zoo")
        static class Zoo {
            long id;

            @Part
            Animal star;
        }

        @Was("Animal")
        abstract static class Animal {
            long id;
            List<String> names = new ArrayList<>();
        }

        @Was("Cat")
        static class Cat extends Animal {}
    }

    private static All.Dog dog() {
        All.Dog dog = new All.Dog();
        dog.names.add("Rex");
        dog.toys.add(new All.Toy());
        return dog;
    }

    private static Database all(TestDatabase database) {
        return Database.open(
                database.url(),
                Model.of(All.Zoo.class, All.Cat.class, All.Dog.class, All.Fan.class),
                database.settings());
    }

    @OnEveryEngine
    void aProgramDeletesPartsOfClassesThatItDoesNotKnow(TestDatabase database) {
        All.Zoo zoo = new All.Zoo();
        zoo.animals.add(dog());
        zoo.animals.add(new All.Cat());
        zoo.keeper = new All.Keeper();
        zoo.star = dog();
        All.Fan fan = new All.Fan();
        fan.favourite = (All.Dog) zoo.star;
        fan.dogs.addAll(List.of((All.Dog) zoo.animals.get(0), dog()));
        All.Zoo other = new All.Zoo();
        other.star = dog();
        try (Database db = all(database)) {
            db.storeAll(List.of(zoo, other, fan));
        }
        try (Database db =
                Database.open(database.url(), Model.of(Fewer.Zoo.class, Fewer.Cat.class), database.settings())) {
            Fewer.Zoo stored = db.get(Fewer.Zoo.class, other.id);
            stored.star = new Fewer.Cat();
            db.store(stored);
            db.delete(db.reference(Fewer.Zoo.class, zoo.id));
        }
        try (Database db = all(database)) {
            assertThat(db.query(All.Dog.class, "").count()).isEqualTo(1);
            assertThat(db.query(All.Toy.class, "").count()).isEqualTo(1);
            assertThat(db.query(All.Cat.class, "").count()).isEqualTo(1);
            assertThat(db.query(All.Keeper.class, "").count()).isZero();
            All.Fan left = db.get(All.Fan.class, fan.id);
            assertThat(left.favourite).isNull();
            assertThat(left.dogs).hasSize(1);
            assertThat(Health.of(db).verify().isClean()).isTrue();
        }
    }

    @OnEveryEngine
    void theIndexFromPartsToTheirOwnersIsAlwaysBuilt(TestDatabase database) {
        Settings none = database.settings().indexes(IndexLevel.NONE);
        Database.open(database.url(), Model.of(Before.Order.class), none).close();
        String before = SchemaAdmin.at(database.url(), none).tables();
        assertThat(before).doesNotContain("CREATE INDEX");
        Database.open(database.url(), Model.of(After.Order.class), none).close();
        String tables = SchemaAdmin.at(database.url(), none).tables();
        assertThat(tables.lines()
                        .filter(line -> line.startsWith("CREATE INDEX"))
                        .toList())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("order_lines_target"))
                .anySatisfy(line -> assertThat(line).contains("order_first_id"))
                .anySatisfy(line -> assertThat(line).contains("box_order_id"));
        assertThat(tables).contains("of Line, which is a part").contains("of Order, of which it is a part");
    }
}
