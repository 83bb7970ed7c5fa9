package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Transaction;
import dev.espalier.annotation.Unique;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A rolled back transaction leaves the objects as they were, whether its work or its commit failed, and they can be stored as before. */
@EngineIndependent
class RestorationContractTest {

    static class Shelf {
        long id;

        @Unique
        String name;

        int[] numbers = {1, 2};
        List<Item> items = new ArrayList<>();
        final List<Item> best = new ArrayList<>();
        final Set<String> tags = new LinkedHashSet<>();
        final Map<String, Item> byName = new LinkedHashMap<>();
        Size size;
        Label label;
        transient String scratch = "mine";

        static Shelf of(String name) {
            Shelf shelf = new Shelf();
            shelf.name = name;
            return shelf;
        }
    }

    static class Item {
        long id;
        String text;

        static Item of(String text) {
            Item item = new Item();
            item.text = text;
            return item;
        }
    }

    record Size(int width, int height) {}

    /** An object of its own. */
    record Label(long id, String text, List<String> lines) {}

    private static final Model MODEL = Model.of(Shelf.class, Item.class, Label.class);

    @OnEveryEngine
    void objectsAreRestoredWhenTheWorkThrows(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Fixture fixture = new Fixture(db);
        assertThat(catchThrowable(() -> db.useTransaction(tx -> {
                    fixture.changeAll(tx);
                    throw new IllegalArgumentException("mine");
                })))
                .hasMessage("mine");
        fixture.assertAsBefore(database);
    }

    @OnEveryEngine
    void objectsOfAReadAreRestoredWhenTheWorkThrows(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Item item = Item.of("before");
        db.store(item);
        List<Item> read = new ArrayList<>();
        assertThat(catchThrowable(() -> db.useSnapshot(tx -> {
                    read.add(tx.get(Item.class, item.id));
                    read.get(0).text = "changed";
                    throw new IllegalArgumentException("mine");
                })))
                .hasMessage("mine");
        assertThat(read.get(0).text).isEqualTo("before");
    }

    @OnEveryEngine
    void objectsAreRestoredWhenTheCommitFails(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Fixture fixture = new Fixture(db);
        db.store(Shelf.of("taken"));
        StoreException thrown = (StoreException) catchThrowable(() -> db.useTransaction(tx -> {
            tx.store(Shelf.of("taken"));
            fixture.changeAll(tx);
        }));
        assertThat(thrown.code()).isEqualTo("not-unique");
        fixture.assertAsBefore(database);
    }

    @OnEveryEngine
    void objectsAreRestoredBeforeARetryAndAfterTheLastAttempt(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Fixture fixture = new Fixture(db);
        Shelf other = Shelf.of("other");
        db.store(other);
        List<String> runs = new ArrayList<>();
        assertThat(catchThrowable(() -> db.useTransaction(tx -> {
                    runs.add("run");
                    fixture.assertFieldsAsBefore();
                    Shelf read = tx.get(Shelf.class, other.id);
                    if (runs.size() == 2) {
                        fixture.changeAll(tx);
                        throw new IllegalArgumentException("mine");
                    }
                    elsewhere(() -> {
                        Shelf copy = db.get(Shelf.class, other.id);
                        copy.size = new Size(7, 7);
                        db.store(copy);
                    });
                    read.size = null;
                    read.name = "changed";
                    tx.store(read);
                    fixture.changeAll(tx);
                })))
                .hasMessage("mine");
        assertThat(runs).hasSize(2);
        fixture.assertAsBefore(database);
    }

    /** Objects with fields of every kind, and their state before the transaction. */
    private static final class Fixture {

        final Database db;
        final Shelf shelf = Shelf.of("shelf");
        final Item first = Item.of("first");
        final Item second = Item.of("second");
        final Label label = new Label(0, "label", new ArrayList<>(List.of("line")));
        final List<Item> items = shelf.items;
        final int[] numbers = shelf.numbers;
        final Item addedItem = Item.of("added");
        final Label addedLabel = new Label(0, "added", new ArrayList<>(List.of("line")));
        final long id;

        Fixture(Database db) {
            this.db = db;
            items.addAll(List.of(first, second));
            shelf.best.add(second);
            shelf.tags.addAll(List.of("x", "y"));
            shelf.byName.putAll(new HashMap<>(Map.of("first", first)));
            shelf.size = new Size(1, 2);
            shelf.label = label;
            db.store(shelf);
            id = shelf.id;
        }

        void changeAll(Transaction tx) {
            tx.remember(shelf);
            tx.remember(addedItem);
            tx.remember(addedLabel);
            shelf.name = "changed";
            shelf.numbers[0] = 9;
            shelf.items.remove(0);
            shelf.items.add(addedItem);
            shelf.best.clear();
            shelf.tags.add("z");
            shelf.byName.remove("first");
            shelf.byName.put("added", addedItem);
            shelf.size = new Size(3, 4);
            shelf.label = addedLabel;
            shelf.scratch = "changed";
            first.text = "changed";
            label.lines().add("more");
            addedLabel.lines().clear();
            tx.storeAll(List.of(shelf, first, label));
            tx.query(Item.class, "").list();
            shelf.items = new ArrayList<>();
            shelf.numbers = new int[0];
            tx.delete(second);
        }

        void assertFieldsAsBefore() {
            assertThat(shelf.id).isEqualTo(id);
            assertThat(shelf.name).isEqualTo("shelf");
            assertThat(shelf.numbers).isSameAs(numbers).containsExactly(1, 2);
            assertThat(shelf.items).isSameAs(items).containsExactly(first, second);
            assertThat(shelf.best).containsExactly(second);
            assertThat(shelf.tags).containsExactly("x", "y");
            assertThat(shelf.byName).containsExactly(Map.entry("first", first));
            assertThat(shelf.size).isEqualTo(new Size(1, 2));
            assertThat(shelf.label).isSameAs(label);
            assertThat(shelf.scratch).isEqualTo("mine");
            assertThat(first.text).isEqualTo("first");
            assertThat(second.id).isPositive();
            assertThat(label.lines()).containsExactly("line");
            assertThat(addedItem.id).isZero();
            assertThat(addedLabel.lines()).containsExactly("line");
        }

        /** The versions are restored too: the next store is accepted and counts once; an object that was new is new again. */
        void assertAsBefore(TestDatabase database) {
            assertFieldsAsBefore();
            String versions =
                    "SELECT _version FROM shelf WHERE name = 'shelf' UNION ALL SELECT _version FROM item WHERE text IN ('first', 'second')"
                            + " UNION ALL SELECT _version FROM label WHERE text = 'label'";
            assertThat(database.rows(versions)).containsExactly("0", "0", "0", "0");
            db.storeAll(List.of(shelf, first, second, label));
            assertThat(database.rows(versions)).containsExactly("0", "0", "0", "0");
            shelf.tags.add("after");
            second.text = "first";
            label.lines().add("after");
            shelf.items.add(addedItem);
            db.storeAll(List.of(shelf, addedLabel));
            assertThat(database.rows(versions)).containsExactlyInAnyOrder("1", "0", "1", "1");
            assertThat(database.rows("SELECT text FROM item ORDER BY text")).containsExactly("added", "first", "first");
            assertThat(database.rows("SELECT text FROM label ORDER BY text")).containsExactly("added", "label");
            Shelf again = db.get(Shelf.class, id);
            assertThat(new HashSet<>(again.tags)).containsExactlyInAnyOrder("x", "y", "after");
            assertThat(again.label.lines()).containsExactly("line", "after");
            assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
        }
    }

    /** The work gets the Java object that it has stored. It belongs to the transaction from then on. */
    @OnEveryEngine
    void objectThatAStoreHasReachedIsRestoredIfTheWorkReadsIt(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Shelf shelf = Shelf.of("shelf");
        Item item = Item.of("old");
        shelf.items.add(item);
        db.store(shelf);
        Item changed = Item.of("old");
        db.store(changed);
        Item added = Item.of("added");
        assertThat(catchThrowable(() -> db.useTransaction(tx -> {
                    changed.text = "changed";
                    tx.storeAll(List.of(shelf, changed, added));
                    assertThat(tx.get(Item.class, item.id)).isSameAs(item);
                    item.text = "new";
                    for (Item each : tx.query(Item.class, "text = 'changed' OR text = 'added'")
                            .list()) {
                        assertThat(each).isIn(changed, added);
                        each.text += " and read";
                        tx.store(each);
                    }
                    throw new IllegalArgumentException("mine");
                })))
                .hasMessage("mine");
        assertThat(item.text).isEqualTo("old");
        assertThat(changed.text).as("as it was when it was read").isEqualTo("changed");
        assertThat(added.text).isEqualTo("added");
        assertThat(added.id).isZero();
        db.storeAll(List.of(shelf, changed, added));
        assertThat(database.rows("SELECT text FROM item ORDER BY id")).containsExactly("old", "changed", "added");
        assertThat(database.rows("SELECT _version FROM item ORDER BY id")).containsExactly("0", "1", "0");
    }

    /** Without the restoration, the retry would find a change that it has not made, and be refused. */
    @OnEveryEngine
    void workIsRetriedThatReadsAnObjectWhichItsStoreHasReached(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Shelf shelf = Shelf.of("shelf");
        shelf.items.add(Item.of("item"));
        Item contended = Item.of("contended");
        db.storeAll(List.of(shelf, contended));
        Item item = shelf.items.get(0);
        List<String> attempts = new ArrayList<>();
        db.useTransaction(tx -> {
            attempts.add("attempt");
            tx.store(shelf);
            tx.get(Item.class, item.id).text += "+";
            Item other = tx.get(Item.class, contended.id);
            other.text += "+";
            tx.storeAll(List.of(item, other));
            if (attempts.size() == 1) {
                elsewhere(() -> {
                    Item theirs = db.get(Item.class, contended.id);
                    theirs.text = "theirs";
                    db.store(theirs);
                });
            }
        });
        assertThat(attempts).hasSize(2);
        assertThat(item.text).isEqualTo("item+");
        assertThat(database.rows("SELECT text FROM item ORDER BY text")).containsExactly("item+", "theirs+");
    }

    @OnEveryEngine
    void workIsRetriedIfAnotherTransactionChangesTheObjectThatItHasStoredAndThenRead(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Shelf shelf = Shelf.of("shelf");
        shelf.items.add(Item.of("item"));
        db.store(shelf);
        Item item = shelf.items.get(0);
        List<String> attempts = new ArrayList<>();
        db.useTransaction(tx -> {
            attempts.add("attempt");
            tx.store(shelf);
            Item read = tx.get(Item.class, item.id);
            assertThat(read).isSameAs(item);
            if (attempts.size() == 1) {
                elsewhere(() -> {
                    Item theirs = db.get(Item.class, item.id);
                    theirs.text = "theirs";
                    db.store(theirs);
                });
            }
            read.text += "+";
            tx.store(read);
        });
        assertThat(attempts).hasSize(2);
        assertThat(item.text).isEqualTo("theirs+");
        assertThat(database.rows("SELECT text FROM item")).containsExactly("theirs+");
    }

    /** The fields that were read are those that the work had set before. */
    @OnEveryEngine
    void objectThatTheWorkHasChangedStoredAndThenReadIsStale(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Item item = Item.of("item");
        db.store(item);
        StoreException refusal = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    item.text = "mine";
                    tx.store(item);
                    assertThat(tx.get(Item.class, item.id)).isSameAs(item);
                    elsewhere(() -> {
                        Item theirs = db.get(Item.class, item.id);
                        theirs.text = "theirs";
                        db.store(theirs);
                    });
                }));
        assertThat(refusal.code()).isEqualTo("stale");
        assertThat(item.text).isEqualTo("mine");
        assertThat(database.rows("SELECT text FROM item")).containsExactly("theirs");
    }

    private static void elsewhere(Runnable call) {
        Background.run(call).join();
    }
}
