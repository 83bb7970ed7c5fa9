package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * So many objects are sorted by what is computed that tables are read at once, in place of the rows of some ids. The same is sorted in Java by what the objects have.
 */
class SortKeysContractTest {

    /** More than are looked up by their ids. */
    private static final int OBJECTS = 21_000;

    abstract static class Ware {
        long id;

        @Nullable
        String name;

        int count;

        @Nullable
        Store store;
    }

    static class Tool extends Ware {
        int weight;
    }

    static class Toy extends Ware {
        @Nullable
        Integer age;
    }

    static class Store {
        long id;
        String city = "";

        @Nullable
        Integer rank;

        List<Visit> visits = new ArrayList<>();
    }

    record Visit(@Nullable LocalDateTime at, long spent) {}

    private final List<Ware> wares = new ArrayList<>();
    private final List<Store> stores = new ArrayList<>();

    @OnEveryEngine
    void tablesThatAreReadAtOnceSortAsJavaDoes(TestDatabase database) {
        try (Database db = database.open(Tool.class, Toy.class, Store.class)) {
            fill(db);
            Map<String, Function<Ware, @Nullable Comparable<?>>> keys = new LinkedHashMap<>();
            keys.put("lower(name)", ware -> ware.name == null ? null : ware.name.toLowerCase(Locale.ROOT));
            keys.put(
                    "count * store.rank",
                    ware -> ware.store == null || ware.store.rank == null ? null : (long) ware.count * ware.store.rank);
            keys.put(
                    "coalesce(age, 0) - count",
                    ware -> ware instanceof Toy toy
                            ? Long.valueOf((toy.age == null ? 0 : toy.age) - ware.count)
                            : Long.valueOf(-ware.count));
            keys.put(
                    "length(store.city) + COUNT(store.visits)",
                    ware -> ware.store == null
                            ? null
                            : Long.valueOf(ware.store.city.length() + ware.store.visits.size()));
            keys.forEach((text, key) -> {
                assertThat(db.query(Ware.class, "ORDER BY " + text).ids())
                        .as(text)
                        .isEqualTo(sorted(wares, key, false).toArray());
                assertThat(db.query(Ware.class, "count < 15 ORDER BY " + text + " DESC LIMIT 30 OFFSET 7")
                                .ids())
                        .as(text)
                        .isEqualTo(sorted(
                                        wares.stream()
                                                .filter(ware -> ware.count < 15)
                                                .toList(),
                                        key,
                                        true)
                                .skip(7)
                                .limit(30)
                                .toArray());
            });
        }
    }

    @OnEveryEngine
    void aggregatesOfAllObjectsSortAsJavaDoes(TestDatabase database) {
        try (Database db = database.open(Tool.class, Toy.class, Store.class)) {
            fill(db);
            Map<String, Function<Store, @Nullable Comparable<?>>> keys = new LinkedHashMap<>();
            keys.put("COUNT(<Ware.store)", store -> waresOf(store).count());
            keys.put(
                    "MAX(<Ware.store.count)",
                    store -> waresOf(store)
                            .map(ware -> ware.count)
                            .max(Comparator.naturalOrder())
                            .orElse(null));
            keys.put(
                    "SUM(visits.spent)",
                    store -> store.visits.isEmpty()
                            ? null
                            : store.visits.stream().mapToLong(Visit::spent).sum());
            keys.put(
                    "MIN(visits.at)",
                    store -> store.visits.stream()
                            .map(Visit::at)
                            .filter(at -> at != null)
                            .min(Comparator.naturalOrder())
                            .orElse(null));
            keys.forEach((text, key) -> {
                long[] rising = sorted(stores, key, false).toArray();
                assertThat(db.query(Store.class, "ORDER BY " + text).ids())
                        .as(text)
                        .isEqualTo(rising);
                assertThat(db.query(Store.class, "ORDER BY " + text + " DESC LIMIT 5")
                                .ids())
                        .as(text)
                        .isEqualTo(sorted(stores, key, true).limit(5).toArray());
                assertThat(pages(db.query(Store.class, "ORDER BY " + text)))
                        .as(text)
                        .isEqualTo(rising);
            });
        }
    }

    private Stream<Ware> waresOf(Store store) {
        return wares.stream().filter(ware -> ware.store == store);
    }

    private static long[] pages(Query<Store> query) {
        LongStream.Builder ids = LongStream.builder();
        Page<Store> page = query.page(9, null);
        page.objects().forEach(store -> ids.add(store.id));
        while (page.next() != null) {
            page = query.page(9, page.next());
            page.objects().forEach(store -> ids.add(store.id));
        }
        return ids.build().toArray();
    }

    /** Those without a value come last, and those with equal ones by their ids. */
    private static <T> LongStream sorted(
            List<T> objects, Function<T, @Nullable Comparable<?>> key, boolean descending) {
        Comparator<Comparable<Object>> values = Comparator.naturalOrder();
        Comparator<T> byKey = Comparator.comparing(
                object -> comparable(key.apply(object)), Comparator.nullsLast(descending ? values.reversed() : values));
        return objects.stream()
                .sorted(byKey.thenComparing(SortKeysContractTest::id))
                .mapToLong(SortKeysContractTest::id);
    }

    @SuppressWarnings("unchecked") // all values of a key have one class
    private static @Nullable Comparable<Object> comparable(@Nullable Comparable<?> value) {
        return (Comparable<Object>) value;
    }

    private static long id(Object object) {
        return object instanceof Ware ware ? ware.id : ((Store) object).id;
    }

    private void fill(Database db) {
        wares.clear();
        stores.clear();
        for (int i = 0; i < 40; i++) {
            Store store = new Store();
            store.city = "x".repeat(i % 7);
            store.rank = i % 5 == 0 ? null : i % 11 - 3;
            for (int j = 0; j < i % 4; j++) {
                LocalDateTime at = LocalDateTime.of(2026, 1 + (i * j) % 12, 1, 0, 0, 0, 1_000 * i);
                store.visits.add(new Visit(j == 2 ? null : at, (i * 31L + j) % 17));
            }
            stores.add(store);
        }
        for (int i = 0; i < OBJECTS; i++) {
            Ware ware = i % 9 == 0 ? tool(i) : toy(i);
            ware.name = i % 13 == 0 ? null : (i % 2 == 0 ? "Name " : "nAME ") + i * 7 % 1000;
            ware.count = i * 11 % 29;
            ware.store = i % 6 == 0 ? null : stores.get(i % 38);
            wares.add(ware);
        }
        try (BulkWriter writer = db.bulkWriter()) {
            writer.storeAll(stores);
            writer.storeAll(wares);
        }
    }

    private static Tool tool(int number) {
        Tool tool = new Tool();
        tool.weight = number;
        return tool;
    }

    private static Toy toy(int number) {
        Toy toy = new Toy();
        toy.age = number % 4 == 0 ? null : number % 10;
        return toy;
    }
}
