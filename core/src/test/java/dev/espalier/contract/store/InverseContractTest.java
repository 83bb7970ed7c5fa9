package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.annotation.InverseOf;
import dev.espalier.error.NotLoadedException;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A collection that is the inverse of a reference is derived from it: in the database, in queries, and in memory at each store. */
@EngineIndependent
class InverseContractTest {

    abstract static class Party {
        long id;
        String name;

        @InverseOf("owner")
        List<Pet> pets = new ArrayList<>();

        @InverseOf("sitter")
        Set<Pet> guests = new LinkedHashSet<>();
    }

    static class Person extends Party {}

    static class Company extends Party {
        String city;
    }

    abstract static class Animal {
        long id;
        Party owner;
    }

    static class Pet extends Animal {
        String name;
        Party sitter;
        List<String> toys = new ArrayList<>();
    }

    static class Team {
        long id;
        String name;
        Team parent;

        @InverseOf("parent")
        List<Team> teams = new ArrayList<>();
    }

    private static Person person(String name) {
        Person person = new Person();
        person.name = name;
        return person;
    }

    /** As a newcomer writes it: both sides are set. */
    private static Pet pet(String name, Party owner) {
        Pet pet = new Pet();
        pet.name = name;
        pet.owner = owner;
        owner.pets.add(pet);
        return pet;
    }

    private static Database open(TestDatabase database) {
        return database.open(Person.class, Company.class, Pet.class);
    }

    private static StoreException refused(Runnable store) {
        StoreException refused = catchThrowableOfType(StoreException.class, store::run);
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("inverse-mismatch");
        return refused;
    }

    private static List<String> names(Iterable<Pet> pets) {
        List<String> names = new ArrayList<>();
        pets.forEach(pet -> names.add(pet.name));
        return names;
    }

    @OnEveryEngine
    void anInverseIsLoadedFromTheReferencesAndNotStored(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann");
        pet("Rex", ann);
        pet("Tom", ann).sitter = ann;
        Company zoo = new Company();
        zoo.name = "Zoo";
        pet("Leo", zoo);
        db.storeAll(List.of(ann, zoo));
        Pet stray = new Pet();
        stray.name = "Stray";
        db.store(stray);

        Party loaded = db.get(Party.class, ann.id);
        assertThat(names(loaded.pets)).containsExactly("Rex", "Tom");
        assertThat(names(loaded.guests)).containsExactly("Tom");
        assertThat(loaded.pets.get(0).owner).isSameAs(loaded);
        assertThat(names(db.get(Party.class, zoo.id).pets)).containsExactly("Leo");
        assertThat(db.get(Pet.class, ann.pets.get(1).id, bounds -> bounds.follow("pets")).owner.pets)
                .hasSize(2);
        assertThat(db.query(Person.class, "ORDER BY name").list().get(0).pets).hasSize(2);
        assertThat(database.rows("SELECT id FROM pet WHERE owner_id IS NOT NULL"))
                .hasSize(3);
        assertThat(catchThrowableOfType(RuntimeException.class, () -> database.rows("SELECT * FROM party_pets")))
                .as("there is no link table")
                .isNotNull();
        assertThat(Health.of(db).verify().isClean()).isTrue();
        Party alone = db.get(Party.class, ann.id, bounds -> bounds.depth(0));
        assertThat(alone.pets).hasToString("[not loaded]");
        assertThat(db.isComplete(alone)).isFalse();
        db.store(alone);
        db.store(loaded);
        assertThat(database.rows("SELECT _version FROM person")).containsExactly("0");
        alone.pets = new ArrayList<>(List.of(stray));
        assertThat(catchThrowableOfType(NotLoadedException.class, () -> db.store(alone))
                        .code())
                .isEqualTo("not-loaded");
    }

    @OnEveryEngine
    void pathsLeadThroughAnInverse(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann");
        pet("Rex", ann).toys.add("ball");
        pet("Tom", ann);
        Person bob = person("Bob");
        pet("Rex", bob);
        Person cyd = person("Cyd");
        Pet stray = new Pet();
        stray.name = "Rex";
        db.storeAll(List.of(ann, bob, cyd, stray));
        for (SearchStrategy strategy : SearchStrategy.values()) {
            assertThat(found(db, strategy, "pets.name = 'Rex'")).containsExactly("Ann", "Bob");
            assertThat(found(db, strategy, "pets(name = 'Rex' AND toys = 'ball')"))
                    .containsExactly("Ann");
            assertThat(found(db, strategy, "COUNT(pets) = 2")).containsExactly("Ann");
            assertThat(found(db, strategy, "COUNT(pets) = 0")).containsExactly("Cyd");
            assertThat(found(db, strategy, "pets IS EMPTY")).containsExactly("Cyd");
            assertThat(found(db, strategy, "NOT pets.name = 'Rex'")).containsExactly("Cyd");
            assertThat(found(db, strategy, "NO pets(name = 'Tom')")).containsExactly("Bob", "Cyd");
            assertThat(found(db, strategy, "ALL pets(name = 'Rex')"))
                    .contains("Bob")
                    .doesNotContain("Ann");
            assertThat(found(db, strategy, "pets.owner.pets.name = 'Tom'")).containsExactly("Ann");
            assertThat(found(db, strategy, "<Pet.owner.name = 'Tom'")).containsExactly("Ann");
            assertThat(db.query(Pet.class, "<Party.pets.name = 'Bob'")
                            .strategy(strategy)
                            .count())
                    .as("back along the inverse")
                    .isEqualTo(1);
            assertThat(db.query(Pet.class, "<Party.pets[Company].name = 'Bob'")
                            .strategy(strategy)
                            .count())
                    .isZero();
            assertThat(db.query(Pet.class, "<Person.pets IS EMPTY")
                            .strategy(strategy)
                            .list())
                    .extracting(pet -> pet.id)
                    .containsExactly(stray.id);
            Query<Person> byObject = db.query(Person.class, "pets = :pet")
                    .with("pet", bob.pets.get(0))
                    .strategy(strategy);
            assertThat(byObject.list()).extracting(person -> person.name).containsExactly("Bob");
            assertThat(db.query(Pet.class, "toys = 'ball'")
                            .owners(Person.class)
                            .strategy(strategy)
                            .list())
                    .extracting(person -> person.name)
                    .containsExactly("Ann");
        }
    }

    private static List<String> found(Database db, SearchStrategy strategy, String rql) {
        return db.query(Person.class, rql).strategy(strategy).list().stream()
                .map(person -> person.name)
                .toList();
    }

    @OnEveryEngine
    void storeBringsTheOtherSideUpToDate(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann");
        Pet rex = new Pet();
        rex.name = "Rex";
        rex.owner = ann;
        db.store(rex);
        assertThat(ann.pets).as("a new member").containsExactly(rex);
        Pet tom = pet("Tom", ann);
        db.store(ann);
        assertThat(names(db.get(Person.class, ann.id).pets)).containsExactly("Rex", "Tom");

        Person bob = person("Bob");
        rex.owner = bob;
        db.storeAll(List.of(ann, rex));
        assertThat(ann.pets).as("a member that has gone").containsExactly(tom);
        assertThat(bob.pets).containsExactly(rex);

        ann.pets.remove(tom);
        tom.owner = null;
        db.store(ann);
        assertThat(db.get(Pet.class, tom.id).owner)
                .as("a removed member is stored with its owner")
                .isNull();
        db.delete(rex);
        assertThat(bob.pets).isEmpty();
        db.store(bob);
        assertThat(db.query(Pet.class, "").count())
                .as("a deleted member stays deleted")
                .isEqualTo(1);
        db.delete(bob);
        assertThat(db.query(Person.class, "").count()).isEqualTo(1);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void sidesThatContradictEachOtherAreRefusedByName(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann");
        Person bob = person("Bob");
        Pet rex = pet("Rex", ann);
        Pet half = new Pet();
        bob.pets.add(half);
        assertThat(refused(() -> db.store(bob)))
                .hasMessageContaining("Person.pets")
                .hasMessageContaining("set Pet.owner");
        bob.pets.clear();
        db.storeAll(List.of(ann, bob));

        bob.pets.add(rex);
        assertThat(refused(() -> db.store(bob)))
                .hasMessageContaining("Person " + bob.id + ".pets: found Pet " + rex.id);
        bob.pets.clear();
        Person loaded = db.get(Person.class, ann.id);
        loaded.pets.remove(0);
        assertThat(refused(() -> db.store(loaded)))
                .hasMessageContaining("Pet " + rex.id + " was removed, but still refers to it");
        ann.pets = new ArrayList<>();
        assertThat(refused(() -> db.store(ann))).hasMessageContaining("found another collection");
        assertThat(refused(() -> db.useTransaction(tx -> {
                            Person mine = tx.get(Person.class, ann.id);
                            mine.pets.clear();
                            tx.store(mine);
                        }))
                        .getMessage())
                .contains("was removed");
        Person bulk = person("Bulk");
        bulk.pets.add(new Pet());
        StoreException refusedLoad = catchThrowableOfType(StoreException.class, () -> {
            try (BulkWriter writer = db.bulkWriter()) {
                writer.store(bulk);
            }
        });
        assertThat(refusedLoad.code()).isEqualTo("inverse-mismatch");
        assertThat(names(db.get(Person.class, ann.id).pets)).containsExactly("Rex");
        assertThat(db.query(Person.class, "").count()).isEqualTo(2);
    }

    @OnEveryEngine
    void theSameHoldsInTransactionsThatAreRolledBack(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann");
        db.store(ann);
        Pet rex = new Pet();
        rex.name = "Rex";
        try {
            db.useTransaction(tx -> {
                tx.remember(ann);
                rex.owner = ann;
                ann.pets.add(rex);
                tx.store(ann);
                throw new IllegalStateException("undone");
            });
        } catch (IllegalStateException e) {
            assertThat(ann.pets).isEmpty();
        }
        rex.owner = ann;
        ann.pets.add(rex);
        db.useTransaction(tx -> tx.store(ann));
        assertThat(names(db.get(Person.class, ann.id).pets)).containsExactly("Rex");
        db.useTransaction(tx -> {
            Person mine = tx.get(Person.class, ann.id);
            Pet mineRex = mine.pets.remove(0);
            mineRex.owner = null;
            tx.store(mine);
            assertThat(tx.query(Person.class, "pets IS EMPTY").count()).isEqualTo(1);
        });
        assertThat(db.get(Person.class, ann.id).pets).isEmpty();
    }

    @OnEveryEngine
    void aBulkLoadLoadsBothSides(TestDatabase database) {
        Database db = open(database);
        try (BulkWriter writer = db.bulkWriter()) {
            for (int i = 0; i < 10; i++) {
                Person person = person("p" + i);
                pet("a" + i, person);
                pet("b" + i, person);
                writer.store(person);
            }
        }
        assertThat(database.rows("SELECT owner_id FROM pet ORDER BY owner_id"))
                .hasSize(20)
                .doesNotContain("null");
        List<Person> all = db.query(Person.class, "ORDER BY name").list();
        assertThat(all)
                .hasSize(10)
                .allSatisfy(person -> assertThat(person.pets).hasSize(2).allMatch(pet -> pet.owner == person));
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    static class Shelf {
        long id;
        String name;

        @InverseOf("shelf")
        List<Item> items = new ArrayList<>();
    }

    abstract static class Item {
        long id;
        String name;
        Shelf shelf;
    }

    static class Book extends Item {}

    static class Record extends Item {
        int minutes;
    }

    /** Its table has another column of the same name. */
    static class Box extends Item {
        Shelf lent;
    }

    private static <T extends Item> T item(T item, String name, Shelf shelf) {
        item.name = name;
        item.shelf = shelf;
        return item;
    }

    @OnEveryEngine
    void theMembersMayBeOfSeveralClasses(TestDatabase database) {
        Database db = database.open(Shelf.class, Book.class, Record.class, Box.class);
        Shelf left = new Shelf();
        left.name = "left";
        Shelf right = new Shelf();
        right.name = "right";
        Shelf empty = new Shelf();
        empty.name = "empty";
        Item a = item(new Record(), "a", left);
        Item b = item(new Book(), "b", right);
        Item c = item(new Book(), "c", left);
        Item d = item(new Box(), "d", left);
        db.storeAll(List.of(left, right, empty, a, b, c, d));
        assertThat(left.items).containsExactly(a, c, d);
        for (int i = 0; i < 3; i++) {
            List<Shelf> all = db.query(Shelf.class, "ORDER BY name").list();
            assertThat(all)
                    .extracting(shelf -> shelf.items.stream()
                            .map(item -> item.getClass().getSimpleName() + " " + item.name)
                            .toList())
                    .containsExactly(List.of(), List.of("Record a", "Book c", "Box d"), List.of("Book b"));
            assertThat(all.get(1).items)
                    .allSatisfy(item -> assertThat(item.shelf).isSameAs(all.get(1)));
        }
        for (SearchStrategy strategy : SearchStrategy.values()) {
            assertThat(shelves(db, strategy, "items.name = 'c'")).containsExactly("left");
            assertThat(shelves(db, strategy, "items[Book].name = 'b'")).containsExactly("right");
            assertThat(shelves(db, strategy, "items IS EMPTY")).containsExactly("empty");
            assertThat(shelves(db, strategy, "COUNT(items) = 3")).containsExactly("left");
            assertThat(shelves(db, strategy, "items[Record].minutes = 0")).containsExactly("left");
            assertThat(db.query(Box.class, "name = 'd'")
                            .owners(Shelf.class)
                            .strategy(strategy)
                            .count())
                    .isEqualTo(1);
        }
        c.shelf = right;
        Shelf loaded = db.get(Shelf.class, left.id);
        loaded.items.remove(2);
        assertThat(refused(() -> db.store(loaded)))
                .hasMessageContaining("Shelf " + left.id + ".items: Box " + d.id + " was removed");
        db.storeAll(List.of(left, c));
        assertThat(left.items).containsExactly(a, d);
        assertThat(right.items).containsExactly(b, c);
        db.delete(d);
        assertThat(left.items).containsExactly(a);
        try (BulkWriter writer = db.bulkWriter()) {
            Shelf third = new Shelf();
            third.name = "third";
            third.items.add(item(new Box(), "e", third));
            third.items.add(item(new Book(), "f", third));
            writer.store(third);
        }
        assertThat(db.query(Shelf.class, "name = 'third'").list().get(0).items)
                .extracting(item -> item.name)
                .containsExactly("e", "f");
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    private static List<String> shelves(Database db, SearchStrategy strategy, String rql) {
        return db.query(Shelf.class, rql).strategy(strategy).list().stream()
                .map(shelf -> shelf.name)
                .toList();
    }

    @OnEveryEngine
    void aRollbackGivesTheCollectionsTheirMembersBack(TestDatabase database) {
        Database db = open(database);
        Person ann = person("Ann");
        Pet rex = pet("Rex", ann);
        db.store(ann);
        try {
            db.useTransaction(tx -> {
                tx.remember(rex);
                rex.owner = null;
                tx.storeAll(List.of(ann, rex));
                assertThat(ann.pets).isEmpty();
                throw new IllegalStateException("undone");
            });
        } catch (IllegalStateException e) {
            assertThat(rex.owner).isSameAs(ann);
        }
        db.store(rex);
        assertThat(ann.pets).containsExactly(rex);
        try {
            db.useTransaction(tx -> {
                tx.remember(ann);
                rex.owner = null;
                tx.storeAll(List.of(ann, rex));
                throw new IllegalStateException("undone");
            });
        } catch (IllegalStateException e) {
            assertThat(ann.pets).containsExactly(rex);
        }
        ann.pets.remove(rex);
        rex.owner = null;
        db.store(ann);
        assertThat(db.get(Pet.class, rex.id).owner)
                .as("the removed member is stored")
                .isNull();
        rex.owner = ann;
        db.store(rex);
        try {
            db.useTransaction(tx -> {
                tx.delete(rex);
                assertThat(ann.pets).isEmpty();
                throw new IllegalStateException("undone");
            });
        } catch (IllegalStateException e) {
            assertThat(ann.pets).as("a deletion that is rolled back").containsExactly(rex);
        }
    }

    @OnEveryEngine
    void anInverseMayLeadToItsOwnClass(TestDatabase database) {
        Database db = database.open(Team.class);
        Team top = new Team();
        top.name = "top";
        Team middle = new Team();
        middle.name = "middle";
        middle.parent = top;
        Team low = new Team();
        low.name = "low";
        low.parent = middle;
        db.storeAll(List.of(top, middle, low));
        assertThat(top.teams).containsExactly(middle);
        Team loaded = db.get(Team.class, top.id, bounds -> bounds.follow("teams"));
        assertThat(loaded.teams.get(0).teams.get(0).name).isEqualTo("low");
        assertThat(db.query(Team.class, "teams+.name = 'low'").list())
                .extracting(team -> team.name)
                .containsExactly("top", "middle");
        assertThat(db.query(Team.class, "name = 'low'").topmost("teams").list())
                .extracting(team -> team.name)
                .containsExactly("top");
    }
}
