package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.SearchStrategy;
import dev.espalier.annotation.InverseOf;
import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A relation with one object on each side: the field that is the inverse is derived from the other one, which no two objects share. */
@EngineIndependent
class OneToOneContractTest {

    static class Person {
        long id;
        String name;
        Passport passport;
        Locker locker;

        Person() {}

        Person(String name) {
            this.name = name;
        }
    }

    abstract static class Document {
        long id;
        String number;

        @InverseOf("passport")
        Person owner;
    }

    static class Passport extends Document {
        List<String> stamps = new ArrayList<>();

        Passport() {}

        Passport(String number) {
            this.number = number;
        }
    }

    static class Locker {
        long id;
        int number;

        @InverseOf("locker")
        Optional<Person> user = Optional.empty();
    }

    static class Node {
        long id;
        String name;
        Node next;

        @InverseOf("next")
        Node previous;

        Node() {}

        Node(String name) {
            this.name = name;
        }
    }

    private static Database open(TestDatabase database) {
        return database.open(Person.class, Passport.class);
    }

    private static Person person(String name, String number) {
        Person person = new Person(name);
        person.passport = new Passport(number);
        return person;
    }

    private static StoreException refused(Runnable store) {
        StoreException refused = catchThrowableOfType(StoreException.class, store::run);
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("inverse-mismatch");
        return refused;
    }

    @OnEveryEngine
    void theInverseIsLoadedFromTheReferenceAndNotStored(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        ann.locker = new Locker();
        Person bob = person("Bob", "B1");
        Passport blank = new Passport("C1");
        db.storeAll(List.of(ann, bob, blank));
        assertThat(ann.passport.owner)
                .as("a store brings the other side up to date")
                .isSameAs(ann);
        assertThat(ann.locker.user).containsSame(ann);

        Passport loaded = db.get(Passport.class, bob.passport.id);
        assertThat(loaded.owner.name).isEqualTo("Bob");
        assertThat(loaded.owner.passport).isSameAs(loaded);
        assertThat(db.get(Passport.class, blank.id).owner).isNull();
        assertThat(db.get(Locker.class, ann.locker.id).user.orElseThrow().name).isEqualTo("Ann");
        Person person = db.get(Person.class, ann.id);
        assertThat(person.passport.owner).isSameAs(person);
        assertThat(db.query(Passport.class, "ORDER BY number").list())
                .extracting(passport -> passport.owner == null ? null : passport.owner.name)
                .containsExactly("Ann", "Bob", null);
        assertThat(catchThrowableOfType(RuntimeException.class, () -> database.rows("SELECT owner_id FROM passport")))
                .as("there is no column")
                .isNotNull();
        db.store(loaded);
        assertThat(database.rows("SELECT _version FROM passport")).containsOnly("0");
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void pathsLeadThroughTheInverse(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        Person bob = person("Bob", "B1");
        Passport blank = new Passport("C1");
        db.storeAll(List.of(ann, bob, blank));
        for (SearchStrategy strategy : SearchStrategy.values()) {
            assertThat(found(db, strategy, "owner.name = 'Ann'")).containsExactly("A1");
            assertThat(found(db, strategy, "owner(name = 'Bob')")).containsExactly("B1");
            assertThat(found(db, strategy, "owner IS NULL")).containsExactly("C1");
            assertThat(found(db, strategy, "owner IS NOT NULL")).containsExactly("A1", "B1");
            assertThat(found(db, strategy, "NOT owner.name = 'Ann'")).containsExactly("B1", "C1");
            assertThat(found(db, strategy, "owner.passport.owner.passport.number = 'B1'"))
                    .containsExactly("B1");
            assertThat(db.query(Passport.class, "owner = :owner")
                            .with("owner", bob)
                            .strategy(strategy)
                            .list())
                    .extracting(passport -> passport.number)
                    .containsExactly("B1");
            assertThat(db.query(Person.class, "passport.owner.name = 'Bob'")
                            .strategy(strategy)
                            .count())
                    .isEqualTo(1);
            assertThat(db.query(Person.class, "<Passport.owner.number = 'B1'")
                            .strategy(strategy)
                            .count())
                    .as("back along the inverse")
                    .isEqualTo(1);
        }
    }

    private static List<String> found(Database db, SearchStrategy strategy, String rql) {
        return db.query(Passport.class, rql).strategy(strategy).list().stream()
                .map(passport -> passport.number)
                .sorted()
                .toList();
    }

    @OnEveryEngine
    void storeBringsTheOtherSideUpToDate(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        Person bob = new Person("Bob");
        db.storeAll(List.of(ann, bob));
        Passport first = ann.passport;

        bob.passport = first;
        ann.passport = null;
        db.storeAll(List.of(ann, bob));
        assertThat(first.owner).as("the new owner").isSameAs(bob);

        Passport second = new Passport("A2");
        bob.passport = second;
        db.storeAll(List.of(bob, first));
        assertThat(first.owner).as("nobody refers to it any more").isNull();
        assertThat(second.owner).isSameAs(bob);
        db.store(first);

        bob.passport = null;
        second.owner = null;
        db.storeAll(List.of(bob, second));
        assertThat(db.get(Passport.class, second.id).owner).isNull();
        ann.passport = second;
        db.store(ann);
        db.delete(ann);
        assertThat(second.owner).as("a deleted object").isNull();
        db.store(second);
        assertThat(db.get(Passport.class, second.id).owner).isNull();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void twoObjectsMayExchangeTheirPartners(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        Person bob = person("Bob", "B1");
        db.storeAll(List.of(ann, bob));
        Passport annsBefore = ann.passport;
        ann.passport = bob.passport;
        bob.passport = annsBefore;
        db.storeAll(List.of(ann, bob));
        assertThat(ann.passport.owner).isSameAs(ann);
        assertThat(bob.passport.owner).isSameAs(bob);
        assertThat(db.get(Passport.class, annsBefore.id).owner.name).isEqualTo("Bob");
    }

    @OnEveryEngine
    void sidesThatContradictEachOtherAreRefusedByName(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        Person bob = new Person("Bob");
        Passport alone = new Passport("C1");
        alone.owner = bob;
        assertThat(refused(() -> db.store(alone)))
                .hasMessageContaining("Passport.owner: found Person, whose passport is another one or null")
                .hasMessageContaining("set Person.passport");
        alone.owner = null;
        db.storeAll(List.of(ann, bob, alone));

        alone.owner = bob;
        assertThat(refused(() -> db.store(alone)))
                .hasMessageContaining("Passport " + alone.id + ".owner: found Person " + bob.id);
        alone.owner = null;
        ann.passport.owner = null;
        assertThat(refused(() -> db.store(ann)))
                .hasMessageContaining("Person " + ann.id + " was removed, but still refers to it");
        assertThat(refused(() -> db.store(ann.passport)))
                .as("its owner is not reached")
                .hasMessageContaining("Person " + ann.id + " was removed");
        Passport copy = db.get(Passport.class, ann.passport.id);
        copy.owner = null;
        assertThat(refused(() -> db.useTransaction(tx -> {
                    tx.store(copy);
                })))
                .hasMessageContaining("was removed");
        db.useTransaction(tx -> {
            Person mine = tx.get(Person.class, ann.id);
            Passport passport = mine.passport;
            mine.passport = null;
            passport.owner = null;
            tx.store(mine);
            tx.store(passport);
        });
        db.store(copy);
        assertThat(db.get(Passport.class, ann.passport.id).owner).isNull();
        Passport bulk = new Passport("D1");
        bulk.owner = new Person("Dan");
        StoreException refusedLoad = catchThrowableOfType(StoreException.class, () -> {
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(bulk);
            }
        });
        assertThat(refusedLoad.code()).isEqualTo("inverse-mismatch");
    }

    @OnEveryEngine
    void aPartnerThatHasLeftMayBeDeletedBeforeTheOtherSideIsStored(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        db.store(ann);
        Passport left = ann.passport;
        ann.passport = null;
        db.store(ann);
        db.delete(ann);
        left.stamps.add("Oslo");
        db.store(left);
        assertThat(left.owner).isNull();
        assertThat(db.query(Person.class, "").count()).isZero();
        assertThat(db.get(Passport.class, left.id).stamps).containsExactly("Oslo");
        left.stamps.add("Rome");
        db.store(left);

        Person bob = person("Bob", "B1");
        db.store(bob);
        Person loaded = db.get(Person.class, bob.id);
        Passport his = loaded.passport;
        db.useTransaction(tx -> {
            loaded.passport = null;
            tx.store(loaded);
            tx.delete(loaded);
            tx.store(his);
        });
        assertThat(his.owner).isNull();
        assertThat(db.query(Person.class, "").count()).isZero();
        db.store(his);

        his.owner = new Person("Cyd");
        assertThat(refused(() -> db.store(his))).hasMessageContaining("whose passport is another one or null");
    }

    @OnEveryEngine
    void anotherPartnerInPlaceOfADeletedOneIsRefused(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        db.store(ann);
        Passport left = ann.passport;
        ann.passport = null;
        db.store(ann);
        db.delete(ann);
        left.owner = new Person("Bob");
        assertThat(refused(() -> db.store(left))).hasMessageContaining("whose passport is another one or null");
    }

    @OnEveryEngine
    void twoObjectsThatReferToOneAreRefusedByName(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        Person bob = new Person("Bob");
        bob.passport = ann.passport;
        assertThat(refused(() -> db.storeAll(List.of(ann, bob))))
                .hasMessageContaining("Passport.owner: found Person and Person, whose passport refers to it");
        bob.passport = null;
        db.storeAll(List.of(ann, bob));
        bob.passport = ann.passport;
        assertThat(refused(() -> db.storeAll(List.of(ann, bob))))
                .hasMessageContaining(
                        "Passport " + ann.passport.id + ".owner: found Person " + ann.id + " and Person " + bob.id);
        Person other = db.get(Person.class, bob.id);
        other.passport = db.reference(Passport.class, ann.passport.id);
        EspalierException refused = catchThrowableOfType(EspalierException.class, () -> db.store(other));
        assertThat(refused.code()).isEqualTo("not-unique");
        assertThat(refused)
                .hasMessageContaining("Person " + bob.id + ".passport")
                .hasMessageContaining("Person " + ann.id + " has already");
        Person third = new Person("Cyd");
        third.passport = db.reference(Passport.class, ann.passport.id);
        EspalierException refusedLoad = catchThrowableOfType(EspalierException.class, () -> {
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(third);
            }
        });
        assertThat(refusedLoad.code()).isEqualTo("not-unique");
        assertThat(db.query(Person.class, "passport IS NOT NULL").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void theSameHoldsInTransactionsThatAreRolledBack(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        Passport free = new Passport("C1");
        db.storeAll(List.of(ann, free));
        Passport first = ann.passport;
        try {
            db.useTransaction(tx -> {
                tx.remember(ann);
                tx.remember(free);
                ann.passport = free;
                tx.storeAll(List.of(ann, first));
                assertThat(free.owner).isSameAs(ann);
                assertThat(first.owner).isNull();
                throw new IllegalStateException("undone");
            });
        } catch (IllegalStateException e) {
            assertThat(ann.passport).isSameAs(first);
            assertThat(first.owner).isSameAs(ann);
            assertThat(free.owner).isNull();
        }
        db.storeAll(List.of(ann, first, free));
        assertThat(db.get(Passport.class, first.id).owner.name).isEqualTo("Ann");
        db.useTransaction(tx -> {
            ann.passport = free;
            tx.storeAll(List.of(ann, first));
        });
        assertThat(free.owner).isSameAs(ann);
        assertThat(first.owner).isNull();
        db.storeAll(List.of(ann, first, free));
        free.owner = null;
        assertThat(refused(() -> db.store(free)))
                .as("what it held was known since the commit")
                .hasMessageContaining("was removed");
        free.owner = ann;
        try {
            db.useTransaction(tx -> {
                tx.delete(ann);
                assertThat(free.owner).isNull();
                throw new IllegalStateException("undone");
            });
        } catch (IllegalStateException e) {
            assertThat(free.owner).as("a deletion that is rolled back").isSameAs(ann);
        }
        db.store(free);
        assertThat(db.get(Passport.class, free.id).owner.name).isEqualTo("Ann");
    }

    @OnEveryEngine
    void aBulkLoadLoadsBothSides(TestDatabase database) {
        Database db = open(database);
        try (BulkWriter writer = db.bulkWriter()) {
            for (int i = 0; i < 10; i++) {
                Person person = person("p" + i, "n" + i);
                person.passport.owner = i % 2 == 0 ? person : null;
                writer.store(i % 3 == 0 && i % 2 == 0 ? person.passport : person);
            }
        }
        List<Passport> all = db.query(Passport.class, "ORDER BY number").list();
        assertThat(all)
                .hasSize(10)
                .allSatisfy(passport -> assertThat(passport.owner.passport).isSameAs(passport));
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void boundsLeaveTheInverseOutAndKeepWhatIsStored(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann", "A1");
        db.store(ann);
        Passport alone = db.get(Passport.class, ann.passport.id, bounds -> bounds.depth(0));
        assertThat(alone.owner).isNull();
        assertThat(db.isComplete(alone)).isFalse();
        alone.number = "A2";
        db.store(alone);
        assertThat(db.get(Passport.class, ann.passport.id).owner.name).isEqualTo("Ann");
        alone.owner = ann;
        assertThat(catchThrowableOfType(EspalierException.class, () -> db.store(alone))
                        .code())
                .isIn("not-loaded", "two-objects", "inverse-mismatch");
        Person bound = db.get(Person.class, ann.id, bounds -> bounds.stopAt("passport.owner"));
        bound.name = "Anna";
        db.store(bound);
        assertThat(db.get(Passport.class, ann.passport.id).owner.name).isEqualTo("Anna");
        Passport stand = db.reference(Passport.class, ann.passport.id);
        Person again = db.get(Person.class, ann.id);
        again.passport = stand;
        db.store(again);
        assertThat(stand.owner).as("a stand-in has an id only").isNull();
        assertThat(db.get(Passport.class, ann.passport.id).owner.name).isEqualTo("Anna");
    }

    @OnEveryEngine
    void theInverseMayLeadToItsOwnClass(TestDatabase database) {
        Database db = database.open(Node.class);
        Node a = new Node("a");
        Node b = new Node("b");
        Node c = new Node("c");
        a.next = b;
        b.next = c;
        db.store(a);
        assertThat(c.previous.previous).isSameAs(a);
        Node last = db.get(Node.class, c.id);
        assertThat(last.previous.previous.name).isEqualTo("a");
        assertThat(db.query(Node.class, "previous+.name = 'a'").list())
                .extracting(node -> node.name)
                .containsExactly("b", "c");
        a.next = c;
        b.next = null;
        db.store(a);
        assertThat(c.previous)
                .as("b was not reached: it is read from the database")
                .isSameAs(a);
    }
}
