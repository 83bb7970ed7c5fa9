package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Unique;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.verification.Damage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Changes that need no answer: a program with newer classes opens the database, and a program with the older ones goes on beside it. */
public class AdditiveContractTest {

    /** The first version of the classes. */
    static class V1 {
        static class Person {
            long id;
            String name;
            int age;
            Address address;

            Person() {}

            Person(String name, int age, Address address) {
                this.name = name;
                this.age = age;
                this.address = address;
            }
        }

        record Address(String street, String city) {}
    }

    /** The second one has more of everything, in another order. */
    static class V2 {
        enum Level {
            LOW,
            HIGH
        }

        @Was("Person")
        static class Person {
            long id;
            boolean active;
            Address address;
            int age;
            long points;
            double weight;
            char mark;
            Optional<String> email = Optional.empty();
            BigDecimal credit;
            Instant seen;
            Level level;
            byte[] picture;
            Person friend;
            Origin origin;
            List<String> tags = new ArrayList<>();
            Set<Person> friends = new LinkedHashSet<>();
            Map<String, Integer> counts = new LinkedHashMap<>();
            String name;
        }

        record Address(int number, String city, String street, String country) {}

        record Origin(String place) {}

        static class Employee extends Person {
            long salary;
        }
    }

    @OnEveryEngine
    void aNewerProgramReadsWhatAnOlderOneStored(TestDatabase database) {
        try (Database older = database.open(V1.Person.class)) {
            older.store(new V1.Person("Ada", 36, new V1.Address("Row 1", "London")));
            older.store(new V1.Person("Bob", 7, null));
        }
        try (Database newer = database.open(V2.Person.class, V2.Employee.class)) {
            V2.Person ada = newer.query(V2.Person.class, "name = 'Ada'").one();
            assertThat(ada.age).isEqualTo(36);
            assertThat(ada.address).isEqualTo(new V2.Address(0, "London", "Row 1", null));
            assertThat(ada.active).isFalse();
            assertThat(ada.points).isZero();
            assertThat(ada.email).isEmpty();
            assertThat(ada.tags).isEmpty();
            assertThat(newer.query(
                                    V2.Person.class,
                                    "active = FALSE, points = 0, weight = 0, age > 0, email IS NULL, friend IS NULL")
                            .count())
                    .isEqualTo(2);
            assertThat(newer.query(V2.Person.class, "address.number = 0").count())
                    .isEqualTo(1);
            assertThat(newer.query(V2.Person.class, "name = 'Bob'").one().address)
                    .isNull();
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void additionsOfANewerProgramSurviveTheStoresOfAnOlderOne(TestDatabase database) {
        try (Database older = database.open(V1.Person.class)) {
            V1.Person known = new V1.Person("Ada", 36, new V1.Address("Row 1", "London"));
            older.store(known);
            try (Database newer = database.open(V2.Person.class, V2.Employee.class)) {
                V2.Person ada = newer.query(V2.Person.class, "name = 'Ada'").one();
                fill(ada);
                newer.store(ada);

                V1.Person mine = older.query(V1.Person.class, "name = 'Ada'").one();
                mine.age = 37;
                mine.address = new V1.Address("Row 2", "London");
                older.store(mine);
                older.store(new V1.Person("Cyd", 1, new V1.Address("a", "b")));

                V2.Person again = newer.query(V2.Person.class, "name = 'Ada'").one();
                assertThat(again.age).isEqualTo(37);
                assertThat(again.points).isEqualTo(5_000_000_000L);
                assertThat(again.tags).containsExactly("x", "y");
                assertThat(again.counts).containsEntry("a", 1);
                assertThat(again.email).contains("ada@example.org");
                assertThat(again.credit).isEqualByComparingTo("1.50");
                assertThat(again.level).isEqualTo(V2.Level.HIGH);
                assertThat(again.friend).isSameAs(again);
                assertThat(again.friends).containsExactly(again);
                assertThat(again.origin).isEqualTo(new V2.Origin("there"));
                assertThat(again.address).isEqualTo(new V2.Address(9, "London", "Row 2", "UK"));
                V2.Person cyd = newer.query(V2.Person.class, "name = 'Cyd'").one();
                assertThat(cyd.active).isFalse();
                assertThat(cyd.address.street()).isEqualTo("a");
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
        try (Database older = database.open(V1.Person.class)) { // it still opens
            assertThat(older.query(V1.Person.class, "").count()).isEqualTo(2);
        }
    }

    private static void fill(V2.Person person) {
        person.points = 5_000_000_000L;
        person.tags.addAll(List.of("x", "y"));
        person.counts.put("a", 1);
        person.email = Optional.of("ada@example.org");
        person.credit = new BigDecimal("1.50");
        person.level = V2.Level.HIGH;
        person.friend = person;
        person.friends.add(person);
        person.origin = new V2.Origin("there");
        person.address = new V2.Address(9, person.address.city(), person.address.street(), "UK");
    }

    @OnEveryEngine
    void anOlderProgramDeletesWhatItDoesNotKnow(TestDatabase database) {
        try (Database older = database.open(V1.Person.class);
                Database newer = database.open(V2.Person.class, V2.Employee.class)) {
            V2.Person ada = new V2.Person();
            ada.name = "Ada";
            ada.address = new V2.Address(1, "a", "b", "c");
            newer.store(ada);
            fill(ada);
            V2.Person bob = new V2.Person();
            bob.friend = ada;
            bob.friends.add(ada);
            newer.store(bob);
            older.delete(older.get(V1.Person.class, ada.id));
            assertThat(newer.query(V2.Person.class, "").list()).singleElement().satisfies(left -> {
                assertThat(left.friend).isNull();
                assertThat(left.friends).isEmpty();
            });
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
    }

    /** Fields that a later version has no more. */
    static class V3 {
        @Was("Person")
        static class Person {
            long id;
            String name;
        }
    }

    @OnEveryEngine
    void aProgramWithoutAFieldInsertsZeroThereAndLeavesTheRest(TestDatabase database) {
        try (Database older = database.open(V1.Person.class)) {
            V1.Person ada = new V1.Person("Ada", 36, null);
            older.store(ada);
            try (Database later = database.open(V3.Person.class)) {
                V3.Person mine = later.query(V3.Person.class, "name = 'Ada'").one();
                mine.name = "Ada L.";
                later.store(mine);
                V3.Person bob = new V3.Person();
                bob.name = "Bob";
                later.store(bob);
                try (var bulk = later.bulkWriter()) {
                    V3.Person cyd = new V3.Person();
                    cyd.name = "Cyd";
                    bulk.store(cyd);
                }
            }
            assertThat(older.query(V1.Person.class, "age = 36").one().name).isEqualTo("Ada L.");
            assertThat(older.query(V1.Person.class, "age = 0").count()).isEqualTo(2);
            assertThat(Health.of(older).verify().findings()).isEmpty();
        }
    }

    static class Aged {
        @Was("Person")
        static class Person {
            long id;
            String name;
            int age;
        }
    }

    static class Nullable {
        @Was("Person")
        static class Person {
            long id;
            String name;
            Integer age;
        }
    }

    @OnEveryEngine
    void anObjectFromBeforeAPrimitiveFieldHasZeroAfterTheFieldMayBeNull(TestDatabase database) {
        try (Database first = database.open(V3.Person.class)) {
            V3.Person ada = new V3.Person();
            ada.name = "Ada";
            first.store(ada);
        }
        try (Database second = database.open(Aged.Person.class)) {
            assertThat(second.query(Aged.Person.class, "age = 0").count()).isEqualTo(1);
        }
        try (Database third = database.open(Nullable.Person.class)) {
            assertThat(third.query(Nullable.Person.class, "age = 0").one().age).isZero();
        }
    }

    static class Listed {
        @Was("Person")
        static class Person {
            long id;
            String name;

            @Was({})
            List<String> age = new ArrayList<>();
        }
    }

    @OnEveryEngine
    void aNewCollectionWithTheNameOfAFieldThatIsGoneLeavesItsValues(TestDatabase database) {
        try (Database older = database.open(V1.Person.class)) {
            older.store(new V1.Person("Ada", 36, null));
            try (Database newer = database.open(Listed.Person.class)) {
                Listed.Person ada =
                        newer.query(Listed.Person.class, "name = 'Ada'").one();
                ada.age.add("old");
                newer.store(ada);
            }
            try (Database newer = database.open(Listed.Person.class)) {
                assertThat(newer.query(Listed.Person.class, "age = 'old'").count())
                        .isEqualTo(1);
            }
        }
        try (Database older = database.open(V1.Person.class)) {
            assertThat(older.query(V1.Person.class, "age = 36").count()).isEqualTo(1);
            assertThat(Health.of(older).verify().findings()).isEmpty();
        }
    }

    static class UniqueName {
        @Was("Person")
        static class Person {
            long id;
            boolean first;

            @Unique
            String name;

            Pet pet;
        }

        static class Pet {
            long id;
        }
    }

    @OnEveryEngine
    @AlsoOnTiDb("an index build that fails is undone in steps")
    void aChangeThatTheDatabaseRefusesLeavesItAsItWas(TestDatabase database) {
        String name = "n".repeat(5_000); // longer than a column with a unique index takes on servers
        try (Database older = database.open(V1.Person.class)) {
            older.storeAll(List.of(new V1.Person(name, 36, null), new V1.Person(name, 37, null)));
        }
        assertThat(catchThrowable(() -> database.open(UniqueName.Person.class).close()))
                .isInstanceOf(EspalierException.class);
        try (Database older = database.open(V1.Person.class)) {
            assertThat(older.query(V1.Person.class, "").count()).isEqualTo(2);
            older.store(new V1.Person("Ada", 1, null));
            assertThat(Health.of(older).verify().findings())
                    .filteredOn(finding -> finding.damage() != Damage.MISSING_INDEX)
                    .isEmpty();
            older.deleteAll(older.query(V1.Person.class, "age > 1").list());
        }
        try (Database newer = applied(database, UniqueName.Person.class)) {
            assertThat(newer.query(UniqueName.Person.class, "name = 'Ada', first = FALSE")
                            .count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aColumnOfSomebodyElseIsRefused(TestDatabase database) {
        Settings settings = database.settings();
        database.open(
                        Model.of(V1.Person.class),
                        database.engine() == Engine.DUCKDB // it drops no column of a table with indexes
                                ? settings.indexes(IndexLevel.NONE)
                                : settings)
                .close();
        database.execute("ALTER TABLE person ADD COLUMN active varchar(9)");
        refused(() -> database.open(V2.Person.class).close(), "foreign-tables", "add column person.active");
        database.open(V1.Person.class).close();
        database.execute("ALTER TABLE person DROP COLUMN active");
        database.open(V2.Person.class).close();
    }

    /** Types that hold more. */
    static class Wide {
        @Was("Person")
        static class Person {
            long id;
            String name;
            long age;
        }
    }

    static class Boxed {
        @Was("Person")
        static class Person {
            long id;
            String name;
            Long age;
        }
    }

    @OnEveryEngine
    void aWiderTypeHoldsMoreAndAnOlderProgramRefusesWhatItCannotHold(TestDatabase database) {
        try (Database older = database.open(V1.Person.class)) {
            older.store(new V1.Person("Ada", 36, null));
            try (Database newer = applied(database, Wide.Person.class)) {
                Wide.Person big = new Wide.Person();
                big.name = "Big";
                big.age = 5_000_000_000L;
                newer.store(big);
                assertThat(newer.query(Wide.Person.class, "age = 36").one().name)
                        .isEqualTo("Ada");
                assertThat(newer.query(Wide.Person.class, "age = 5000000000").one().name)
                        .isEqualTo("Big");
            }
        }
        try (Database newest = database.open(Boxed.Person.class)) {
            Boxed.Person none = new Boxed.Person();
            none.name = "None";
            newest.store(none);
            assertThat(newest.query(Boxed.Person.class, "age IS NULL").one().name)
                    .isEqualTo("None");
            assertThat(Health.of(newest).verify().findings()).isEmpty();
        }
        try (Database older = database.open(V1.Person.class)) {
            assertThat(older.query(V1.Person.class, "name = 'Ada'").one().age).isEqualTo(36);
            refused(() -> older.query(V1.Person.class, "name = 'Big'").list(), "unreadable-value", "5000000000");
            refused(() -> older.query(V1.Person.class, "name = 'None'").list(), "unreadable-value", "no value");
        }
    }

    /** A type that holds less, or something else. */
    static class Narrow {
        @Was("Person")
        static class Person {
            long id;
            String name;
            short age;
        }
    }

    static class Other {
        @Was("Person")
        static class Person {
            long id;
            int name;
            int age;
        }
    }

    @OnEveryEngine
    void aTypeThatLosesValuesIsRefused(TestDatabase database) {
        try (Database older = database.open(V1.Person.class)) {
            older.store(new V1.Person("Ada", 36, null));
        }
        refused(
                () -> database.open(Narrow.Person.class).close(),
                "model-mismatch",
                "Person.age is short in the program and int in the database");
        refused(
                () -> database.open(Other.Person.class).close(),
                "model-mismatch",
                "Person.name is int in the program and String in the database");
        try (Database older = database.open(V1.Person.class)) {
            assertThat(older.query(V1.Person.class, "age = 36").count()).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void openingAgainChangesNothing(TestDatabase database) {
        database.open(V1.Person.class).close();
        database.open(V2.Person.class, V2.Employee.class).close();
        database.open(V1.Person.class).close();
        List<String> before = rows(database);
        database.open(V2.Person.class, V2.Employee.class).close();
        database.open(V1.Person.class).close();
        assertThat(rows(database)).isEqualTo(before);
    }

    private static Database applied(TestDatabase database, Class<?> type) {
        return Database.open(database.url(), Model.of(type), database.settings().schema(SchemaMode.APPLY));
    }

    private static List<String> rows(TestDatabase database) {
        return database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
    }

    public static void refused(ThrowingCallable action, String code, String... parts) {
        Assertions.assertThatThrownBy(action).isInstanceOfSatisfying(EspalierException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
    }
}
