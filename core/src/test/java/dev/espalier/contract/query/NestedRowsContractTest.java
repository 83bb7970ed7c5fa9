package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

    @OnEveryEngine
    void severalColumnsHaveRowsBesideEachOtherAndWithin(TestDatabase database) {
        try (Database db = opened(database)) {
            assertThat(rows(db, "id < 3", "friends {name, cars {price} AS cars}, cars {year, price * 2 AS twice}"))
                    .containsExactly(
                            "{friends=[{name=Cyd, cars=[]}, {name=Bob, cars=[{price=12000}, {price=3000}]}],"
                                    + " cars=[{year=1976, twice=180000}]}",
                            "{friends=[{name=Ada, cars=[{price=90000}]}],"
                                    + " cars=[{year=1974, twice=24000}, {year=1971, twice=6000}]}");
        }
    }

    @OnEveryEngine
    void objectsThatReferToEachOtherHaveAsManyLevelsAsAreWritten(TestDatabase database) {
        try (Database db = opened(database)) {
            assertThat(rows(db, "id = 1", "name, friends {friends {name, friends {name}}}"))
                    .containsExactly("{name=Ada, friends=[{friends=[]},"
                            + " {friends=[{name=Ada, friends=[{name=Cyd}, {name=Bob}]}]}]}");
        }
    }

    @OnEveryEngine
    void aPathLeadsThroughReferencesCollectionsAndInverseStepsAndRepeatedOnes(TestDatabase database) {
        try (Database db = opened(database)) {
            assertThat(rows(db, "id = 1", "partner {name, cars.price}, partner.cars {year} AS theirs"))
                    .containsExactly(
                            "{partner=[{name=Bob, price=12000}, {name=Bob, price=3000}], theirs=[{year=1974}, {year=1971}]}");
            assertThat(rows(db, "id = 2", "partner {name}, partner.cars {year} AS theirs"))
                    .containsExactly("{partner=[], theirs=[]}");
            assertThat(rows(db, "id = 1", "friends.cars {year}, friends[Worker] {wage} AS workers"))
                    .containsExactly("{cars=[{year=1974}, {year=1971}], workers=[{wage=1000}]}");
            assertThat(rows(
                            db,
                            "id = 2",
                            "<Person.friends {name} AS ofThem, friends+ {name} AS reached, friends{1..1} {id} AS near"))
                    .containsExactly(
                            "{ofThem=[{name=Ada}], reached=[{name=Ada}, {name=Bob}, {name=Cyd}], near=[{id=1}]}");
            assertThat(rows(db, "id = 1", "addresses {street, city}"))
                    .containsExactly("{addresses=[{street=High Street, city=London}, {street=Rue Haute, city=null}]}");
        }
    }

    @OnEveryEngine
    void aColumnOfRowsMultipliesNothingAndBeginsAtTheObject(TestDatabase database) {
        try (Database db = opened(database)) {
            assertThat(rows(db, "id = 1", "friends.name AS friend, friends.cars {year} AS cars, cars {year} AS own"))
                    .containsExactly(
                            "{friend=Cyd, cars=[{year=1974}, {year=1971}], own=[{year=1976}]}",
                            "{friend=Bob, cars=[{year=1974}, {year=1971}], own=[{year=1976}]}");
        }
    }

    @OnEveryEngine
    void aMissingObjectInACollectionIsNoMember(TestDatabase database) {
        try (Database db = opened(database)) {
            Person dan = new Person("Dan", null);
            dan.friends.addAll(Arrays.asList(null, db.get(Person.class, 1), null));
            dan.addresses.addAll(Arrays.asList(null, new Address("Main Street", null)));
            db.store(dan);
            assertThat(rows(db, "name = 'Dan'", "friends {name}, addresses {street}"))
                    .containsExactly("{friends=[{name=Ada}], addresses=[{street=Main Street}]}");
        }
    }

    @OnEveryEngine
    void anObjectThatIsGoneIsNoMemberWhateverIsReadOfTheOthers(TestDatabase database) {
        try (Database db = opened(database)) {
            database.execute(
                    "DELETE FROM " + database.quote("person") + " WHERE " + database.quote("name") + " = 'Bob'");
            assertThat(rows(db, "id = 1", "friends {name}, partner {name}"))
                    .containsExactly("{friends=[{name=Cyd}], partner=[]}");
            assertThat(rows(db, "id = 1", "friends {id}, partner {1 AS one}, friends {cars {id}} AS cars"))
                    .containsExactly("{friends=[{id=3}], partner=[], cars=[{cars=[]}]}");
            assertThat(rows(db, "id = 1", "friends.cars {year}, friends {friends {id}} AS far"))
                    .containsExactly("{cars=[], far=[{friends=[]}]}");
            assertThat(rows(db, "id = 1", "friends+ {id}"))
                    .singleElement()
                    .asString()
                    .contains("{id=3}")
                    .doesNotContain("{id=2}");
            assertThat(rows(db, "id = 1", "<Person.friends {id} AS by")).containsExactly("{by=[]}");
        }
    }

    @OnEveryEngine
    void anObjectOfAClassThatTheProgramDoesNotKnowIsNoMember(TestDatabase database) {
        opened(database).close();
        try (Database db = database.open(Person.class, Car.class)) {
            assertThat(rows(db, "id = 1", "friends {id}, friends {name} AS named"))
                    .containsExactly("{friends=[{id=2}], named=[{name=Bob}]}");
        }
    }

    @OnEveryEngine
    void theFirstRowOfAStreamNeedsNoListOfAnotherObject(TestDatabase database) {
        try (Database db = opened(database)) {
            RowQuery<Row> query = db.query(Person.class, "ORDER BY name DESC")
                    .select("name, cars {(price - 12000) * 1000000000000000000 AS much}");
            assertThatThrownBy(query::list).hasMessageContaining("number overflow");
            assertThat(query.first()).map(row -> row.get("name")).contains("Cyd");
        }
    }

    @OnEveryEngine
    void anAnswerOfNothingHasNoRows(TestDatabase database) {
        try (Database db = opened(database)) {
            RowQuery<Row> none = db.query(Person.class, "name = 'Zoe'").select("name, friends {name}");
            assertThat(none.list()).isEmpty();
            assertThat(none.first()).isEmpty();
            assertThat(none.page(3, null).objects()).isEmpty();
            assertThat(none.columns()).containsExactly("name", "friends");
        }
    }

    record Friend(@Nullable Integer age, String name) {}

    record Owned(int year, BigDecimal price) {}

    record WithFriends(String name, List<Friend> friends, List<Owned> cars, List<Row> partner) {}

    record Numbered(String name, List<Integer> friends) {}

    record Primitive(String name, List<Aged> friends) {}

    record Aged(int age) {}

    record Nested(List<Friends> friends) {}

    record Friends(List<Friend> friends) {}

    @OnEveryEngine
    void recordsListRecordsAndRows(TestDatabase database) {
        try (Database db = opened(database)) {
            WithFriends ada = db.query(Person.class, "id = 1")
                    .select(WithFriends.class, "name, friends {name, age}, cars {year, price}, partner {name}")
                    .one();
            assertThat(ada.friends()).containsExactly(new Friend(null, "Cyd"), new Friend(41, "Bob"));
            assertThat(ada.cars()).containsExactly(new Owned(1976, BigDecimal.valueOf(90_000)));
            assertThat(ada.partner()).singleElement().asString().isEqualTo("{name=Bob}");
            assertThatThrownBy(() -> ada.friends().clear()).isInstanceOf(UnsupportedOperationException.class);
            assertThat(db.query(Person.class, "id = 2")
                            .select(Nested.class, "friends {friends {name, age}}")
                            .one())
                    .isEqualTo(
                            new Nested(List.of(new Friends(List.of(new Friend(null, "Cyd"), new Friend(41, "Bob"))))));
        }
    }

    @OnEveryEngine
    void aRecordThatCannotHoldTheRowsIsRefused(TestDatabase database) {
        try (Database db = opened(database)) {
            Query<Person> persons = db.query(Person.class, "id = 1");
            assertUnfit(persons.select(Numbered.class, "name, friends {age}"), "component friends");
            assertUnfit(persons.select(Numbered.class, "name, name AS friends"), "component friends");
            assertUnfit(persons.select(Primitive.class, "name, friends {age}"), "the component of Aged is a int");
            assertUnfit(persons.select(Primitive.class, "name, friends {age, name}"), "Aged has no component");
            assertUnfit(persons.select(Primitive.class, "name, friends {name}"), "Aged has a component age");
            assertUnfit(persons.select(Aged.class, "friends {age} AS age"), "component age of Aged");
        }
    }

    private static void assertUnfit(RowQuery<?> rows, String part) {
        assertThatThrownBy(rows::list).hasMessageContaining("unfit record").hasMessageContaining(part);
    }

    @OnEveryEngine
    void aRowGivesItsRowsByTheNameOfTheColumn(TestDatabase database) {
        try (Database db = opened(database)) {
            Row ada = db.query(Person.class, "id = 1")
                    .select("name, partner.age AS none, friends {name}")
                    .one();
            assertThat(ada.rows("friends"))
                    .extracting(friend -> friend.get("name"))
                    .containsExactly("Cyd", "Bob");
            assertThat(ada.get("friends")).isEqualTo(ada.rows("friends"));
            assertThat(ada.rows("friends").get(0).columns()).containsExactly("name");
            assertThatThrownBy(() -> ada.rows("friends").clear()).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> ada.rows("name"))
                    .isInstanceOf(ClassCastException.class)
                    .hasMessageContaining("name");
            assertThatThrownBy(() -> ada.rows("x")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @OnEveryEngine
    void parametersStandInColumnsOfRows(TestDatabase database) {
        try (Database db = opened(database)) {
            RowQuery<Row> rows =
                    db.query(Person.class, "age > :least").select("cars {year - :least AS since, :name AS buyer}");
            for (int i = 0; i < 5; i++) {
                assertThat(rows.with("least", 40).with("name", "Eve").list())
                        .singleElement()
                        .asString()
                        .isEqualTo("{cars=[{since=1934, buyer=Eve}, {since=1931, buyer=Eve}]}");
                assertThat(rows.with("least", 35).with("name", null).list()).hasSize(2);
            }
            assertThatThrownBy(() -> rows.with("least", 40).list()).hasMessageContaining("unbound parameter");
        }
    }

    @OnEveryEngine
    void orderAndConditionAndLimitAreThoseOfTheOuterRows(TestDatabase database) {
        try (Database db = opened(database)) {
            assertThat(rows(db, "", "name, cars {year} HAVING name < 'C' ORDER BY age DESC LIMIT 1 OFFSET 1"))
                    .containsExactly("{name=Ada, cars=[{year=1976}]}");
            assertThat(rows(db, "ORDER BY name DESC LIMIT 2", "name, cars {year}"))
                    .containsExactly("{name=Cyd, cars=[]}", "{name=Bob, cars=[{year=1974}, {year=1971}]}");
        }
    }

    @OnEveryEngine
    void listStreamAndPagesGiveTheSameRows(TestDatabase database) {
        try (Database db = opened(database)) {
            db.storeAll(Stream.iterate(0, i -> i + 1)
                    .limit(50)
                    .map(i -> {
                        Person person = new Person("P" + i, i % 7);
                        for (int car = 0; car < i % 4; car++) {
                            person.cars.add(new Car(1900 + car, i));
                        }
                        return person;
                    })
                    .toList());
            for (String selection : List.of(
                    "name, cars {year, price}",
                    "name, cars {year, price} ORDER BY age",
                    "name, cars {year, price} ORDER BY age + 1 DESC",
                    "cars.year AS each, cars {year, price}",
                    "cars {year}")) {
                RowQuery<Row> query = db.query(Person.class, "").select(selection);
                List<Row> all = query.list();
                try (Stream<Row> stream = query.stream()) {
                    assertThat(stream.toList()).isEqualTo(all);
                }
                List<Row> paged = new ArrayList<>();
                String key = null;
                do {
                    Page<Row> page = query.page(7, key);
                    paged.addAll(page.objects());
                    key = page.next();
                } while (key != null);
                assertThat(paged).as(selection).isEqualTo(all);
                assertThat(query.first()).contains(all.get(0));
            }
        }
    }

    @OnEveryEngine
    void eachLevelIsReadByOneStatement(TestDatabase database) {
        try (Database db = opened(database)) {
            RowQuery<Row> query = db.query(Person.class, "").select("name, friends {name, cars {year}}");
            int few = statements(query.explain());
            for (int i = 0; i < 300; i++) {
                Person person = new Person("P" + i, i);
                person.cars.add(new Car(i, i));
                person.friends.add(db.get(Person.class, 1));
                db.store(person);
            }
            assertThat(statements(query.explain())).isEqualTo(few);
            assertThat(query.explain().toString())
                    .contains("friends {name, cars {year}}", "  list of friends", "      list of cars");
        }
    }

    @OnEveryEngine
    void aLimitReadsTheMembersOfTheFirstObjectsAlone(TestDatabase database) {
        try (Database db = opened(database)) {
            Explanation first = db.query(Person.class, "")
                    .select("name, friends {name} LIMIT 1 OFFSET 1")
                    .explain();
            assertThat(first.search().steps().stream()
                            .mapToLong(Explanation.Step::rows)
                            .max())
                    .as(first.toString())
                    .hasValue(3);
            assertThat(rows(db, "", "name, friends {name} LIMIT 1 OFFSET 1"))
                    .containsExactly("{name=Bob, friends=[{name=Ada}]}");
            assertThat(rows(db, "", "name, friends {name} LIMIT 0")).isEmpty();
        }
    }

    @OnEveryEngine
    void aStreamOfManyObjectsReadsSomeAtATime(TestDatabase database) {
        try (Database db = opened(database)) {
            db.storeAll(Stream.iterate(0, i -> i + 1)
                    .limit(1_000)
                    .map(i -> {
                        Person person = new Person("P" + i, i);
                        person.cars.add(new Car(i, i));
                        return person;
                    })
                    .toList());
            RowQuery<Row> query =
                    db.query(Person.class, "age >= 0 AND NOT name = 'Ada'").select("name, cars {year}");
            try (Stream<Row> stream = query.stream()) {
                assertThat(stream.toList()).hasSize(1_001).isEqualTo(query.list());
            }
        }
    }

    private static int statements(Explanation explanation) {
        return explanation.search().statements();
    }

    @OnEveryEngine
    void changesOfATransactionAreInTheRows(TestDatabase database) {
        try (Database db = opened(database)) {
            db.useTransaction(tx -> {
                Person cyd = db.get(Person.class, 3);
                cyd.cars.add(new Car(2_000, 1));
                db.store(cyd);
                assertThat(rows(db, "id = 3", "cars {year}")).containsExactly("{cars=[{year=2000}]}");
            });
        }
    }

    @OnEveryEngine
    void aMistakeIsRefusedAtItsPlace(TestDatabase database) {
        try (Database db = opened(database)) {
            assertMistake(db, "name, tags {x}", "no-object", 7);
            assertMistake(db, "friends.id {name}", "no-object", 1);
            assertMistake(db, "friends {nme}", "unknown-field", 10);
            assertMistake(db, "friends {name, name}", "duplicate-column", 16);
            assertMistake(db, "friends {name}, friends {age}", "duplicate-column", 17);
            assertMistake(db, "friends {COUNT(cars)}", "misplaced-aggregate", 10);
            assertMistake(db, "friends {cars {MAX(price)}}", "misplaced-aggregate", 16);
            assertMistake(db, "friends {DISTINCT name}", "unexpected-token", 10);
            assertMistake(db, "friends {name ORDER BY name}", "unexpected-token", 15);
            assertMistake(db, "friends {name LIMIT 3}", "unexpected-token", 15);
            assertMistake(db, "friends {name HAVING age > 3}", "unexpected-token", 15);
            assertMistake(db, "friends {}", "unexpected-token", 10);
            assertMistake(db, "friends {name", "unclosed-bracket", 9);
            assertMistake(db, "name, COUNT(*) AS n, friends {name}", "not-grouped", 22);
            assertMistake(db, "name, friends {name} HAVING COUNT(*) > 1", "not-grouped", 7);
            assertMistake(db, "DISTINCT friends {name}", "not-grouped", 10);
            assertMistake(db, "friends {name} ORDER BY friends", "no-value", 25);
            assertMistake(db, "friends {name} HAVING friends = 3", "no-value", 23);
            assertMistake(db, "friends {name} HAVING friends {name} = 3", "unexpected-token", 31);
            assertMistake(db, "name ORDER BY friends {name}", "unexpected-token", 23);
            assertMistake(db, "coalesce(friends {name}, 1)", "unexpected-token", 18);
            assertMistake(db, "1 + friends {name}", "unexpected-token", 13);
        }
    }

    private static void assertMistake(Database db, String selection, String code, int position) {
        assertThatThrownBy(() -> db.query(Person.class, "").select(selection).list())
                .as(selection)
                .isInstanceOfSatisfying(QueryException.class, e -> {
                    assertThat(e.code()).as(selection).isEqualTo(code);
                    assertThat(e.position()).as(selection).isEqualTo(position);
                });
    }
}
