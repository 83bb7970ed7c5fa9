package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.annotation.Version;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Parts are not lost in silence and have one owner; a program without parts sends no statement for them. */
@EngineIndependent
class KeptPartsContractTest {

    static class Order {
        long id;

        @Part
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
        int count;
    }

    static class Reminder {
        long id;
        Line line;
    }

    /** Refers to a line in a field without parts first. */
    static class Report {
        long id;
        Line another;

        @Part
        Line best;
    }

    static class Plain {
        @Was("Order")
        static class Order {
            long id;
            List<Line> lines = new ArrayList<>();
        }

        @Was("Line")
        static class Line {
            long id;
            int count;
        }
    }

    private static Line line(int count) {
        Line line = new Line();
        line.count = count;
        return line;
    }

    private static Order order(int lines) {
        Order order = new Order();
        for (int i = 0; i < lines; i++) {
            order.lines.add(line(i));
        }
        return order;
    }

    private static String code(Runnable work) {
        return catchThrowable(work::run) instanceof EspalierException refused ? refused.code() : "none";
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2})
    void aPartThatANewObjectHasInAnotherFieldTooGetsNoSecondOwner(TestDatabase database) {
        Database db = database.open(Order.class, Report.class);
        Line free = line(1);
        db.store(free);
        String code = code(() -> db.useTransaction(tx -> {
            Report report = new Report();
            report.best = tx.get(Line.class, free.id);
            report.another = report.best;
            if (db.query(Order.class, "").count() == 0) {
                CompletableFuture.runAsync(() -> {
                            Order first = new Order();
                            first.lines.add(db.get(Line.class, free.id));
                            db.store(first);
                        })
                        .join();
            }
            tx.store(report);
        }));
        assertThat(code).isEqualTo("two-owners");
        assertThat(db.query(Report.class, "").count()).isZero();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    // ---- maps

    static class Key {
        long id;
        String name;
    }

    /** Keeps lines by names that are parts themselves. */
    static class Register {
        long id;

        @Part
        Key first;

        @Part
        Map<Key, Line> lines = new LinkedHashMap<>();
    }

    static class Shelf {
        long id;

        @Part
        Map<Key, Line> lines = new LinkedHashMap<>();
    }

    @OnEveryEngine
    void aPartWhoseKeyIsDeletedIsDeleted(TestDatabase database) {
        Database db = database.open(Shelf.class);
        Shelf shelf = new Shelf();
        Key key = new Key();
        shelf.lines.put(key, line(1));
        shelf.lines.put(new Key(), line(2));
        db.store(shelf);
        db.delete(key);
        assertThat(db.get(Shelf.class, shelf.id).lines).hasSize(1);
        assertThat(db.query(Line.class, "").list().stream().map(line -> line.count))
                .containsExactly(2);
    }

    @OnEveryEngine
    void aPartWhoseKeyLosesItsOwnerIsDeleted(TestDatabase database) {
        Database db = database.open(Register.class);
        Register register = new Register();
        register.first = new Key();
        db.store(register);
        Register other = new Register();
        other.lines.put(register.first, line(1));
        other.lines.put(new Key(), line(2));
        db.store(other);
        register.first = null;
        db.store(register);
        assertThat(db.query(Key.class, "").count()).isEqualTo(1);
        assertThat(db.query(Line.class, "").list().stream().map(line -> line.count))
                .containsExactly(2);
    }

    // ---- copies

    static class Box {
        long id;

        @Version
        int version;

        @Part
        Line[] array = {};

        @Part
        List<Line> list = new ArrayList<>();
    }

    private static Box copy(Box box) {
        Box copy = new Box();
        copy.id = box.id;
        copy.version = box.version;
        copy.array = box.array;
        copy.list = box.list;
        return copy;
    }

    @OnEveryEngine
    void aCopyOfABoundedObjectKeepsParts(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = new Box();
        box.array = new Line[] {line(1)};
        box.list.add(line(2));
        db.store(box);
        Box cut = database.open(Box.class).get(Box.class, box.id, bounds -> bounds.stopAt("array", "list"));
        Database other = database.open(Box.class);
        String code = code(() -> other.store(copy(cut)));
        assertThat(code).isEqualTo("unknown-version");
        assertThat(db.query(Line.class, "").count()).isEqualTo(2);
    }

    static class Case {
        long id;

        @Part
        List<Sheet> sheets = new ArrayList<>();
    }

    static class Sheet {
        long id;
        Line[] array = {};
    }

    @OnEveryEngine
    void aDeletedPartOfWhichSomethingWasLeftOutIsNotStoredAgainWithoutIt(TestDatabase database) {
        Database db = database.open(Case.class);
        Case first = new Case();
        Sheet sheet = new Sheet();
        sheet.array = new Line[] {line(1)};
        first.sheets.add(sheet);
        db.store(first);
        Database other = database.open(Case.class);
        Case cut = other.get(Case.class, first.id, bounds -> bounds.stopAt("sheets.array"));
        Sheet moved = cut.sheets.remove(0);
        other.store(cut);
        Case second = new Case();
        second.sheets.add(moved);
        String code = code(() -> other.store(second));
        assertThat(code).isEqualTo("not-loaded");
        moved.array = new Line[0];
        other.store(second);
        assertThat(db.query(Sheet.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void aBulkLoadRefersToNoDeletedPart(TestDatabase database) {
        Database db = database.open(Order.class);
        Order order = order(2);
        try (BulkWriter writer = db.bulkWriter()) {
            writer.store(order);
        }
        Line taken = order.lines.remove(0);
        db.store(order);
        Order next = new Order();
        next.lines.add(taken);
        String code = code(() -> {
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(next);
            }
        });
        assertThat(code).isEqualTo("target-not-found");
        String ofRoot = code(() -> {
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(taken);
            }
        });
        assertThat(ofRoot).isEqualTo("unknown-id");
        assertThat(Health.of(db).verify().isClean()).isTrue();
        db.store(next);
        assertThat(db.query(Line.class, "").count()).isEqualTo(2);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    static class Animals {
        static class Zoo {
            long id;

            @Version
            int version;

            @Part
            List<Animal> animals = new ArrayList<>();

            @Part
            Animal star;
        }

        abstract static class Animal {
            long id;
        }

        static class Cat extends Animal {}

        static class Dog extends Animal {}
    }

    static class Cats {
        @Was("Zoo")
        static class Zoo {
            long id;

            @Version
            int version;

            @Part
            List<Animal> animals = new ArrayList<>();

            @Part
            Animal star;
        }

        @Was("Animal")
        abstract static class Animal {
            long id;
        }

        @Was("Cat")
        static class Cat extends Animal {}
    }

    @OnEveryEngine
    void aCopyOfAProgramWithFewerClassesKeepsTheirParts(TestDatabase database) {
        Animals.Zoo zoo = new Animals.Zoo();
        zoo.animals.add(new Animals.Cat());
        zoo.animals.add(new Animals.Dog());
        zoo.star = new Animals.Dog();
        Model all = Model.of(Animals.Zoo.class, Animals.Cat.class, Animals.Dog.class);
        try (Database db = Database.open(database.url(), all, database.settings())) {
            db.store(zoo);
        }
        String code;
        Cats.Zoo loaded;
        Model fewer = Model.of(Cats.Zoo.class, Cats.Cat.class);
        try (Database db = Database.open(database.url(), fewer, database.settings())) {
            loaded = db.get(Cats.Zoo.class, zoo.id);
        }
        try (Database db = Database.open(database.url(), fewer, database.settings())) {
            Cats.Zoo copy = new Cats.Zoo();
            copy.id = loaded.id;
            copy.version = loaded.version;
            loaded.animals.forEach(animal -> {
                Cats.Cat cat = new Cats.Cat();
                cat.id = animal.id;
                copy.animals.add(cat);
            });
            code = code(() -> db.store(copy));
        }
        try (Database db = Database.open(database.url(), all, database.settings())) {
            assertThat(code).isEqualTo("unknown-version");
            assertThat(db.query(Animals.Dog.class, "").count()).isEqualTo(2);
        }
    }

    // ---- units of work

    @OnEveryEngine
    void aPartWhoseOwnerWasDeletedBeforeItMovesIsNotLostInSilence(TestDatabase database) {
        Database db = database.open(Order.class, Report.class);
        Order order = order(2);
        db.store(order);
        String code = code(() -> db.useTransaction(tx -> {
            Order mine = tx.get(Order.class, order.id);
            Report report = new Report();
            report.best = mine.lines.get(0);
            tx.delete(mine);
            tx.store(report);
        }));
        assertThat(code).isEqualTo("target-not-found");
        assertThat(db.query(Line.class, "").count()).isEqualTo(2);
        assertThat(db.get(Order.class, order.id).lines).hasSize(2);
    }

    static class Tree {
        long id;
        String name;

        @Part
        List<Tree> branches = new ArrayList<>();
    }

    @OnEveryEngine
    void aCycleOfPartsIsDeletedAsAWhole(TestDatabase database) {
        Database db = database.open(Tree.class);
        Tree one = new Tree();
        Tree two = new Tree();
        one.branches.add(two);
        two.branches.add(one);
        db.store(one);
        assertThat(db.get(Tree.class, one.id).branches.get(0).branches).hasSize(1);
        db.delete(db.reference(Tree.class, one.id));
        assertThat(db.query(Tree.class, "").count()).isZero();
    }

    // ---- inverses of one object

    static class House {
        long id;

        @Part
        @InverseOf("house")
        Roof roof;
    }

    static class Roof {
        long id;
        House house;
    }

    private static Roof roof(House house) {
        Roof roof = new Roof();
        roof.house = house;
        house.roof = roof;
        return roof;
    }

    @OnEveryEngine
    void aSecondInversePartIsRefused(TestDatabase database) {
        Database db = database.open(House.class);
        House house = new House();
        roof(house);
        db.store(house);
        roof(house);
        String code = code(() -> db.store(house));
        assertThat(code).isEqualTo("not-unique");
        assertThat(db.query(Roof.class, "").count()).isEqualTo(1);
    }

    static class Street {
        long id;

        @Part
        @InverseOf("street")
        List<Lamp> lamps = new ArrayList<>();
    }

    static class Lamp {
        long id;

        @Version
        int version;

        String name;
        Street street;
    }

    @OnEveryEngine
    void aCopyOfAPartWithoutItsOwnerDoesNotDeleteIt(TestDatabase database) {
        Database db = database.open(Street.class);
        Street street = new Street();
        Lamp lamp = new Lamp();
        lamp.street = street;
        street.lamps.add(lamp);
        db.store(street);
        Lamp copy = new Lamp();
        copy.id = lamp.id;
        copy.version = lamp.version;
        copy.name = "new";
        Database other = database.open(Street.class);
        assertThat(code(() -> other.store(copy))).isEqualTo("not-loaded");
        assertThat(code(() -> other.overwrite(copy))).isEqualTo("not-loaded");
        assertThat(db.query(Lamp.class, "").count()).isEqualTo(1);
        copy.street = other.reference(Street.class, street.id);
        other.store(copy);
        assertThat(db.query(Lamp.class, "name = 'new'").count()).isEqualTo(1);
    }

    // ---- statements

    @OnEveryEngine
    void partsCostNoStatementUnlessOneIsTakenAway(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        List<Integer> plain = new ArrayList<>();
        try (Database db = database.open(log.source(), Model.of(Plain.Order.class), database.settings())) {
            db.store(new Plain.Order());
            Plain.Order order = new Plain.Order();
            for (int i = 0; i < 100; i++) {
                order.lines.add(new Plain.Line());
            }
            plain.add(statements(log, () -> db.store(order)));
            plain.add(statements(log, () -> db.store(order)));
            order.lines.get(3).count = 7;
            plain.add(statements(log, () -> db.store(order)));
            order.lines.add(new Plain.Line());
            plain.add(statements(log, () -> db.store(order)));
        }
        List<Integer> parts = new ArrayList<>();
        try (Database db = database.open(log.source(), Model.of(Order.class), database.settings())) {
            db.store(new Order());
            Order order = order(100);
            parts.add(statements(log, () -> db.store(order)));
            parts.add(statements(log, () -> db.store(order)));
            order.lines.get(3).count = 7;
            parts.add(statements(log, () -> db.store(order)));
            order.lines.add(line(1));
            parts.add(statements(log, () -> db.store(order)));
        }
        assertThat(plain.get(1)).isZero();
        assertThat(parts).isEqualTo(plain);
    }

    private static int statements(StatementLog log, Runnable work) {
        log.statements();
        work.run();
        return log.statements().size();
    }
}
