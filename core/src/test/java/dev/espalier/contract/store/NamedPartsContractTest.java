package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part that is taken from its owner stays if the program hands it to the same store, or to a later one of the transaction. */
@EngineIndependent
class NamedPartsContractTest {

    static class Order {
        long id;

        @Part
        List<Line> lines = new ArrayList<>();

        @Part
        Line best;
    }

    static class Line {
        long id;
        int count;

        @Part
        List<Note> notes = new ArrayList<>();
    }

    static class Note {
        long id;
        String text;
    }

    private static Line line(int count, String... notes) {
        Line line = new Line();
        line.count = count;
        for (String text : notes) {
            Note note = new Note();
            note.text = text;
            line.notes.add(note);
        }
        return line;
    }

    private static Order order(Line... lines) {
        Order order = new Order();
        order.lines.addAll(List.of(lines));
        return order;
    }

    private static List<Integer> counts(Database db) {
        return db.query(Line.class, "ORDER BY count").list().stream()
                .map(line -> line.count)
                .toList();
    }

    private static List<String> notes(Database db) {
        return db.query(Note.class, "ORDER BY text").list().stream()
                .map(note -> note.text)
                .toList();
    }

    private static String code(Runnable work) {
        return catchThrowable(work::run) instanceof EspalierException refused ? refused.code() : "none";
    }

    @OnEveryEngine
    void aTakenPartThatIsStoredByNameStays(TestDatabase database) {
        Database db = database.open(Order.class);
        Order order = order(line(1, "a"), line(2, "b"), line(3, "c"));
        order.best = order.lines.get(2);
        db.store(order);
        Line taken = order.lines.remove(0);
        order.lines.remove(0);
        db.storeAll(List.of(order, taken));
        assertThat(counts(db)).containsExactly(1, 3);
        assertThat(notes(db)).containsExactly("a", "c");

        Line best = order.best;
        order.lines.clear();
        order.best = null;
        best.count = 4;
        db.overwriteAll(List.of(best, order));
        assertThat(counts(db)).containsExactly(1, 4);
        assertThat(Health.of(db).verify().isClean()).isTrue();

        db.store(order(taken));
        db.delete(db.query(Order.class, "lines.count = 1").one());
        assertThat(counts(db)).as("it is a part again").containsExactly(4);
    }

    @OnEveryEngine
    void aStandInNamesAPartToo(TestDatabase database) {
        Database db = database.open(Order.class);
        Order order = order(line(1, "a"), line(2, "b"));
        db.store(order);
        Line same = db.reference(Line.class, order.lines.get(0).id);
        order.lines.clear();
        db.storeAll(List.of(same, order));
        assertThat(counts(db)).containsExactly(1);
        assertThat(notes(db)).containsExactly("a");
    }

    static class Tree {
        long id;

        @Part
        List<Tree> branches = new ArrayList<>();
    }

    @OnEveryEngine
    void aBranchBecomesTheRootOfItsTree(TestDatabase database) {
        Database db = database.open(Tree.class);
        Tree root = new Tree();
        Tree branch = new Tree();
        root.branches.add(branch);
        root.branches.add(new Tree());
        db.store(root);
        Tree other = root.branches.get(1);
        root.branches.clear();
        branch.branches.add(root);
        db.store(branch);
        assertThat(db.query(Tree.class, "").list())
                .extracting(tree -> tree.id)
                .containsExactlyInAnyOrder(root.id, branch.id)
                .doesNotContain(other.id);
        assertThat(db.get(Tree.class, branch.id).branches).hasSize(1);
    }

    @OnEveryEngine
    void aPartOfADeletedPartStaysIfItIsNamed(TestDatabase database) {
        Database db = database.open(Order.class);
        Order order = order(line(1, "a", "b"), line(2, "c"));
        db.store(order);
        Line deleted = order.lines.remove(0);
        Note kept = deleted.notes.remove(0);
        db.storeAll(List.of(order, kept));
        assertThat(counts(db)).containsExactly(2);
        assertThat(notes(db)).containsExactly("a", "c");
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    // ---- units of work

    @OnEveryEngine
    void aPartThatALaterStoreOfTheTransactionNamesStays(TestDatabase database) {
        for (boolean isQueried : new boolean[] {false, true}) {
            Database db = database.open(Order.class);
            Order order = order(line(1, "a"), line(2, "b"));
            db.store(order);
            db.useTransaction(tx -> {
                Order mine = tx.get(Order.class, order.id);
                Line taken = mine.lines.remove(0);
                tx.store(mine);
                if (isQueried) {
                    assertThat(tx.query(Line.class, "").count()).isEqualTo(2);
                }
                tx.store(taken);
            });
            assertThat(counts(db)).containsExactly(1, 2);
            assertThat(notes(db)).containsExactly("a", "b");
            db.deleteAll(db.query(Line.class, "").list());
        }
    }

    /** As if each store were a transaction of its own. */
    @OnEveryEngine
    void aPartThatWasNamedBeforeItWasTakenIsDeleted(TestDatabase database) {
        for (boolean isQueried : new boolean[] {false, true}) {
            Database db = database.open(Order.class);
            Order order = order(line(1, "a"), line(2, "b"), line(3, "c"));
            db.store(order);
            db.useTransaction(tx -> {
                Order mine = tx.get(Order.class, order.id);
                Line changed = mine.lines.get(0);
                changed.count = 7;
                tx.store(changed);
                tx.store(mine.lines.get(1).notes.get(0));
                if (isQueried) {
                    assertThat(tx.query(Line.class, "").count()).isEqualTo(3);
                }
                mine.lines.remove(0);
                mine.lines.remove(0);
                tx.store(mine);
            });
            assertThat(counts(db)).containsExactly(3);
            assertThat(notes(db)).containsExactly("c");
            db.deleteAll(db.query(Line.class, "").list());
        }
    }

    @OnEveryEngine
    void aPartThatWentWithItsOwnerIsNotStoredAgainInTheSameTransaction(TestDatabase database) {
        Database db = database.open(Order.class);
        Order order = order(line(1, "a"));
        db.store(order);
        String code = code(() -> db.useTransaction(tx -> {
            Order mine = tx.get(Order.class, order.id);
            tx.delete(mine);
            tx.store(mine.lines.get(0));
        }));
        assertThat(code).isEqualTo("not-found");
        assertThat(counts(db)).containsExactly(1);
    }

    static class Key {
        long id;
    }

    static class Shelf {
        long id;

        @Part
        Map<Key, Line> lines = new LinkedHashMap<>();
    }

    @OnEveryEngine
    void aPartWhoseKeyWasDeletedStaysIfItIsNamedAfterwards(TestDatabase database) {
        Database db = database.open(Shelf.class);
        Shelf shelf = new Shelf();
        shelf.lines.put(new Key(), line(1));
        shelf.lines.put(new Key(), line(2));
        db.store(shelf);
        db.useTransaction(tx -> {
            Shelf mine = tx.get(Shelf.class, shelf.id);
            List<Key> keys = new ArrayList<>(mine.lines.keySet());
            Line kept = mine.lines.get(keys.get(0));
            tx.deleteAll(keys);
            tx.store(kept);
        });
        assertThat(counts(db)).containsExactly(1);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    // ---- inverses

    static class House {
        long id;

        @Part
        @InverseOf("house")
        List<Room> rooms = new ArrayList<>();

        @Part
        List<Room> cellars = new ArrayList<>();
    }

    static class Room {
        long id;
        House house;
    }

    /** Its own store takes it away, so to name it says nothing. */
    @OnEveryEngine
    void aPartThatGivesUpItsOwnerIsDeleted(TestDatabase database) {
        Database db = database.open(House.class);
        House house = new House();
        Room room = new Room();
        room.house = house;
        house.cellars.add(new Room());
        db.storeAll(List.of(house, room));
        assertThat(house.rooms).containsExactly(room);
        room.house = null;
        db.store(room);
        assertThat(db.query(Room.class, "").list()).extracting(one -> one.id).containsExactly(house.cellars.get(0).id);
        Room cellar = house.cellars.remove(0);
        db.storeAll(List.of(house, cellar));
        assertThat(db.query(Room.class, "").count()).isEqualTo(1);
    }
}
