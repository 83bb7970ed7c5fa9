package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.contract.samples.Pets;
import dev.espalier.contract.samples.Pets.Animal;
import dev.espalier.contract.samples.Pets.Cat;
import dev.espalier.contract.samples.Pets.Deed;
import dev.espalier.contract.samples.Pets.Dog;
import dev.espalier.contract.samples.Pets.Home;
import dev.espalier.contract.samples.Pets.Kennel;
import dev.espalier.contract.samples.Pets.Lodge;
import dev.espalier.contract.samples.Pets.Owner;
import dev.espalier.contract.samples.Pets.Puppy;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.NotLoadedException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A program that knows fewer classes than the database has leaves alone what it cannot read. */
@EngineIndependent
class FewerClassesContractTest {

    private static final List<String> TABLES = List.of(
            "owner",
            "owner_list",
            "owner_set",
            "owner_by_key",
            "owner_by_value",
            "owner_array",
            "owner_homes",
            "owner_counts",
            "deed",
            "deed_witnesses",
            "kennel",
            "kennel_dogs",
            "animal",
            "dog");

    /** An owner with a dog and a cat in every place, stored by the newer program. */
    private static Owner owner(Database db) {
        Dog dog = Animal.named(new Dog(), "Rex");
        Cat cat = Animal.named(new Cat(), "Tom");
        Owner owner = Owner.named("Ann");
        owner.pet = cat;
        owner.spare = Optional.of(cat);
        owner.home = new Home("High Street", cat);
        owner.list.addAll(Arrays.asList(dog, cat, null, dog));
        owner.set.addAll(List.of(cat, dog));
        owner.byKey.put(cat, "a cat");
        owner.byKey.put(dog, "a dog");
        owner.byValue.put("cat", cat);
        owner.byValue.put("dog", dog);
        owner.array = new Animal[] {cat, dog};
        owner.homes.addAll(List.of(new Home("one", cat), new Home("two", dog)));
        owner.counts.put(new Home("one", cat), 1);
        owner.counts.put(new Home("two", dog), 2);
        db.store(owner);
        return owner;
    }

    private static List<String> rows(TestDatabase database) {
        List<String> rows = new ArrayList<>();
        for (String table : TABLES) {
            database.rows("SELECT * FROM " + table).stream().sorted().forEach(row -> rows.add(table + "|" + row));
        }
        return rows;
    }

    private static String changes(List<String> before, List<String> after) {
        List<String> changes = new ArrayList<>();
        before.stream().filter(row -> !after.contains(row)).forEach(row -> changes.add("-" + row));
        after.stream().filter(row -> !before.contains(row)).forEach(row -> changes.add("+" + row));
        return String.join("\n", changes);
    }

    private static void assertRefused(Database db, Object object, String field) {
        assertThatThrownBy(() -> db.store(object)).as(field).isInstanceOfSatisfying(NotLoadedException.class, e -> {
            assertThat(e.code()).isEqualTo("not-loaded");
            assertThat(e.getMessage()).contains("." + field + ":");
        });
    }

    @OnEveryEngine
    void storingAnOwnerKeepsReferencesToUnknownClasses(TestDatabase database) {
        long id = owner(database.open(Pets.newer())).id;
        Database old = database.open(Pets.older());
        List<String> before = rows(database);

        Owner owner = old.get(Owner.class, id);
        assertThat(old.isComplete(owner)).isFalse();
        assertThat(owner.pet).isNull();
        assertThat(owner.spare).isEmpty();
        assertThat(owner.home).isEqualTo(new Home("High Street", null));
        assertThat(owner.list)
                .extracting(animal -> animal == null ? null : animal.name)
                .containsExactly("Rex", null, "Rex");
        assertThat(owner.set).extracting(animal -> animal.name).containsExactly("Rex");
        assertThat(owner.byKey.values()).containsExactly("a dog");
        assertThat(owner.byValue).containsOnlyKeys("dog");
        assertThat(owner.array).extracting(animal -> animal.name).containsExactly("Rex");
        assertThat(owner.homes).extracting(Home::street).containsExactly("one", "two");
        old.store(owner);
        assertThat(rows(database)).isEqualTo(before);
        owner.name = "Eve";
        old.store(owner);
        owner.list.get(0).name = "Max";
        old.store(owner);

        assertThat(changes(before, rows(database)).replaceAll("\\b(\\d+|t|true|TRUE)\\b", "#"))
                .isEqualTo("""
                -owner|#|#|Ann|#|#|#|High Street|#
                -dog|#|#|Rex|null
                +owner|#|#|Eve|#|#|#|High Street|#
                +dog|#|#|Max|null""");
        assertThat(Health.of(database.open(Pets.newer())).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void verifyAndRepairKeepUnknownClasses(TestDatabase database) {
        owner(database.open(Pets.newer()));
        Database old = database.open(Pets.older());
        List<String> before = rows(database);

        assertThat(Health.of(old).verify()).hasToString("clean");
        assertThat(Health.of(old).repair()).hasToString("clean");
        assertThat(rows(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void referenceToADeletedObjectIsLeftOutToo(TestDatabase database) {
        Database db = database.open(Pets.newer());
        long id = owner(db).id;
        database.execute("UPDATE owner SET pet_id = 999");
        List<String> pets = database.rows("SELECT pet_id FROM owner");

        Owner owner = db.get(Owner.class, id);
        assertThat(db.isComplete(owner)).isFalse();
        owner.name = "Eve";
        db.store(owner);
        assertThat(database.rows("SELECT pet_id FROM owner")).isEqualTo(pets);
        Health.of(db).repair();
        assertThat(db.isComplete(db.get(Owner.class, id))).isTrue();
    }

    @OnEveryEngine
    void transactionsKeepReferencesToUnknownClasses(TestDatabase database) {
        Database young = database.open(Pets.newer());
        long id = owner(young).id;
        Database old = database.open(Pets.older());

        old.useTransaction(tx -> {
            Owner owner = tx.get(Owner.class, id);
            List<Animal> list = owner.list;
            assertThat(tx.get(Owner.class, id)).isSameAs(owner);
            assertThat(tx.query(Owner.class, "name = 'Ann'").one()).isSameAs(owner);
            assertThat(owner.list).isSameAs(list);
            assertThat(old.isComplete(owner)).isFalse();
            owner.name = "Eve";
            tx.store(owner);
        });
        old.useTransaction(tx -> {
            Owner owner = tx.query(Owner.class, "name = 'Eve'").depth(0).one();
            owner.name = "Ada";
            tx.store(owner);
            assertThat(tx.get(Owner.class, id)).isSameAs(owner);
            assertThat(owner.set).hasSize(1);
            owner.name = "Zoe";
            tx.store(owner);
            assertThat(old.isComplete(owner)).isFalse();
        });
        assertThatThrownBy(() -> old.useTransaction(tx -> {
                    Owner owner = tx.get(Owner.class, id);
                    owner.list.clear();
                    tx.get(Owner.class, id);
                    tx.store(owner);
                }))
                .isInstanceOfSatisfying(
                        NotLoadedException.class, e -> assertThat(e.code()).isEqualTo("not-loaded"));
        Owner now = young.get(Owner.class, id);
        assertThat(now.name).isEqualTo("Zoe");
        assertThat(now.pet).isInstanceOf(Cat.class);
        assertThat(now.list).hasSize(4);
        assertThat(now.counts).hasSize(2);
    }

    @OnEveryEngine
    void lockAndRefreshKeepReferencesToUnknownClasses(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Owner owner = owner(young);
        Database old = database.open(Pets.older());
        Owner held = old.get(Owner.class, owner.id);
        owner.name = "Bob";
        young.store(owner);
        int[] runs = new int[1];

        old.useTransaction(tx -> {
            runs[0]++;
            tx.lock(held);
            assertThat(held.name).isEqualTo("Bob");
            held.name = "Eve";
            tx.store(held);
            Owner again = tx.get(Owner.class, owner.id);
            assertThat(again.list).hasSize(3);
        });
        assertThat(runs[0]).as("an unknown class is no reason to run again").isEqualTo(1);
        old.refresh(held);
        assertThat(old.isComplete(held)).isFalse();
        held.name = "Ada";
        old.store(held);

        Owner now = young.get(Owner.class, owner.id);
        assertThat(now.name).isEqualTo("Ada");
        assertThat(now.pet).isInstanceOf(Cat.class);
        assertThat(now.home.guard()).isInstanceOf(Cat.class);
        assertThat(now.list).hasSize(4);
    }

    @OnEveryEngine
    void changeOfALeftOutCollectionIsRefused(TestDatabase database) {
        long id = owner(database.open(Pets.newer())).id;
        Database old = database.open(Pets.older());
        List<String> before = rows(database);
        Map<String, Consumer<Owner>> changes = new LinkedHashMap<>();
        changes.put("home", owner -> owner.home = new Home("Low Street", null));
        changes.put("list", owner -> owner.list.remove(0));
        changes.put("set", owner -> owner.set.clear());
        changes.put("byKey", owner -> owner.byKey = null);
        changes.put("byValue", owner -> owner.byValue.put("cat", owner.list.get(0)));
        changes.put("array", owner -> owner.array = new Animal[] {owner.list.get(0), Animal.named(new Dog(), "Max")});
        changes.put("homes", owner -> owner.homes.set(0, new Home("three", null)));
        changes.put("counts", owner -> owner.counts.remove(new Home("one", null)));

        changes.forEach((field, change) -> {
            Owner owner = old.get(Owner.class, id);
            change.accept(owner);
            assertRefused(old, owner, field);
            owner.name = "Eve";
            assertRefused(old, owner, field);
        });
        assertThat(rows(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void newReferenceReplacesAReferenceToAnUnknownClass(TestDatabase database) {
        Database young = database.open(Pets.newer());
        long id = owner(young).id;
        Database old = database.open(Pets.older());
        Owner owner = old.get(Owner.class, id);

        owner.pet = owner.list.get(0);
        owner.spare = Optional.of(Animal.named(new Dog(), "Max"));
        old.store(owner);
        owner.spare = Optional.empty();
        old.store(owner);

        Owner now = young.get(Owner.class, id);
        assertThat(now.pet).isInstanceOf(Dog.class);
        assertThat(now.spare).isEmpty();
        assertThat(now.home.guard()).isInstanceOf(Cat.class);
        assertThat(now.list).hasSize(4);
    }

    @OnEveryEngine
    void objectRecordsLeaveOutUnknownClasses(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Cat cat = Animal.named(new Cat(), "Tom");
        Dog dog = Animal.named(new Dog(), "Rex");
        young.storeAll(List.of(new Deed(0, "mixed", cat, List.of(dog, cat)), new Deed(0, "plain", dog, List.of(dog))));
        Database old = database.open(Pets.older());
        List<String> before = rows(database);

        Deed deed = old.query(Deed.class, "text = 'mixed'").one();
        assertThat(deed.subject()).isNull();
        assertThat(deed.witnesses()).hasSize(1);
        assertThat(old.isComplete(deed)).isFalse();
        assertThat(old.isComplete(old.query(Deed.class, "text = 'plain'").one()))
                .isTrue();
        old.store(deed);
        assertThat(rows(database)).isEqualTo(before);
        deed.witnesses().clear();
        assertRefused(old, deed, "witnesses");
    }

    @OnEveryEngine
    void joinedObjectsOfUnknownClassesAreLeftOut(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Kennel kennel = new Kennel();
        kennel.name = "north";
        kennel.first = Animal.named(new Puppy(), "Pip");
        kennel.dogs.addAll(List.of(Animal.named(new Dog(), "Rex"), kennel.first));
        Kennel whole = new Kennel();
        whole.name = "whole";
        whole.first = kennel.dogs.get(0);
        young.storeAll(List.of(kennel, whole));
        Database old = database.open(Pets.older());

        List<Kennel> loaded = old.query(Kennel.class, "ORDER BY name").list();
        assertThat(loaded.get(0).first).isNull();
        assertThat(loaded.get(0).dogs).hasSize(1);
        assertThat(old.isComplete(loaded.get(0))).isFalse();
        assertThat(old.isComplete(loaded.get(1))).isTrue();
        loaded.forEach(one -> one.name += "!");
        old.storeAll(loaded);
        loaded.get(0).dogs.add(loaded.get(1).first);
        assertRefused(old, loaded.get(0), "dogs");

        Kennel now = young.get(Kennel.class, kennel.id);
        assertThat(now.name).isEqualTo("north!");
        assertThat(now.first).isInstanceOf(Puppy.class);
        assertThat(now.dogs).hasSize(2);
    }

    @OnEveryEngine
    void referenceChainEndsAtAnUnknownClass(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Animal first = new Animal();
        Animal last = first;
        for (int i = 0; i < 40; i++) {
            last.next = Animal.named(i == 30 ? new Cat() : new Animal(), "number " + i);
            last = last.next;
        }
        young.store(first);
        Database old = database.open(Animal.class);

        Animal end = old.get(Animal.class, first.id);
        for (int i = 0; i < 30; i++) {
            end = end.next;
        }
        assertThat(end.next).isNull();
        assertThat(old.isComplete(end)).isFalse();
        end.name = "the end";
        old.store(end);
        assertThat(young.get(Animal.class, end.id).next).isInstanceOf(Cat.class);
    }

    @OnEveryEngine
    void objectOfAnUnknownClassIsNotFound(TestDatabase database) {
        Database young = database.open(Pets.newer());
        Owner owner = owner(young);
        Database old = database.open(Pets.older());

        assertThatThrownBy(() -> old.get(Animal.class, owner.pet.id)).isInstanceOf(NotFoundException.class);
        assertThat(old.query(Animal.class, "").list()).hasSize(1);
        assertThatThrownBy(() -> young.getAll(Dog.class, List.of(owner.list.get(0).id, owner.pet.id)))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> young.getAll(Owner.class, List.of(owner.id, owner.pet.id)))
                .isInstanceOf(NotFoundException.class);
    }

    @SuppressWarnings("unused") // the fields are read by reflection
    static class Inn {
        long id;
        List<Lodge> lodges = new ArrayList<>();
        Lodge best;
    }

    @OnEveryEngine
    void constructorThatRefusesNullReportsTheMissingObject(TestDatabase database) {
        Database young = database.open(Inn.class, Dog.class, Cat.class);
        Inn first = new Inn();
        first.best = new Lodge(1, Animal.named(new Cat(), "Tom"));
        Inn second = new Inn();
        second.lodges.add(new Lodge(2, first.best.guest()));
        young.storeAll(List.of(first, second));
        Database old = database.open(Inn.class, Dog.class);

        assertThatThrownBy(() -> old.get(Inn.class, first.id)).isInstanceOfSatisfying(DatabaseException.class, e -> {
            assertThat(e.code()).isEqualTo("unresolved-reference");
            assertThat(e.getMessage()).contains("Inn.best of object " + first.id, "Lodge");
        });
        assertThatThrownBy(() -> old.get(Inn.class, second.id)).isInstanceOfSatisfying(DatabaseException.class, e -> {
            assertThat(e.code()).isEqualTo("unresolved-reference");
            assertThat(e.getMessage()).contains("Inn.lodges of object " + second.id, "Lodge");
        });
    }

    @OnEveryEngine
    void referenceToAnObjectOfAnotherClassIsNamed(TestDatabase database) {
        Database db = database.open(Pets.newer());
        Kennel kennel = new Kennel();
        kennel.name = "north";
        kennel.first = Animal.named(new Dog(), "Rex");
        kennel.first.next = Animal.named(new Cat(), "Tom");
        kennel.dogs.add(kennel.first);
        db.store(kennel);
        long dog = kennel.first.id;
        long cat = kennel.first.next.id;
        Kennel second = new Kennel();
        second.dogs.addAll(List.of(kennel.first, Animal.named(new Dog(), "Max")));
        db.store(second);
        database.execute("UPDATE kennel_dogs SET target = " + cat + " WHERE owner = " + second.id + " AND pos = 1");

        assertThatThrownBy(() -> db.get(Kennel.class, second.id)).isInstanceOfSatisfying(EspalierException.class, e -> {
            assertThat(e.code()).isEqualTo("wrong-stored-class");
            assertThat(e.getMessage())
                    .contains("Kennel.dogs of object " + second.id, "found Cat " + cat, "expected Dog");
        });
        database.execute("UPDATE kennel SET first_id = " + cat + " WHERE id = " + kennel.id);
        assertThatThrownBy(() -> db.get(Kennel.class, kennel.id)).isInstanceOfSatisfying(EspalierException.class, e -> {
            assertThat(e.code()).isEqualTo("wrong-stored-class");
            assertThat(e.getMessage())
                    .contains("Kennel.first of object " + kennel.id, "found Cat " + cat, "expected Dog");
        });
        assertThat(db.get(Dog.class, dog).next).isInstanceOf(Cat.class);
        assertThat(Health.of(db).verify().toString().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("reference to an object of the wrong class: kennel"));
    }
}
