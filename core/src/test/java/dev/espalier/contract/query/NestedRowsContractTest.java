package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns of a selection that are lists of rows. */
class NestedRowsContractTest {

    static class Person {
        long id;
        String name;

        @Nullable
        Integer age;

        @Nullable
        Person partner;

        List<Person> friends = new ArrayList<>();
        List<Car> cars = new ArrayList<>();
        List<Address> addresses = new ArrayList<>();
        List<String> tags = new ArrayList<>();

        Person() {}

        Person(String name, @Nullable Integer age) {
            this.name = name;
            this.age = age;
        }
    }

    static class Worker extends Person {
        long wage;

        Worker() {}

        Worker(String name, long wage) {
            super(name, null);
            this.wage = wage;
        }
    }

    static class Car {
        long id;
        int year;
        long price;

        Car() {}

        Car(int year, long price) {
            this.year = year;
            this.price = price;
        }
    }

    record Address(String street, @Nullable String city) {}

    private static final Class<?>[] CLASSES = {Person.class, Worker.class, Car.class};

    /** Ada (36) has the friends Cyd and Bob, in this order, and one car; Bob (41) two cars and the friend Ada; Cyd has nothing. */
    private static Database opened(TestDatabase database) {
        Database db = database.open(CLASSES);
        Person ada = new Person("Ada", 36);
        Person bob = new Person("Bob", 41);
        Worker cyd = new Worker("Cyd", 1_000);
        ada.friends.addAll(List.of(cyd, bob));
        ada.cars.add(new Car(1976, 90_000));
        ada.partner = bob;
        ada.addresses.add(new Address("High Street", "London"));
        ada.addresses.add(new Address("Rue Haute", null));
        ada.tags.add("tea");
        bob.friends.add(ada);
        bob.cars.addAll(List.of(new Car(1974, 12_000), new Car(1971, 3_000)));
        db.storeAll(List.of(ada, bob, cyd));
        return db;
    }

    private static List<String> rows(Database db, String query, String selection) {
        return db.query(Person.class, query).select(selection).list().stream()
                .map(Row::toString)
                .toList();
    }

    @OnEveryEngine
    void aColumnHasARowForEachMemberInTheOrderOfTheCollection(TestDatabase database) {
        try (Database db = opened(database)) {
            assertThat(rows(db, "", "name, friends {name, age} AS friends"))
                    .containsExactly(
                            "{name=Ada, friends=[{name=Cyd, age=null}, {name=Bob, age=41}]}",
                            "{name=Bob, friends=[{name=Ada, age=36}]}",
                            "{name=Cyd, friends=[]}");
        }
    }
}
