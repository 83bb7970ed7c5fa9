package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.LoadBounds;
import dev.espalier.Members;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Transaction;
import dev.espalier.annotation.Bounds;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.error.EspalierException;
import dev.espalier.error.LimitException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.function.Executable;

/** A page of a collection holds what the loaded collection holds there, whatever has been done to it, and reads nothing else. */
class MembersContractTest {

    static class Maker {
        long id;
        String name = "";
    }

    static class Item {
        long id;
        String name = "";
        Maker maker;
        Shelf shelf;
    }

    static class Heavy extends Item {
        int weight;
    }

    static class Label {
        long id;
        String text = "";
    }

    @Bounds(stopAt = "maker")
    static class Sparse {
        long id;
        Maker maker;
    }

    record Mark(String text, Maker by) {}

    record Point(int x, Integer y) {}

    static class Shelf {
        long id;
        String name = "";
        Maker owner;
        List<Item> items = new ArrayList<>();
        Item[] array = {};
        int[] numbers = {};
        List<String> texts = new ArrayList<>();
        List<Point> points = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        List<Sparse> sparse = new ArrayList<>();
        Set<Item> linked = new LinkedHashSet<>();
        Set<String> unordered = new HashSet<>();
        TreeSet<Integer> sorted = new TreeSet<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        TreeMap<String, Item> named = new TreeMap<>();
        Map<Item, Mark> marked = new HashMap<>();
        Set<Mark> distinct = new LinkedHashSet<>();

        @InverseOf("shelf")
        List<Item> inverse = new ArrayList<>();

        @Part
        List<Label> labels = new ArrayList<>();
    }

    static class Wide extends Shelf {
        List<String> extras = new ArrayList<>();
    }

    private static <T extends Item> T item(T item, String name, Maker maker) {
        item.name = name;
        item.maker = maker;
        return item;
    }

    /** A shelf with nulls, duplicates and members of two classes. */
    private static Shelf full(int size) {
        Maker maker = new Maker();
        maker.name = "Acme";
        Shelf shelf = new Shelf();
        List<Item> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Item item = item(i % 3 == 0 ? new Heavy() : new Item(), "item " + i, i % 2 == 0 ? maker : null);
            item.shelf = shelf;
            all.add(item);
            shelf.inverse.add(item);
            shelf.items.add(item);
            shelf.texts.add(i % 5 == 0 ? null : "text " + i / 2);
            shelf.points.add(i % 4 == 0 ? null : new Point(i, i % 2 == 0 ? null : i));
            shelf.marks.add(i % 4 == 1 ? null : new Mark("mark " + i, i % 2 == 0 ? null : maker));
            shelf.linked.add(item);
            shelf.unordered.add("member " + i);
            shelf.sorted.add(i * 37 % 101);
            shelf.counts.put("key " + (size - i), i % 3 == 0 ? null : i);
            shelf.named.put("name " + i * 7 % 31, item);
            shelf.marked.put(item, new Mark("mark " + i, maker));
            Label label = new Label();
            label.text = "label " + i;
            shelf.labels.add(label);
        }
        shelf.items.add(size / 2, null);
        shelf.items.add(all.get(0));
        shelf.items.add(1, all.get(0));
        shelf.array = all.toArray(Item[]::new);
        shelf.numbers = IntStream.range(0, size).toArray();
        return shelf;
    }

    private static List<Object> shown(Collection<?> members) {
        return members.stream().map(MembersContractTest::shown).toList().stream()
                .map(Object.class::cast)
                .toList();
    }

    /** The content of a member, which two Java objects may have. */
    private static Object shown(Object member) {
        if (member instanceof Item item) {
            return item.getClass().getSimpleName() + item.id + item.name + shown(item.maker) + item.shelf.id;
        }
        if (member instanceof Maker maker) {
            return "Maker" + maker.id + maker.name;
        }
        if (member instanceof Label label) {
            return "Label" + label.id + label.text;
        }
        if (member instanceof Mark mark) {
            return "Mark" + mark.text + shown(mark.by);
        }
        if (member instanceof Map.Entry<?, ?> entry) {
            return shown(entry.getKey()) + "=" + shown(entry.getValue());
        }
        return String.valueOf(member);
    }

    /** The pages of all members together, each asked for alone. */
    private static List<Object> pages(Members<?> members, int size) {
        List<Object> all = new ArrayList<>();
        long count = members.count();
        for (long from = 0; from < count; from += size) {
            List<?> page = members.list(from, size);
            assertThat(page).hasSize((int) Math.min(size, count - from));
            all.addAll(shown(page));
        }
        assertThat(members.list(count, size)).isEmpty();
        assertThat(members.list(Long.MAX_VALUE, size)).isEmpty();
        assertThat(members.list(0, 0)).isEmpty();
        return all;
    }

    private interface Source {
        <M> Members<M> members(String name, Class<M> type);

        <K, V> Members<Map.Entry<K, V>> entries(String name, Class<K> keys, Class<V> values);

        static Source of(Database db, Shelf shelf) {
            return new Source() {
                @Override
                public <M> Members<M> members(String name, Class<M> type) {
                    return db.members(Shelf.class, shelf.id, name, type);
                }

                @Override
                public <K, V> Members<Map.Entry<K, V>> entries(String name, Class<K> keys, Class<V> values) {
                    return db.entries(Shelf.class, shelf.id, name, keys, values);
                }
            };
        }

        static Source of(Transaction tx, Shelf shelf) {
            return new Source() {
                @Override
                public <M> Members<M> members(String name, Class<M> type) {
                    return tx.members(Shelf.class, shelf.id, name, type);
                }

                @Override
                public <K, V> Members<Map.Entry<K, V>> entries(String name, Class<K> keys, Class<V> values) {
                    return tx.entries(Shelf.class, shelf.id, name, keys, values);
                }
            };
        }
    }

    /** Compares the pages of every collection with the loaded one. */
    private static void assertPages(Source source, Shelf loaded, int size) {
        assertThat(pages(source.members("items", Item.class), size)).isEqualTo(shown(loaded.items));
        assertThat(pages(source.members("array", Item.class), size)).isEqualTo(shown(Arrays.asList(loaded.array)));
        assertThat(pages(source.members("numbers", int.class), size))
                .isEqualTo(shown(IntStream.of(loaded.numbers).boxed().toList()));
        assertThat(pages(source.members("texts", String.class), size)).isEqualTo(shown(loaded.texts));
        assertThat(pages(source.members("points", Point.class), size)).isEqualTo(shown(loaded.points));
        assertThat(pages(source.members("marks", Mark.class), size)).isEqualTo(shown(loaded.marks));
        assertThat(pages(source.members("linked", Item.class), size)).isEqualTo(shown(loaded.linked));
        assertThat(pages(source.members("sorted", Integer.class), size)).isEqualTo(shown(loaded.sorted));
        assertThat(pages(source.members("inverse", Item.class), size)).isEqualTo(shown(loaded.inverse));
        assertThat(pages(source.members("labels", Label.class), size)).isEqualTo(shown(loaded.labels));
        assertThat(pages(source.members("unordered", String.class), size))
                .containsExactlyInAnyOrderElementsOf(shown(loaded.unordered));
        assertThat(pages(source.entries("counts", String.class, Integer.class), size))
                .isEqualTo(shown(loaded.counts.entrySet()));
        assertThat(pages(source.entries("named", String.class, Item.class), size))
                .isEqualTo(shown(loaded.named.entrySet()));
        assertThat(pages(source.entries("marked", Item.class, Mark.class), size))
                .containsExactlyInAnyOrderElementsOf(shown(loaded.marked.entrySet()));
    }

    private static void change(Shelf shelf) {
        Item added = item(new Heavy(), "added", shelf.owner);
        added.shelf = shelf;
        shelf.inverse.add(added);
        shelf.items.add(5, added);
        shelf.items.remove(1);
        shelf.texts.add(2, "inserted");
        shelf.texts.remove(9);
        shelf.points.remove(0);
        shelf.marks.add(0, new Mark("first", null));
        shelf.linked.remove(shelf.linked.iterator().next());
        shelf.unordered.remove("member 3");
        shelf.unordered.remove("member 4");
        shelf.unordered.add("another");
        shelf.sorted.add(50);
        shelf.sorted.remove(37);
        shelf.counts.remove("key 4");
        shelf.named.put("name 1", added);
        shelf.marked.remove(shelf.marked.keySet().iterator().next());
        shelf.labels.remove(2);
    }

    @OnEveryEngine
    void pagesHoldWhatTheLoadedCollectionHolds(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf other = full(4);
        Shelf shelf = full(12);
        db.storeAll(List.of(other, shelf));
        for (int size : new int[] {1, 5, 100}) {
            assertPages(Source.of(db, shelf), db.get(Shelf.class, shelf.id), size);
        }
        Shelf changed = db.get(Shelf.class, shelf.id);
        change(changed);
        db.store(changed);
        assertPages(Source.of(db, shelf), db.get(Shelf.class, shelf.id), 5);
        assertThat(db.members(Shelf.class, other.id, "items", Item.class).count())
                .isEqualTo(7);
    }

    @OnEveryEngine
    void deletedMembersCloseUp(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(12);
        db.store(shelf);
        db.deleteAll(List.of(shelf.array[0], shelf.array[4], shelf.array[5]));
        assertPages(Source.of(db, shelf), db.get(Shelf.class, shelf.id), 4);
    }

    @OnEveryEngine
    void transactionSeesItsOwnChanges(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(12);
        db.store(shelf);
        db.useTransaction(tx -> {
            Shelf own = tx.get(Shelf.class, shelf.id);
            change(own);
            tx.store(own);
            List<Item> page =
                    tx.members(Shelf.class, own.id, "items", Item.class).list(4, 2);
            assertThat(page).hasSize(2);
            assertThat(page.get(0)).isSameAs(own.items.get(4));
            assertPages(Source.of(tx, shelf), own, 5);
            Wide unsent = new Wide();
            unsent.extras.add("new");
            tx.store(unsent);
            assertThat(tx.members(Wide.class, unsent.id, "extras", String.class).list(0, 9))
                    .containsExactly("new");
        });
    }

    @OnEveryEngine
    void changesOfAnotherProgramAreSeenUnlessASnapshotIsOlder(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(6);
        db.store(shelf);
        Database other = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Members<String> texts = db.members(Shelf.class, shelf.id, "texts", String.class);
        List<String> before = texts.list(0, 3);
        db.useSnapshot(tx -> {
            Members<String> seen = tx.members(Shelf.class, shelf.id, "texts", String.class);
            assertThat(seen.list(0, 3)).isEqualTo(before);
            Shelf theirs = other.get(Shelf.class, shelf.id);
            theirs.texts.add(0, "theirs");
            other.store(theirs);
            assertThat(seen.list(0, 3)).isEqualTo(before);
            assertThat(seen.count()).isEqualTo(6);
        });
        assertThat(texts.list(0, 1)).containsExactly("theirs");
        assertThat(texts.list(1, 3)).isEqualTo(before);
    }

    @OnEveryEngine
    void membersAreLoadedAsGetLoadsThem(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(4);
        Sparse sparse = new Sparse();
        sparse.maker = shelf.array[0].maker;
        shelf.sparse.add(sparse);
        db.store(shelf);
        Members<Sparse> bounded = db.members(Shelf.class, shelf.id, "sparse", Sparse.class);
        assertThat(db.isStandIn(bounded.list(0, 1).get(0).maker)).isTrue();
        assertThat(bounded.bounds(bounds -> bounds.complete()).list(0, 1).get(0).maker.name)
                .isEqualTo("Acme");
        Members<Mark> marks = db.members(Shelf.class, shelf.id, "marks", Mark.class);
        assertThat(db.isStandIn(marks.bounds(bounds -> bounds.stopAt("by"))
                        .list(3, 1)
                        .get(0)
                        .by()))
                .isTrue();
        assertThat(marks.bounds(bounds -> bounds.only("by")).list(3, 1).get(0).by().name)
                .isEqualTo("Acme");
        assertThat(refused(() -> marks.bounds(bounds -> bounds.only("buy")).list(3, 1)))
                .startsWith("unknown-field unknown field at 1: there is no relation 'buy'; there are: by");
        assertThat(bounded.list(0, 1).get(0)).isNotSameAs(bounded.list(0, 1).get(0));
        Item changed = db.members(Shelf.class, shelf.id, "items", Item.class)
                .list(0, 1)
                .get(0);
        changed.name = "changed";
        db.store(changed);
        assertThat(db.get(Item.class, changed.id).name).isEqualTo("changed");
        assertThat(db.versionOf(db.members(Shelf.class, shelf.id, "items", Item.class)
                        .untracked()
                        .list(0, 1)
                        .get(0)))
                .isEmpty();
    }

    @OnEveryEngine
    void depthIsCountedFromTheMembersThoughTheyAreEmbeddedRecords(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(4);
        shelf.distinct.add(new Mark("one", shelf.array[0].maker));
        db.store(shelf);
        Members<Mark> marks = db.members(Shelf.class, shelf.id, "marks", Mark.class);
        Members<Mark> distinct = db.members(Shelf.class, shelf.id, "distinct", Mark.class);
        Members<Map.Entry<Item, Mark>> marked = db.entries(Shelf.class, shelf.id, "marked", Item.class, Mark.class);
        Mark mark = marks.bounds(bounds -> bounds.depth(0)).list(3, 1).get(0);
        assertThat(db.isStandIn(mark.by())).isTrue();
        mark = marks.bounds(bounds -> bounds.depth(1)).list(3, 1).get(0);
        assertThat(mark.by().name).isEqualTo("Acme");
        for (UnaryOperator<LoadBounds> cut :
                List.<UnaryOperator<LoadBounds>>of(bounds -> bounds.depth(0), bounds -> bounds.stopAt("by"))) {
            assertThat(db.isStandIn(distinct.bounds(cut).list(0, 1).get(0).by()))
                    .isTrue();
        }
        Map.Entry<Item, Mark> entry =
                marked.bounds(bounds -> bounds.depth(0)).list(0, 1).get(0);
        assertThat(entry.getKey().name).startsWith("item");
        assertThat(db.isStandIn(entry.getValue().by())).isTrue();
        entry = marked.bounds(bounds -> bounds.depth(1)).list(0, 1).get(0);
        assertThat(entry.getValue().by().name).isEqualTo("Acme");
    }

    @OnEveryEngine
    void membersAreNodesWithoutClasses(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(5);
        db.store(shelf);
        Database nodes = database.openCatalog();
        List<Object> page = nodes.nodes().members("Shelf", shelf.id, "items").list(1, 2);
        assertThat(page).extracting(node -> ((Node) node).get("name")).containsExactly("item 0", "item 1");
        assertThat(nodes.nodes().members("Shelf", shelf.id, "inverse").count()).isEqualTo(5);
        assertThat(nodes.nodes().entries("Shelf", shelf.id, "counts").list(1, 1))
                .containsExactly(new SimpleEntry<>("key 4", 1));
    }

    @OnEveryEngine
    void pageIsReadByTwoStatementsAndItsObjectsByOneMore(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db =
                database.open(log.source(), Model.of(Wide.class, Shelf.class, Heavy.class, Item.class, Maker.class));
        Wide wide = new Wide();
        IntStream.range(0, 500).forEach(i -> wide.extras.add("extra " + i));
        for (int i = 0; i < 500; i++) {
            Label label = new Label();
            label.text = "label " + i;
            wide.labels.add(label);
        }
        db.store(wide);
        Members<String> extras = db.members(Wide.class, wide.id, "extras", String.class);
        Members<Label> labels = db.members(Wide.class, wide.id, "labels", Label.class);
        for (int i = 0; i < 3; i++) {
            extras.list(0, 1);
            labels.list(0, 1);
        }
        log.reads();
        assertThat(extras.list(490, 2)).containsExactly("extra 490", "extra 491");
        assertThat(log.reads()).hasSizeBetween(1, 2);
        log.reads();
        assertThat(labels.list(490, 2)).extracting(label -> label.text).containsExactly("label 490", "label 491");
        assertThat(log.reads()).hasSizeBetween(1, 3);
    }

    @OnEveryEngine({Engine.POSTGRES, Engine.MYSQL, Engine.MARIADB})
    void pageWhoseMemberIsDeletedMeanwhileIsReadAgain(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Model model = Model.of(Wide.class, Shelf.class, Heavy.class, Item.class);
        Database db = database.open(log.source(), model);
        Shelf shelf = new Shelf();
        shelf.sparse.add(new Sparse());
        shelf.sparse.add(new Sparse());
        Maker locked = new Maker();
        db.storeAll(List.of(shelf, locked));
        Database other = database.open(model, database.settings());
        Sparse deleted = other.get(Sparse.class, shelf.sparse.get(0).id);
        log.before("(?is)select.* from .?sparse.? .*", () -> other.delete(deleted));
        AtomicInteger attempts = new AtomicInteger();
        List<Sparse> page = db.inTransaction(tx -> {
            attempts.incrementAndGet();
            tx.lock(locked);
            return tx.members(Shelf.class, shelf.id, "sparse", Sparse.class).list(0, 2);
        });
        assertThat(page).extracting(one -> one.id).containsExactly(shelf.sparse.get(1).id);
        assertThat(attempts).hasValue(2);
    }

    @OnEveryEngine({Engine.POSTGRES, Engine.MYSQL, Engine.MARIADB})
    void inverseWhoseMemberIsDeletedMeanwhileIsReadAgain(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Model model = Model.of(Wide.class, Shelf.class, Heavy.class, Item.class);
        Database db = database.open(log.source(), model);
        Shelf shelf = new Shelf();
        for (int i = 0; i < 3; i++) {
            Item item = item(new Item(), "item " + i, null);
            item.shelf = shelf;
            shelf.inverse.add(item);
        }
        Maker locked = new Maker();
        db.storeAll(List.of(shelf, locked));
        db.storeAll(shelf.inverse);
        Database other = database.open(model, database.settings());
        Item deleted = other.get(Item.class, shelf.inverse.get(0).id);
        log.before("(?is)select[^;]*name[^;]* from .?item.? .*", () -> other.delete(deleted));
        List<Item> page = db.inTransaction(tx -> {
            tx.lock(locked);
            return tx.members(Shelf.class, shelf.id, "inverse", Item.class)
                    .bounds(bounds -> bounds.depth(0))
                    .list(0, 2);
        });
        assertThat(page).extracting(one -> one.name).containsExactly("item 1", "item 2");
    }

    private static String refused(Executable call) {
        EspalierException refused = catchThrowableOfType(EspalierException.class, call::execute);
        assertThat(refused).isNotNull();
        return refused.code() + " "
                + refused.getMessage()
                        .replaceAll("\\d+ in .*", "")
                        .lines()
                        .findFirst()
                        .orElseThrow();
    }

    @OnEveryEngine
    void mistakesAreRefused(TestDatabase database) {
        Database db = database.open(Wide.class, Shelf.class, Heavy.class, Item.class);
        Shelf shelf = full(5);
        db.store(shelf);
        Function<String, Members<Item>> of = name -> db.members(Shelf.class, shelf.id, name, Item.class);
        assertThat(refused(() -> db.members(Shelf.class, shelf.id, "texts", String.class)
                        .bounds(bounds -> bounds.only("maker"))
                        .list(0, 1)))
                .startsWith("unknown-field unknown field at 1: there is no relation 'maker'; there are: ");
        assertThat(refused(() -> of.apply("itens").list(0, 1)))
                .startsWith("unknown-field unknown field at 1: Shelf has no field 'itens'; its collections: array, ")
                .endsWith("; did you mean items?");
        assertThat(refused(() -> of.apply("owner").count()))
                .startsWith(
                        "no-collection no collection at 1: Shelf.owner is no collection; the collections of Shelf:");
        assertThat(refused(() -> of.apply("owner.items").list(0, 1)))
                .startsWith("no-collection no collection at 6: found a path through other objects");
        assertThat(refused(() -> of.apply("extras").list(0, 1)))
                .startsWith(
                        "wrong-type wrong type at 1: the members of Wide.extras are asked for as Item; expected String");
        assertThat(refused(() -> db.members(Shelf.class, shelf.id, "extras", String.class)
                        .list(0, 1)))
                .startsWith("unknown-field unknown field at 1: Shelf " + shelf.id + " has no field 'extras'");
        assertThat(refused(() -> of.apply("counts").list(0, 1)))
                .startsWith("wrong-type wrong type at 1: Shelf.counts is a map; ask for its entries");
        assertThat(refused(() -> db.entries(Shelf.class, shelf.id, "items", String.class, Item.class)
                        .count()))
                .startsWith("wrong-type wrong type at 1: Shelf.items is no map; ask for its members");
        assertThat(catchThrowable(() -> of.apply("items").list(-1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("from -1; at least 0 is expected");
        assertThat(catchThrowable(() -> of.apply("items").list(0, -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count -1; at least 0 is expected");
        Members<Item> nobody = db.members(Shelf.class, shelf.array[0].id, "items", Item.class);
        assertThat(catchThrowable(() -> nobody.list(0, 1))).isInstanceOf(NotFoundException.class);
        assertThat(catchThrowable(nobody::count)).isInstanceOf(NotFoundException.class);
        assertThat(catchThrowableOfType(
                                QueryException.class,
                                () -> of.apply("items.maker").count())
                        .position())
                .isEqualTo(6);
    }

    @OnEveryEngine
    void pageWithMoreMembersThanAllowedIsRefused(TestDatabase database) {
        Database db = database.open(
                Model.of(Wide.class, Shelf.class, Heavy.class, Item.class),
                database.settings().maxObjects(1000));
        Shelf shelf = full(6);
        db.store(shelf);
        Members<String> texts = db.members(Shelf.class, shelf.id, "texts", String.class);
        assertThat(texts.bounds(bounds -> bounds.maxObjects(6)).list(0, Integer.MAX_VALUE))
                .hasSize(6);
        assertThat(catchThrowable(
                        () -> texts.bounds(bounds -> bounds.maxObjects(5)).list(0, Integer.MAX_VALUE)))
                .isInstanceOf(LimitException.class)
                .hasMessageContaining("the page has more than 5 members");
    }
}
