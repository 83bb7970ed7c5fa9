package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Was;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Classes that become abstract, leave their superclass or get one, become records; attributes that move up and down. No object vanishes silently. */
@EngineIndependent
class HierarchyContractTest {

    static class V1 {
        static class Zoo {
            long id;
            Animal star;
            List<Animal> animals = new ArrayList<>();
            Person keeper;
        }

        static class Animal {
            long id;
            String name;
        }

        static class Dog extends Animal {
            int teeth;
            List<String> toys = new ArrayList<>();
        }

        static class Person {
            long id;
            String name;
        }
    }

    static class Abstract {
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
        }

        @Was("Dog")
        static class Dog extends Animal {
            int teeth;
        }
    }

    static class Interface {
        @Was("Animal")
        interface Animal {}

        @Was("Dog")
        static class Dog implements Animal {
            long id;
            String name;
            int teeth;
        }

        @Was("Zoo")
        static class Zoo {
            long id;
            Animal star;
        }
    }

    static class Alone {
        @Was("Zoo")
        static class Zoo {
            long id;
            Animal star;
            List<Animal> animals = new ArrayList<>();
        }

        @Was("Animal")
        static class Animal {
            long id;
            String name;
        }

        @Was("Dog")
        static class Dog {
            long id;
            String name;
            int teeth;
        }
    }

    static class Records {
        @Was("Person")
        record Person(long id, String name) {}

        @Was("Zoo")
        static class Zoo {
            long id;
            Person keeper;
        }
    }

    static class Embedded {
        record Person(String name) {}

        @Was("Zoo")
        static class Zoo {
            long id;
            Person keeper;
        }
    }

    static class Moved {
        @Was("Animal")
        static class Animal {
            long id;
            int teeth;

            @Was("toys")
            List<String> toys = new ArrayList<>();
        }

        @Was("Dog")
        static class Dog extends Animal {
            String name;
        }
    }

    static class MovedWithoutAnswer {
        @Was("Animal")
        static class Animal {
            long id;
            List<String> toys = new ArrayList<>();
        }

        @Was("Dog")
        static class Dog extends Animal {}
    }

    private static final Model OLD = Model.of(V1.Zoo.class, V1.Animal.class, V1.Dog.class);

    private static V1.Zoo zoo() {
        V1.Zoo zoo = new V1.Zoo();
        V1.Animal cat = new V1.Animal();
        cat.name = "Tom";
        V1.Dog dog = new V1.Dog();
        dog.name = "Rex";
        dog.teeth = 42;
        dog.toys.addAll(List.of("ball", "bone"));
        zoo.star = dog;
        zoo.animals.addAll(List.of(cat, dog));
        zoo.keeper = new V1.Person();
        zoo.keeper.name = "Ada";
        return zoo;
    }

    @OnEveryEngine
    void aClassThatBecomesAbstractMayNotHaveObjects(TestDatabase database) {
        Database older = database.open(OLD, database.settings());
        older.store(zoo());
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        Model model = Model.of(Abstract.Zoo.class, Abstract.Dog.class);
        refused(
                () -> database.open(model, database.settings()),
                "model-mismatch",
                "Animal is abstract in this program, and the database has 1 object of the stored class Animal",
                "store them as objects of a subclass first");
        refused(
                () -> database.open(Model.of(Interface.Zoo.class, Interface.Dog.class), database.settings()),
                "model-mismatch",
                "Animal is abstract in this program");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        V1.Zoo zoo = older.query(V1.Zoo.class, "").one();
        V1.Animal cat = zoo.animals.remove(0);
        older.store(zoo);
        older.delete(cat);
        try (Database newer = database.open(model, database.settings())) {
            assertThat(newer.query(Abstract.Zoo.class, "star.name = 'Rex'").one().animals)
                    .hasSize(1);
        }
        // The older program goes on, and its objects are not hidden either.
        older.store(new V1.Animal());
        database.open(OLD, database.settings()).close();
        refused(
                () -> database.open(model, database.settings()),
                "model-mismatch",
                "Animal is abstract in this program");
    }

    @OnEveryEngine
    void aProgramInWhichTheClassWasAbstractGoesOn(TestDatabase database) {
        Model older = Model.of(Abstract.Zoo.class, Abstract.Dog.class);
        try (Database db = database.open(older, database.settings())) {
            db.store(new Abstract.Dog());
        }
        try (Database db = database.open(OLD, database.settings())) {
            db.store(new V1.Animal());
        }
        try (Database db = database.open(older, database.settings())) {
            assertThat(db.query(Abstract.Animal.class, "").count()).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aClassThatLeavesItsSuperclassMayNotBeReferredToByIt(TestDatabase database) {
        Database older = database.open(OLD, database.settings());
        older.store(zoo());
        Model model = Model.of(Alone.Zoo.class, Alone.Animal.class, Alone.Dog.class);
        refused(
                () -> database.open(model, database.settings()),
                "model-mismatch",
                "Dog is no Animal in this program, and 1 reference of zoo.star_id",
                "zoo_animals.target",
                "change these references first");
        V1.Zoo zoo = older.query(V1.Zoo.class, "").one();
        zoo.star = null;
        zoo.animals.remove(1);
        older.store(zoo);
        try (Database newer = database.open(model, database.settings())) {
            assertThat(newer.query(Alone.Dog.class, "name = 'Rex', teeth = 42").count())
                    .isEqualTo(1);
            assertThat(newer.query(Alone.Animal.class, "").list())
                    .extracting(animal -> animal.name)
                    .containsExactly("Tom");
        }
    }

    @OnEveryEngine
    void aProgramFromBeforeTheClassHadASuperclassGoesOn(TestDatabase database) {
        Model older = Model.of(Alone.Zoo.class, Alone.Animal.class, Alone.Dog.class);
        try (Database db = database.open(older, database.settings())) {
            db.store(new Alone.Dog());
        }
        try (Database db = database.open(OLD, database.settings())) {
            V1.Zoo zoo = new V1.Zoo();
            zoo.star = db.query(V1.Dog.class, "").one();
            db.store(zoo);
        }
        try (Database db = database.open(older, database.settings())) {
            Alone.Zoo zoo = db.query(Alone.Zoo.class, "").one();
            assertThat(zoo.star).as("left out").isNull();
            zoo.animals.add(new Alone.Animal());
            db.store(zoo);
        }
        try (Database db = database.open(OLD, database.settings())) {
            assertThat(db.query(V1.Zoo.class, "").one().star)
                    .as("never overwritten")
                    .isInstanceOf(V1.Dog.class);
        }
    }

    @OnEveryEngine
    void aClassThatBecomesARecordKeepsItsObjects(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.store(zoo());
        }
        try (Database newer = database.open(Model.of(Records.Zoo.class), database.settings())) {
            assertThat(newer.query(Records.Zoo.class, "keeper.name = 'Ada'")
                            .one()
                            .keeper
                            .name())
                    .isEqualTo("Ada");
        }
        refused(
                () -> database.open(Model.of(Embedded.Zoo.class), database.settings()),
                "model-mismatch",
                "Zoo.keeper is the record Person in the program and a reference to Person");
    }

    @OnEveryEngine
    void attributesMoveUpAndDown(TestDatabase database) {
        try (Database older = database.open(OLD, database.settings())) {
            older.store(zoo());
        }
        refused(
                () -> database.open(
                        Model.of(MovedWithoutAnswer.Animal.class, MovedWithoutAnswer.Dog.class), database.settings()),
                "renamed",
                "Dog.toys",
                "@Was(\"toys\")");
        try (Database newer = database.open(Model.of(Moved.Animal.class, Moved.Dog.class), database.settings())) {
            Moved.Dog dog = newer.query(Moved.Dog.class, "name = 'Rex', teeth = 42, toys = 'bone'")
                    .one();
            assertThat(dog.toys).containsExactly("ball", "bone");
            assertThat(newer.query(Moved.Animal.class, "teeth = 0").count()).isEqualTo(1);
            Moved.Animal animal = new Moved.Animal();
            animal.toys.add("wool");
            newer.store(animal);
            assertThat(newer.query(Moved.Animal.class, "toys = 'wool'").count()).isEqualTo(1);
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
        try (Database older = database.open(OLD, database.settings())) {
            assertThat(older.query(V1.Dog.class, "").one().toys).containsExactly("ball", "bone");
            assertThat(older.query(V1.Animal.class, "name = 'Tom'").count())
                    .as("moved down, and still there")
                    .isEqualTo(1);
        }
    }
}
