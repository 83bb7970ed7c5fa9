package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.InverseOf;
import dev.espalier.error.NotFoundException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Structures of objects with one collection: a repeated read of few of them is one statement, and finds the same as the first one. */
@EngineIndependent
class WholeStructuresContractTest {

    /** The first one learns how wide the rows are. */
    private static final int READS = 4;

    record Size(int width, int height) {}

    static class Place {
        long id;
        String name;
    }

    static class Item {
        long id;
        String name;
        Place place;
        Item next;
    }

    static class Box {
        long id;
        String name;
        Place place;
        List<Item> items = new ArrayList<>();
    }

    static class Labels {
        long id;
        String name;
        List<String> labels = new ArrayList<>();
    }

    static class Sizes {
        long id;
        Set<Size> sizes = new LinkedHashSet<>();
    }

    static class Index {
        long id;
        String name;
        Map<String, Item> entries = new LinkedHashMap<>();
    }

    static class Tree {
        long id;
        String name;
        Tree parent;
        Place place;

        @InverseOf("parent")
        List<Tree> branches = new ArrayList<>();
    }

    static class Crate extends Box {
        int weight;
    }

    private static Place place(String name) {
        Place place = new Place();
        place.name = name;
        return place;
    }

    private static Item item(String name, Place place) {
        Item item = new Item();
        item.name = name;
        item.place = place;
        return item;
    }

    private static Box box(String name, Place place, Item... items) {
        Box box = new Box();
        box.name = name;
        box.place = place;
        box.items.addAll(Arrays.asList(items));
        return box;
    }

    private static Database open(TestDatabase database) {
        return database.open(Place.class, Item.class, Box.class, Labels.class, Sizes.class, Index.class, Tree.class);
    }

    private static String told(Box box) {
        return box.name + " at " + box.place.name + ": "
                + box.items.stream()
                        .map(item -> item == null ? "none" : item.name + " at " + item.place.name)
                        .toList();
    }

    @OnEveryEngine
    void aRepeatedReadIsOneStatement(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(
                log.source(),
                Model.of(Place.class, Item.class, Box.class, Labels.class, Sizes.class, Index.class, Tree.class))) {
            Place here = place("here");
            Box box = box("b", here, item("i", here), item("k", here));
            Tree root = new Tree();
            root.place = here;
            for (int i = 0; i < 3; i++) {
                Tree branch = new Tree();
                branch.parent = root;
                branch.place = place("there");
                root.branches.add(branch);
            }
            Labels labels = new Labels();
            labels.labels.add("one");
            db.storeAll(List.of(box, root, labels));
            for (int i = 0; i < READS; i++) {
                log.reads();
                assertThat(told(db.get(Box.class, box.id))).isEqualTo("b at here: [i at here, k at here]");
                assertThat(log.reads()).hasSize(i == 0 ? 2 : 1);
                assertThat(db.get(Labels.class, labels.id).labels).containsExactly("one");
                assertThat(log.reads()).hasSize(i == 0 ? 2 : 1);
            }
            for (int i = 0; i < READS; i++) {
                log.reads();
                assertThat(db.query(Box.class, "name = :name").with("name", "b").list())
                        .extracting(WholeStructuresContractTest::told)
                        .containsExactly("b at here: [i at here, k at here]");
                assertThat(log.reads()).hasSize(1);
            }
        }
    }

    @OnEveryEngine
    void ownersWithManyWithOneAndWithoutMembers(TestDatabase database) {
        Database db = open(database);
        Place here = place("here");
        Place there = place("there");
        Item shared = item("shared", there);
        List<Box> boxes = List.of(
                box("none", here),
                box("one", there, shared),
                box("many", here, item("a", here), shared, null, item("b", there), shared, shared),
                box("null", here, (Item) null));
        db.storeAll(boxes);
        List<String> expected =
                boxes.stream().map(WholeStructuresContractTest::told).toList();
        List<Long> ids = boxes.stream().map(box -> box.id).toList();
        List<Long> asked = new ArrayList<>(ids);
        asked.add(1, 1_000_000L);
        for (int i = 0; i < READS; i++) {
            for (int at = 0; at < ids.size(); at++) {
                assertThat(told(db.get(Box.class, ids.get(at)))).isEqualTo(expected.get(at));
            }
            List<Box> all = db.getAll(Box.class, ids);
            assertThat(all).extracting(WholeStructuresContractTest::told).isEqualTo(expected);
            assertThat(all.get(2).items.get(1))
                    .isSameAs(all.get(1).items.get(0))
                    .isSameAs(all.get(2).items.get(4));
            assertThat(all.get(0).place)
                    .isSameAs(all.get(2).place)
                    .isSameAs(all.get(2).items.get(0).place);
            assertThat(all.get(1).place).isSameAs(all.get(1).items.get(0).place);
            assertThatThrownBy(() -> db.getAll(Box.class, asked)).isInstanceOf(NotFoundException.class);
            assertThat(db.query(Box.class, "id >= :first")
                            .with("first", ids.get(0))
                            .list())
                    .extracting(WholeStructuresContractTest::told)
                    .isEqualTo(expected);
            List<String> backwards = new ArrayList<>(expected);
            Collections.reverse(backwards);
            assertThat(db.query(Box.class, "id >= :first ORDER BY id DESC")
                            .with("first", ids.get(0))
                            .list())
                    .extracting(WholeStructuresContractTest::told)
                    .isEqualTo(backwards);
            assertThat(db.query(Box.class, "items.place.name = :name")
                            .with("name", "here")
                            .list())
                    .extracting(WholeStructuresContractTest::told)
                    .containsExactly(expected.get(2));
            assertThat(db.query(Box.class, "name = 'nothing'").list()).isEmpty();
        }
    }

    /** A collection is stored in the same way, whether it was read in the rows of its owner or by itself. */
    @OnEveryEngine
    void aStructureThatWasReadInOneStatementIsStoredAsAnyOther(TestDatabase database) {
        Database db = open(database);
        Place here = place("here");
        Box stored = box("b", here, item("a", here), null, item("c", here));
        db.store(stored);
        for (int i = 0; i < READS; i++) {
            int round = i;
            db.useTransaction(tx -> {
                Box box = tx.get(Box.class, stored.id);
                assertThat(box.items).hasSize(3 + round);
                box.items.get(0).name = "a" + round;
                box.items.add(1, item("new" + round, box.place));
                tx.store(box);
            });
            Box detached = db.get(Box.class, stored.id);
            detached.items.get(detached.items.size() - 1).name = "c" + i;
            detached.place.name = "place" + i;
            db.store(detached);
        }
        assertThat(told(db.get(Box.class, stored.id)))
                .isEqualTo(
                        "b at place3: [a3 at place3, new3 at place3, new2 at place3, new1 at place3, new0 at place3, none, c3 at place3]");
    }

    @OnEveryEngine
    void valuesAndRecordsAndMapsAndSets(TestDatabase database) {
        Database db = open(database);
        Labels labels = new Labels();
        labels.labels.addAll(Arrays.asList("x", "x", null, "", "y", "x"));
        Labels none = new Labels();
        Sizes sizes = new Sizes();
        sizes.sizes.addAll(List.of(new Size(3, 4), new Size(1, 2), new Size(4, 3)));
        Index index = new Index();
        Item item = item("i", place("p"));
        index.entries.put("b", item);
        index.entries.put("a", item("k", item.place));
        index.entries.put("c", item);
        db.storeAll(List.of(labels, none, sizes, index));
        for (int i = 0; i < READS; i++) {
            assertThat(db.get(Labels.class, labels.id).labels).containsExactly("x", "x", null, "", "y", "x");
            assertThat(db.get(Labels.class, none.id).labels).isEmpty();
            assertThat(db.query(Labels.class, "id > 0").list())
                    .extracting(found -> found.labels.size())
                    .containsExactly(6, 0);
            assertThat(db.get(Sizes.class, sizes.id).sizes)
                    .containsExactly(new Size(3, 4), new Size(1, 2), new Size(4, 3));
            assertThat(db.query(Sizes.class, "sizes.width = 1").list())
                    .singleElement()
                    .satisfies(found -> assertThat(found.sizes).hasSize(3));
            Index found = db.get(Index.class, index.id);
            assertThat(found.entries.keySet()).containsExactly("b", "a", "c");
            assertThat(found.entries.get("b")).isSameAs(found.entries.get("c"));
            assertThat(found.entries.get("a").place).isSameAs(found.entries.get("b").place);
            Labels flat = db.get(Labels.class, labels.id, bounds -> bounds.depth(0));
            assertThat(flat.labels).hasSize(6);
            Index cut = db.get(Index.class, index.id, bounds -> bounds.depth(1));
            assertThat(cut.entries.get("b").place.name).isNull();
        }
    }

    /** A member may be the owner itself, or lead back to it, or be a root as well. */
    @OnEveryEngine
    void ownersAmongTheirOwnMembers(TestDatabase database) {
        Database db = open(database);
        Tree root = new Tree();
        root.name = "root";
        root.place = place("p");
        root.parent = root;
        Tree branch = new Tree();
        branch.name = "branch";
        branch.parent = root;
        branch.place = root.place;
        root.branches.addAll(List.of(root, branch));
        db.store(root);
        for (int i = 0; i < READS; i++) {
            Tree read = db.get(Tree.class, root.id);
            assertThat(read.branches).hasSize(2).contains(read);
            assertThat(read.branches).allSatisfy(one -> assertThat(one.parent).isSameAs(read));
            assertThat(read.branches).allSatisfy(one -> assertThat(one.place).isSameAs(read.place));
            List<Tree> both = db.query(Tree.class, "id > 0").list();
            assertThat(both.get(0).branches).containsExactlyInAnyOrderElementsOf(both);
            assertThat(db.get(Tree.class, branch.id, bounds -> bounds.follow("branches")).parent.branches)
                    .hasSize(2);
        }
    }

    /** The rows of one owner come as they lie in the table, on an engine that keeps them in no order. */
    @OnEveryEngine
    void membersAreInOrderWhereverTheirRowsLie(TestDatabase database) {
        Database db = open(database);
        Place here = place("here");
        Box box = box("b", here, item("a", here), null, item("c", here), item("d", here));
        Box other = box("o", here, box.items.get(3), box.items.get(0));
        Labels labels = new Labels();
        labels.labels.addAll(Arrays.asList("z", null, "y", "x"));
        Index index = new Index();
        index.entries.put("b", box.items.get(0));
        index.entries.put("a", box.items.get(2));
        index.entries.put("c", box.items.get(0));
        Tree root = new Tree();
        for (int i = 0; i < 4; i++) {
            Tree branch = new Tree();
            branch.name = "branch " + i;
            branch.parent = root;
            root.branches.add(branch);
        }
        db.storeAll(List.of(box, other, labels, index, root));
        for (String table : List.of("box_items", "labels_labels", "index_entries")) {
            turnRows(database, table, "pos");
        }
        turnRows(database, "tree", "id");

        for (int i = 0; i < READS; i++) {
            assertThat(told(db.get(Box.class, box.id))).isEqualTo("b at here: [a at here, none, c at here, d at here]");
            assertThat(db.query(Box.class, "id > 0").list())
                    .extracting(WholeStructuresContractTest::told)
                    .containsExactly(
                            "b at here: [a at here, none, c at here, d at here]", "o at here: [d at here, a at here]");
            assertThat(db.get(Labels.class, labels.id).labels).containsExactly("z", null, "y", "x");
            Index found = db.get(Index.class, index.id);
            assertThat(found.entries.keySet()).containsExactly("b", "a", "c");
            assertThat(found.entries.values()).extracting(item -> item.name).containsExactly("a", "c", "a");
            assertThat(db.get(Tree.class, root.id).branches)
                    .extracting(branch -> branch.name)
                    .containsExactly("branch 0", "branch 1", "branch 2", "branch 3");
        }
        db.useTransaction(tx -> {
            Box read = tx.get(Box.class, box.id);
            read.items.remove(1);
            tx.store(read);
        });
        assertThat(told(db.get(Box.class, box.id))).isEqualTo("b at here: [a at here, c at here, d at here]");
    }

    private static void turnRows(TestDatabase database, String table, String key) {
        String rows = database.quote(table);
        String turned = database.quote("turned");
        database.execute(
                "CREATE TABLE " + turned + " AS SELECT * FROM " + rows,
                "DELETE FROM " + rows,
                "INSERT INTO " + rows + " SELECT * FROM " + turned + " ORDER BY " + database.quote(key) + " DESC",
                "DROP TABLE " + turned);
    }

    /** MariaDB makes a file for a temporary table with texts, which takes longer than all the rest. */
    @OnEveryEngine
    void anObjectAndItsCollectionNeedNoTemporaryTable(TestDatabase database) {
        String explain = switch (database.engine()) {
            case MARIADB -> "EXPLAIN ";
            case MYSQL -> "EXPLAIN FORMAT=TRADITIONAL ";
            case SQLITE -> "EXPLAIN QUERY PLAN ";
            case POSTGRES, TIDB, H2, DUCKDB -> null; // they sort in memory
        };
        if (explain == null) {
            return;
        }
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Place.class, Tree.class, Labels.class))) {
            Tree root = new Tree();
            Labels labels = new Labels();
            for (int i = 0; i < 3; i++) {
                Tree branch = new Tree();
                branch.parent = root;
                branch.place = place("p");
                root.branches.add(branch);
                labels.labels.add("label");
            }
            db.storeAll(List.of(root, labels));
            for (int i = 0; i < READS; i++) {
                List<String> reads = new ArrayList<>();
                log.reads();
                db.get(Tree.class, root.id);
                log.reads().forEach(read -> reads.add(read.replace("?", "" + root.id)));
                db.get(Labels.class, labels.id);
                log.reads().forEach(read -> reads.add(read.replace("?", "" + labels.id)));
                for (String read : reads) {
                    String plan = String.join("\n", database.rows(explain + read.replaceFirst(";.*", "")));
                    assertThat(plan).as(read).doesNotContainIgnoringCase("temp");
                }
            }
        }
    }

    /** A long text is not sent once for each member: such an owner comes by a statement of its own. */
    @OnEveryEngine
    void wideOwnersComeOnce(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Labels.class))) {
            Labels labels = new Labels();
            labels.name = "n".repeat(40_000);
            for (int i = 0; i < 20; i++) {
                labels.labels.add("label " + i);
            }
            db.store(labels);
            for (int i = 0; i < READS; i++) {
                log.reads();
                assertThat(db.get(Labels.class, labels.id).labels).hasSize(20);
                assertThat(log.reads()).hasSize(2);
            }
        }
    }

    /** Objects of the class and of one below it: the class alone decides nothing. */
    @OnEveryEngine
    void classesBelowComeWithTheirCollections(TestDatabase database) {
        Database db = database.open(Place.class, Item.class, Box.class, Crate.class);
        Place here = place("here");
        Crate crate = new Crate();
        crate.name = "crate";
        crate.place = here;
        crate.weight = 3;
        crate.items.add(item("i", here));
        Box box = box("box", here, crate.items.get(0));
        db.storeAll(List.of(crate, box));
        for (int i = 0; i < READS; i++) {
            assertThat(told(db.get(Box.class, crate.id))).isEqualTo("crate at here: [i at here]");
            assertThat(told(db.get(Crate.class, crate.id))).isEqualTo("crate at here: [i at here]");
            assertThat(db.query(Crate.class, "weight = 3").list())
                    .extracting(WholeStructuresContractTest::told)
                    .containsExactly("crate at here: [i at here]");
            List<Box> both = db.query(Box.class, "id > 0").list();
            assertThat(both)
                    .extracting(WholeStructuresContractTest::told)
                    .containsExactlyInAnyOrder("crate at here: [i at here]", "box at here: [i at here]");
            assertThat(both.get(0).items.get(0)).isSameAs(both.get(1).items.get(0));
        }
    }
}
