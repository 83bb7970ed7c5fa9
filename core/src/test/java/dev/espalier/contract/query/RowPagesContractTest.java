package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.SearchStrategy;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.QueryException;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pages of the rows of a selection: together they are the list, whatever its order, and what changes between them disturbs none of the rows that stay. */
@LocaleDependent
class RowPagesContractTest {

    enum Grade {
        RAW,
        FINE,
        BEST
    }

    static class Maker {
        long id;

        @Nullable
        String name;

        Maker() {}

        Maker(@Nullable String name) {
            this.name = name;
        }
    }

    static class Ware {
        long id;
        String name;

        @Nullable
        LocalDate day;

        @Nullable
        BigDecimal price;

        @Nullable
        Grade grade;

        boolean sold;
        double weight;
        long amount;

        @Nullable
        Maker maker;

        List<String> marks = new ArrayList<>();
        Set<Maker> sellers = new LinkedHashSet<>();
        List<Maker> buyers = new ArrayList<>();

        Ware() {}

        Ware(String name) {
            this.name = name;
        }
    }

    static class Book extends Ware {
        int pages;
    }

    /** Few values of each field, so that many rows are equal. */
    private static List<Ware> wares(Random random, int count) {
        List<Maker> makers = List.of(new Maker("Acme"), new Maker("Zeta"), new Maker(null), new Maker("Acme"));
        List<Ware> wares = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            wares.add(ware(random, makers));
        }
        return wares;
    }

    private static Ware ware(Random random, List<Maker> makers) {
        Ware ware = random.nextInt(4) == 0 ? new Book() : new Ware();
        ware.name = List.of("a", "b", "\u00e4", "\uff5e", "\ud83d\ude00").get(random.nextInt(5));
        ware.day = random.nextInt(3) == 0 ? null : LocalDate.of(2026, 1, 1 + random.nextInt(3));
        ware.price = random.nextInt(4) == 0
                ? null
                : new BigDecimal(List.of("1.0", "1.00", "2.5", "-3").get(random.nextInt(4)));
        ware.grade = random.nextInt(4) == 0 ? null : Grade.values()[random.nextInt(3)];
        ware.sold = random.nextBoolean();
        ware.weight = List.of(0.0, -0.0, 0.1, -7.5).get(random.nextInt(4));
        ware.amount = random.nextInt(3) - 1L;
        ware.maker = random.nextInt(4) == 0 ? null : makers.get(random.nextInt(makers.size()));
        for (int i = random.nextInt(4); i > 0; i--) {
            ware.marks.add(List.of("x", "y").get(random.nextInt(2)));
            ware.sellers.add(makers.get(random.nextInt(makers.size())));
            ware.buyers.add(makers.get(random.nextInt(makers.size())));
        }
        if (ware instanceof Book book) {
            book.pages = random.nextInt(2);
        }
        return ware;
    }

    private static Database open(TestDatabase database, IndexLevel level) {
        return database.open(
                Model.of(Ware.class, Book.class), database.settings().indexes(level));
    }

    private static <R> List<R> inPages(RowQuery<R> query, int size) {
        List<R> rows = new ArrayList<>();
        String next = null;
        do {
            Page<R> page = query.page(size, next);
            rows.addAll(page.objects());
            assertThat(page.objects())
                    .hasSize(page.next() == null ? page.objects().size() : size);
            assertThat(page.objects().isEmpty()).isEqualTo(rows.isEmpty());
            next = page.next();
        } while (next != null);
        return rows;
    }

    private static final List<String> QUERIES = List.of(
            "",
            "ORDER BY id DESC",
            "ORDER BY maker.name DESC, price",
            "amount >= 0 ORDER BY grade, id DESC",
            "marks = 'x'",
            "sold = TRUE MERGE amount = 1 MERGE price > 0");

    private static final List<String> SELECTIONS = List.of(
            "name",
            "name, marks",
            "name, marks, sellers.name AS seller",
            "name, marks, buyers.name AS buyer HAVING buyer = 'Acme' OR marks = 'x'",
            "name, buyers.name AS buyer HAVING amount > 0",
            "name ORDER BY name",
            "name, price, day ORDER BY price DESC, day, name DESC",
            "name ORDER BY maker.name DESC, grade",
            "name, marks ORDER BY weight, sold DESC",
            "name ORDER BY id DESC",
            "pages ORDER BY pages DESC",
            "name ORDER BY amount * 2 DESC, day",
            "name, coalesce(price, 0) AS price ORDER BY price",
            "name, marks ORDER BY marks DESC",
            "name, sellers.name AS seller, marks ORDER BY seller, day DESC",
            "name, CASE WHEN sold = TRUE THEN grade END AS grade ORDER BY grade DESC HAVING amount >= 0",
            "DISTINCT name, price",
            "DISTINCT marks, grade ORDER BY grade DESC",
            "name, COUNT(*) AS n",
            "price, day, COUNT(*) AS n ORDER BY n DESC",
            "weight, sold, SUM(price) AS price HAVING COUNT(*) > 1 ORDER BY price DESC",
            "maker.name AS maker, AVG(amount) AS mean, MAX(day) AS last ORDER BY mean DESC, last",
            "COUNT(*) AS n, MIN(day) AS first");

    @OnEveryEngine
    void allPagesTogetherAreTheList(TestDatabase database) {
        int place = 0;
        for (Seeds.Run run : Seeds.runs("RowPagesContractTest", 4, 16)) {
            for (int i = 0; i < run.amount(); i++) {
                Random random = run.random(i);
                try (Database db = open(database, IndexLevel.values()[i % IndexLevel.values().length])) {
                    db.storeAll(wares(random, 1 + random.nextInt(20)));
                    for (String text : QUERIES) {
                        for (String selection : SELECTIONS) {
                            if (!Sample.has("allPagesTogetherAreTheList", database.engine(), ++place)) {
                                continue;
                            }
                            String ordered = selection.replaceAll("(.*)( ORDER BY .*)( HAVING .*)", "$1$3$2");
                            SearchStrategy strategy =
                                    SearchStrategy.values()[random.nextInt(SearchStrategy.values().length)];
                            RowQuery<Row> rows = db.query(Ware.class, text)
                                    .strategy(strategy)
                                    .select(ordered);
                            int size = 1 + random.nextInt(5);
                            assertThat(inPages(rows, size))
                                    .as(
                                            "seed %d, %d: %s select %s by %d, %s",
                                            run.seed(), i, text, ordered, size, strategy)
                                    .isEqualTo(rows.list());
                        }
                    }
                }
                database.clear();
            }
        }
    }

    /** By itself, computed, and as the key of groups: the three ways of a value into a key. */
    @OnEveryEngine
    void valuesOfEveryTypeWorkAsPageKeysOfRows(TestDatabase database) {
        Database db = database.open(Values.class);
        List<Values> all =
                new ArrayList<>(List.of(Values.nothing(), Values.least(), Values.greatest(), Values.nothing()));
        all.addAll(Values.texts());
        all.addAll(Values.numbers());
        Values.within(database.engine(), all);
        Collections.shuffle(all, new Random(1));
        db.storeAll(all);
        int place = 0;
        for (Field field : Values.class.getDeclaredFields()) {
            String name = field.getName();
            for (String selection : List.of(
                    name + " AS value, id AS row ORDER BY " + name,
                    name + " AS value, id AS row ORDER BY coalesce(" + name + ", " + name + ") DESC",
                    "DISTINCT " + name + " AS value ORDER BY value DESC",
                    name + " AS value, COUNT(*) AS n")) {
                if (Sample.has("valuesOfEveryTypeWorkAsPageKeysOfRows", database.engine(), ++place)) {
                    RowQuery<Row> rows = db.query(Values.class, "").select(selection);
                    assertThat(texts(inPages(rows, 3))).as(selection).isEqualTo(texts(rows.list()));
                }
            }
        }
    }

    private static List<String> texts(List<Row> rows) {
        return rows.stream()
                .map(row -> Arrays.deepToString(row.values().toArray()))
                .toList();
    }

    private static String names(Page<Row> page) {
        return page.objects().stream()
                .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(", "));
    }

    private static Ware ware(String name, long amount, String... marks) {
        Ware ware = new Ware(name);
        ware.amount = amount;
        ware.marks.addAll(List.of(marks));
        return ware;
    }

    @OnEveryEngine
    void nextPageBeginsBehindARowThatIsGone(TestDatabase database) {
        for (String order : List.of("", "ORDER BY amount", "ORDER BY amount + 0", "ORDER BY 1 - amount DESC")) {
            for (String query : List.of("", "ORDER BY maker.name, id", "amount = 1 MERGE amount = 2")) {
                try (Database db = open(database, IndexLevel.VALUES)) {
                    List<Ware> wares = List.of(ware("a", 1), ware("b", 1), ware("c", 1), ware("d", 2));
                    db.storeAll(wares);
                    RowQuery<Row> rows = db.query(Ware.class, query).select("name " + order);
                    Page<Row> first = rows.page(2, null);
                    db.delete(wares.get(1));
                    db.store(ware("e", 0));
                    Page<Row> second = rows.page(2, first.next());

                    assertThat(names(first) + "; " + names(second))
                            .as("%s select name %s", query, order)
                            .isEqualTo("a, b; c, d");
                }
                database.clear();
            }
        }
    }

    @OnEveryEngine
    void nextPageBeginsBehindAGroupThatIsGone(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            List<Ware> wares = List.of(ware("a", 1), ware("b", 1), ware("c", 1), ware("d", 1));
            db.storeAll(wares);
            RowQuery<Row> rows = db.query(Ware.class, "").select("name, SUM(amount) AS sum ORDER BY sum DESC");
            Page<Row> first = rows.page(2, null);
            db.delete(wares.get(1));
            db.store(ware("aa", 1));
            db.store(ware("bb", 1));

            assertThat(names(first)).isEqualTo("a 1, b 1");
            assertThat(names(rows.page(9, first.next()))).isEqualTo("bb 1, c 1, d 1");
        }
    }

    @OnEveryEngine
    void nextPageBeginsWithinTheRowsOfAnObject(TestDatabase database) {
        for (String order : List.of("", "ORDER BY amount", "ORDER BY amount + 0")) {
            try (Database db = open(database, IndexLevel.VALUES)) {
                Ware ware = ware("a", 1, "u", "v", "w", "w");
                db.storeAll(List.of(ware, ware("b", 1, "x")));
                RowQuery<Row> rows = db.query(Ware.class, "").select("name, marks " + order);
                Page<Row> first = rows.page(2, null);
                ware.marks.add("z");
                db.store(ware);

                assertThat(names(first)).isEqualTo("a u, a v");
                assertThat(names(rows.page(9, first.next()))).isEqualTo("a w, a w, a z, b x");
            }
            database.clear();
        }
    }

    @OnEveryEngine
    void rowsThatStayAreInOnePageEachWhateverChangesBetween(TestDatabase database) {
        int cases = Math.max(4, Sample.of(24, database.engine()));
        for (Seeds.Run run : Seeds.runs("RowPagesContractTest", cases, cases)) {
            for (int i = 0; i < run.amount(); i++) {
                Random random = run.random(1_000 + i);
                try (Database db = open(database, IndexLevel.VALUES)) {
                    List<Ware> all = wares(random, 12);
                    db.storeAll(all);
                    String selection = "id, marks ORDER BY "
                            + List.of("name, day DESC", "amount + 1, grade", "weight DESC", "marks, price")
                                    .get(i % 4);
                    RowQuery<Row> rows = db.query(Ware.class, i % 8 < 4 ? "" : "ORDER BY price DESC")
                            .select(selection);
                    List<Row> before = rows.list();
                    List<Row> read = new ArrayList<>();
                    List<Ware> living = new ArrayList<>(all);
                    String next = null;
                    do {
                        Page<Row> page = rows.page(2, next);
                        read.addAll(page.objects());
                        next = page.next();
                        if (random.nextBoolean() && living.size() > 1) {
                            db.delete(living.remove(random.nextInt(living.size())));
                        }
                        if (random.nextBoolean()) {
                            db.store(ware(random, List.of(new Maker("Acme"))));
                        }
                    } while (next != null);

                    Set<Long> stayed = living.stream().map(db::idOf).collect(Collectors.toCollection(TreeSet::new));
                    assertThat(read.stream().filter(row -> stayed.contains(row.get("id"))))
                            .as("seed %d, %d: %s", run.seed(), i, selection)
                            .containsExactlyElementsOf(before.stream()
                                    .filter(row -> stayed.contains(row.get("id")))
                                    .toList());
                }
                database.clear();
            }
        }
    }

    @OnEveryEngine
    void rowsOfObjectsBeforeThePageAreNotMade(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            List<Ware> wares = List.of(ware("a", 1), ware("b", 2), ware("c", 3));
            db.storeAll(wares);
            RowQuery<Row> sorted = db.query(Ware.class, "").select("name, amount * amount AS area ORDER BY name");
            RowQuery<Row> computed =
                    db.query(Ware.class, "").select("name, amount * amount AS area ORDER BY length(name), area");
            String behindFirst = sorted.page(1, null).next();
            String behindFirstComputed = computed.page(1, null).next();
            wares.get(0).amount = Long.MAX_VALUE;
            db.store(wares.get(0));

            assertThat(names(sorted.page(5, behindFirst))).isEqualTo("b 4, c 9");
            assertThatThrownBy(() -> computed.page(5, behindFirstComputed))
                    .isInstanceOf(QueryException.class)
                    .hasMessageStartingWith("number overflow");
            assertThat(db.query(Ware.class, "")
                            .select("name ORDER BY name")
                            .explain()
                            .plan())
                    .endsWith("a page is made of the objects behind the last one\n");
            assertThat(db.query(Ware.class, "")
                            .select("name ORDER BY length(name)")
                            .explain()
                            .plan())
                    .endsWith("a page is made of all rows\n");
        }
    }

    /** A ware. */
    record Named(String name) {}

    @OnEveryEngine
    void aPageKeyBelongsToItsQuery(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            db.storeAll(List.of(ware("a", 1), ware("b", 2), ware("c", 3)));
            String text = "amount > :least";
            RowQuery<Row> rows = db.query(Ware.class, text).with("least", 0).select("name ORDER BY amount");
            String key = rows.page(1, null).next();

            assertThat(key).matches("[A-Za-z0-9_-]+");
            assertThat(db.query(Ware.class, "amount  > :least")
                            .with("least", 0)
                            .strategy(SearchStrategy.STEPS)
                            .select(Named.class, "name  order by amount")
                            .page(5, key)
                            .objects())
                    .as("the same query, spelled otherwise")
                    .containsExactly(new Named("b"), new Named("c"));
            for (RowQuery<Row> other : List.of(
                    db.query(Ware.class, text).with("least", -1).select("name ORDER BY amount"),
                    db.query(Ware.class, text).with("least", 0).select("name ORDER BY amount DESC"),
                    db.query(Ware.class, text).with("least", 0).select("name, amount ORDER BY amount"),
                    db.query(Ware.class, text).with("least", 0).select("name, COUNT(*) AS n"),
                    db.query(Book.class, text).with("least", 0).select("name ORDER BY amount"),
                    db.query(Ware.class, "").select("name ORDER BY amount"))) {
                assertThatThrownBy(() -> other.page(1, key))
                        .isInstanceOf(QueryException.class)
                        .hasMessageStartingWith("bad page key at 1: it was made by another query");
            }
            String ofObjects =
                    db.query(Ware.class, "ORDER BY amount").page(1, null).next();
            assertThatThrownBy(() -> db.query(Ware.class, "ORDER BY amount")
                            .select("name")
                            .page(1, ofObjects))
                    .hasMessageStartingWith("bad page key at 1: it was made by another query");
            for (String bad :
                    List.of("", "x", "AQ", key.substring(1), key.substring(0, key.length() - 2), key + "AA")) {
                assertThatThrownBy(() -> rows.page(1, bad))
                        .isInstanceOf(QueryException.class)
                        .hasMessageStartingWith("bad page key");
            }
            assertThatThrownBy(() -> rows.page(0, null)).hasMessage("a page of 0 rows; at least 1 is needed");
        }
    }

    /** Whoever knows the form of a key can make one up: it is refused, or a place in the order. */
    @OnEveryEngine
    void everyPageKeyOfRowsGivesAPageOrAQueryError(TestDatabase database) {
        Database db = database.open(Values.class);
        db.storeAll(Values.within(
                database.engine(), List.of(Values.nothing(), Values.least(), Values.greatest(), Values.nothing())));
        MadeUpKeys madeUp = new MadeUpKeys(new Random(4));
        int keys = Math.max(3, Sample.of(12, database.engine()));
        int pages = 0;
        for (Field field : Values.class.getDeclaredFields()) {
            for (String selection : List.of(
                    "id ORDER BY " + field.getName(),
                    "id ORDER BY coalesce(" + field.getName() + ", " + field.getName() + ")",
                    field.getName() + " AS value, COUNT(*) AS n")) {
                RowQuery<Row> rows = db.query(Values.class, "").select(selection);
                pages += madeUp.pages(keys, rows.page(1, null).next(), key -> rows.page(2, key));
            }
        }
        assertThat(pages).as("keys that were taken").isPositive();
    }

    @OnEveryEngine
    void aLimitOfQueryOrSelectionIsRefused(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            assertThatThrownBy(() ->
                            db.query(Ware.class, "").select("name LIMIT 3").page(1, null))
                    .hasMessage("""
                            paged limit at 6: a page says itself how many rows it wants and behind which they come; expected the selection without LIMIT and OFFSET
                              name LIMIT 3
                                   ^""");
            assertThatThrownBy(
                            () -> db.query(Ware.class, "LIMIT 3").select("name").page(1, null))
                    .hasMessage("""
                            paged limit at 1: a page says itself how many roots it wants and behind which they come; expected the query without LIMIT and OFFSET
                              LIMIT 3
                              ^""");
        }
    }

    @OnEveryEngine
    void pagesOfATransactionHaveWhatItHasStored(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            db.storeAll(List.of(ware("a", 1), ware("c", 3)));
            for (String order : List.of("ORDER BY name", "ORDER BY lower(name)", ", COUNT(*) AS n")) {
                db.useTransaction(tx -> {
                    RowQuery<Row> rows = tx.query(Ware.class, "").select("name " + order);
                    Page<Row> first = rows.page(1, null);
                    Ware late = ware("b", 2);
                    tx.store(late);
                    assertThat(rows.page(5, first.next()).objects().stream().map(row -> row.get("name")))
                            .containsExactly("b", "c");
                    tx.delete(late);
                    assertThat(rows.page(5, first.next()).objects().stream().map(row -> row.get("name")))
                            .containsExactly("c");
                });
            }
        }
    }

    @OnEveryEngine
    void rowsOfAProgramWithoutClassesComeInPages(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            db.storeAll(wares(Seeds.random(Seeds.seed()), 15));
        }
        try (Database db = database.openCatalog()) {
            for (String selection : List.of(
                    "id, grade ORDER BY grade DESC",
                    "id, grade ORDER BY coalesce(grade, grade) DESC",
                    "grade, day, COUNT(*) AS n",
                    "DISTINCT grade, price, weight ORDER BY weight")) {
                RowQuery<Row> rows = db.nodes().query("Ware", "").select(selection);
                assertThat(inPages(rows, 2)).as(selection).isEqualTo(rows.list());
            }
        }
    }

    @OnEveryEngine
    void rowsOfOwnersComeInPages(TestDatabase database) {
        try (Database db = open(database, IndexLevel.VALUES)) {
            db.storeAll(wares(Seeds.random(Seeds.seed()), 15));
            for (String order : List.of("", " ORDER BY name DESC", " ORDER BY amount * -1, marks")) {
                RowQuery<Row> rows = db.query(Maker.class, "name = 'Acme'")
                        .owners(Ware.class)
                        .select("id, name, marks" + order);
                assertThat(rows.list()).isNotEmpty();
                assertThat(inPages(rows, 2)).as(order).isEqualTo(rows.list());
            }
        }
    }
}
