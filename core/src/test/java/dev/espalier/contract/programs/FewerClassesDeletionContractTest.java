package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.annotation.Was;
import dev.espalier.contract.samples.Pets;
import dev.espalier.contract.samples.Pets.Animal;
import dev.espalier.contract.samples.Pets.Cat;
import dev.espalier.contract.samples.Pets.Club;
import dev.espalier.contract.samples.Pets.Dog;
import dev.espalier.contract.samples.Pets.Home;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A program that knows fewer classes than the database has takes away the links in their tables too when it deletes. */
@EngineIndependent
class FewerClassesDeletionContractTest {

    private static Club club(Database db, Dog rex, Dog max) {
        Club club = new Club();
        club.name = "club";
        club.mascot = rex;
        club.seat = new Home("High Street", rex);
        club.members.addAll(Arrays.asList(rex, max, rex, null, max));
        club.seats.addAll(List.of(new Home("one", rex), new Home("two", max)));
        club.ranks.put(rex, "first");
        club.ranks.put(max, "second");
        db.store(club);
        return club;
    }

    private static void assertUnlinked(Database young, Club club) {
        assertThat(Health.of(young).verify()).hasToString("clean");
        Club now = young.get(Club.class, club.id);
        assertThat(now.mascot).isNull();
        assertThat(now.seat).isEqualTo(new Home("High Street", null));
        assertThat(now.members)
                .extracting(animal -> animal == null ? null : animal.name)
                .containsExactly("Max", null, "Max");
        assertThat(now.seats).extracting(Home::street).containsExactly("one", "two");
        assertThat(now.seats.get(0).guard()).isNull();
        assertThat(now.ranks.values()).containsExactly("second");
    }

    @OnEveryEngine
    void deletionRemovesLinksInTablesOfUnknownClasses(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Dog rex = Animal.named(new Dog(), "Rex");
        Club club = club(young, rex, Animal.named(new Dog(), "Max"));
        Cat cat = Animal.named(new Cat(), "Tom");
        cat.prey = rex;
        cat.friends.add(rex);
        young.store(cat);
        Database old = database.open(Pets.older());
        String version = database.rows("SELECT _version FROM club").get(0);

        old.delete(old.get(Dog.class, rex.id));
        assertUnlinked(young, club);
        assertThat(database.rows("SELECT _version FROM club").get(0))
                .as("the owner counts up")
                .isNotEqualTo(version);
        assertThat(young.get(Cat.class, cat.id).friends).isEmpty();
    }

    @OnEveryEngine
    void transactionsRemoveLinksInTablesOfUnknownClasses(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Dog rex = Animal.named(new Dog(), "Rex");
        Club club = club(young, rex, Animal.named(new Dog(), "Max"));
        Database old = database.open(Pets.older());

        old.useTransaction(tx -> {
            Dog dog = tx.get(Dog.class, rex.id);
            tx.delete(dog);
            assertThat(tx.query(Dog.class, "").list()).hasSize(1);
        });
        assertUnlinked(young, club);
    }

    @OnEveryEngine
    void deletionSeesTablesAddedAfterOpening(TestDatabase database) {
        Database old = database.open(Pets.older());
        Dog first = Animal.named(new Dog(), "Ace");
        Dog rex = Animal.named(new Dog(), "Rex");
        Dog max = Animal.named(new Dog(), "Max");
        old.storeAll(List.of(first, rex, max));
        old.delete(first);
        Database young = database.open(Pets.newer());
        Club club = club(young, young.get(Dog.class, rex.id), young.get(Dog.class, max.id));

        old.delete(rex);
        assertUnlinked(young, club);
    }

    @OnEveryEngine
    void deletionSeesTablesAddedDuringTheTransaction(TestDatabase database) {
        Database old = database.open(Pets.older());
        Dog rex = Animal.named(new Dog(), "Rex");
        Dog max = Animal.named(new Dog(), "Max");
        old.storeAll(List.of(rex, max));
        List<Club> clubs = new ArrayList<>();

        old.useTransaction(tx -> {
            Dog dog = tx.get(Dog.class, rex.id);
            if (clubs.isEmpty()) {
                Database young = database.open(Pets.newer());
                clubs.add(club(young, young.get(Dog.class, rex.id), young.get(Dog.class, max.id)));
                // So the other program knows the new tables, of which the running transaction's snapshot has nothing.
                Dog last = Animal.named(new Dog(), "Ace");
                Background.run(() -> {
                            old.store(last);
                            old.delete(last);
                        })
                        .join();
            }
            tx.delete(dog);
            assertThat(tx.query(Dog.class, "").list()).isNotEmpty();
        });
        assertUnlinked(database.open(Pets.newer()), clubs.get(0));
    }

    @OnEveryEngine
    void programWithOnlyASubclassUnlinksReferencesToItsSuperclass(TestDatabase database) {
        Database young = database.open(Club.class, Dog.class, Cat.class);
        Dog rex = Animal.named(new Dog(), "Rex");
        Club club = club(young, rex, Animal.named(new Dog(), "Max"));
        Database old = database.open(Lonely.class);
        Lonely lonely = new Lonely();
        old.store(lonely);
        young.close();
        Database both = database.open(Club.class, Dog.class, Cat.class, Lonely.class);
        club = both.get(Club.class, club.id);
        club.members.add(both.get(Lonely.class, lonely.id));
        club.mascot = both.get(Lonely.class, lonely.id);
        both.store(club);

        old.delete(lonely);
        assertThat(Health.of(both).verify()).hasToString("clean");
        Club now = both.get(Club.class, club.id);
        assertThat(now.mascot).isNull();
        assertThat(now.members).hasSize(5);
    }

    /** A class below one that is in the model only where another class refers to that. */
    @Was({})
    static class Lonely extends Animal {}

    @SuppressWarnings("unused") // the fields are read by reflection
    static class Herd {
        long id;
        String name;
        List<Dog> dogs = new ArrayList<>();
    }

    static class GuardedHerd extends Herd {}

    @OnEveryEngine
    void deletionIncrementsTheVersionOfAnOwnerOfAnUnknownClass(TestDatabase database) {
        Database young = database.open(Herd.class, GuardedHerd.class, Dog.class);
        GuardedHerd herd = new GuardedHerd();
        Dog rex = Animal.named(new Dog(), "Rex");
        herd.dogs.addAll(List.of(rex, Animal.named(new Dog(), "Max")));
        young.store(herd);
        Database old = database.open(Herd.class, Dog.class);

        old.delete(old.get(Dog.class, rex.id));
        assertThat(database.rows("SELECT _version FROM guarded_herd")).containsExactly("1");
        assertThat(young.get(GuardedHerd.class, herd.id).dogs)
                .extracting(dog -> dog.name)
                .containsExactly("Max");
        assertThat(Health.of(young).verify()).hasToString("clean");
    }

    /** The classes of one name of two versions of a program, of which one has a collection more. */
    static final class Before {
        @SuppressWarnings("unused") // the fields are read by reflection
        static class Farm {
            long id;
            String name;
        }
    }

    static final class After {
        @SuppressWarnings("unused") // the fields are read by reflection
        static class Farm {
            long id;
            String name;
            Set<String> fields = new LinkedHashSet<>();
        }
    }

    @OnEveryEngine
    void deletionRemovesMembersOfUnknownCollections(TestDatabase database) {
        Database young = database.open(After.Farm.class);
        After.Farm farm = new After.Farm();
        farm.fields.addAll(List.of("north", "south"));
        young.store(farm);
        Database old = database.open(Before.Farm.class);

        old.delete(old.get(Before.Farm.class, farm.id));
        assertThat(database.rows("SELECT * FROM farm_fields")).isEmpty();
        assertThat(Health.of(young).verify()).hasToString("clean");
    }
}
