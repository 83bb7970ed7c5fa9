package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.contract.samples.Pets;
import dev.espalier.contract.samples.Pets.Animal;
import dev.espalier.contract.samples.Pets.Dog;
import dev.espalier.contract.samples.Pets.Home;
import dev.espalier.contract.samples.Pets.Owner;
import dev.espalier.error.NotLoadedException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the bounds of a query have left out of an object is never overwritten, and what the program puts there is never lost in silence. */
@EngineIndependent
class LeftOutContractTest {

    private static Owner owner(Database db) {
        Owner owner = Owner.named("Ann");
        owner.pet = Animal.named(new Dog(), "Rex");
        owner.home = new Home("High Street", owner.pet);
        owner.list.add(owner.pet);
        owner.homes.add(new Home("one", owner.pet));
        db.store(owner);
        return owner;
    }

    private static void assertNotLoaded(Database db, Object object, String field) {
        assertThatThrownBy(() -> db.store(object)).as(field).isInstanceOfSatisfying(NotLoadedException.class, e -> {
            assertThat(e.code()).isEqualTo("not-loaded");
            assertThat(e.getMessage()).contains("." + field + ":");
        });
    }

    @OnEveryEngine
    void changeOfALeftOutCollectionIsRefused(TestDatabase database) {
        Database db = database.open(Pets.newer());
        long id = owner(db).id;
        Map<String, Consumer<Owner>> changes = new LinkedHashMap<>();
        changes.put("home", owner -> owner.home = new Home("Low Street", null));
        changes.put("list", owner -> owner.list = List.of(Animal.named(new Dog(), "Max")));
        changes.put("homes", owner -> owner.homes = List.of(new Home("two", null)));

        changes.forEach((field, change) -> {
            Owner owner = db.query(Owner.class, "name = 'Ann'").depth(0).one();
            change.accept(owner);
            assertNotLoaded(db, owner, field);
        });
        Owner partly = db.query(Owner.class, "name = 'Ann'")
                .stopAt("home.guard", "homes.guard", "pet", "list")
                .one();
        assertThat(partly.homes).containsExactly(new Home("one", null));
        partly.name = "Eve";
        db.store(partly);
        partly.homes.clear();
        assertNotLoaded(db, partly, "homes");
        Owner now = db.get(Owner.class, id);
        assertThat(now.name).isEqualTo("Eve");
        assertThat(now.homes.get(0).guard()).isNotNull();
        assertThat(now.home.guard()).isNotNull();
        assertThat(now.list).hasSize(1);
    }

    @OnEveryEngine
    void newReferenceReplacesALeftOutReference(TestDatabase database) {
        Database db = database.open(Pets.newer());
        long id = owner(db).id;
        Owner owner = db.query(Owner.class, "name = 'Ann'").depth(0).one();
        owner.pet = Animal.named(new Dog(), "Max");

        db.store(owner);
        assertThat(db.get(Owner.class, id).pet.name).isEqualTo("Max");
        db.store(owner);
        assertThat(database.rows("SELECT _version FROM owner")).containsExactly("1");
        owner.pet = null;
        db.store(owner);
        assertThat(db.get(Owner.class, id).pet).isNull();
        assertThat(db.get(Owner.class, id).home.guard().name).isEqualTo("Rex");
    }

    @OnEveryEngine
    void changeOfALeftOutCollectionIsRefusedInTransactions(TestDatabase database) {
        Database db = database.open(Pets.newer());
        long id = owner(db).id;

        db.useTransaction(tx -> {
            Owner owner = tx.query(Owner.class, "name = 'Ann'").depth(0).one();
            owner.name = "Eve";
            tx.store(owner);
            owner.pet = Animal.named(new Dog(), "Max");
            tx.store(owner);
        });
        db.useTransaction(tx -> {
            Owner owner = tx.query(Owner.class, "name = 'Eve'").depth(0).one();
            owner.pet = Animal.named(new Dog(), "Pip");
            assertThat(tx.get(Owner.class, id)).isSameAs(owner);
            assertThat(owner.pet.name)
                    .as("a read does not undo what the program has set")
                    .isEqualTo("Pip");
            tx.store(owner);
        });
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    Owner owner = tx.query(Owner.class, "name = 'Eve'").depth(0).one();
                    owner.list = List.of(Animal.named(new Dog(), "Max"));
                    tx.store(owner);
                }))
                .isInstanceOfSatisfying(
                        NotLoadedException.class, e -> assertThat(e.code()).isEqualTo("not-loaded"));
        Owner now = db.get(Owner.class, id);
        assertThat(now.pet.name).isEqualTo("Pip");
        assertThat(now.list).hasSize(1);
    }
}
