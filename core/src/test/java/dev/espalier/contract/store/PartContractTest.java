package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotLoadedException;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

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

    // ---- other kinds of fields

    static class Tree {
        long id;
        String name;

        @Part
        List<Tree> branches = new ArrayList<>();

        @Part
        Map<String, Note> notes = new LinkedHashMap<>();

        @Part
        Note[] marks = {};

        @Part
        Optional<Note> title = Optional.empty();
    }

    private static Tree tree(String name, Tree... branches) {
        Tree tree = new Tree();
        tree.name = name;
        tree.branches.addAll(List.of(branches));
        tree.notes.put("note", note(name + " note"));
        tree.marks = new Note[] {note(name + " mark")};
        tree.title = Optional.of(note(name + " title"));
        return tree;
    }

    private static Note note(String text) {
        Note note = new Note();
        note.text = text;
        return note;
    }

    @OnEveryEngine
    void aTreeIsDeletedAsAWhole(TestDatabase database) {
        Database db = database.open(Tree.class);
        Tree root = tree("a", tree("b", tree("c")), tree("d"));
        db.store(root);

        db.delete(db.reference(Tree.class, root.branches.get(0).id));
        assertThat(notes(db)).containsExactly("a mark", "a note", "a title", "d mark", "d note", "d title");
        assertThat(db.query(Tree.class, "").count()).isEqualTo(2);

        db.delete(db.reference(Tree.class, root.id));
        assertThat(notes(db)).isEmpty();
        assertThat(db.query(Tree.class, "").count()).isZero();
    }

    @OnEveryEngine
    void partsLeaveMapsArraysAndOptionals(TestDatabase database) {
        Database db = database.open(Tree.class);
        Tree root = tree("a");
        db.store(root);

        root.notes.put("note", note("b note"));
        db.store(root);
        assertThat(notes(db)).containsExactly("a mark", "a title", "b note");
        root.marks = new Note[] {note("b mark"), note("c mark")};
        root.title = Optional.empty();
        db.store(root);
        assertThat(notes(db)).containsExactly("b mark", "b note", "c mark");
        root.title = Optional.of(root.marks[1]);
        root.marks = new Note[] {root.marks[0]};
        db.store(root);
        assertThat(notes(db)).containsExactly("b mark", "b note", "c mark");
    }

    @OnEveryEngine
    void anOwnerMayHaveOnePartInSeveralFields(TestDatabase database) {
        Database db = database.open(CLASSES);
        Offer offer = offer(line(1), line(2));
        offer.best = offer.lines.get(0);
        db.store(offer);

        offer.lines.remove(0);
        db.store(offer);
        assertThat(counts(db)).containsExactly(1, 2);
        offer.best = null;
        db.store(offer);
        assertThat(counts(db)).containsExactly(2);
    }

    // ---- inverses

    static class House {
        long id;

        @Part
        @InverseOf("house")
        List<Room> rooms = new ArrayList<>();

        @Part
        @InverseOf("house")
        Roof roof;
    }

    static class Room {
        long id;
        String name;
        House house;

        @Part
        List<Note> notes = new ArrayList<>();
    }

    static class Roof {
        long id;
        House house;
    }

    private static Room room(House house, String name) {
        Room room = new Room();
        room.name = name;
        room.house = house;
        room.notes.add(note(name));
        house.rooms.add(room);
        return room;
    }

    private static List<String> rooms(Database db) {
        return db.query(Room.class, "ORDER BY name").list().stream()
                .map(room -> room.name)
                .toList();
    }

    @OnEveryEngine
    void inversesAreParts(TestDatabase database) {
        Database db = database.open(House.class);
        House house = new House();
        Room kitchen = room(house, "kitchen");
        Room hall = room(house, "hall");
        room(house, "bath");
        house.roof = new Roof();
        house.roof.house = house;
        House other = new House();
        db.storeAll(List.of(house, other));

        house.rooms.remove(kitchen);
        kitchen.house = null;
        db.store(house);
        assertThat(rooms(db)).containsExactly("bath", "hall");
        assertThat(notes(db)).containsExactly("bath", "hall");

        hall.house = other;
        db.store(hall);
        assertThat(rooms(db)).containsExactly("bath", "hall");

        db.delete(db.reference(House.class, house.id));
        assertThat(rooms(db)).containsExactly("hall");
        assertThat(db.query(Roof.class, "").count()).isZero();
        assertThat(notes(db)).containsExactly("hall");
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void anInversePartIsReplaced(TestDatabase database) {
        Database db = database.open(House.class);
        House house = new House();
        Roof old = new Roof();
        old.house = house;
        db.store(old);

        old.house = null;
        Roof next = new Roof();
        next.house = house;
        db.storeAll(List.of(old, next));
        assertThat(db.query(Roof.class, "").list())
                .hasSize(1)
                .allSatisfy(roof -> assertThat(roof.id).isEqualTo(next.id));
    }

    abstract static class Unit {
        long id;
        String name;
        Unit above;

        @Part
        @InverseOf("above")
        List<Unit> below = new ArrayList<>();
    }

    static class Division extends Unit {}

    static class Team extends Unit {
        @Part
        Note motto;
    }

    private static <T extends Unit> T unit(T unit, Unit above) {
        unit.name = unit.getClass().getSimpleName();
        unit.above = above;
        if (above != null) {
            above.below.add(unit);
        }
        if (unit instanceof Team team) {
            team.motto = note("motto");
        }
        return unit;
    }

    @OnEveryEngine
    void aTreeOfSeveralClassesIsBuiltOfInverses(TestDatabase database) {
        Database db = database.open(Division.class, Team.class);
        Division root = unit(new Division(), null);
        Team team = unit(new Team(), root);
        Division middle = unit(new Division(), team);
        unit(new Team(), middle);
        Team last = unit(new Team(), root);
        db.store(root);

        Unit loaded = db.get(Unit.class, root.id, bounds -> bounds.depth(0));
        assertThat(loaded.below.get(0).below.get(0).below).hasSize(1);
        assertThat(notes(db)).hasSize(3);

        team.above = null;
        root.below.remove(team);
        db.store(root);
        assertThat(db.query(Unit.class, "").count()).isEqualTo(2);
        assertThat(notes(db)).hasSize(1);

        last.above = null;
        root.below.clear();
        db.delete(last);
        db.store(root);
        assertThat(db.query(Unit.class, "").list()).hasSize(1);
        assertThat(notes(db)).isEmpty();
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void aChangeOfABulkLoadedOwnerDeletesParts(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2, "b"));
        try (BulkWriter writer = db.bulkWriter()) {
            writer.store(order);
        }
        order.lines.remove(0);
        db.store(order);
        assertThat(counts(db)).containsExactly(2);
        assertThat(notes(db)).containsExactly("b");
    }

    @OnEveryEngine
    void aStandInIsNoWayToASecondOwner(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1));
        db.store(order);
        Line same = db.reference(Line.class, order.lines.get(0).id);
        refused(() -> db.store(offer(same)));
        refused(() -> db.useTransaction(tx -> {
            tx.get(Order.class, order.id);
            tx.store(offer(tx.reference(Line.class, same.id)));
        }));
        assertThat(db.query(Offer.class, "").count()).isZero();
    }

    // ---- units of work

    @OnEveryEngine
    void aTransactionMayMoveAPartBetweenTwoStoresAndAQuery(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2));
        Offer offer = offer();
        db.storeAll(List.of(order, offer));

        db.useTransaction(tx -> {
            Order from = tx.get(Order.class, order.id);
            Line moved = from.lines.remove(0);
            tx.store(from);
            assertThat(tx.query(Offer.class, "").count()).isEqualTo(1);
            Offer to = tx.get(Offer.class, offer.id);
            to.lines.add(moved);
            tx.store(to);
        });
        assertThat(counts(db)).containsExactly(1, 2);
        assertThat(notes(db)).containsExactly("a");
        assertThat(db.get(Offer.class, offer.id).lines).hasSize(1);
    }

    @OnEveryEngine
    void aTransactionMayGiveAPartAwayAndDeleteItsOwner(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2, "b"));
        db.store(order);

        db.useTransaction(tx -> {
            Order from = tx.get(Order.class, order.id);
            tx.store(offer(from.lines.get(0)));
            tx.delete(from);
            assertThat(tx.query(Line.class, "").count()).isEqualTo(1);
        });
        assertThat(counts(db)).containsExactly(1);
        assertThat(notes(db)).containsExactly("a");
    }

    @OnEveryEngine
    void aRollbackKeepsParts(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2, "b"));
        db.store(order);

        RuntimeException thrown = catchThrowableOfType(
                RuntimeException.class,
                () -> db.useTransaction(tx -> {
                    tx.remember(order);
                    order.lines.remove(0);
                    tx.store(order);
                    assertThat(tx.query(Order.class, "lines.count = 1").count()).isZero();
                    throw new IllegalStateException("rolled back");
                }));
        assertThat(thrown).hasMessage("rolled back");
        assertThat(counts(db)).containsExactly(1, 2);
        assertThat(order.lines).hasSize(2);
        db.store(order);
        assertThat(counts(db)).containsExactly(1, 2);
    }

    @OnEveryEngine
    void aTransactionMayDeleteAnOwnerAndThenItsParts(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"));
        db.store(order);
        Line part = order.lines.get(0);
        db.useTransaction(tx -> {
            tx.delete(order);
            tx.delete(part);
        });
        assertThat(counts(db)).isEmpty();
        assertThat(notes(db)).isEmpty();
    }

    @OnEveryEngine
    void aDeletedPartThatIsStoredAgainIsANewObject(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1, "a"), line(2, "b"));
        db.store(order);
        Line left = order.lines.remove(0);
        long before = left.id;
        db.store(order);

        order.lines.add(left);
        db.store(order);
        assertThat(left.id).isNotEqualTo(before);
        assertThat(counts(db)).containsExactly(1, 2);
        assertThat(notes(db)).containsExactly("a", "b");

        db.delete(order);
        assertThat(notes(db)).isEmpty();
        db.store(order);
        assertThat(counts(db)).containsExactly(1, 2);
        assertThat(notes(db)).containsExactly("a", "b");
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void aPartIsGivenToAnOwnerThatOverwrites(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = order(line(1), line(2));
        db.store(order);
        Order copy = new Order();
        copy.id = order.id;
        copy.lines.add(line(3));
        db.overwrite(copy);
        assertThat(counts(db)).containsExactly(3);
    }

    @OnEveryEngine
    void ofTwoThreadsOneGetsThePart(TestDatabase database) throws Exception {
        Database db = database.open(CLASSES);
        for (int i = 0; i < 10; i++) {
            Line free = line(i);
            db.store(free);
            CyclicBarrier start = new CyclicBarrier(2);
            AtomicInteger refused = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            List<Throwable> others = new CopyOnWriteArrayList<>();
            for (int t = 0; t < 2; t++) {
                Line mine = db.get(Line.class, free.id);
                Thread thread = new Thread(() -> {
                    try {
                        start.await();
                        db.store(order(mine));
                    } catch (StoreException e) {
                        if (e.code().equals("two-owners")) {
                            refused.incrementAndGet();
                        } else {
                            others.add(e);
                        }
                    } catch (Exception e) {
                        others.add(e);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(others).isEmpty();
            assertThat(refused).hasValue(1);
        }
        assertThat(db.query(Order.class, "").count()).isEqualTo(10);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    @OnEveryEngine
    void threadsThatMovePartsLeaveOneOwnerToEach(TestDatabase database) throws Exception {
        Database db = database.open(CLASSES);
        List<Long> orders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Order order = order(line(2 * i), line(2 * i + 1));
            db.store(order);
            orders.add(order.id);
        }
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Random random = Seeds.random(Seeds.seed() + t);
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 15; i++) {
                        move(db, orders, random);
                    }
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        List<Long> owned = db.query(Order.class, "").list().stream()
                .flatMap(order -> order.lines.stream())
                .map(line -> line.id)
                .toList();
        assertThat(owned).doesNotHaveDuplicates();
        assertThat(db.query(Line.class, "").list().stream().map(line -> line.id))
                .containsExactlyInAnyOrderElementsOf(owned);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    /** Moves a line, adds one, or takes one away; a store of detached objects may be refused. */
    private static void move(Database db, List<Long> orders, Random random) {
        long from = orders.get(random.nextInt(orders.size()));
        long to = orders.get(random.nextInt(orders.size()));
        switch (random.nextInt(4)) {
            case 0 ->
                db.useTransaction(tx -> {
                    Order order = tx.get(Order.class, from);
                    order.lines.add(line(random.nextInt(100)));
                    tx.store(order);
                });
            case 1 ->
                db.useTransaction(tx -> {
                    Order order = tx.get(Order.class, from);
                    if (!order.lines.isEmpty()) {
                        order.lines.remove(0);
                    }
                    tx.store(order);
                });
            case 2 ->
                db.useTransaction(tx -> {
                    Order one = tx.get(Order.class, from);
                    Order other = tx.get(Order.class, to);
                    if (!one.lines.isEmpty()) {
                        other.lines.add(one.lines.remove(0));
                    }
                    tx.store(one);
                    tx.store(other);
                });
            default -> {
                Order one = db.get(Order.class, from);
                Order other = db.get(Order.class, to);
                if (!one.lines.isEmpty()) {
                    other.lines.add(one.lines.remove(0));
                }
                try {
                    db.storeAll(List.of(other, one));
                } catch (EspalierException e) {
                    assertThat(e.code()).isIn("stale", "two-objects", "target-not-found", "not-found", "two-owners");
                }
            }
        }
    }

    @OnEveryEngine
    void manyPartsAreDeletedByStatementsOnSets(TestDatabase database) {
        Database db = database.open(CLASSES);
        Order order = new Order();
        for (int i = 0; i < 3000; i++) {
            order.lines.add(line(i, "note " + i));
        }
        db.store(order);
        order.lines.subList(1, 2000).clear();
        db.store(order);
        assertThat(db.query(Note.class, "").count()).isEqualTo(1001);
        db.delete(db.reference(Order.class, order.id));
        assertThat(db.query(Line.class, "").count()).isZero();
        assertThat(db.query(Note.class, "").count()).isZero();
    }

    // ---- loading

    static class Street {
        long id;
        List<House> houses = new ArrayList<>();
        Reminder reminder;
    }

    private static Street street() {
        Street street = new Street();
        House house = new House();
        room(house, "kitchen");
        room(house, "hall");
        house.roof = new Roof();
        house.roof.house = house;
        street.houses.add(house);
        street.reminder = new Reminder();
        street.reminder.line = line(1, "a");
        return street;
    }

    private static List<String> titles(House house) {
        return house.rooms.stream()
                .flatMap(room -> room.notes.stream())
                .map(note -> note.text)
                .toList();
    }

    private static void requireLeftOut(Collection<?> members) {
        assertThat(catchThrowableOfType(NotLoadedException.class, members::size))
                .isNotNull();
    }

    @OnEveryEngine
    void partsAreLoadedBeyondTheDepth(TestDatabase database) {
        Database db = database.open(Street.class);
        Street street = street();
        db.store(street);

        House house = db.get(House.class, street.houses.get(0).id, bounds -> bounds.depth(0));
        assertThat(titles(house)).containsExactlyInAnyOrder("kitchen", "hall");
        assertThat(house.roof).isNotNull();
        requireLeftOut(db.get(Street.class, street.id, bounds -> bounds.depth(0)).houses);
        Street near = db.get(Street.class, street.id, bounds -> bounds.depth(1));
        assertThat(titles(near.houses.get(0))).containsExactlyInAnyOrder("kitchen", "hall");
        assertThat(near.houses.get(0).rooms.get(0).house).isSameAs(near.houses.get(0));
        assertThat(near.reminder.line.count).as("a stand-in").isZero();
        assertThat(db.query(Reminder.class, "").depth(1).list().get(0).line.notes)
                .hasSize(1);
        assertThat(db.query(Line.class, "").depth(0).list().get(0).notes).hasSize(1);
    }

    @OnEveryEngine
    void pathsIncludePartsUnlessTheyStopThere(TestDatabase database) {
        Database db = database.open(Street.class);
        Street street = street();
        db.store(street);

        Street only = db.get(Street.class, street.id, bounds -> bounds.only("houses"));
        assertThat(titles(only.houses.get(0))).containsExactlyInAnyOrder("kitchen", "hall");
        Street other = db.get(Street.class, street.id, bounds -> bounds.only("reminder.line"));
        requireLeftOut(other.houses);
        assertThat(other.reminder.line.notes).hasSize(1);
        assertThat(titles(db.get(Street.class, street.id).houses.get(0)))
                .as("the house was not asked for")
                .hasSize(2);

        Street cut = db.get(Street.class, street.id, bounds -> bounds.stopAt("rooms"));
        requireLeftOut(cut.houses.get(0).rooms);
        assertThat(cut.houses.get(0).roof).isNotNull();
        Street deeper =
                db.get(Street.class, street.id, bounds -> bounds.only("houses").stopAt("rooms.notes"));
        assertThat(deeper.houses.get(0).rooms).hasSize(2);
        requireLeftOut(deeper.houses.get(0).rooms.get(0).notes);
        db.storeAll(List.of(cut, deeper));
        assertThat(notes(db)).as("what was left out stays").containsExactly("a", "hall", "kitchen");
    }

    @OnEveryEngine
    void aTreeIsLoadedBeyondTheDepth(TestDatabase database) {
        Database db = database.open(Tree.class);
        Tree root = tree("a", tree("b", tree("c", tree("d"))));
        db.store(root);

        Tree loaded = db.get(Tree.class, root.id, bounds -> bounds.depth(1));
        Tree last = loaded.branches.get(0).branches.get(0).branches.get(0);
        assertThat(last.name).isEqualTo("d");
        assertThat(last.notes.get("note").text).isEqualTo("d note");
        assertThat(last.marks[0].text).isEqualTo("d mark");
        assertThat(last.title.orElseThrow().text).isEqualTo("d title");
        last.marks = new Note[0];
        db.store(loaded);
        assertThat(notes(db)).hasSize(11).doesNotContain("d mark");
    }
}
