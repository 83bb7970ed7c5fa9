package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Classes that are renamed, moved or joined by others of the same name keep their objects. */
@EngineIndependent
@LocaleDependent
class StoredNamesContractTest {

    /** Stands for a package. */
    static class Shop {
        static class Order {
            long id;
            String buyer = "Ada";
            List<Item> items = new ArrayList<>(List.of(new Item()));
        }

        static class Item {
            long id;
            int count = 3;
        }

        static class Nail {
            long id;
            double length;
        }
    }

    /** The same classes in another package. */
    static class Moved {
        static class Order {
            long id;
            String buyer = "Ada";
            List<Shop.Item> items = new ArrayList<>();
        }
    }

    /** Other classes of the same names. */
    static class Army {
        static class Order {
            long id;
            String general;
            int hour;
        }
    }

    static class New {
        @Was({})
        static class Order {
            long id;
            String buyer;
            List<Shop.Item> items = new ArrayList<>();
        }

        @Was({})
        static class Purchase {
            long id;
            String buyer;
            List<Shop.Item> items = new ArrayList<>();
        }
    }

    static class Renamed {
        static class Purchase {
            long id;
            String buyer;
            List<Shop.Item> items = new ArrayList<>();
        }

        static class Receipt {
            long id;
            String buyer;
            List<Shop.Item> items = new ArrayList<>();
        }
    }

    static class Answered {
        @Was("dev.espalier.contract.evolution.StoredNamesContractTest.Shop.Order")
        static class Purchase {
            long id;
            String buyer;
            List<Shop.Item> items = new ArrayList<>();
        }
    }

    static class AnsweredByList {
        static class Order {
            long id;
            String buyer;

            @Was("items")
            List<Shop.Item> wares = new ArrayList<>();
        }
    }

    static class OtherList {
        static class Order {
            long id;
            String buyer;
            List<Shop.Item> wares = new ArrayList<>();
        }
    }

    static class NewList {
        static class Order {
            long id;
            String buyer;

            @Was({})
            List<Shop.Item> wares = new ArrayList<>();
        }
    }

    @OnEveryEngine
    void secondClassOfTheSameNameLeavesTheObjectsOfTheFirst(TestDatabase database) {
        shop(database);
        Database both = database.open(Shop.Order.class, Army.Order.class);
        assertThat(both.query(Shop.Order.class, "").list().get(0).items).hasSize(1);
        both.store(new Army.Order());
        assertThat(both.query(Army.Order.class, "").count()).isEqualTo(1);
        assertThat(Health.of(both).verify()).hasToString("clean");
        assertThat(database.open(Army.Order.class).query(Army.Order.class, "").count())
                .isEqualTo(1);
        assertThat(database.open(Shop.Order.class)
                        .query(Shop.Order.class, "")
                        .list()
                        .get(0)
                        .items)
                .hasSize(1);
        assertThat(database.rows("SELECT buyer FROM " + database.quote("order")))
                .containsExactly("Ada");
    }

    /** Both may be the one whose objects are there, which was in a package that this program does not have. */
    @OnEveryEngine
    void twoCandidatesForAStoredClassAreRefused(TestDatabase database) {
        shop(database);
        database.execute("UPDATE espalier_fact SET value = REPLACE(value, 'Shop', 'Before') WHERE kind = 'java-name'");
        refused(database, "Order", Shop.Order.class, Moved.Order.class);
        Database db = database.open(Shop.Order.class, New.Order.class);
        assertThat(db.query(Shop.Order.class, "").count()).isEqualTo(1);
        assertThat(db.query(New.Order.class, "").count()).isZero();
    }

    @OnEveryEngine
    void classInAnotherPackageKeepsItsObjects(TestDatabase database) {
        shop(database);
        Database moved = database.open(Moved.Order.class);
        assertThat(moved.query(Moved.Order.class, "").list().get(0).items).hasSize(1);
        // a program that was not brought up to date yet
        assertThat(database.open(Shop.Order.class)
                        .query(Shop.Order.class, "")
                        .list()
                        .get(0)
                        .items)
                .hasSize(1);
        assertThat(database.open(Moved.Order.class).query(Moved.Order.class, "").count())
                .isEqualTo(1);
        assertThat(Health.of(moved).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void mismatchingClassOfTheSameNameIsRefused(TestDatabase database) {
        shop(database);
        Throwable thrown = refused(database, "Order", Army.Order.class);
        assertThat(thrown).hasMessageContaining("Shop.Order").hasMessageContaining("Army.Order");
    }

    @OnEveryEngine
    void renamedClassNeedsWasAndKeepsItsObjects(TestDatabase database) {
        shop(database);
        Throwable thrown = refused(database, "Order", Renamed.Purchase.class);
        assertThat(thrown)
                .hasMessageContaining("Shop.Order")
                .hasMessageContaining("Renamed.Purchase")
                .hasMessageContaining("@Was(");
        Database db = database.open(Answered.Purchase.class);
        assertThat(db.query(Answered.Purchase.class, "").list().get(0).items).hasSize(1);
        assertThat(db.query(Answered.Purchase.class, "items.count = 3").count()).isEqualTo(1);
        assertThat(database.open(Answered.Purchase.class)
                        .query(Answered.Purchase.class, "")
                        .count())
                .isEqualTo(1);
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void classDeclaredAsNewIsNew(TestDatabase database) {
        shop(database);
        Database db = database.open(New.Purchase.class);
        assertThat(db.query(New.Purchase.class, "").count()).isZero();
        assertThat(database.open(Shop.Order.class, New.Purchase.class)
                        .query(Shop.Order.class, "")
                        .count())
                .isEqualTo(1);
        // the answer is needed once
        assertThat(database.open(New.Purchase.class)
                        .query(New.Purchase.class, "")
                        .count())
                .isZero();
    }

    @OnEveryEngine
    void programWithFewerOrDifferentClassesIsAccepted(TestDatabase database) {
        shop(database);
        assertThat(database.open(Shop.Item.class).query(Shop.Item.class, "").count())
                .isEqualTo(1);
        Database other = database.open(Shop.Item.class, Shop.Nail.class);
        other.store(new Shop.Nail());
        assertThat(database.open(Shop.Order.class, Shop.Nail.class, Army.Order.class)
                        .query(Shop.Order.class, "")
                        .count())
                .isEqualTo(1);
    }

    @OnEveryEngine
    void missingClassWithoutObjectsIsAccepted(TestDatabase database) {
        database.open(Shop.Order.class);
        Database db = database.open(Renamed.Purchase.class);
        assertThat(db.query(Renamed.Purchase.class, "").count()).isZero();
    }

    @OnEveryEngine
    void twoCandidatesForAMissingClassAreRefused(TestDatabase database) {
        shop(database);
        refused(database, "Order", Renamed.Purchase.class, Renamed.Receipt.class);
        Database db = database.open(Answered.Purchase.class, Renamed.Receipt.class);
        assertThat(db.query(Answered.Purchase.class, "").count()).isEqualTo(1);
        assertThat(db.query(Renamed.Receipt.class, "").count()).isZero();
    }

    @OnEveryEngine
    void renamedCollectionNeedsWasAndKeepsItsMembers(TestDatabase database) {
        shop(database);
        Throwable thrown = refused(database, "items", OtherList.Order.class);
        assertThat(thrown).hasMessageContaining("wares").hasMessageContaining("@Was(\"items\")");
        Database db = database.open(AnsweredByList.Order.class);
        assertThat(db.query(AnsweredByList.Order.class, "").list().get(0).wares).hasSize(1);
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void collectionDeclaredAsNewIsNew(TestDatabase database) {
        shop(database);
        assertThat(database.open(NewList.Order.class)
                        .query(NewList.Order.class, "")
                        .list()
                        .get(0)
                        .wares)
                .isEmpty();
    }

    // ---- abstract classes have collections too

    static class Zoo {
        abstract static class Animal {
            long id;
            List<String> names = new ArrayList<>(List.of("Rex"));
        }

        static class Dog extends Animal {
            int teeth;
        }
    }

    static class Farm {
        abstract static class Animal {
            long id;
            List<String> names = new ArrayList<>();
        }

        static class Dog extends Animal {
            int teeth;
        }
    }

    static class Ark {
        abstract static class Creature {
            long id;
            List<String> names = new ArrayList<>();
        }

        static class Dog extends Creature {
            int teeth;
        }
    }

    static class SavedArk {
        @Was("Animal")
        abstract static class Creature {
            long id;
            List<String> names = new ArrayList<>();
        }

        static class Dog extends Creature {
            int teeth;
        }
    }

    @OnEveryEngine
    void movedOrRenamedAbstractClassKeepsItsCollections(TestDatabase database) {
        database.open(Zoo.Dog.class).store(new Zoo.Dog());
        assertThat(database.open(Farm.Dog.class)
                        .query(Farm.Dog.class, "")
                        .list()
                        .get(0)
                        .names)
                .containsExactly("Rex");
        refused(database, "names", Ark.Dog.class);
        Database db = database.open(SavedArk.Dog.class);
        assertThat(db.query(SavedArk.Dog.class, "").list().get(0).names).containsExactly("Rex");
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    // ---- helpers

    private static void shop(TestDatabase database) {
        try (Database db =
                Database.open(database.url(), dev.espalier.Model.of(Shop.Order.class), database.settings())) {
            db.store(new Shop.Order());
        }
    }

    private static Throwable refused(TestDatabase database, String what, Class<?>... classes) {
        List<String> before = database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name");
        Throwable thrown = catchThrowable(() -> database.open(classes));
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        EspalierException.class, e -> assertThat(e.code()).isEqualTo("renamed"));
        assertThat(thrown).hasMessageContaining(what);
        assertThat(database.rows("SELECT state, name, value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        return thrown;
    }
}
