package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.LeftOutCollections;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.annotation.InverseOf;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotLoadedException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A collection that bounds leave out says so: it throws when it is used, or is null. It is never an empty one, and its members stay in the database. */
@EngineIndependent
class LeftOutCollectionsContractTest {

    static class Line implements Serializable, Comparable<Line> {
        private static final long serialVersionUID = 1;

        long id;
        String text;
        Order order;

        static Line of(String text, Order order) {
            Line line = new Line();
            line.text = text;
            line.order = order;
            return line;
        }

        @Override
        public int compareTo(Line other) {
            return text.compareTo(other.text);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Line line && line.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    static class Order implements Serializable {
        private static final long serialVersionUID = 1;

        long id;
        String name;
        List<String> notes = new ArrayList<>();
        List<Line> list = new ArrayList<>();
        Collection<Line> collection = new ArrayList<>();
        Deque<Line> deque = new LinkedList<>();
        Set<Line> set = new LinkedHashSet<>();
        SortedSet<Line> sorted = new TreeSet<>();
        Map<String, Line> map = new LinkedHashMap<>();
        HashMap<Line, String> keys = new HashMap<>();
        SortedMap<String, Line> sortedMap = new TreeMap<>();
        Line[] array = {};
        ArrayDeque<Line> arrayDeque = new ArrayDeque<>();

        @InverseOf("order")
        List<Line> inverse = new ArrayList<>();

        @InverseOf("order")
        Set<Line> inverseSet = new LinkedHashSet<>();
    }

    /** Of each attribute that holds objects in a collection its value. */
    private static final Map<String, Function<Order, Object>> THROWING = Map.ofEntries(
            Map.entry("list", order -> order.list),
            Map.entry("collection", order -> order.collection),
            Map.entry("deque", order -> order.deque),
            Map.entry("set", order -> order.set),
            Map.entry("sorted", order -> order.sorted),
            Map.entry("map", order -> order.map),
            Map.entry("keys", order -> order.keys),
            Map.entry("sortedMap", order -> order.sortedMap),
            Map.entry("inverse", order -> order.inverse),
            Map.entry("inverseSet", order -> order.inverseSet));

    private static final Map<String, Function<Order, Object>> OTHERS =
            Map.of("array", order -> order.array, "arrayDeque", order -> order.arrayDeque);

    record Stop(String name, Line line) {}

    static class Tour {
        long id;
        List<Stop> stops = new ArrayList<>();
        List<Stop> copies = new ArrayList<>();
    }

    record Sheet(long id, String name, List<Line> lines) {}

    /** Wraps what it is given. */
    record Wrapping(long id, String name, List<Line> lines) {
        Wrapping {
            lines = lines == null ? null : Collections.unmodifiableList(lines);
        }
    }

    record Copying(long id, String name, List<Line> lines) {
        Copying {
            lines = List.copyOf(lines);
        }
    }

    private static Order stored(Database db) {
        Order order = new Order();
        order.name = "first";
        order.notes.add("note");
        Line line = Line.of("a", order);
        order.list.add(line);
        order.collection.add(line);
        order.deque.add(line);
        order.set.add(line);
        order.sorted.add(line);
        order.map.put("one", line);
        order.keys.put(line, "one");
        order.sortedMap.put("one", line);
        order.array = new Line[] {line};
        order.arrayDeque.add(line);
        db.store(order);
        return order;
    }

    private static Order alone(Database db) {
        return db.query(Order.class, "").depth(0).one();
    }

    private static void assertWhole(Database db, String name) {
        Order whole = db.query(Order.class, "").one();
        assertThat(whole.name).isEqualTo(name);
        THROWING.forEach(
                (field, value) -> assertThat(size(value.apply(whole))).as(field).isEqualTo(1));
        assertThat(whole.array).hasSize(1);
        assertThat(whole.arrayDeque).hasSize(1);
        assertThat(whole.notes).containsExactly("note");
    }

    private static int size(Object collection) {
        return collection instanceof Map<?, ?> map ? map.size() : ((Collection<?>) collection).size();
    }

    private static String codeOf(ThrowingCallable call) {
        EspalierException thrown = catchThrowableOfType(EspalierException.class, call);
        assertThat(thrown).isNotNull();
        return thrown.code();
    }

    private static void assertNotLoaded(Order order) {
        THROWING.forEach((field, value) -> {
            assertThat(value.apply(order)).as(field).isNotNull();
            NotLoadedException refused = catchThrowableOfType(NotLoadedException.class, () -> size(value.apply(order)));
            assertThat(refused).as(field).isNotNull();
            assertThat(refused.getMessage()).startsWith("Order " + order.id + "." + field + ": ");
        });
        OTHERS.forEach(
                (field, value) -> assertThat(value.apply(order)).as(field).isNull());
        assertThat(order.notes).as("values are loaded").containsExactly("note");
    }

    private static Database nulls(TestDatabase database, Class<?>... classes) {
        return database.open(Model.of(classes), database.settings().leftOutCollections(LeftOutCollections.NULL));
    }

    private static Object deserialized(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    @OnEveryEngine
    void leftOutCollectionOfEveryKindThrows(TestDatabase database) {
        Database db = database.open(Order.class);
        long id = stored(db).id;
        assertNotLoaded(alone(db));
        assertNotLoaded(db.query(Order.class, "").depth(0).untracked().one());
        assertNotLoaded(
                db.get(Order.class, id, bounds -> bounds.only("list.order").stopAt("list")));
        db.useTransaction(
                tx -> assertNotLoaded(tx.query(Order.class, "").depth(0).one()));
        Line line = db.query(Line.class, "").depth(1).one();
        assertNotLoaded(line.order);
    }

    @OnEveryEngine
    void objectWithLeftOutCollectionsIsStoredWithoutThem(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order alone = alone(db);
        db.store(alone);
        assertThat(db.isComplete(alone)).isFalse();
        assertThat(db.versionOf(alone)).as("nothing has changed").hasValue(0);
        alone.name = "second";
        db.store(alone);
        assertNotLoaded(alone);
        assertWhole(db, "second");
        Order untracked = db.query(Order.class, "").depth(0).untracked().one();
        untracked.name = "third";
        db.store(untracked);
        db.overwrite(untracked);
        assertWhole(db, "third");
    }

    @OnEveryEngine
    void everyOtherContentIsAChangeAndRefused(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Map<String, Consumer<Order>> changes = new LinkedHashMap<>();
        changes.put("list: empty", order -> order.list = new ArrayList<>());
        changes.put("list: null", order -> order.list = null);
        changes.put("list: filled", order -> order.list = List.of(Line.of("b", null)));
        changes.put("set: empty", order -> order.set = new LinkedHashSet<>());
        changes.put("sorted: null", order -> order.sorted = null);
        changes.put("map: empty", order -> order.map = Map.of());
        changes.put("sortedMap: null", order -> order.sortedMap = null);
        changes.put("array: empty", order -> order.array = new Line[0]);
        changes.put("arrayDeque: empty", order -> order.arrayDeque = new ArrayDeque<>());
        changes.put("inverse: empty", order -> order.inverse = new ArrayList<>());
        changes.forEach((name, change) -> {
            Order alone = alone(db);
            change.accept(alone);
            NotLoadedException refused = catchThrowableOfType(NotLoadedException.class, () -> db.store(alone));
            assertThat(refused).as(name).isNotNull();
            assertThat(refused.code()).as(name).isEqualTo("not-loaded");
            assertThat(refused.getMessage()).as(name).contains("." + name.substring(0, name.indexOf(':')) + ":");
        });
        assertWhole(db, "first");
    }

    @OnEveryEngine
    void serializedCopyKeepsItsLeftOutCollections(TestDatabase database) throws Exception {
        Database db = database.open(Order.class);
        stored(db);
        Order copy = (Order) deserialized(alone(db));
        assertNotLoaded(copy);
        copy.array = db.query(Order.class, "").one().array;
        copy.arrayDeque = db.query(Order.class, "").one().arrayDeque;
        copy.name = "copied";
        db.overwrite(copy);
        assertWhole(db, "copied");
        copy.name = "again";
        db.store(copy);
        assertWhole(db, "again");
        copy.list = new ArrayList<>();
        assertThat(codeOf(() -> db.store(copy))).isEqualTo("not-loaded");
        Database other = database.open(Order.class);
        Order elsewhere = (Order)
                deserialized(db.query(Order.class, "").stopAt("list", "inverse").one());
        elsewhere.name = "elsewhere";
        other.overwrite(elsewhere);
        assertThat(elsewhere.list).hasToString("[not loaded]");
        assertThat(elsewhere.inverse).hasToString("[not loaded]");
        assertWhole(other, "elsewhere");
    }

    @OnEveryEngine
    void newObjectCannotTakeTheLeftOutCollectionOfAnother(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order fresh = new Order();
        fresh.list = alone(db).list;
        NotLoadedException refused = catchThrowableOfType(NotLoadedException.class, () -> db.store(fresh));
        assertThat(refused.getMessage()).startsWith("Order.list: ");
        assertThat(codeOf(() -> {
                    try (BulkWriter bulk = db.bulkWriter()) {
                        bulk.store(fresh);
                    }
                }))
                .isEqualTo("not-loaded");
        assertWhole(db, "first");
    }

    @OnEveryEngine
    void leftOutCollectionOfAnotherCopyLeavesTheMembersAsTheyAre(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order whole = db.query(Order.class, "").one();
        whole.list = alone(db).list;
        whole.name = "second";
        db.store(whole);
        assertWhole(db, "second");
        whole.name = "third";
        db.store(whole);
        assertWhole(db, "third");
        whole.list = new ArrayList<>();
        assertThat(codeOf(() -> db.store(whole))).isEqualTo("not-loaded");
    }

    @OnEveryEngine
    void leftOutCollectionOfAnotherObjectOrFieldIsRefused(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order other = new Order();
        other.name = "other";
        other.list.add(Line.of("b", null));
        db.store(other);
        for (boolean isWhole : new boolean[] {true, false}) {
            Order order = isWhole
                    ? db.get(Order.class, other.id)
                    : db.query(Order.class, "name = 'other'").depth(0).one();
            Order first = db.query(Order.class, "name = 'first'").depth(0).one();
            order.list = first.list;
            NotLoadedException refused = catchThrowableOfType(NotLoadedException.class, () -> db.store(order));
            assertThat(refused.getMessage()).startsWith("Order " + other.id + ".list: ");
            order.list = (List<Line>)
                    db.query(Order.class, "name = 'other'").depth(0).one().collection;
            assertThat(codeOf(() -> db.store(order))).isEqualTo("not-loaded");
            assertThat(codeOf(() -> db.overwrite(order))).isEqualTo("not-loaded");
        }
        assertThat(db.get(Order.class, other.id).list).hasSize(1);
    }

    @OnEveryEngine
    void storingAMemberLeavesALeftOutInverseAlone(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order alone = alone(db);
        Order untracked = db.query(Order.class, "").depth(0).untracked().one();
        db.store(Line.of("b", alone));
        db.store(Line.of("c", untracked));
        assertThat(alone.inverse).hasToString("[not loaded]");
        assertThat(untracked.inverseSet).hasToString("[not loaded]");
        assertThat(db.query(Order.class, "").one().inverse)
                .extracting(line -> line.text)
                .containsExactly("a", "b", "c");
        db.delete(db.query(Line.class, "text = 'b'").one());
        db.delete(alone);
        assertThat(db.query(Order.class, "").list()).isEmpty();
    }

    @OnEveryEngine
    void rollbackPutsTheSameCollectionsBack(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order alone = alone(db);
        List<Line> list = alone.list;
        Set<Line> inverse = alone.inverseSet;
        Map<String, Line> map = alone.map;
        assertThat(catchThrowableOfType(
                        IllegalStateException.class,
                        () -> db.useTransaction(tx -> {
                            tx.remember(alone);
                            alone.name = "second";
                            tx.store(alone);
                            tx.store(Line.of("b", alone));
                            alone.list = new ArrayList<>();
                            alone.map = null;
                            throw new IllegalStateException("back");
                        })))
                .hasMessage("back");
        assertThat(alone.name).isEqualTo("first");
        assertThat((Object) alone.list).isSameAs(list);
        assertThat((Object) alone.map).isSameAs(map);
        assertThat((Object) alone.inverseSet).isSameAs(inverse);
        alone.name = "third";
        db.store(alone);
        assertWhole(db, "third");
    }

    @OnEveryEngine
    void widerReadOfATransactionFillsLeftOutCollections(TestDatabase database) {
        Database db = database.open(Order.class);
        long id = stored(db).id;
        db.useTransaction(tx -> {
            Order alone = tx.query(Order.class, "").depth(0).one();
            assertNotLoaded(alone);
            Order whole = tx.get(Order.class, id);
            assertThat(whole).isSameAs(alone);
            THROWING.forEach((field, value) ->
                    assertThat(size(value.apply(whole))).as(field).isEqualTo(1));
            assertThat(whole.array).hasSize(1);
            whole.list.clear();
            tx.store(whole);
        });
        assertThat(db.get(Order.class, id).list).isEmpty();
        Order refreshed = alone(db);
        db.refresh(refreshed);
        assertThat(refreshed.set).hasSize(1);
    }

    @OnEveryEngine
    void leftOutCollectionIsNullIfTheSettingsSaySo(TestDatabase database) {
        Database db = nulls(database, Order.class);
        stored(db);
        Order alone = alone(db);
        THROWING.forEach(
                (field, value) -> assertThat(value.apply(alone)).as(field).isNull());
        OTHERS.forEach(
                (field, value) -> assertThat(value.apply(alone)).as(field).isNull());
        alone.name = "second";
        db.store(alone);
        db.store(Line.of("b", alone));
        assertThat(alone.inverse).isNull();
        db.delete(db.query(Line.class, "text = 'b'").one());
        assertWhole(db, "second");
        alone.list = new ArrayList<>();
        assertThat(codeOf(() -> db.store(alone))).isEqualTo("not-loaded");
        alone.list = new ArrayList<>(List.of(Line.of("b", null)));
        assertThat(codeOf(() -> db.store(alone))).isEqualTo("not-loaded");
        alone.list = null;
        db.store(alone);
        db.useTransaction(tx -> {
            Order filled = tx.query(Order.class, "").depth(0).one();
            assertThat(filled.list).isNull();
            tx.get(Order.class, filled.id);
            assertThat(filled.list).hasSize(1);
        });
        assertWhole(db, "second");
    }

    @OnEveryEngine
    void recordGetsWhatTheSettingsSay(TestDatabase database) {
        Database db = database.open(Sheet.class, Wrapping.class, Copying.class);
        db.store(new Sheet(0, "sheet", List.of(Line.of("a", null))));
        db.store(new Wrapping(0, "wrapping", List.of(Line.of("b", null))));
        db.store(new Copying(0, "copying", List.of(Line.of("c", null))));
        Sheet sheet = db.query(Sheet.class, "").depth(0).one();
        assertThat(sheet.lines()).hasToString("[not loaded]");
        db.overwrite(new Sheet(sheet.id(), "other", sheet.lines()));
        Wrapping wrapping = db.query(Wrapping.class, "").depth(0).one();
        assertThat(codeOf(() -> wrapping.lines().size())).isEqualTo("not-loaded");
        db.store(wrapping);
        db.useTransaction(tx -> {
            tx.store(tx.query(Wrapping.class, "").depth(0).one());
        });
        db.overwrite(new Wrapping(wrapping.id(), "other", wrapping.lines()));
        assertThat(db.query(Sheet.class, "name = 'other'").one().lines()).hasSize(1);
        assertThat(db.query(Wrapping.class, "name = 'other'").one().lines()).hasSize(1);

        EspalierException refused = catchThrowableOfType(
                EspalierException.class,
                () -> db.query(Copying.class, "").depth(0).one());
        assertThat(refused.code()).isEqualTo("unresolved-reference");
        assertThat(refused.getMessage()).contains("Copying", ".lines: a bound leaves this collection out");
        Database nulls = nulls(database, Sheet.class, Copying.class);
        assertThat(nulls.query(Sheet.class, "").depth(0).one().lines()).isNull();
        assertThat(codeOf(() -> nulls.query(Copying.class, "").depth(0).one())).isEqualTo("unresolved-reference");
    }

    @OnEveryEngine
    void nodesDoTheSame(TestDatabase database) {
        Database db = database.open(Order.class);
        long id = stored(db).id;
        Database byCatalog = database.openCatalog();
        Node alone = byCatalog.nodes().get("Order", id, bounds -> bounds.depth(0));
        List<String> left = new ArrayList<>(THROWING.keySet());
        left.addAll(OTHERS.keySet());
        left.forEach(field -> {
            assertThat(alone.get(field)).as(field).hasToString("[not loaded]");
            Object value = alone.get(field);
            assertThat(codeOf(() -> size(value))).as(field).isEqualTo("not-loaded");
        });
        byCatalog.store(alone.set("name", "second"));
        assertWhole(db, "second");
        left.forEach(field -> {
            Node other = byCatalog.nodes().get("Order", id, bounds -> bounds.depth(0));
            other.set(field, null);
            assertThat(codeOf(() -> byCatalog.store(other))).as(field).isEqualTo("not-loaded");
        });
        Node standIn = byCatalog.nodes().reference("Order", id);
        assertThat(standIn.get("list", List.class).isEmpty()).isTrue();
        byCatalog.store(byCatalog.nodes().newNode("Line").set("text", "b").set("order", standIn));
        byCatalog.nodes().query("Line", "text = 'b'").list().forEach(byCatalog::delete);
        assertWhole(db, "second");
    }

    @OnEveryEngine
    void nodesHaveNullIfTheSettingsSaySo(TestDatabase database) {
        Database db = database.open(Order.class);
        long id = stored(db).id;
        Database byCatalog = database.openCatalog(database.settings().leftOutCollections(LeftOutCollections.NULL));
        Node alone = byCatalog.nodes().get("Order", id, bounds -> bounds.depth(0));
        THROWING.keySet()
                .forEach(field -> assertThat(alone.get(field)).as(field).isNull());
        OTHERS.keySet().forEach(field -> assertThat(alone.get(field)).as(field).isNull());
        byCatalog.store(alone.set("list", null).set("inverse", null).set("name", "second"));
        assertThat(alone.get("list")).as("it is not known yet").isNull();
        assertWhole(db, "second");
        alone.set("list", List.of());
        assertThat(codeOf(() -> byCatalog.store(alone))).isEqualTo("not-loaded");
        byCatalog.useTransaction(tx -> {
            Node node = tx.nodes().get("Order", id, bounds -> bounds.depth(0));
            tx.nodes().get("Order", id);
            assertThat(node.get("list", List.class).size()).isEqualTo(1);
        });
    }

    @OnEveryEngine
    void migrationReadsTheCollectionsThatItFills(TestDatabase database) {
        Database db = database.open(Tour.class);
        Tour tour = new Tour();
        tour.stops.add(new Stop("first", Line.of("a", null)));
        db.store(tour);
        db.migrate(Migration.of(Tour.class).set("copies", node -> node.get("stops")));
        Tour copied = db.get(Tour.class, tour.id);
        assertThat(copied.copies).containsExactlyElementsOf(copied.stops).hasSize(1);
    }

    @OnEveryEngine
    void untrackedObjectSaysThatSomethingWasLeftOut(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Line line = db.query(Line.class, "").untracked().one();
        assertThat(line.order.inverse).hasToString("[not loaded]");
        assertThat(db.isComplete(line.order)).isFalse();
    }

    @OnEveryEngine
    void untrackedObjectKeepsNullInPlaceOfALeftOutInverse(TestDatabase database) {
        Database db = nulls(database, Order.class);
        stored(db);
        Line line = db.query(Line.class, "").untracked().one();
        assertThat(db.isComplete(line.order)).isFalse();
        db.store(Line.of("b", line.order));
        assertThat(line.order.inverse).isNull();
        assertThat(db.query(Order.class, "").one().inverse).hasSize(2);
    }

    @OnEveryEngine
    void newObjectWithALeftOutInverseGetsItWhenItIsAskedFor(TestDatabase database) {
        Database db = database.open(Order.class);
        stored(db);
        Order fresh = new Order();
        fresh.inverse = alone(db).inverse;
        db.store(Line.of("b", fresh));
        assertThat(db.isComplete(fresh)).isFalse();
        Order other = new Order();
        other.inverse = fresh.inverse;
        db.useTransaction(tx -> {
            tx.store(Line.of("c", other));
            assertThat(tx.get(Order.class, other.id)).isSameAs(other);
            assertThat(other.inverse).hasSize(1);
        });
    }

    /** The limit is one for the reads of the program. */
    @OnEveryEngine
    void migrationReadsMoreObjectsThanAnAnswerMayHave(TestDatabase database) {
        Database db = database.open(Model.of(Order.class), database.settings().maxObjects(5));
        for (int i = 0; i < 4; i++) {
            Order order = new Order();
            order.name = "order " + i;
            db.storeAll(List.of(Line.of("a", order), Line.of("b", order)));
        }
        db.migrate(Migration.of(Order.class)
                .set(
                        "notes",
                        node -> List.of(node.get("name") + ": "
                                + node.get("inverse", List.class).size())));
        assertThat(db.query(Order.class, "name = 'order 3'").one().notes).containsExactly("order 3: 2");
    }

    @OnEveryEngine
    void viewsOfLeftOutCollectionsAreNotLoadedEither(TestDatabase database) {
        Database db = database.open(Order.class);
        long id = stored(db).id;
        Order alone = alone(db);
        alone.list = Collections.unmodifiableList(alone.list);
        alone.map = Collections.unmodifiableMap(alone.map);
        alone.inverse = Collections.unmodifiableList(alone.inverse);
        alone.name = "second";
        db.useTransaction(tx -> {
            tx.store(alone);
            tx.store(Line.of("b", alone));
        });
        db.store(alone);
        assertThat(db.isComplete(alone)).isFalse();
        Order untracked = db.query(Order.class, "").depth(0).untracked().one();
        untracked.inverse = Collections.unmodifiableList(untracked.inverse);
        db.store(Line.of("c", untracked));
        Order copy = new Order();
        copy.id = id;
        copy.name = "third";
        copy.inverse = untracked.inverse;
        copy.list = alone.list;
        db.overwrite(copy);
        Order whole = db.get(Order.class, id);
        assertThat(whole.name).isEqualTo("third");
        assertThat(whole.list).hasSize(1);
        assertThat(whole.inverse).hasSize(3);
    }
}
