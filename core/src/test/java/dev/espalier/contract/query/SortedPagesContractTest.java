package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Pages by other keys than the id: asked again, they come by one statement that begins behind the last page. */
class SortedPagesContractTest {

    enum Kind {
        SMALL,
        LARGE
    }

    static class Box {
        long id;
        String name;
        String code = "";
        int stock;
        Integer rank;
        long number;
        double weight;
        BigDecimal price;
        BigInteger serial;
        LocalDate day;
        Instant moment;
        UUID key;
        Kind kind;
        boolean open;
        Box inside;
        List<String> tags = new ArrayList<>();
    }

    static class Slip {
        long id;
        String code;
        int stock;
        long number;
        double weight;
        Instant moment;

        Slip(int i) {
            code = "code " + i % 7;
            stock = i % 3;
            number = i / 2;
            weight = i % 5;
            moment = Instant.parse("2020-01-01T00:00:00Z").plusNanos(i % 5 * 1_001L);
        }

        Slip() {}
    }

    private static List<Box> boxes() {
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Box box = new Box();
            box.name = i % 7 == 0 ? null : i % 5 == 0 ? "n".repeat(250) + i % 3 : "name " + i % 4;
            box.code = i % 6 == 0 ? "" : i % 3 == 0 ? "\uD83D\uDE00 " + i : "\uFFFD" + i % 5;
            box.stock = i % 3;
            box.rank = i % 4 == 0 ? null : i * 7 % 5;
            box.number = i % 2 == 0 ? Long.MAX_VALUE - i % 3 : -i;
            box.weight = i % 4 / 4.0;
            box.price = i % 9 == 0 ? null : BigDecimal.valueOf(i % 4 * 25L, 1);
            box.serial = BigInteger.TEN.pow(i % 4 * 7);
            box.day = i % 8 == 0 ? null : LocalDate.of(2020, 1, 1).plusDays(i * 11 % 6);
            box.moment = Instant.parse("2020-01-01T00:00:00Z").plusNanos(i % 5 * 1_001L);
            box.key = new UUID(i % 3, -i % 2);
            box.kind = i % 5 == 0 ? null : Kind.values()[i % 2];
            box.open = i % 3 == 1;
            box.inside = i == 0 ? null : boxes.get(i / 2);
            box.tags.add("tag " + i % 3);
            boxes.add(box);
        }
        return boxes;
    }

    @OnEveryEngine
    void repeatedPagesTogetherAreTheList(TestDatabase database) {
        try (Database db = database.open(Box.class)) {
            db.storeAll(boxes());
            List<String> keys = new ArrayList<>();
            for (String key : List.of(
                    "name",
                    "code",
                    "stock",
                    "rank",
                    "number",
                    "weight",
                    "price",
                    "serial",
                    "day",
                    "moment",
                    "key",
                    "kind",
                    "open",
                    "inside.name")) {
                keys.addAll(List.of(key, key + " DESC"));
            }
            keys.addAll(List.of(
                    "stock, id",
                    "stock DESC, id DESC",
                    "stock, id DESC",
                    "code, id",
                    "code DESC, id DESC",
                    "name, id DESC",
                    "rank, name DESC",
                    "stock, rank DESC",
                    "stock, name, day DESC",
                    "moment, price",
                    "open, stock",
                    "day DESC, weight, id DESC",
                    "stock, inside.code",
                    "rank * 2, name"));
            for (String key : keys) {
                for (String condition : List.of("", "stock > 0 ", "tags = 'tag 1' ")) {
                    Query<Box> query = db.query(Box.class, condition + "ORDER BY " + key);
                    List<Long> all = ids(query.strategy(SearchStrategy.STEPS));
                    for (int size : new int[] {3, 40}) {
                        assertThat(paged(query, size))
                                .as(condition + "ORDER BY " + key + " by " + size)
                                .isEqualTo(all);
                    }
                }
            }
        }
    }

    @OnEveryEngine({Engine.SQLITE, Engine.POSTGRES})
    void aRepeatedPageIsOneStatement(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Slip.class))) {
            db.storeAll(IntStream.range(0, 30).mapToObj(Slip::new).toList());
            for (String key :
                    List.of("code", "stock", "number DESC", "moment", "stock, id", "weight DESC, stock", "code DESC")) {
                Query<Slip> query = db.query(Slip.class, "ORDER BY " + key);
                String second = query.page(5, null).next();
                for (int repetition = 0; repetition < 4; repetition++) {
                    log.reads();
                    List<Slip> page = query.page(5, second).objects();
                    List<String> reads = log.reads();
                    assertThat(page).as(key).hasSize(5);
                    if (repetition > 0) {
                        assertThat(reads).as(key).hasSize(1);
                    }
                }
            }
        }
    }

    /** The place of the last object is that of its row, whatever the program has done to the object meanwhile. */
    @OnEveryEngine
    void theNextPageBeginsBehindTheRowsThatWereRead(TestDatabase database) {
        try (Database db = database.open(Box.class)) {
            db.storeAll(boxes());
            Query<Box> query = db.query(Box.class, "ORDER BY code");
            List<Long> all = ids(query);
            db.useTransaction(tx -> {
                for (int repetition = 0; repetition < 3; repetition++) {
                    Page<Box> page = tx.query(Box.class, "ORDER BY code").page(8, null);
                    assertThat(page.objects().stream().map(box -> box.id)).isEqualTo(all.subList(0, 8));
                    assertThat(tx.query(Box.class, "ORDER BY code").page(8, page.next()).objects().stream()
                                    .map(box -> box.id))
                            .isEqualTo(all.subList(8, 16));
                    page.objects().get(7).code = "zzz";
                }
            });
        }
    }

    private static List<Long> ids(Query<Box> query) {
        return Arrays.stream(query.ids()).boxed().toList();
    }

    private static List<Long> paged(Query<Box> query, int size) {
        List<Long> paged = new ArrayList<>();
        String after = null;
        do {
            Page<Box> page = query.page(size, after);
            page.objects().forEach(box -> paged.add(box.id));
            after = page.next();
        } while (after != null);
        return paged;
    }
}
