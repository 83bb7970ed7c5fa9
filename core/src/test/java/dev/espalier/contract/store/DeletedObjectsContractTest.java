package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.LeftOutCollections;
import dev.espalier.Model;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** An object that was deleted comes back only if the program stores it, and then as a whole. */
@EngineIndependent
class DeletedObjectsContractTest {

    private static String code(Runnable work) {
        return catchThrowable(work::run) instanceof EspalierException refused ? refused.code() : "none";
    }

    private static void bulk(Database db, Object root) {
        try (BulkWriter writer = db.bulkWriter()) {
            writer.store(root);
        }
    }

    // ---- members of inverse collections

    static class Owner {
        long id;
        String name;

        @InverseOf("owner")
        List<Pet> pets = new ArrayList<>();
    }

    static class Pet {
        long id;
        String name;
        Owner owner;
    }

    static class Kennel {
        long id;

        @Part
        List<Pet> pets = new ArrayList<>();
    }

    private static Pet pet(Owner owner, String name) {
        Pet pet = new Pet();
        pet.name = name;
        pet.owner = owner;
        owner.pets.add(pet);
        return pet;
    }

    private static List<String> pets(Database db) {
        return db.query(Pet.class, "ORDER BY name").list().stream()
                .map(pet -> pet.name)
                .toList();
    }

    @OnEveryEngine
    void aDeletedMemberOfAnInverseThatNoStoreHasReachedStaysDeleted(TestDatabase database) {
        Database db = database.open(Kennel.class);
        Owner owner = new Owner();
        Owner next = new Owner();
        pet(owner, "a");
        pet(owner, "b");
        pet(owner, "c");
        db.storeAll(List.of(owner, next));
        Pet freed = owner.pets.get(0);
        freed.owner = null;
        db.store(freed);
        Pet moved = owner.pets.get(1);
        moved.owner = next;
        db.store(moved);
        db.delete(freed);
        db.delete(moved);
        owner.name = "changed";
        db.store(owner);
        assertThat(pets(db)).containsExactly("c");
        assertThat(owner.pets).extracting(pet -> pet.name).containsExactly("c");
        assertThat(db.get(Owner.class, owner.id).name).isEqualTo("changed");

        freed.owner = owner;
        owner.pets.add(freed);
        db.store(owner);
        assertThat(pets(db)).containsExactly("a", "c");
    }

    @OnEveryEngine
    void aDeletedMemberThatRefersToTheOwnerAgainIsStored(TestDatabase database) {
        Database db = database.open(Kennel.class);
        Owner owner = new Owner();
        Pet pet = pet(owner, "a");
        db.store(owner);
        pet.owner = null;
        db.store(pet);
        db.delete(pet);
        pet.owner = owner;
        db.store(owner);
        assertThat(pets(db)).containsExactly("a");
        assertThat(owner.pets).containsExactly(pet);
    }

    @OnEveryEngine
    void aMemberThatATransactionDeletesStaysDeleted(TestDatabase database) {
        Database db = database.open(Kennel.class);
        Owner owner = new Owner();
        pet(owner, "a");
        pet(owner, "b");
        db.store(owner);
        db.useTransaction(tx -> {
            Owner mine = tx.get(Owner.class, owner.id);
            Pet freed = mine.pets.get(0);
            freed.owner = null;
            tx.store(freed);
            tx.delete(freed);
            mine.name = "changed";
            tx.store(mine);
            assertThat(mine.pets).hasSize(1);
        });
        assertThat(pets(db)).containsExactly("b");
    }

    @OnEveryEngine
    void aMemberThatWasDeletedAsAPartStaysDeleted(TestDatabase database) {
        Database db = database.open(Kennel.class);
        Owner owner = new Owner();
        Kennel kennel = new Kennel();
        kennel.pets.add(pet(owner, "a"));
        kennel.pets.add(pet(owner, "b"));
        db.store(kennel);
        Pet deleted = kennel.pets.remove(0);
        db.store(kennel);
        assertThat(pets(db)).containsExactly("b");
        owner.name = "changed";
        db.store(owner);
        assertThat(pets(db)).containsExactly("b");
        assertThat(owner.pets).extracting(pet -> pet.name).containsExactly("b");

        kennel.pets.add(deleted);
        db.store(kennel);
        assertThat(pets(db)).containsExactly("a", "b");
        assertThat(owner.pets).extracting(pet -> pet.name).containsExactly("b", "a");
    }

    static class Tag {
        long id;
        int number;

        @InverseOf("tag")
        Cat cat;
    }

    static class Cat {
        long id;
        Tag tag;
    }

    static class Basket {
        long id;

        @Part
        List<Cat> cats = new ArrayList<>();
    }

    private static Cat cat(int number) {
        Cat cat = new Cat();
        cat.tag = new Tag();
        cat.tag.number = number;
        cat.tag.cat = cat;
        return cat;
    }

    @OnEveryEngine
    void theOneObjectOfAnInverseStaysDeleted(TestDatabase database) {
        Database db = database.open(Basket.class);
        Basket basket = new Basket();
        basket.cats.add(cat(1));
        db.store(basket);
        Cat part = basket.cats.remove(0);
        db.store(basket);
        part.tag.number = 2;
        db.store(part.tag);
        assertThat(db.query(Cat.class, "").count()).isZero();
        assertThat(part.tag.cat).isNull();

        Cat freed = cat(3);
        Tag tag = freed.tag;
        db.store(freed);
        freed.tag = null;
        db.store(freed);
        db.delete(freed);
        db.store(tag);
        assertThat(tag.cat).isNull();
        assertThat(db.query(Cat.class, "").count()).isZero();
    }

    @OnEveryEngine
    void aDeletedMemberLeavesABulkLoadedOwner(TestDatabase database) {
        Database db = database.open(Kennel.class);
        Owner owner = new Owner();
        Pet pet = pet(owner, "a");
        pet(owner, "b");
        bulk(db, owner);
        List<Pet> own = owner.pets;
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.delete(pet);
                    assertThat(owner.pets).hasSize(1);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(owner.pets).isSameAs(own).hasSize(2);
        db.delete(pet);
        owner.name = "changed";
        db.store(owner);
        assertThat(pets(db)).containsExactly("b");
    }

    // ---- what was left out

    static class Album {
        long id;
        String name;
        Pet[] array = {};
        List<Pet> list = new ArrayList<>();
    }

    /** Without a field for the id. */
    static class Page {
        String name;
        Pet[] array = {};
    }

    private static Album album() {
        Album album = new Album();
        album.name = "album";
        album.array = new Pet[] {pet(new Owner(), "a")};
        album.list.add(pet("b"));
        return album;
    }

    @OnEveryEngine
    void aDeletedObjectOfWhichSomethingWasLeftOutIsNotStoredAgainWithoutIt(TestDatabase database) {
        for (LeftOutCollections kind : LeftOutCollections.values()) {
            Database db = database.open(
                    Model.of(Album.class, Page.class), database.settings().leftOutCollections(kind));
            Album whole = album();
            db.store(whole);
            Album cut = db.get(Album.class, whole.id, bounds -> bounds.stopAt("array", "list"));
            assertThat(cut.array).isNull();
            db.delete(cut);
            assertThat(code(() -> db.store(cut))).isEqualTo("not-loaded");
            assertThat(code(() -> db.useTransaction(tx -> tx.store(cut)))).isEqualTo("not-loaded");
            assertThat(code(() -> bulk(db, cut))).isEqualTo("not-loaded");
            cut.array = new Pet[0];
            assertThat(code(() -> db.store(cut))).isEqualTo("not-loaded");
            cut.list = new ArrayList<>(List.of(pet("new")));
            db.store(cut);
            assertThat(db.get(Album.class, cut.id).list)
                    .extracting(pet -> pet.name)
                    .containsExactly("new");
            cut.name = "changed";
            db.store(cut);
            assertThat(db.query(Album.class, "").one().name).isEqualTo("changed");
            db.delete(cut);
            db.store(cut);
            assertThat(db.query(Album.class, "").count()).isEqualTo(1);
            db.delete(cut);
        }
    }

    @OnEveryEngine
    void theSameHoldsInATransactionAndAfterIt(TestDatabase database) {
        Database db = database.open(Album.class, Page.class);
        Album whole = album();
        db.store(whole);
        Album cut = db.get(Album.class, whole.id, bounds -> bounds.stopAt("array"));
        assertThat(code(() -> db.useTransaction(tx -> {
                    tx.delete(cut);
                    tx.store(cut);
                })))
                .isEqualTo("not-loaded");
        cut.name = "changed";
        db.store(cut);
        assertThat(db.get(Album.class, whole.id).array).hasSize(1);
        db.useTransaction(tx -> tx.delete(cut));
        assertThat(code(() -> db.store(cut))).isEqualTo("not-loaded");
        assertThat(db.query(Album.class, "").count()).isZero();
    }

    @OnEveryEngine
    void theSameHoldsWithoutAFieldForTheId(TestDatabase database) {
        Database db = database.open(Album.class, Page.class);
        Page page = new Page();
        page.array = new Pet[] {pet(new Owner(), "a")};
        db.store(page);
        Page cut = db.query(Page.class, "").stopAt("array").one();
        db.delete(cut);
        assertThat(code(() -> db.store(cut))).isEqualTo("not-loaded");
        assertThat(code(() -> bulk(db, cut))).isEqualTo("not-loaded");
        cut.array = new Pet[0];
        bulk(db, cut);
        assertThat(db.query(Page.class, "").one().array).isEmpty();
    }

    // ---- bulk loads

    static class Link {
        long id;
        Pet pet;
    }

    static class Book {
        @Part
        List<Page> pages = new ArrayList<>();
    }

    private static Link link(Pet pet) {
        Link link = new Link();
        link.pet = pet;
        return link;
    }

    private static Pet pet(String name) {
        Pet pet = new Pet();
        pet.name = name;
        return pet;
    }

    @OnEveryEngine
    void aBulkLoadRefersToNoObjectThatWasDeletedByItsId(TestDatabase database) {
        Database db = database.open(Link.class, Kennel.class);
        Pet stored = pet("a");
        db.store(stored);
        Pet bulkLoaded = pet("b");
        bulk(db, bulkLoaded);
        Pet inTransaction = pet("c");
        db.store(inTransaction);
        Pet loaded = db.query(Pet.class, "name = 'a'").one();
        db.deleteAll(List.of(db.reference(Pet.class, stored.id), db.reference(Pet.class, bulkLoaded.id)));
        db.useTransaction(tx -> tx.delete(tx.reference(Pet.class, inTransaction.id)));
        for (Pet pet : List.of(stored, loaded, bulkLoaded, inTransaction)) {
            assertThat(code(() -> bulk(db, link(pet)))).as(pet.name).isEqualTo("target-not-found");
            assertThat(code(() -> bulk(db, pet))).as(pet.name).isEqualTo("unknown-id");
        }
        assertThat(db.query(Link.class, "").count()).isZero();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void aDeletionThatWasRolledBackIsNone(TestDatabase database) {
        Database db = database.open(Link.class, Kennel.class);
        Pet pet = pet("a");
        bulk(db, pet);
        String thrown = code(() -> db.useTransaction(tx -> {
            tx.delete(tx.reference(Pet.class, pet.id));
            tx.query(Pet.class, "").count();
            throw new IllegalStateException("rolled back");
        }));
        assertThat(thrown).isEqualTo("none");
        bulk(db, link(pet));
        assertThat(db.query(Link.class, "pet.name = 'a'").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void aDeletedPartWithoutAFieldForItsIdIsBulkLoadedAsANewOne(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = new Book();
        book.pages.add(new Page());
        db.store(book);
        Page page = book.pages.remove(0);
        db.store(book);
        bulk(db, page);
        assertThat(db.query(Page.class, "").count()).isEqualTo(1);
    }
}
