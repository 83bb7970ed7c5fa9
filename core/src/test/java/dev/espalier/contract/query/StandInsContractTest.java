package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotFoundException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What bounds leave out of an answer keeps its id: a stand-in stands where the field refers to it. */
@EngineIndependent
class StandInsContractTest {

    static class City {
        long id;
        String name;

        static City named(String name) {
            City city = new City();
            city.name = name;
            return city;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof City city && String.valueOf(name).equals(String.valueOf(city.name));
        }

        @Override
        public int hashCode() {
            return String.valueOf(name).hashCode();
        }
    }

    /** Has no field for its id. */
    static class Chip {
        String number;
    }

    record Home(String street, City city) {}

    record Contract(long id, String text, Owner owner, Home place) {}

    static class Pet {
        long id;
        String name;
    }

    static class Dog extends Pet {}

    static class Owner {
        long id;
        String name;
        City city;
        Chip chip;
        Pet pet;
        Home home;
        List<City> visited = new ArrayList<>();
        List<Home> homes = new ArrayList<>();
        Set<Home> formerHomes = new LinkedHashSet<>();
    }

    private static final Class<?>[] CLASSES = {Owner.class, Contract.class, Dog.class};

    private final City paris = City.named("Paris");
    private final City rome = City.named("Rome");
    private final Owner owner = new Owner();

    private Database filled(TestDatabase database) {
        Database db = database.open(CLASSES);
        owner.name = "Ann";
        owner.city = paris;
        owner.chip = new Chip();
        owner.chip.number = "7";
        owner.pet = new Dog();
        owner.home = new Home("High Street", paris);
        owner.visited.addAll(List.of(paris, rome));
        owner.homes.addAll(List.of(new Home("one", paris), new Home("two", rome)));
        owner.formerHomes.addAll(List.of(new Home("three", paris), new Home("three", rome)));
        db.store(owner);
        return db;
    }

    private Owner alone(Database db) {
        return db.get(Owner.class, owner.id, bounds -> bounds.depth(0));
    }

    private static String code(Runnable refused) {
        return catchThrowableOfType(EspalierException.class, refused::run).code();
    }

    @OnEveryEngine
    void aReferenceBeyondTheBoundsHoldsAStandInThatKnowsItsId(TestDatabase database) {
        Database db = filled(database);
        Owner alone = alone(db);
        assertThat(alone.city.id).isEqualTo(paris.id);
        assertThat(alone.city.name).isNull();
        assertThat(alone.home.city()).as("one object for one of the database").isSameAs(alone.city);
        assertThat(db.idOf(alone.chip)).isEqualTo(db.idOf(owner.chip));
        assertThat(alone.pet).as("a class that has subclasses").isNull();
        assertThat(alone.visited).hasToString("[not loaded]");
        assertThat(alone.homes).hasToString("[not loaded]");
        assertThat(db.isComplete(alone)).isFalse();
        assertThat(db.isComplete(alone.city)).isFalse();
        db.refresh(alone.city);
        assertThat(alone.city.name).isEqualTo("Paris");

        Owner stopped = db.query(Owner.class, "").stopAt("city", "visited").one();
        assertThat(stopped.homes).extracting(home -> home.city().id).containsExactly(paris.id, rome.id);
        assertThat(stopped.formerHomes)
                .as("stand-ins cannot be distinguished in a set")
                .containsExactly(new Home("three", null));
        Owner without = db.query(Owner.class, "").only("pet").one();
        assertThat(without.city.id).isEqualTo(paris.id);
        assertThat(without.pet).isInstanceOf(Dog.class);
    }

    @OnEveryEngine
    void storingKeepsWhatAStandInStandsFor(TestDatabase database) {
        Database db = filled(database);
        Owner alone = alone(db);
        db.store(alone);
        assertThat(database.rows("SELECT _version FROM owner"))
                .as("nothing has changed")
                .containsExactly("0");
        alone.name = "Eve";
        db.store(alone);
        db.store(alone);
        assertThat(database.rows("SELECT _version FROM owner")).containsExactly("1");
        Owner now = db.get(Owner.class, owner.id);
        assertThat(now.name).isEqualTo("Eve");
        assertThat(now.city.name).isEqualTo("Paris");
        assertThat(now.chip.number).isEqualTo("7");
        assertThat(now.pet).isInstanceOf(Dog.class);
        assertThat(now.home).isEqualTo(new Home("High Street", paris));
        assertThat(now.visited).containsExactly(paris, rome);
        assertThat(now.homes).hasSize(2);
        assertThat(now.formerHomes).hasSize(2);
        assertThat(db.query(City.class, "name IS NULL").count())
                .as("stand-ins are not written")
                .isZero();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void aReferenceThatHeldAStandInCanBeSetAndCleared(TestDatabase database) {
        Database db = filled(database);
        Owner alone = alone(db);
        alone.city = rome;
        db.store(alone);
        assertThat(db.get(Owner.class, owner.id).city.name).isEqualTo("Rome");
        Owner again = alone(db);
        again.city = null;
        db.store(again);
        assertThat(db.get(Owner.class, owner.id).city).isNull();

        Owner other = new Owner();
        other.city = again.home.city();
        db.store(other);
        assertThat(db.get(Owner.class, other.id).city.name)
                .as("a stand-in can be referred to")
                .isEqualTo("Paris");
        db.delete(paris);
        Owner third = new Owner();
        third.city = again.home.city();
        assertThat(catchThrowableOfType(NotFoundException.class, () -> db.store(third))
                        .code())
                .isEqualTo("target-not-found");
    }

    @OnEveryEngine
    void partsKnownAsAWholeCanBeChangedAndTheRestCannot(TestDatabase database) {
        Database db = filled(database);
        Owner alone = alone(db);
        alone.home = new Home("Low Street", alone.home.city());
        db.store(alone);
        assertThat(db.get(Owner.class, owner.id).home).isEqualTo(new Home("Low Street", paris));
        Owner stopped = db.query(Owner.class, "").stopAt("city", "visited").one();
        assertThat(stopped.homes.get(0).city().name).isNull();
        stopped.homes.remove(0);
        db.store(stopped);
        assertThat(db.get(Owner.class, owner.id).homes).containsExactly(new Home("two", rome));

        Owner set = db.query(Owner.class, "").stopAt("city", "visited").one();
        set.formerHomes.clear();
        assertThat(code(() -> db.store(set))).isEqualTo("not-loaded");
        Owner list = alone(db);
        list.visited = List.of(rome);
        assertThat(code(() -> db.store(list))).isEqualTo("not-loaded");
        Owner standIn = alone(db);
        standIn.city.name = "lost";
        assertThat(code(() -> db.store(standIn))).isEqualTo("not-loaded");
        assertThat(db.get(Owner.class, owner.id).visited).hasSize(2);
        assertThat(db.get(Owner.class, owner.id).formerHomes).hasSize(2);
    }

    @OnEveryEngine
    void recordsGetStandInsForTheirComponents(TestDatabase database) {
        Database db = filled(database);
        Contract contract = new Contract(0, "rent", owner, new Home("one", rome));
        db.store(contract);
        Contract alone = db.query(Contract.class, "").depth(0).one();
        assertThat(alone.owner().id).isEqualTo(owner.id);
        assertThat(alone.owner().name).isNull();
        assertThat(alone.place().city().id).isEqualTo(rome.id);
        db.store(alone);
        Contract copy = new Contract(0, "copy", alone.owner(), alone.place());
        db.store(copy);
        assertThat(db.query(Contract.class, "text = 'copy', owner.name = 'Ann', place.city.name = 'Rome'")
                        .count())
                .isEqualTo(1);
        assertThat(db.query(Owner.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void aTransactionUsesTheObjectsThatItHas(TestDatabase database) {
        Database db = filled(database);
        Owner kept = db.inTransaction(tx -> {
            City city = tx.get(City.class, paris.id);
            Owner alone = tx.get(Owner.class, owner.id, bounds -> bounds.depth(0));
            assertThat(alone.city).isSameAs(city);
            alone.name = "Eve";
            tx.store(alone);
            return alone;
        });
        assertThat(kept.city.name).isEqualTo("Paris");
        Owner outlives = db.inSnapshot(tx -> {
            Owner alone = tx.query(Owner.class, "").depth(0).one();
            assertThat(tx.getAll(Owner.class, List.of(owner.id), bounds -> bounds.depth(0))
                            .get(0))
                    .isSameAs(alone);
            return alone;
        });
        outlives.name = "Amy";
        db.store(outlives);
        assertThat(db.get(Owner.class, owner.id).city.name).isEqualTo("Paris");
        db.useTransaction(tx -> {
            Owner alone = tx.get(Owner.class, owner.id, bounds -> bounds.depth(0));
            assertThat(alone.city.name).isNull();
            assertThat(tx.get(Owner.class, owner.id))
                    .as("without bounds it is completed")
                    .isSameAs(alone);
            assertThat(alone.city.name).isEqualTo("Paris");
            assertThat(alone.visited).hasSize(2);
            alone.visited.clear();
            tx.store(alone);
        });
        assertThat(db.get(Owner.class, owner.id).visited).isEmpty();
    }

    @OnEveryEngine
    void aCapturedObjectInPlaceOfAStandInIsRestoredAfterARollback(TestDatabase database) {
        Database db = filled(database);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(paris);
                    Owner alone = tx.get(Owner.class, owner.id, bounds -> bounds.depth(0));
                    assertThat(alone.city).isSameAs(paris);
                    alone.city.name = "Lutetia";
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(paris.name).isEqualTo("Paris");
    }

    @OnEveryEngine
    void aStandInForAnObjectThatIsGoneHindersNoOtherChange(TestDatabase database) {
        Database db = database.open(Kennel.class);
        Kennel kennel = new Kennel();
        kennel.hound = new Hound();
        db.storeAll(List.of(kennel, paris));
        database.execute("DELETE FROM hound");
        Kennel alone = db.get(Kennel.class, kennel.id, bounds -> bounds.depth(0));
        assertThat(alone.hound.id).isEqualTo(kennel.hound.id);
        alone.city = paris;
        db.store(alone);
        assertThat(db.get(Kennel.class, kennel.id).city.name).isEqualTo("Paris");
        assertThat(database.rows("SELECT hound_id FROM kennel")).containsExactly(Long.toString(kennel.hound.id));
    }

    static class Hound {
        long id;
    }

    static class Kennel {
        long id;
        Hound hound;
        City city;
    }
}
