package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.error.StoreException;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A change is written, however alike the old and the new content look; where nothing has changed, nothing is written. */
@EngineIndependent
class SmallChangesContractTest {

    private static final int NULL_LETTERS = 1853189228; // the number that the letters of "null" make

    record Box(Integer number) {}

    record Boxes(Box left, Box right) {}

    static class Thing {
        long id;
        Long number;
        Long other;
        Boolean truth;
        String text;
        String more;
        Double real;
        byte[] bytes;
        Optional<Integer> maybe = Optional.empty();
        Box box;
        Boxes boxes;
        Thing next;
        List<Integer> list = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        List<Box> boxList = new ArrayList<>();
        Map<String, Integer> map = new HashMap<>();
        Set<String> set = new HashSet<>();

        static Thing of(java.util.function.Consumer<Thing> change) {
            Thing thing = new Thing();
            change.accept(thing);
            return thing;
        }

        void become(Thing that) {
            number = that.number;
            other = that.other;
            truth = that.truth;
            text = that.text;
            more = that.more;
            real = that.real;
            bytes = that.bytes;
            maybe = that.maybe;
            box = that.box;
            boxes = that.boxes;
            next = that.next;
            list = that.list;
            texts = that.texts;
            boxList = that.boxList;
            map = that.map;
            set = that.set;
        }
    }

    private static List<Supplier<Thing>> things() {
        return List.of(
                Thing::new,
                () -> Thing.of(t -> t.number = (long) NULL_LETTERS),
                () -> Thing.of(t -> t.number = 0L),
                () -> Thing.of(t -> t.other = (long) NULL_LETTERS),
                () -> Thing.of(t -> t.truth = true),
                () -> Thing.of(t -> t.truth = false),
                () -> Thing.of(t -> t.text = ""),
                () -> Thing.of(t -> t.text = "null"),
                () -> Thing.of(t -> t.more = ""),
                () -> Thing.of(t -> t.bytes = new byte[0]),
                () -> Thing.of(t -> t.bytes = new byte[1]),
                () -> Thing.of(t -> t.real = 0.0),
                () -> Thing.of(t -> t.maybe = Optional.of(NULL_LETTERS)),
                () -> Thing.of(t -> t.box = new Box(null)),
                () -> Thing.of(t -> t.box = new Box(NULL_LETTERS)),
                () -> Thing.of(t -> t.boxes = new Boxes(null, null)),
                () -> Thing.of(t -> t.boxes = new Boxes(new Box(null), null)),
                () -> Thing.of(t -> t.boxes = new Boxes(null, new Box(null))),
                () -> Thing.of(t -> t.list = Arrays.asList((Integer) null)),
                () -> Thing.of(t -> t.list = Arrays.asList(NULL_LETTERS)),
                () -> Thing.of(t -> t.list = Arrays.asList(null, null)),
                () -> Thing.of(t -> t.texts = Arrays.asList("")),
                () -> Thing.of(t -> t.texts = Arrays.asList("", "")),
                () -> Thing.of(t -> t.boxList = Arrays.asList((Box) null)),
                () -> Thing.of(t -> t.boxList = Arrays.asList(new Box(null))),
                () -> Thing.of(t -> t.boxList = Arrays.asList(new Box(NULL_LETTERS))),
                () -> Thing.of(t -> t.map.put("a", null)),
                () -> Thing.of(t -> t.map.put("a", NULL_LETTERS)),
                () -> Thing.of(t -> t.map.put("", null)),
                () -> Thing.of(t -> t.set.add("")),
                () -> Thing.of(t -> t.set.add(null)));
    }

    @OnEveryEngine
    void everyChangeBetweenSpecialValuesIsWritten(TestDatabase database) {
        List<Supplier<Thing>> contents = things();
        List<Thing> changing = new ArrayList<>();
        for (Supplier<Thing> before : contents) {
            contents.forEach(after -> changing.add(before.get()));
        }
        Database db = database.open(Thing.class);
        db.storeAll(changing);
        for (int i = 0; i < changing.size(); i++) {
            changing.get(i).become(contents.get(i % contents.size()).get());
        }
        db.storeAll(changing);
        Database fresh = database.open(Thing.class);
        List<Thing> read = fresh.getAll(
                Thing.class, changing.stream().map(thing -> thing.id).toList());
        for (int i = 0; i < changing.size(); i++) {
            assertThat(Graphs.difference(changing.get(i), read.get(i)))
                    .as("from content %d to content %d", i / contents.size(), i % contents.size())
                    .isNull();
        }
    }

    @OnEveryEngine
    void setThatGrewAndShrankIsNotWritten(TestDatabase database) {
        Database db = database.open(Thing.class);
        Thing thing = new Thing();
        thing.set.addAll(List.of("a", "b", "cc", "ddd", "Aa", "BB", "17"));
        thing.map.putAll(Map.of("a", 1, "b", 2, "cc", 3, "ddd", 4, "17", 5));
        db.store(thing);
        List<String> before = new ArrayList<>(thing.set);
        for (int i = 0; i < 10_000; i++) {
            thing.set.add("x" + i);
            thing.map.put("x" + i, i);
        }
        thing.set.removeIf(text -> text.startsWith("x"));
        thing.map.keySet().removeIf(text -> text.startsWith("x"));
        assertThat(new ArrayList<>(thing.set)).as("the order has changed").isNotEqualTo(before);
        db.store(thing);
        assertThat(database.rows("SELECT _version FROM " + database.quote("thing")))
                .containsExactly("0");
        thing.set.remove("a");
        db.store(thing);
        assertThat(database.open(Thing.class).get(Thing.class, thing.id).set).isEqualTo(thing.set);
    }

    @OnEveryEngine
    void orderOfALinkedSetIsWritten(TestDatabase database) {
        Database db = database.open(Thing.class);
        Thing thing = new Thing();
        thing.set = new java.util.LinkedHashSet<>(List.of("a", "b", "c"));
        db.store(thing);
        thing.set.remove("a");
        thing.set.add("a");
        db.store(thing);
        assertThat(database.open(Thing.class).get(Thing.class, thing.id).set).containsExactly("b", "c", "a");
    }

    @OnEveryEngine
    void numberOutOfRangeInAChangedObjectIsRefusedByName(TestDatabase database) {
        Database db = database.open(Thing.class);
        Thing thing = new Thing();
        db.store(thing);
        thing.real = Double.NaN;
        assertThatThrownBy(() -> db.store(thing))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Thing " + thing.id + ".real: found NaN");
        thing.real = null;
        db.store(thing);
        assertThat(database.rows("SELECT _version FROM " + database.quote("thing")))
                .containsExactly("0");
    }
}
