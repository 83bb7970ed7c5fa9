package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.LeftOutCollections;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Version;
import dev.espalier.error.StoreException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Inverse collections in structures of several classes, of records, of many objects, and in chains. */
@EngineIndependent
class InverseStructuresContractTest {

    static class Party {
        long id;
        String name;

        @InverseOf("owner")
        List<Thing> things = new ArrayList<>();

        @Version
        int version;
    }

    static class Person extends Party {
        Company employer;

        @InverseOf("wearer")
        Badge badge;
    }

    static class Company extends Party {
        @InverseOf("employer")
        Set<Person> staff = new LinkedHashSet<>();
    }

    abstract static class Thing {
        long id;
        String label;
        Party owner;
    }

    static class Car extends Thing {
        Person driver;
    }

    static class House extends Thing {
        Company builder;
    }

    static class Badge {
        long id;
        Person wearer;

        @InverseOf("badge")
        List<Scan> scans = new ArrayList<>();
    }

    record Scan(long id, Badge badge, String place) {}

    static class Section {
        long id;
        String name;
        Section parent;

        @InverseOf("parent")
        List<Section> sections = new ArrayList<>();
    }

    private static final Class<?>[] CLASSES = {
        Party.class,
        Person.class,
        Company.class,
        Thing.class,
        Car.class,
        House.class,
        Badge.class,
        Scan.class,
        Section.class
    };

    private static Database open(TestDatabase database) {
        return database.open(CLASSES);
    }

    private static Person world(Database db) {
        Company acme = new Company();
        acme.name = "Acme";
        Person first = null;
        for (int i = 0; i < 3; i++) {
            Person person = new Person();
            person.name = "p" + i;
            person.employer = acme;
            Car car = new Car();
            car.owner = person;
            car.driver = person;
            House house = new House();
            house.owner = i == 0 ? acme : person;
            house.builder = acme;
            Badge badge = new Badge();
            badge.wearer = person;
            db.storeAll(List.of(car, house, badge));
            db.store(new Scan(0, badge, "door" + i));
            first = first == null ? person : first;
        }
        return first;
    }

    private static boolean marker(Object collection) {
        return String.valueOf(collection).equals("[not loaded]");
    }

    @OnEveryEngine
    void objectsOfSeveralClassesHaveTheInversesOfTheirSuperclass(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            for (int round = 0; round < 2; round++) {
                List<Party> all = db.query(Party.class, "").list();
                assertThat(all).hasSize(4);
                for (Party party : all) {
                    assertThat(party.things).as(party.name).isNotEmpty();
                    assertThat(db.isComplete(party)).isTrue();
                    if (party instanceof Company company) {
                        assertThat(company.staff).hasSize(3);
                    }
                    if (party instanceof Person person) {
                        assertThat(person.badge.wearer).isSameAs(person);
                        assertThat(marker(person.badge.scans)).isTrue();
                    }
                }
            }
            db.useTransaction(tx -> {
                for (Thing thing : tx.query(Thing.class, "").list()) {
                    if (thing instanceof Car car) {
                        assertThat(marker(car.driver.things)).isTrue();
                        assertThat(marker(car.driver.employer.staff)).isTrue();
                    }
                }
                for (Party party : tx.query(Party.class, "").list()) {
                    assertThat(party.things).as(party.name).isNotEmpty();
                    assertThat(tx.isComplete(party)).isTrue();
                }
                assertThat(tx.query(Person.class, "").list()).allMatch(person -> person.employer.staff.size() == 3);
            });
        }
    }

    @OnEveryEngine
    void recordsMayBeMembers(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            Badge badge = db.query(Badge.class, "").list().get(0);
            assertThat(badge.scans).hasSize(1);
            assertThat(badge.scans.get(0).badge()).isSameAs(badge);
            Scan scan = db.query(Scan.class, "").list().get(0);
            assertThat(marker(scan.badge().scans)).isTrue();
            Scan followed = db.query(Scan.class, "").follow("scans").list().get(0);
            assertThat(followed.badge().scans).containsExactly(followed);
            db.useTransaction(tx -> {
                Scan one = tx.query(Scan.class, "place = 'door0'").one();
                Badge held = tx.get(Badge.class, one.badge().id);
                assertThat(held).isSameAs(one.badge());
                assertThat(held.scans).hasSize(1);
                assertThat(held.scans.get(0)).isSameAs(one);
                Scan again = tx.query(Scan.class, "place = 'door0'")
                        .follow("things", "staff")
                        .one();
                assertThat(again).isSameAs(one);
                assertThat(one.badge().wearer.things).hasSize(1);
                assertThat(one.badge().wearer.employer.staff).hasSize(3);
            });
        }
    }

    @OnEveryEngine
    void aLargeAnswerHasTheInversesOfItsRoots(TestDatabase database) {
        Database first = open(database);
        List<Car> cars = new ArrayList<>();
        List<Person> persons = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            Person person = new Person();
            person.name = "p" + i;
            persons.add(person);
            for (int j = 0; j < 2; j++) {
                Car car = new Car();
                car.owner = person;
                car.driver = i % 2 == 0 ? person : null;
                cars.add(car);
            }
        }
        first.storeAll(cars);
        try (Database db = open(database)) {
            assertThat(db.query(Car.class, "").list()).hasSize(3000).allMatch(car -> marker(car.owner.things));
            assertThat(db.query(Person.class, "").list()).hasSize(1500).allMatch(p -> p.things.size() == 2);
            assertThat(db.getAll(Party.class, persons.stream().map(p -> p.id).toList()))
                    .hasSize(1500)
                    .allMatch(p -> p.things.size() == 2);
            assertThat(db.query(Car.class, "").follow("owner.things").list())
                    .allMatch(car -> car.owner.things.size() == 2);
            assertThat(db.query(Person.class, "").stream().toList()).allMatch(p -> p.things.size() == 2);
            db.useTransaction(tx -> {
                tx.query(Car.class, "").list();
                assertThat(tx.query(Person.class, "").list()).allMatch(p -> p.things.size() == 2);
            });
            db.useTransaction(tx -> {
                List<Car> all = tx.query(Car.class, "").list();
                tx.query(Car.class, "").complete().list();
                assertThat(all).allMatch(car -> car.owner.things.size() == 2);
            });
        }
    }

    @OnEveryEngine
    void aRollbackPutsBackThatInversesWereNotLoaded(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            Car car = db.query(Car.class, "owner.name = 'p0'").one();
            for (int round = 0; round < 3; round++) {
                boolean commits = round == 2;
                boolean changes = round == 1;
                int houses = round;
                try {
                    db.useTransaction(tx -> {
                        car.label = "x" + commits;
                        tx.store(car);
                        if (changes) {
                            car.driver.name = "changed";
                        }
                        Party party = tx.get(Party.class, car.driver.id);
                        assertThat(party).isSameAs(car.driver);
                        assertThat(party.things).hasSize(1 + houses);
                        Person q = (Person) tx.query(Party.class, "id = ?")
                                .withValues(car.driver.id)
                                .one();
                        assertThat(q).isSameAs(party);
                        if (!commits) {
                            throw new IllegalStateException("back");
                        }
                    });
                } catch (IllegalStateException e) {
                    // expected
                }
                assertThat(db.isComplete(car.driver)).as("" + round).isEqualTo(!marker(car.driver.things));
                car.driver.name = "n" + round;
                db.store(car.driver);
                assertThat(db.get(Party.class, car.driver.id).name).isEqualTo("n" + round);
                House house = new House();
                house.owner = car.driver;
                db.store(house);
                assertThat(db.get(Party.class, car.driver.id).things).hasSize(2 + round);
                db.delete(house);
                House other = new House();
                other.owner = car.driver;
                db.store(other);
            }
        }
    }

    @OnEveryEngine
    void aChangedObjectThatWasFilledIsStoredAfterTheCommit(TestDatabase database) {
        world(open(database));
        for (LeftOutCollections how : LeftOutCollections.values()) {
            try (Database db =
                    database.open(Model.of(CLASSES), database.settings().leftOutCollections(how))) {
                Car[] kept = new Car[1];
                db.useTransaction(tx -> {
                    Car car =
                            tx.query(Car.class, "owner.employer != null").list().get(0);
                    kept[0] = car;
                    car.driver.name = "changed" + how;
                    assertThat(tx.get(Party.class, car.driver.id)).isSameAs(car.driver);
                    assertThat(car.driver.things).isNotEmpty();
                    assertThat(tx.isComplete(car.driver)).isTrue();
                    // not stored
                });
                assertThat(db.isComplete(kept[0].driver)).isTrue();
                assertThat(db.query(Party.class, "name = ?")
                                .withValues("changed" + how)
                                .list())
                        .isEmpty();
                db.store(kept[0].driver);
                assertThat(db.query(Party.class, "name = ?")
                                .withValues("changed" + how)
                                .list())
                        .hasSize(1);
                int before = kept[0].driver.things.size();
                House house = new House();
                house.owner = kept[0].driver;
                db.store(house);
                assertThat(kept[0].driver.things).hasSize(before + 1);
                assertThat(db.get(Party.class, kept[0].driver.id).things).hasSize(before + 1);
            }
        }
    }

    @OnEveryEngine
    void aChangedObjectKeepsWhatBoundsHaveLeftOutBesideItsInverses(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Person person = tx.query(Person.class, "name = 'p0'").depth(0).one();
                person.name = "changed";
                tx.get(Person.class, person.id);
                assertThat(person.things).hasSize(1);
                assertThat(person.name).isEqualTo("changed");
                assertThat(person.employer.id).isNotZero();
                tx.store(person);
            });
            Person found = db.query(Person.class, "name = 'changed'").one();
            assertThat(found.employer.name).isEqualTo("Acme");
            assertThat(found.badge).isNotNull();
        }
    }

    @OnEveryEngine
    void aChainIsReadWithItsInverses(TestDatabase database) {
        Section root = new Section();
        Section last = root;
        for (int i = 0; i < 60; i++) {
            Section next = new Section();
            next.parent = last;
            last = next;
        }
        long leaf;
        try (Database db = open(database)) {
            db.store(last);
            leaf = last.id;
        }
        try (Database db = open(database)) {
            for (int i = 0; i < 3; i++) {
                Section read = db.get(Section.class, leaf);
                assertThat(read.sections).isEmpty();
                assertThat(marker(read.parent.sections)).isTrue();
                Section whole = db.get(Section.class, leaf, bounds -> bounds.complete());
                assertThat(whole.parent.sections).containsExactly(whole);
            }
            db.useTransaction(tx -> {
                Section read = tx.get(Section.class, leaf);
                Section top = tx.get(Section.class, root.id, bounds -> bounds.follow("sections"));
                int depth = 0;
                Section at = top;
                while (!at.sections.isEmpty()) {
                    at = at.sections.get(0);
                    depth++;
                }
                assertThat(depth).isEqualTo(60);
                assertThat(at).isSameAs(read);
            });
        }
    }

    @OnEveryEngine
    void nodesDoTheSame(TestDatabase database) {
        world(open(database));
        try (Database db = database.openCatalog()) {
            Node car = db.nodes().query("Car", "").list().get(0);
            Node driver = (Node) car.get("driver");
            assertThat(marker(driver.get("things"))).isTrue();
            db.store(car.set("label", "y"));
            db.store(driver.set("name", "z"));
            db.useTransaction(tx -> {
                Node one = tx.nodes().query("Car", "label = 'y'").list().get(0);
                Node of = (Node) one.get("driver");
                of.set("name", "zz");
                tx.nodes().get("Person", of.id());
                assertThat(of.get("things", List.class).isEmpty()).isFalse();
                tx.nodes().query("Car", "label = 'y'").follow("staff").list();
                assertThat(((Node) of.get("employer")).get("staff", Set.class).size())
                        .isEqualTo(3);
                tx.store(of);
            });
            assertThat(db.nodes().query("Person", "name = 'zz'").list()).hasSize(1);
            Node again = db.nodes().query("Car", "label = 'y'").list().get(0);
            Node newHouse = db.nodes().newNode("House").set("owner", again.get("driver"));
            db.store(newHouse);
            assertThat(marker(((Node) again.get("driver")).get("things"))).isTrue();
        }
    }

    @OnEveryEngine
    void aBulkLoadLeavesInversesAlone(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            Car car = db.query(Car.class, "owner.name = 'p0'").one();
            House house = new House();
            house.owner = car.owner;
            try (BulkWriter bulk = db.bulkWriter()) {
                bulk.store(house);
            }
            assertThat(db.get(Party.class, car.owner.id).things).hasSize(2);
            Person fresh = new Person();
            fresh.things = car.owner.things;
            House other = new House();
            other.owner = fresh;
            try (BulkWriter bulk = db.bulkWriter()) {
                bulk.store(other);
            }
            assertThat(db.get(Party.class, fresh.id).things).hasSize(1);
        }
    }

    @OnEveryEngine
    void streamsAndPagesOfATransactionHaveTheInversesOfTheirRoots(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                List<Car> cars = tx.query(Car.class, "").list();
                cars.get(0).driver.name = "changed";
                assertThat(tx.query(Person.class, "").stream().toList()).allMatch(p -> p.things.size() >= 1);
                assertThat(cars.get(0).driver.name).isEqualTo("changed");
            });
            db.useTransaction(tx -> {
                List<Car> cars = tx.query(Car.class, "").list();
                assertThat(tx.query(Person.class, "").page(2, null).objects()).allMatch(p -> p.things.size() >= 1);
                assertThat(tx.query(Person.class, "ORDER BY name LIMIT 1").list())
                        .allMatch(p -> p.things.size() >= 1);
                assertThat(cars).hasSize(3);
            });
            assertThat(db.query(Person.class, "").page(2, null).objects()).allMatch(p -> p.things.size() >= 1);
        }
    }

    @OnEveryEngine
    void anObjectWithItsOwnMarkerIsNotComplete(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            Person whole = db.query(Person.class, "name = 'p1'").one();
            List<Thing> loaded = whole.things;
            whole.things = db.query(Car.class, "owner.name = 'p0'").one().owner.things;
            StoreException refused = catchThrowableOfType(StoreException.class, () -> db.store(whole));
            assertThat(refused.code()).isEqualTo("inverse-mismatch");
            assertThat(refused).hasMessageContaining("Person " + whole.id + ".things: found another collection");
            whole.things = loaded;
            db.store(whole);
            whole.things = db.query(Car.class, "owner.name = 'p1'").one().owner.things;
            db.store(whole);
            House house = new House();
            house.owner = whole;
            db.store(house);
            assertThat(db.isComplete(whole)).isFalse();
            assertThat(db.get(Party.class, whole.id).things).hasSize(3);
            db.refresh(whole);
            assertThat(whole.things).hasSize(3);
            assertThat(db.isComplete(whole)).isTrue();
        }
    }

    /** Its field with one object is loaded, its collections are not. */
    @OnEveryEngine
    void anObjectThatIsReadAgainKeepsThatCollectionsWereNotLoaded(TestDatabase database) {
        world(open(database));
        try (Database db = open(database);
                Database other = open(database)) {
            Person driver = db.query(Car.class, "owner.name = 'p0'").one().driver;
            Person theirs = other.query(Person.class, "name = 'p0'").one();
            theirs.name = "theirs";
            other.store(theirs);
            db.useTransaction(tx -> tx.lock(driver));
            assertThat(driver.name).isEqualTo("theirs");
            assertThat(driver.badge.wearer).isSameAs(driver);
            assertThat(marker(driver.things)).isTrue();
        }
    }

    @OnEveryEngine
    void anObjectThatWasFilledLaterKnowsItsOneObject(TestDatabase database) {
        world(open(database));
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Person person = tx.query(Person.class, "name = 'p0'").depth(0).one();
                person.name = "changed";
                tx.get(Person.class, person.id);
                assertThat(person.badge.wearer).isSameAs(person);
                person.badge = null;
                assertThatThrownBy(() -> tx.store(person)).hasMessageContaining("Person " + person.id + ".badge");
            });
        }
    }

    /** It may come in the row of its parent first. */
    @OnEveryEngine
    void anObjectThatIsRootAndMemberIsFilledOnce(TestDatabase database) {
        Section root = new Section();
        Section part = new Section();
        part.parent = root;
        part.name = "part";
        Section leaf = new Section();
        leaf.parent = part;
        try (Database db = open(database)) {
            db.store(root);
            db.store(part);
            db.store(leaf);
            for (int round = 0; round < 5; round++) {
                db.useTransaction(tx -> {
                    Section alone = tx.get(Section.class, leaf.id, bounds -> bounds.depth(0));
                    tx.store(alone);
                    for (Section section : tx.query(Section.class, "").list()) {
                        assertThat(section.parent == null).isEqualTo(section.id == root.id);
                        assertThat(section.sections).hasSize(section.id == leaf.id ? 0 : 1);
                        assertThat(tx.isComplete(section)).isTrue();
                    }
                });
            }
        }
    }
}
