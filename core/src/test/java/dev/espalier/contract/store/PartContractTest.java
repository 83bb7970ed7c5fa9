package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.annotation.Part;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A part lives as long as its owner has it, and has one owner. */
@EngineIndependent
class PartContractTest {

    static class Order {
        long id;
        String name;

        @Part
        List<Line> lines = new ArrayList<>();
    }

    static class Offer {
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
        Set<Note> notes = new HashSet<>();
    }

    static class Note {
        long id;
        String text;
    }

    /** Refers to a line that is not its own. */
    static class Reminder {
        long id;
        Line line;
        List<Line> others = new ArrayList<>();
    }

    private static final Class<?>[] CLASSES = {Order.class, Offer.class, Reminder.class};

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

    private static Offer offer(Line... lines) {
        Offer offer = new Offer();
        offer.lines.addAll(List.of(lines));
        return offer;
    }

    private static StoreException refused(Runnable store) {
        StoreException refused = catchThrowableOfType(StoreException.class, store::run);
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("two-owners");
        return refused;
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

    @OnEveryEngine
    void deletingAnOwnerDeletesItsPartsAndTheirs(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a", "b"), line(2, "c"));
        Order other = order(line(3, "d"));
        Reminder reminder = new Reminder();
        reminder.line = order.lines.get(0);
        reminder.others.addAll(List.of(order.lines.get(1), other.lines.get(0)));
        db.storeAll(List.of(order, other, reminder));

        db.delete(db.reference(Order.class, order.id));

        assertThat(counts(db)).containsExactly(3);
        assertThat(notes(db)).containsExactly("d");
        Reminder loaded = db.get(Reminder.class, reminder.id);
        assertThat(loaded.line).isNull();
        assertThat(loaded.others).hasSize(1);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void aPartThatLeavesItsOwnerIsDeletedWithItsParts(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2, "b"), line(3, "c"));
        db.store(order);

        order.lines.remove(1);
        db.store(order);
        assertThat(counts(db)).containsExactly(1, 3);
        assertThat(notes(db)).containsExactly("a", "c");

        Order again = db.get(Order.class, order.id);
        again.lines.clear();
        again.lines.add(line(4));
        db.store(again);
        assertThat(counts(db)).containsExactly(4);
        assertThat(notes(db)).isEmpty();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void aPartThatIsGivenToAnotherOwnerInTheSameStoreStays(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2));
        Offer offer = offer();
        db.storeAll(List.of(order, offer));

        offer.lines.add(order.lines.remove(0));
        db.storeAll(List.of(order, offer));
        assertThat(counts(db)).containsExactly(1, 2);
        assertThat(notes(db)).containsExactly("a");

        offer.best = offer.lines.remove(0);
        db.store(offer);
        assertThat(counts(db)).containsExactly(1, 2);

        offer.best = null;
        db.store(offer);
        assertThat(counts(db)).containsExactly(2);
        assertThat(notes(db)).isEmpty();
    }

    @OnEveryEngine
    void aSecondOwnerIsRefused(TestDatabase database) {
        Database db = database.open(CLASSES);
        Line shared = line(1);
        Order order = order(shared);
        Offer offer = offer(shared);
        assertThat(refused(() -> db.storeAll(List.of(order, offer)))).hasMessageContaining("Line");
        assertThat(db.query(Line.class, "").count()).isZero();

        db.store(order);
        StoreException refused = refused(() -> db.store(offer(shared)));
        assertThat(refused).hasMessageContaining("Line " + shared.id).hasMessageContaining("Order " + order.id);
        assertThat(refused).hasMessageContaining("Offer").hasMessageContaining("Offer.lines");
        assertThat(db.query(Offer.class, "").count()).isZero();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }
}
