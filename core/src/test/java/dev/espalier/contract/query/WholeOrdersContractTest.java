package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Orders by sums, differences and products of whole numbers: the engine finds the first objects, also beside numbers that could leave its 64 bits. */
class WholeOrdersContractTest {

    private static final int OBJECTS = 400;
    private static final long MAX = Long.MAX_VALUE;
    private static final long MIN = Long.MIN_VALUE;

    abstract static class Paid {
        long id;
        int count;
        long cents;

        @Nullable
        Long bonus;

        @Nullable
        Shop shop;
    }

    static class Bill extends Paid {
        short rate;
    }

    static class Gift extends Paid {}

    static class Shop {
        long id;
        int rank;
    }

    private final List<Paid> all = new ArrayList<>();

    private static final Map<String, Function<Paid, @Nullable Long>> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("count * cents", paid -> paid.count * paid.cents);
        KEYS.put("cents * count - count", paid -> paid.count * paid.cents - paid.count);
        KEYS.put("-bonus", paid -> paid.bonus == null ? null : -paid.bonus);
        KEYS.put("bonus + count * 2", paid -> paid.bonus == null ? null : paid.bonus + paid.count * 2L);
        KEYS.put("count * count", paid -> (long) paid.count * paid.count);
        KEYS.put("id * -3", paid -> paid.id * -3);
        KEYS.put("rate * count", paid -> paid instanceof Bill bill ? (Long) ((long) bill.rate * paid.count) : null);
        KEYS.put("count * shop.rank", paid -> paid.shop == null ? null : (long) paid.count * paid.shop.rank);
        KEYS.put("shop.id * 2", paid -> paid.shop == null ? null : paid.shop.id * 2);
    }

    @OnEveryEngine
    void theFirstObjectsAreThoseOfJava(TestDatabase database) {
        Map<String, Predicate<Paid>> conditions = new LinkedHashMap<>();
        conditions.put("", paid -> true);
        conditions.put("count > 0", paid -> paid.count > 0);
        conditions.put("shop.rank = 3", paid -> paid.shop != null && paid.shop.rank == 3);
        conditions.put("bonus IS NULL", paid -> paid.bonus == null);
        conditions.put("count = 77", paid -> paid.count == 77);
        try (Database db = open(database)) {
            KEYS.forEach((text, key) -> conditions.forEach((condition, test) -> {
                requireOrder(db, Paid.class, condition, text, key, all.stream().filter(test));
                requireOrder(
                        db,
                        Bill.class,
                        condition,
                        text,
                        key,
                        all.stream().filter(Bill.class::isInstance).filter(test));
            }));
        }
    }

    private static <T extends Paid> void requireOrder(
            Database db,
            Class<T> type,
            String condition,
            String text,
            Function<Paid, @Nullable Long> key,
            Stream<Paid> expected) {
        List<Paid> found = expected.toList();
        for (boolean descending : new boolean[] {false, true}) {
            String query = condition + " ORDER BY " + text + (descending ? " DESC" : "");
            long[] ids = sorted(found, key, descending).toArray();
            assertThat(db.query(type, query).ids()).as(query).isEqualTo(ids);
            for (int limit : new int[] {0, 1, 7, 1_000}) {
                assertThat(db.query(type, query + " LIMIT " + limit).ids())
                        .as(query + " LIMIT " + limit)
                        .isEqualTo(LongStream.of(ids).limit(limit).toArray());
            }
            assertThat(db.query(type, query + " LIMIT 5 OFFSET 3").stream()
                            .mapToLong(paid -> paid.id)
                            .toArray())
                    .as(query)
                    .isEqualTo(LongStream.of(ids).skip(3).limit(5).toArray());
        }
        String query = condition + " ORDER BY " + text;
        assertThat(pages(db.query(type, query)))
                .as(query)
                .isEqualTo(sorted(found, key, false).toArray());
    }

    private static <T extends Paid> long[] pages(Query<T> query) {
        LongStream.Builder ids = LongStream.builder();
        String after = null;
        do {
            Page<T> page = query.page(90, after);
            page.objects().forEach(paid -> ids.add(paid.id));
            after = page.next();
        } while (after != null);
        return ids.build().toArray();
    }

    private static LongStream sorted(List<Paid> found, Function<Paid, @Nullable Long> key, boolean descending) {
        Comparator<Long> values = Comparator.naturalOrder();
        return found.stream()
                .sorted(Comparator.comparing(key, Comparator.nullsLast(descending ? values.reversed() : values))
                        .thenComparing(paid -> paid.id))
                .mapToLong(paid -> paid.id);
    }

    @OnEveryEngine
    void objectsThatAreAlikeComeInTheOrderOfIdsThatTheQueryGives(TestDatabase database) {
        try (Database db = open(database)) {
            for (String order : List.of("count * count", "count * 2 DESC", "rate * 0")) {
                String query = "ORDER BY " + order + ", id DESC";
                long[] ids = db.query(Paid.class, query).ids();
                for (int limit : new int[] {1, 7, 200}) {
                    assertThat(db.query(Paid.class, query + " LIMIT " + limit).ids())
                            .as(query + " LIMIT " + limit)
                            .isEqualTo(LongStream.of(ids).limit(limit).toArray());
                }
            }
            assertThat(db.query(Gift.class, "ORDER BY count * 0, id DESC LIMIT 3")
                            .ids())
                    .isEqualTo(all.stream()
                            .filter(Gift.class::isInstance)
                            .mapToLong(paid -> -paid.id)
                            .sorted()
                            .limit(3)
                            .map(id -> -id)
                            .toArray());
        }
    }

    @OnEveryEngine
    void aNumberThatIsTooLargeIsRefusedAlsoBehindTheLimit(TestDatabase database) {
        try (Database db = database.open(Bill.class, Gift.class, Shop.class)) {
            Bill small = new Bill();
            Gift large = new Gift();
            large.count = 1;
            large.cents = MAX;
            db.storeAll(List.of(small, large));
            assertThat(db.query(Paid.class, "ORDER BY count * cents LIMIT 1").ids())
                    .containsExactly(small.id);
            assertThat(db.query(Paid.class, "ORDER BY count * cents DESC LIMIT 1")
                            .ids())
                    .containsExactly(large.id);
            large.count = 2;
            db.store(large);
            for (String order : List.of("count * cents", "count * cents DESC", "count + cents")) {
                assertThatThrownBy(() -> db.query(Paid.class, "ORDER BY " + order + " LIMIT 1")
                                .ids())
                        .as(order)
                        .isInstanceOfSatisfying(
                                QueryException.class, e -> assertThat(e.code()).isEqualTo("number-overflow"));
            }
            assertThat(db.query(Paid.class, "cents < 5 ORDER BY count * cents LIMIT 1")
                            .ids())
                    .containsExactly(small.id);
        }
    }

    @OnEveryEngine
    void oneStatementFindsTheFirst(TestDatabase database) {
        try (Database db = open(database)) {
            for (String order : List.of("count * count", "count * shop.rank", "-bonus DESC")) {
                assertThat(db.query(Gift.class, "count > 0 ORDER BY " + order + " LIMIT 5")
                                .explain()
                                .search()
                                .steps())
                        .as(order)
                        .filteredOn(step -> step.title().startsWith("find"))
                        .hasSize(1);
            }
        }
    }

    private Database open(TestDatabase database) {
        all.clear();
        List<Shop> shops = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Shop shop = new Shop();
            shop.rank = i - 4;
            shops.add(shop);
        }
        Random random = new Random(20261128);
        for (int i = 0; i < OBJECTS; i++) {
            Paid paid;
            if (i % 3 == 0) {
                Bill bill = new Bill();
                bill.rate = (short) random.nextInt(Short.MIN_VALUE, Short.MAX_VALUE + 1);
                paid = bill;
            } else {
                paid = new Gift();
            }
            paid.count = random.nextInt(-20, 20);
            paid.cents = random.nextLong(-5_000_000_000L, 5_000_000_000L);
            paid.bonus = random.nextInt(5) == 0 ? null : (Long) random.nextLong(-9, 9);
            paid.shop = random.nextInt(4) == 0 ? null : shops.get(random.nextInt(shops.size()));
            all.add(paid);
        }
        all.get(17).count = 1;
        all.get(17).cents = MAX;
        all.get(42).count = 0;
        all.get(42).cents = MIN;
        all.get(43).bonus = MIN + 40;
        all.get(44).bonus = MAX - 40;
        Database db = database.open(Bill.class, Gift.class, Shop.class);
        db.storeAll(shops);
        db.storeAll(all);
        return db;
    }
}
