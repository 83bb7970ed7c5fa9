package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Transaction;
import dev.espalier.annotation.Version;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Objects that left the program, or never came from its database, overwrite nothing unless that is said on purpose. */
@EngineIndependent
class DetachedObjectsContractTest {

    static class Owner {
        Long id;
        String name;

        static Owner of(String name) {
            Owner owner = new Owner();
            owner.name = name;
            return owner;
        }
    }

    static class Pet {
        long id;
        String name;
        Owner owner;
        List<String> toys = new ArrayList<>();

        static Pet of(String name, Owner owner) {
            Pet pet = new Pet();
            pet.name = name;
            pet.owner = owner;
            pet.toys.add("ball");
            return pet;
        }

        /** As serialization, a mapper or a cloner makes one. */
        Pet copy() {
            Pet copy = new Pet();
            copy.id = id;
            copy.name = name;
            copy.owner = owner;
            copy.toys.addAll(toys);
            return copy;
        }
    }

    static class Dog extends Pet {
        boolean barks = true;
    }

    static class Item {
        long id;
        int count;

        static Item of(int count) {
            Item item = new Item();
            item.count = count;
            return item;
        }
    }

    static class Visit {
        long id;
        Pet pet;
        String reason = "check";

        static Visit of(Pet pet) {
            Visit visit = new Visit();
            visit.pet = pet;
            return visit;
        }
    }

    static class Card {
        long id;

        @Version
        Integer version;

        String text;
        List<String> lines = new ArrayList<>();

        static Card of(String text) {
            Card card = new Card();
            card.text = text;
            return card;
        }

        Card copy() {
            Card copy = new Card();
            copy.id = id;
            copy.version = version;
            copy.text = text;
            copy.lines.addAll(lines);
            return copy;
        }
    }

    record Note(long id, @Version long version, String text) {}

    record Page(long id, @Version int version, List<String> lines) {}

    static class Album {
        long id;

        @Version
        int version;

        String title = "title";
        Owner owner = Owner.of("Ann");
    }

    static class Folder {
        long id;

        @Version
        int version;

        String title = "title";
        List<Owner> owners = new ArrayList<>(List.of(Owner.of("Ann"), Owner.of("Ben")));

        Folder copy() {
            Folder copy = new Folder();
            copy.id = id;
            copy.version = version;
            copy.title = "copy";
            copy.owners = owners;
            return copy;
        }
    }

    record Binder(long id, @Version int version, List<Owner> owners) {}

    static class Wrong {
        long id;

        @Version
        String version;
    }

    private static final Model MODEL = Model.of(
            Visit.class,
            Dog.class,
            Item.class,
            Card.class,
            Note.class,
            Page.class,
            Album.class,
            Folder.class,
            Binder.class);

    private static Pet stored(Database db) {
        Pet pet = Pet.of("Rex", Owner.of("Ann"));
        db.store(pet);
        return pet;
    }

    private static String codeOf(ThrowingCallable call) {
        return catchThrowableOfType(EspalierException.class, call).code();
    }

    @OnEveryEngine
    void copyThatDiffersIsRefused(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet copy = pet.copy();
        pet.name = "newer";
        db.store(pet);
        assertThat(codeOf(() -> db.store(copy))).isEqualTo("unknown-version");
        assertThat(codeOf(() -> db.useTransaction(tx -> {
                    tx.store(copy);
                })))
                .isEqualTo("unknown-version");
        assertThat(codeOf(() -> db.delete(copy))).isEqualTo("unknown-version");
        assertThat(db.get(Pet.class, pet.id).name).isEqualTo("newer");

        db.overwrite(copy);
        assertThat(db.get(Pet.class, pet.id).name).isEqualTo("Rex");
        pet.toys.clear();
        assertThat(codeOf(() -> db.store(pet))).isEqualTo("stale");
        copy.toys.clear();
        db.store(copy);
        assertThat(db.get(Pet.class, pet.id).toys).isEmpty();
    }

    /** A retry would find the same copy, changed twice. */
    @OnEveryEngine
    void copyThatDiffersIsRefusedWithoutARetry(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet copy = pet.copy();
        List<String> attempts = new ArrayList<>();
        assertThat(codeOf(() -> db.useTransaction(tx -> {
                    attempts.add("captured");
                    copy.toys.add("bone");
                    tx.store(copy);
                })))
                .isEqualTo("unknown-version");
        Pet remembered = pet.copy();
        assertThat(codeOf(() -> db.useTransaction(tx -> {
                    attempts.add("remembered");
                    tx.remember(remembered);
                    remembered.name = "changed";
                    tx.store(remembered);
                })))
                .isEqualTo("unknown-version");
        assertThat(attempts).containsExactly("captured", "remembered");
        assertThat(remembered.name).isEqualTo("Rex");
        assertThat(codeOf(() -> {
                    remembered.name = "changed";
                    db.store(remembered);
                }))
                .as("remembering does not make its version known")
                .isEqualTo("unknown-version");
        assertThat(db.get(Pet.class, pet.id).name).isEqualTo("Rex");
    }

    @OnEveryEngine
    void copyThatIsTheSameBecomesKnown(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet copy = pet.copy();
        db.store(Visit.of(copy));
        copy.name = "changed";
        db.store(copy);
        assertThat(codeOf(() -> {
                    pet.toys.clear();
                    db.store(pet);
                }))
                .isEqualTo("stale");
        assertThat(db.get(Pet.class, pet.id).name).isEqualTo("changed");
    }

    @OnEveryEngine
    void objectOfAnotherDatabaseIsRefused(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet foreign = Pet.of("foreign", null);
        foreign.id = pet.id;
        foreign.toys.clear();
        assertThat(codeOf(() -> db.store(foreign))).isEqualTo("unknown-version");
        assertThat(codeOf(() -> db.delete(foreign))).isEqualTo("unknown-version");
        assertThat(db.get(Pet.class, pet.id).owner.name).isEqualTo("Ann");
    }

    @OnEveryEngine
    void standInMadeByHandIsRefused(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet byHand = new Pet();
        byHand.id = pet.id;
        assertThat(codeOf(() -> db.store(Visit.of(byHand)))).isEqualTo("unknown-version");
        assertThat(codeOf(() -> db.useTransaction(tx -> {
                    tx.store(Visit.of(byHand));
                    tx.query(Visit.class, "").list();
                })))
                .isEqualTo("unknown-version");
        assertThat(db.query(Visit.class, "").count()).isZero();
        Pet again = db.get(Pet.class, pet.id);
        assertThat(again.name).isEqualTo("Rex");
        assertThat(again.owner.name).isEqualTo("Ann");
        assertThat(again.toys).containsExactly("ball");
    }

    @OnEveryEngine
    void standInIsReferredToAndNeverWritten(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Dog dog = new Dog();
        dog.name = "Rex";
        db.store(dog);
        Pet standIn = db.reference(Pet.class, dog.id);
        assertThat(standIn).isInstanceOf(Dog.class);
        assertThat(db.idOf(standIn)).isEqualTo(dog.id);
        assertThat(db.isComplete(standIn)).isFalse();
        Visit visit = Visit.of(standIn);
        db.store(visit);
        db.store(visit);
        db.useTransaction(tx -> {
            tx.store(Visit.of(tx.reference(Dog.class, dog.id)));
        });
        assertThat(db.query(Visit.class, "pet.name = 'Rex'").count()).isEqualTo(2);
        assertThat(db.get(Pet.class, dog.id).name).isEqualTo("Rex");
        db.refresh(standIn);
        assertThat(standIn.name).isEqualTo("Rex");
        standIn.name = "changed";
        db.store(visit);
        assertThat(db.get(Pet.class, dog.id).name).isEqualTo("changed");
        assertThat(codeOf(() -> db.reference(Pet.class, dog.id + 1_000))).isEqualTo("not-found");
        assertThat(codeOf(() -> db.store(Visit.of(dogThatIsNotThere(db))))).isEqualTo("target-not-found");
        assertThat(codeOf(() -> db.reference(Note.class, 1))).isEqualTo("record");
        assertThatThrownBy(() -> db.reference(Pet.class, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Some hold what their constructors have given them. */
    @OnEveryEngine
    void standInsThatWereChangedAreRefused(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Dog dog = new Dog();
        db.store(dog);
        db.store(Visit.of(db.reference(Dog.class, dog.id)));
        Dog quiet = db.reference(Dog.class, dog.id);
        quiet.barks = false;
        assertThat(codeOf(() -> db.store(Visit.of(quiet)))).isEqualTo("not-loaded");
        Dog named = db.reference(Dog.class, dog.id);
        named.name = "Rex";
        assertThat(codeOf(() -> db.store(Visit.of(named)))).isEqualTo("not-loaded");
        Item counted = Item.of(2);
        db.store(counted);
        db.store(db.reference(Item.class, counted.id));
        Item changed = db.reference(Item.class, counted.id);
        changed.count = 1;
        assertThat(codeOf(() -> db.store(changed))).isEqualTo("not-loaded");
        assertThat(db.get(Item.class, counted.id).count).isEqualTo(2);
        assertThat(db.get(Dog.class, dog.id).barks).isTrue();
    }

    private static Pet dogThatIsNotThere(Database db) {
        return db.reference(Dog.class, 1_000_000);
    }

    @OnEveryEngine
    void standInStaysOneAfterARollback(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet[] standIn = new Pet[1];
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    standIn[0] = tx.reference(Pet.class, pet.id);
                    tx.store(Visit.of(standIn[0]));
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        db.store(Visit.of(standIn[0]));
        assertThat(db.query(Visit.class, "pet.name = 'Rex'").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void standInCanBeDeleted(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        pet.name = "changed";
        db.store(pet);
        db.delete(db.reference(Pet.class, pet.id));
        assertThat(db.query(Pet.class, "").count()).isZero();
    }

    /** It stays a stand-in, so it is never stored as a new object without content. */
    @OnEveryEngine
    void deletedStandInCannotBeReferredTo(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet first = db.reference(Pet.class, pet.id);
        db.delete(first);
        assertThat(first.id).isEqualTo(pet.id);
        assertThat(codeOf(() -> db.store(Visit.of(first)))).isEqualTo("target-not-found");
        assertThat(codeOf(() -> db.delete(first))).isEqualTo("not-found");

        Pet other = stored(db);
        Pet second = db.reference(Pet.class, other.id);
        assertThat(codeOf(() -> db.useTransaction(tx -> {
                    tx.delete(second);
                    tx.store(Visit.of(second));
                })))
                .isEqualTo("target-not-found");
        Visit visit = Visit.of(second);
        db.store(visit);
        assertThat(db.get(Visit.class, visit.id).pet.name)
                .as("the deletion was rolled back")
                .isEqualTo("Rex");
        db.useTransaction(tx -> {
            tx.delete(second);
        });
        assertThat(db.get(Visit.class, visit.id).pet).isNull();
        assertThat(codeOf(() -> db.store(Visit.of(second)))).isEqualTo("target-not-found");
        assertThat(db.query(Pet.class, "").count()).isZero();
        assertThat(db.query(Visit.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void staleErrorNamesVersionsAsTheVersionFieldDoes(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Card card = Card.of("first");
        db.store(card);
        Card late = card.copy();
        card.text = "second";
        db.store(card);
        late.text = "late";
        List<ThrowingCallable> calls = List.of(
                () -> db.store(late),
                () -> db.delete(late),
                () -> db.useTransaction(tx -> {
                    tx.lock(late);
                }));
        calls.forEach(call -> assertThatThrownBy(call).hasMessageContaining("expected version 1, found 2"));
        assertThat(late.version).isEqualTo(1);
        assertThat(card.version).isEqualTo(2);
    }

    @OnEveryEngine
    void objectWithAVersionFieldIsCheckedAndCanBeStoredFromElsewhere(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Card card = Card.of("first");
        card.lines.add("line");
        db.store(card);
        assertThat(card.version).isEqualTo(1);
        Card copy = card.copy();
        Card late = card.copy();
        copy.text = "second";
        db.store(copy);
        assertThat(copy.version).isEqualTo(2);
        late.text = "late";
        assertThat(codeOf(() -> db.store(late))).isEqualTo("stale");
        assertThat(codeOf(() -> db.delete(late))).isEqualTo("stale");
        card.text = "late too";
        assertThat(codeOf(() -> db.store(card))).isEqualTo("stale");
        Card unknown = copy.copy();
        unknown.version = null;
        unknown.text = "unknown";
        assertThat(codeOf(() -> db.store(unknown))).isEqualTo("unknown-version");
        Card loaded = db.get(Card.class, card.id);
        assertThat(loaded.version).isEqualTo(2);
        assertThat(loaded.text).isEqualTo("second");
        // The fields of an object that is known are filled from elsewhere, as a mapper does.
        loaded.version = 1;
        loaded.text = "older";
        assertThat(codeOf(() -> db.store(loaded))).isEqualTo("stale");
        db.delete(copy);
        assertThat(copy.version).isNull();
    }

    @OnEveryEngine
    void versionFieldFollowsTransactions(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Card card = Card.of("first");
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(card);
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(card.version).isNull();
        db.useTransaction(tx -> {
            tx.store(card);
            tx.query(Card.class, "").list();
            card.text = "second";
            tx.store(card);
        });
        int version = card.version;
        assertThat(database.rows("SELECT _version FROM card")).containsExactly(String.valueOf(version - 1));
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    Card read = tx.get(Card.class, card.id);
                    read.text = "third";
                    tx.store(read);
                    tx.delete(card);
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(card.version).isEqualTo(version);
        Card copy = card.copy();
        copy.lines.add("line");
        db.useTransaction(tx -> {
            tx.store(copy);
        });
        assertThat(copy.version).isEqualTo(version + 1);
        assertThat(db.get(Card.class, card.id).lines).containsExactly("line");
    }

    @OnEveryEngine
    void recordWithAVersionComponentIsReplacedByAnother(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Note note = new Note(0, 0, "first");
        db.store(note);
        Note read = db.query(Note.class, "").one();
        assertThat(read.version()).isEqualTo(1);
        db.store(new Note(read.id(), read.version(), "second"));
        Note again = db.query(Note.class, "").one();
        assertThat(again).isEqualTo(new Note(read.id(), 2, "second"));
        assertThat(codeOf(() -> db.store(new Note(read.id(), read.version(), "late"))))
                .isEqualTo("stale");
        assertThat(codeOf(() -> db.store(new Note(read.id(), 0, "unknown")))).isEqualTo("unknown-version");
    }

    @OnEveryEngine
    void rolledBackOverwriteKeepsTheVersionField(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Card card = Card.of("first");
        db.store(card);
        Card theirs = card.copy();
        theirs.text = "theirs";
        db.store(theirs);
        card.text = "mine";
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.overwrite(card);
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(card.version).isEqualTo(1);
        assertThat(codeOf(() -> db.store(card))).isEqualTo("stale");
        assertThat(db.get(Card.class, card.id).text).isEqualTo("theirs");
    }

    @OnEveryEngine
    void recordWithAChangingCollectionIsStoredRepeatedly(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        db.store(new Page(0, 0, new ArrayList<>(List.of("a"))));
        Page page = db.query(Page.class, "").one();
        for (String line : List.of("b", "c")) {
            page.lines().add(line);
            db.store(page);
        }
        assertThat(db.query(Page.class, "").one()).isEqualTo(new Page(page.id(), 3, List.of("a", "b", "c")));
    }

    /** What was left out would become null. */
    @OnEveryEngine
    void copyOfAnIncompleteObjectHasNoVersion(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Album album = new Album();
        db.store(album);
        Album part = db.get(Album.class, album.id, bounds -> bounds.depth(0));
        Album copy = new Album();
        copy.id = part.id;
        copy.version = part.version;
        copy.title = part.title;
        assertThat(codeOf(() -> db.store(copy))).as("without the reference").isEqualTo("unknown-version");
        copy.owner = part.owner;
        copy.title = "other";
        assertThat(codeOf(() -> db.store(copy))).as("another title").isEqualTo("unknown-version");
        part.title = "changed";
        db.store(part);
        Album now = db.get(Album.class, album.id);
        assertThat(now.title).isEqualTo("changed");
        assertThat(now.owner.name).isEqualTo("Ann");
        assertThat(now.version).isEqualTo(2);
    }

    /** As JSON has them: two visits with the same pet in full. */
    @OnEveryEngine
    void copiesThatAreTheSameMayBeStoredTogether(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        db.storeAll(List.of(Visit.of(pet.copy()), Visit.of(pet.copy())));
        db.useTransaction(tx -> {
            tx.storeAll(List.of(Visit.of(pet.copy()), Visit.of(pet.copy())));
        });
        assertThat(db.query(Visit.class, "pet.name = 'Rex'").count()).isEqualTo(4);
        Pet one = pet.copy();
        Pet other = pet.copy();
        other.name = "other";
        assertThat(codeOf(() -> db.storeAll(List.of(Visit.of(one), Visit.of(other)))))
                .isEqualTo("two-objects");
    }

    @OnEveryEngine
    void standInThatIsChangedIsRefusedAndIsFilledByALock(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Pet standIn = db.reference(Pet.class, pet.id);
        standIn.name = "changed";
        assertThat(codeOf(() -> db.store(Visit.of(standIn)))).isEqualTo("not-loaded");
        Pet locked = db.reference(Pet.class, pet.id);
        db.useTransaction(tx -> {
            tx.lock(locked);
            assertThat(locked.name).isEqualTo("Rex");
        });
        Pet copy = pet.copy();
        copy.name = "changed";
        assertThat(codeOf(() -> db.useTransaction(tx -> {
                    tx.lock(copy);
                })))
                .isEqualTo("unknown-version");
        Visit ghost = Visit.of(dogThatIsNotThere(db));
        assertThat(codeOf(() -> {
                    try (BulkWriter bulk = db.bulkWriter()) {
                        bulk.store(ghost);
                    }
                }))
                .isEqualTo("target-not-found");
    }

    @OnEveryEngine
    void overwritingKeepsWhatOthersReferTo(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Pet pet = stored(db);
        Owner byHand = new Owner();
        byHand.id = pet.owner.id;
        Pet copy = pet.copy();
        copy.name = "written";
        copy.owner = byHand;
        assertThat(codeOf(() -> db.overwrite(copy))).isEqualTo("unknown-version");
        copy.owner = db.reference(Owner.class, pet.owner.id);
        db.useTransaction(tx -> {
            tx.overwrite(copy);
        });
        Pet again = db.get(Pet.class, pet.id);
        assertThat(again.name).isEqualTo("written");
        assertThat(again.owner.name).isEqualTo("Ann");
        db.overwriteAll(List.of(Pet.of("new", null)));
        assertThat(db.query(Pet.class, "name = 'new'").count()).isEqualTo(1);
        Pet gone = pet.copy();
        gone.id = 1_000_000;
        assertThat(codeOf(() -> db.overwrite(gone))).isEqualTo("not-found");
    }

    /** It lacks what was left out, which would be deleted. */
    @OnEveryEngine
    void copyOfAnObjectThatWasReadInPartIsRefused(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Folder folder = new Folder();
        db.store(folder);
        folder.title = "second";
        db.store(folder);
        List<Folder> partial = List.of(
                db.inSnapshot(tx -> tx.query(Folder.class, "").depth(0).one()),
                db.inSnapshot(tx -> tx.get(Folder.class, folder.id, bounds -> bounds.stopAt("owners"))),
                db.inTransaction(tx -> tx.query(Folder.class, "").depth(0).one()),
                db.inTransaction(
                        tx -> changed(tx.query(Folder.class, "").depth(0).one(), tx)),
                db.query(Folder.class, "").depth(0).one());
        for (Folder part : partial) {
            assertThat(part.version).as("no version is shown").isZero();
            Folder copy = part.copy();
            assertThat(codeOf(() -> db.store(copy))).isEqualTo("unknown-version");
            assertThat(codeOf(() -> db.useTransaction(tx -> {
                        tx.store(copy);
                    })))
                    .isEqualTo("unknown-version");
            assertThat(codeOf(() -> db.delete(copy))).isEqualTo("unknown-version");
        }
        Folder whole = db.get(Folder.class, folder.id);
        assertThat(whole.owners).hasSize(2);
        assertThat(whole.version).isEqualTo(3);
        Folder filled = db.inTransaction(tx -> {
            tx.query(Folder.class, "").depth(0).one();
            return tx.get(Folder.class, folder.id);
        });
        assertThat(filled.version).as("all of it was read in the end").isEqualTo(3);
    }

    private static Folder changed(Folder folder, Transaction tx) {
        folder.title = "third";
        tx.store(folder);
        return folder;
    }

    @OnEveryEngine
    void copyOfARecordThatWasReadInPartLosesNothing(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        db.store(new Binder(0, 0, List.of(Owner.of("Ann"))));
        List<Binder> partial = List.of(
                db.query(Binder.class, "").depth(0).one(),
                db.inSnapshot(tx -> tx.query(Binder.class, "").depth(0).one()));
        for (Binder part : partial) {
            assertThat(part.version()).isZero();
            assertThat(codeOf(() -> db.store(new Binder(part.id(), part.version(), List.of()))))
                    .isEqualTo("unknown-version");
            db.store(new Binder(part.id(), part.version(), part.owners()));
            db.overwrite(new Binder(part.id(), part.version(), part.owners()));
        }
        Binder whole = db.query(Binder.class, "").one();
        assertThat(whole.version()).isEqualTo(1);
        assertThat(whole.owners()).hasSize(1);
    }

    /** No retry makes it another one. */
    @OnEveryEngine
    void staleCopyIsRefusedWithoutARetry(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Card card = Card.of("first");
        db.store(card);
        Card late = card.copy();
        card.text = "second";
        db.store(card);
        late.text = "late";
        Map<String, BiConsumer<Transaction, Card>> ways = new LinkedHashMap<>();
        ways.put("stored", (tx, copy) -> tx.store(copy));
        ways.put("stored before a query", (tx, copy) -> {
            tx.store(copy);
            tx.query(Card.class, "").list();
        });
        ways.put("changed", (tx, copy) -> {
            copy.text += " and changed";
            tx.store(copy);
            tx.query(Card.class, "").list();
        });
        ways.put("the stored object was read", (tx, copy) -> {
            tx.get(Card.class, card.id);
            tx.store(copy);
            tx.query(Card.class, "").list();
        });
        ways.put("deleted", (tx, copy) -> {
            tx.delete(copy);
            tx.query(Card.class, "").list();
        });
        ways.put("locked", (tx, copy) -> tx.lock(copy));
        ways.put("remembered", (tx, copy) -> {
            tx.remember(copy);
            copy.text = "remembered";
            tx.store(copy);
            tx.query(Card.class, "").list();
        });
        ways.forEach((way, work) -> {
            List<String> attempts = new ArrayList<>();
            assertThat(codeOf(() -> db.useTransaction(tx -> {
                        attempts.add("copied before");
                        work.accept(tx, late);
                    })))
                    .as(way)
                    .isEqualTo("stale");
            assertThat(codeOf(() -> db.useTransaction(tx -> {
                        attempts.add("copied in the work");
                        work.accept(tx, late.copy());
                    })))
                    .as(way)
                    .isEqualTo("stale");
            assertThat(attempts).as(way).containsExactly("copied before", "copied in the work");
        });
        assertThat(db.get(Card.class, card.id).text).isEqualTo("second");
    }

    /** Nothing distinguishes it from an object that an earlier attempt has changed. */
    @OnEveryEngine
    void copyMadeInTheWorkIsRememberedForARetry(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Card card = Card.of("first");
        Card counter = Card.of("0");
        db.storeAll(List.of(card, counter));
        for (boolean remembers : List.of(true, false)) {
            List<String> attempts = new ArrayList<>();
            ThrowingCallable work = () -> db.useTransaction(tx -> {
                attempts.add("attempt");
                Card read = tx.get(Card.class, counter.id);
                if (attempts.size() == 1) {
                    CompletableFuture.runAsync(() -> {
                                Card other = db.get(Card.class, counter.id);
                                other.text += "1";
                                db.store(other);
                            })
                            .join();
                }
                read.text += "2";
                tx.store(read);
                Card copy = tx.get(Card.class, card.id).copy();
                if (remembers) {
                    tx.remember(copy);
                }
                copy.text += " and more";
                tx.store(copy);
            });
            if (remembers) {
                assertThatCode(work).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(work).hasMessageContaining("right after it has made the copy");
            }
            assertThat(attempts).hasSize(2);
        }
        assertThat(db.get(Card.class, card.id).text).isEqualTo("first and more");
        assertThat(db.get(Card.class, counter.id).text).isEqualTo("0121");
    }

    @OnEveryEngine
    void versionFieldOfAnotherTypeIsRefused(TestDatabase database) {
        assertThatThrownBy(() -> Model.of(Wrong.class))
                .hasMessageContaining("a version has to be int, Integer, long or Long");
    }
}
