package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** An object that a transaction has read is updated in the columns that have changed. Whatever is not certain is written. */
@EngineIndependent
class ChangedColumnsContractTest {

    enum Color {
        RED,
        GREEN
    }

    record Size(Integer width, Integer height) {}

    static class Item {
        long id;
        String name;
        Integer count;
        BigDecimal price;
        LocalDate due;
        Color color;
        byte[] picture;
        Size size;
        Item next;
        Item other;

        static Item full() {
            Item item = new Item();
            item.name = "a";
            item.count = 1;
            item.price = new BigDecimal("1.50");
            item.due = LocalDate.of(2026, 11, 23);
            item.color = Color.RED;
            item.picture = new byte[] {1, 2};
            item.size = new Size(1, 2);
            item.next = new Item();
            return item;
        }
    }

    private static List<Object> content(Item item) {
        return Arrays.asList(
                item.name,
                item.count,
                item.price == null ? null : item.price.stripTrailingZeros(),
                item.due,
                item.color,
                item.picture == null ? null : Arrays.toString(item.picture),
                item.size,
                item.next == null ? 0 : item.next.id,
                item.other == null ? 0 : item.other.id);
    }

    /** The columns that updates of items have assigned, other than the version. */
    private static Collection<String> assigned(StatementLog log) {
        TreeSet<String> columns = new TreeSet<>();
        for (String text : log.writes()) {
            String set = text.replaceAll("[\"`]", "").replaceAll("(?is).*\\bset\\b(.*)\\bwhere\\b.*", "$1");
            for (String assignment : set.split(",")) {
                columns.add(assignment.split("=")[0].strip());
            }
        }
        columns.remove("_version");
        return columns;
    }

    @OnEveryEngine
    void changeOfOneFieldWritesItsColumn(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Item.class))) {
            Item stored = Item.full();
            db.store(stored);
            log.writes();

            db.useTransaction(tx -> {
                Item item = tx.get(Item.class, stored.id);
                item.count = null;
                tx.store(item);
            });

            // All but the first could have been changed in place.
            assertThat(assigned(log)).containsExactly("count", "picture", "size", "size_height", "size_width");
            Item item = db.get(Item.class, stored.id);
            stored.count = null;
            assertThat(content(item)).isEqualTo(content(stored));
        }
    }

    @OnEveryEngine
    void changeOfAReferenceWritesReferences(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Item.class))) {
            Item stored = Item.full();
            db.store(stored);
            log.writes();

            stored.other = stored.next;
            db.store(stored);

            assertThat(assigned(log)).containsExactly("next_id", "other_id");
            assertThat(content(db.get(Item.class, stored.id))).isEqualTo(content(stored));
        }
    }

    @OnEveryEngine
    void everyChangeIsStored(TestDatabase database) throws Exception {
        try (Database db = database.open(Item.class)) {
            Item stored = Item.full();
            db.store(stored);
            List<Consumer<Item>> changes = List.of(
                    item -> item.name = "b",
                    item -> item.count = 2,
                    item -> item.price = new BigDecimal("1.25"),
                    item -> item.due = null,
                    item -> item.color = Color.GREEN,
                    item -> item.picture[0] = 9,
                    item -> item.size = new Size(1, 3),
                    item -> item.next = null,
                    item -> item.other = item,
                    item -> item.name = null,
                    item -> item.color = null,
                    item -> item.size = null,
                    item -> item.due = LocalDate.EPOCH,
                    item -> item.name = "c");
            for (Consumer<Item> change : changes) {
                Item changed = db.inTransaction(tx -> {
                    Item item = tx.get(Item.class, stored.id);
                    change.accept(item);
                    tx.store(item);
                    return item;
                });
                assertThat(content(db.get(Item.class, stored.id))).isEqualTo(content(changed));
            }
        }
    }

    @OnEveryEngine
    void valueThatIsSetBackAfterItWasSentIsStored(TestDatabase database) throws Exception {
        try (Database db = database.open(Item.class)) {
            Item stored = Item.full();
            db.store(stored);
            for (boolean isSent : new boolean[] {false, true}) {
                db.useTransaction(tx -> {
                    Item item = tx.get(Item.class, stored.id);
                    item.name = "x";
                    tx.store(item);
                    if (isSent) {
                        assertThat(tx.query(Item.class, "name = 'x'").list()).hasSize(1);
                    }
                    item.name = "a";
                    item.count = 7;
                    tx.store(item);
                    if (isSent) {
                        assertThat(tx.query(Item.class, "name = 'x'").list()).isEmpty();
                    }
                    item.color = Color.GREEN;
                    tx.store(item);
                });
                Item item = db.get(Item.class, stored.id);
                assertThat(List.of(item.name, item.count, item.color)).isEqualTo(List.of("a", 7, Color.GREEN));
                db.useTransaction(tx -> {
                    Item again = tx.get(Item.class, stored.id);
                    again.count = 1;
                    again.color = Color.RED;
                    tx.store(again);
                });
            }
        }
    }

    @OnEveryEngine
    void objectThatWasRefreshedByALockIsStored(TestDatabase database) throws Exception {
        try (Database db = database.open(Item.class);
                Database other = database.open(Item.class)) {
            Item stored = Item.full();
            db.store(stored);
            db.useTransaction(tx -> {
                Item item = tx.get(Item.class, stored.id);
                if ("a".equals(item.name)) {
                    Item same = other.get(Item.class, stored.id);
                    same.name = "b";
                    same.count = 2;
                    other.store(same);
                }
                tx.lock(item);
                item.name = "a";
                tx.store(item);
            });
            Item item = db.get(Item.class, stored.id);
            assertThat(List.of(item.name, item.count)).isEqualTo(List.of("a", 2));
        }
    }

    @OnEveryEngine
    void manyCombinationsOfFieldsHaveFewTexts(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Item.class))) {
            Item stored = Item.full();
            db.store(stored);
            log.writes();
            TreeSet<String> texts = new TreeSet<>();
            for (int round = 1; round < 64; round++) {
                int fields = round;
                Item changed = db.inTransaction(tx -> {
                    Item item = tx.get(Item.class, stored.id);
                    item.name = (fields & 1) == 0 ? item.name : item.name + "x";
                    item.count = (fields & 2) == 0 ? item.count : Integer.valueOf(item.count + 1);
                    item.price = (fields & 4) == 0 ? item.price : item.price.add(BigDecimal.ONE);
                    item.due = (fields & 8) == 0 ? item.due : item.due.plusDays(1);
                    item.color = (fields & 16) == 0 ? item.color : Color.values()[1 - item.color.ordinal()];
                    item.other = (fields & 32) == 0 ? item.other : item.other == null ? item : null;
                    tx.store(item);
                    return item;
                });
                // The rest locks rows, on engines that check writes at COMMIT.
                texts.addAll(log.writes().stream()
                        .filter(text -> text.contains("picture"))
                        .toList());
                assertThat(content(db.get(Item.class, stored.id))).isEqualTo(content(changed));
            }
            assertThat(texts).hasSizeBetween(2, 17);
        }
    }

    @OnEveryEngine
    void objectsOfOneStoreHaveOneText(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Item.class))) {
            Item first = Item.full();
            Item second = Item.full();
            db.storeAll(List.of(first, second));
            log.writes();
            db.useTransaction(tx -> {
                List<Item> both = tx.getAll(Item.class, List.of(first.id, second.id));
                both.get(0).name = "b";
                both.get(1).count = 2;
                tx.storeAll(both);
            });
            assertThat(new TreeSet<>(log.writes())).hasSize(1);
            first.name = "b";
            second.count = 2;
            assertThat(content(db.get(Item.class, first.id))).isEqualTo(content(first));
            assertThat(content(db.get(Item.class, second.id))).isEqualTo(content(second));
        }
    }
}
