package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.MigrationProgress;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Attributes that get another type: their values are converted, or nothing is changed. */
@EngineIndependent
@LocaleDependent
class ConversionsContractTest {

    static class V1 {
        static class Animal {
            long id;
            String age;
            Integer size;
            long legs;
            Person owner;
            List<String> names = new ArrayList<>();
            List<String> codes = new ArrayList<>();
            List<Person> friends = new ArrayList<>();
            Place home;
            Spot spot;
            Tone tone;
        }

        static class Dog extends Animal {
            int teeth;
        }

        static class Person {
            long id;
            String name;

            Person() {}

            Person(String name) {
                this.name = name;
            }
        }

        record Place(String street, int number) {}

        static class Spot {
            long id;
            String street;
            int number;
            List<String> notes = new ArrayList<>();
        }

        enum Tone {
            LOUD,
            LOW
        }
    }

    static class V2 {
        @Was("Animal")
        static class Animal {
            long id;

            @Was("age")
            int age;

            @Was("size")
            int size;

            @Was("legs")
            short legs;

            @Was("owner")
            List<Person> owners = new ArrayList<>();

            @Was("names")
            Set<String> names = new LinkedHashSet<>();

            @Was("codes")
            List<Long> codes = new ArrayList<>();

            @Was("friends")
            Person friend;

            @Was("home")
            Home home;

            @Was("spot")
            Place spot;

            @Was("tone")
            String tone;
        }

        @Was("Dog")
        static class Dog extends Animal {
            @Was("teeth")
            BigDecimal teeth;
        }

        @Was("Person")
        static class Person {
            long id;
            String name;
        }

        @Was({})
        static class Home {
            long id;
            String street;
            int number;
            List<String> visitors = new ArrayList<>();
        }

        record Place(String street, int number) {}
    }

    private static V1.Dog rex() {
        V1.Dog rex = fill(new V1.Dog());
        rex.teeth = 42;
        return rex;
    }

    private static <T extends V1.Animal> T fill(T rex) {
        rex.age = "7";
        rex.size = 40;
        rex.legs = 4;
        rex.owner = new V1.Person("Ann");
        rex.names.addAll(List.of("Rex", "R"));
        rex.codes.addAll(List.of("7", "-3"));
        rex.friends.add(new V1.Person("Bob"));
        rex.home = new V1.Place("Elm", 3);
        rex.spot = new V1.Spot();
        rex.spot.street = "Oak";
        rex.spot.number = 5;
        rex.tone = V1.Tone.LOUD;
        return rex;
    }

    private static Settings apply(TestDatabase database, Migration<?>... migrations) {
        return database.settings().schema(SchemaMode.APPLY).migrations(migrations);
    }

    private static final Model OLD = Model.of(V1.Animal.class, V1.Dog.class);
    private static final Model NEW = Model.of(V2.Animal.class, V2.Dog.class);

    @OnEveryEngine
    void attributesOfOtherTypesGetTheStoredValues(TestDatabase database) {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            V1.Animal cat = new V1.Animal();
            cat.age = "12";
            cat.legs = -3;
            older.storeAll(List.of(rex(), cat));
            assertThat(older.query(V1.Dog.class, "names = 'R'").count()).isEqualTo(1);
        }
        List<MigrationProgress> progress = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (Database newer = Database.open(
                    database.url(),
                    NEW,
                    apply(database, Migration.of(V2.Animal.class).fill("size", -1))
                            .onMigration(progress::add))) {
                V2.Dog rex = newer.query(
                                V2.Dog.class,
                                "age = 7, size = 40, owners.name = 'Ann', names = 'R', friend.name = 'Bob', home.street = 'Elm', "
                                        + "spot.number = 5, tone = 'LOUD', teeth = 42")
                        .one();
                assertThat(rex.names).containsExactly("Rex", "R");
                assertThat(rex.codes).containsExactly(7L, -3L);
                assertThat(rex.home.number).isEqualTo(3);
                assertThat(rex.spot).isEqualTo(new V2.Place("Oak", 5));
                assertThat(rex.legs).isEqualTo((short) 4);
                V2.Animal cat = newer.query(V2.Animal.class, "age = 12").one();
                assertThat(cat.size).isEqualTo(-1);
                assertThat(cat.legs).isEqualTo((short) -3);
                assertThat(cat.home).isNull();
                assertThat(cat.owners).isEmpty();
                assertThat(newer.query(V2.Person.class, "").count()).isEqualTo(2);
                assertThat(newer.query(V2.Home.class, "").count()).isEqualTo(1);
                assertThat(Health.of(newer).verify().findings()).isEmpty();
                cat.tone = "calm";
                newer.store(cat);
            }
        }
        assertThat(progress)
                .as("the second opening computes nothing")
                .hasSize(5)
                .allSatisfy(step -> assertThat(step.done()).isEqualTo(step.total()));
        refused(
                () -> Database.open(database.url(), OLD, database.settings()).close(),
                "model-mismatch",
                "Animal.age was converted to int");
    }

    static class Same {
        @Was("Animal")
        static class Animal {
            long id;

            @Was("age")
            int age;
        }
    }

    @OnEveryEngine
    void aTextThatIsNoNumberIsRefusedAndNothingChanges(TestDatabase database) {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            for (int i = 0; i < 8; i++) {
                V1.Animal animal = new V1.Animal();
                animal.age = i == 3 ? "9" : "x" + i;
                older.store(animal);
            }
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        refused(
                () -> Database.open(database.url(), Model.of(Same.Animal.class), apply(database))
                        .close(),
                "migration",
                "Animal.age",
                "7 objects have no value",
                "and others",
                "found 'x0'; expected a number",
                "Nothing was changed");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            assertThat(older.query(V1.Animal.class, "age = 'x1'").count()).isEqualTo(1);
        }
        // A function knows what the texts mean.
        Migration<Same.Animal> migration = Migration.of(Same.Animal.class)
                .set(
                        "age",
                        node -> Integer.valueOf(node.get("age", String.class).replace("x", "")));
        try (Database newer = Database.open(database.url(), Model.of(Same.Animal.class), apply(database, migration))) {
            assertThat(newer.query(Same.Animal.class, "ORDER BY age").list())
                    .extracting(animal -> animal.age)
                    .containsExactly(0, 1, 2, 4, 5, 6, 7, 9);
        }
        // It may stay there, and it may go.
        for (Settings settings : List.of(database.settings().migrations(migration), database.settings())) {
            try (Database newer = Database.open(database.url(), Model.of(Same.Animal.class), settings)) {
                assertThat(newer.query(Same.Animal.class, "age = 9").count()).isEqualTo(1);
            }
        }
    }

    @OnEveryEngine
    void aConversionIsRefusedBesideOtherPrograms(TestDatabase database) throws Exception {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            older.store(rex());
            refused(
                    () -> Database.open(database.url(), NEW, database.settings())
                            .close(),
                    "schema-change",
                    "convert Animal.age from String to int",
                    "SchemaMode.APPLY");
            PausedLease.renew(older); // embedded databases learn it a little later
            refused(
                    () -> Database.open(database.url(), NEW, apply(database)).close(),
                    "in-use",
                    "nothing was converted",
                    "process " + ProcessHandle.current().pid());
            String host = SchemaAdmin.at(database.url(), database.settings())
                    .programs()
                    .get(0)
                    .host();
            assertThat(catchThrowable(() ->
                            Database.open(database.url(), NEW, apply(database)).close()))
                    .message()
                    .doesNotContain(host);
            assertThat(older.query(V1.Animal.class, "age = '7'").count()).isEqualTo(1);
        }
    }

    static class Computed {
        @Was("Animal")
        static class Animal {
            long id;
            String age;
            int years;
            List<String> names = new ArrayList<>();

            @Was({})
            Name first;
        }

        @Was({})
        static class Name {
            long id;
            String text;

            Name() {}

            Name(String text) {
                this.text = text;
            }
        }
    }

    private static final Migration<Computed.Animal> COMPUTED = Migration.of(Computed.Animal.class)
            .set("years", node -> node.get("age") == null ? 0 : Integer.parseInt(node.get("age", String.class)))
            .set(
                    "first",
                    node -> node.get("names", List.class).isEmpty()
                            ? null
                            : new Computed.Name(
                                    (String) node.get("names", List.class).get(0)));

    @OnEveryEngine
    void aMigrationComputesNewAttributesWhileOlderProgramsGoOn(TestDatabase database) {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            older.storeAll(List.of(fill(new V1.Animal()), new V1.Animal()));
            try (Database newer = Database.open(
                    database.url(),
                    Model.of(Computed.Animal.class),
                    database.settings().migrations(COMPUTED))) {
                Computed.Animal rex = newer.query(Computed.Animal.class, "years = 7, first.text = 'Rex'")
                        .one();
                assertThat(rex.names).containsExactly("Rex", "R");
                assertThat(newer.query(Computed.Animal.class, "years = 0, first IS NULL")
                                .count())
                        .isEqualTo(1);
                // An older program knows nothing of them.
                V1.Animal later = fill(new V1.Animal());
                later.age = "9";
                older.store(later);
                assertThat(newer.query(Computed.Animal.class, "years = 9").count())
                        .isZero();
                newer.migrate(COMPUTED);
                assertThat(newer.query(Computed.Animal.class, "years = 9").count())
                        .isEqualTo(1);
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
    }

    @OnEveryEngine
    void theFormerAttributesCanBeDroppedAfterAConversion(TestDatabase database) {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            older.store(rex());
        }
        Migration<V2.Animal> migration = Migration.of(V2.Animal.class).fill("size", -1);
        Database.open(database.url(), NEW, apply(database, migration)).close();
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(NEW)
                        .steps())
                .isNotEmpty();
        for (int i = 0; i < 2; i++) {
            try (Database newer = Database.open(database.url(), NEW, apply(database, migration))) {
                assertThat(newer.query(
                                        V2.Dog.class,
                                        "age = 7, size = 40, owners.name = 'Ann', names = 'R', friend.name = 'Bob', home.street = 'Elm', spot.number = 5")
                                .count())
                        .isEqualTo(1);
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(NEW)
                        .steps())
                .isEmpty();
        refused(
                () -> Database.open(database.url(), Model.of(Texts.Animal.class), apply(database))
                        .close(),
                "dropped",
                "Animal.home");
    }

    static class Texts {
        @Was("Animal")
        static class Animal {
            long id;
            Integer size;
            V1.Place home;
        }
    }

    static class Narrow {
        @Was("Animal")
        static class Animal {
            long id;

            @Was("legs")
            byte legs;

            @Was("size")
            int size;

            long area;
        }
    }

    @OnEveryEngine
    void numbersBeyondTheTypeAreRefused(TestDatabase database) {
        Model narrow = Model.of(Narrow.Animal.class);
        V1.Animal bug = fill(new V1.Animal());
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            V1.Animal animal = fill(new V1.Animal());
            animal.legs = 127;
            bug.legs = 128;
            bug.size = null;
            older.storeAll(List.of(animal, bug));
        }
        refused(
                () -> Database.open(database.url(), narrow, apply(database)).close(),
                "migration",
                "convert Animal.legs from long to byte: 1 object has no value for it",
                "convert Animal.size from Integer to int: 1 object has no value for it, the ids are [" + bug.id + "]");
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            V1.Animal again = older.get(V1.Animal.class, bug.id);
            again.legs = -128;
            older.store(again);
        }
        Migration<Narrow.Animal> migration =
                Migration.of(Narrow.Animal.class).fill("size", -7).setSql("area", "legs * 2");
        try (Database newer = Database.open(database.url(), narrow, apply(database, migration))) {
            assertThat(newer.query(Narrow.Animal.class, "legs = -128, size = -7, area = -256")
                            .count())
                    .isEqualTo(1);
            Narrow.Animal animal = newer.query(Narrow.Animal.class, "legs = 127, size = 40, area = 254")
                    .one();
            animal.area = 0;
            newer.store(animal);
            newer.migrate(migration);
            assertThat(newer.query(Narrow.Animal.class, "legs = 127, area = 254")
                            .count())
                    .isEqualTo(1);
            animal.size = 1;
            refused(() -> newer.store(animal), "stale", "Animal");
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void aMigrationOfAnAttributeWithValuesIsRefused(TestDatabase database) {
        try (Database first = Database.open(database.url(), Model.of(Computed.Animal.class), database.settings())) {
            first.store(new Computed.Animal());
        }
        refused(
                () -> Database.open(
                                database.url(),
                                Model.of(Computed.Animal.class),
                                database.settings().migrations(COMPUTED))
                        .close(),
                "model-mismatch",
                "Animal.years is computed by a migration",
                "Database.migrate");
    }

    @OnEveryEngine
    void aNewDatabaseRemembersItsMigrations(TestDatabase database) {
        for (int i = 0; i < 2; i++) {
            try (Database db = Database.open(
                    database.url(),
                    Model.of(Computed.Animal.class),
                    database.settings().migrations(COMPUTED))) {
                db.store(new Computed.Animal());
            }
        }
    }

    @OnEveryEngine
    void aMigrationOfAnUnknownAttributeIsRefused(TestDatabase database) {
        refused(
                () -> Database.open(
                                database.url(),
                                Model.of(Computed.Animal.class),
                                database.settings()
                                        .migrations(Migration.of(Computed.Animal.class)
                                                .set("yaers", node -> 1)))
                        .close(),
                "migration",
                "found the attribute yaers; expected one of [age, years, names, first]");
    }
}
