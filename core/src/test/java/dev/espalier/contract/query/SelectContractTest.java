package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selections: values of objects as rows, computed, grouped and sorted. */
class SelectContractTest {

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    static class Maker {
        long id;
        String name;

        @Nullable
        Maker parent;

        Maker() {}

        Maker(String name, @Nullable Maker parent) {
            this.name = name;
            this.parent = parent;
        }
    }

    static class Product {
        long id;
        String name;

        @Nullable
        Maker maker;

        @Nullable
        Colour colour;

        BigDecimal price;

        Product() {}

        Product(String name, @Nullable Maker maker, @Nullable Colour colour, String price) {
            this.name = name;
            this.maker = maker;
            this.colour = colour;
            this.price = new BigDecimal(price);
        }
    }

    record Size(int width, int height) {}

    static class Sale {
        long id;
        LocalDate day;

        @Nullable
        Instant paid;

        int count;
        double weight;
        float rate;
        Product product;

        @Nullable
        Size size;

        List<Line> lines = new ArrayList<>();
        Set<String> tags = new LinkedHashSet<>();
        List<Size> parcels = new ArrayList<>();

        Sale() {}

        Sale(String day, Product product, int count) {
            this.day = LocalDate.parse(day);
            this.product = product;
            this.count = count;
            this.weight = count / 10.0;
            this.rate = count / 10f;
        }
    }

    static class Line {
        long id;
        int amount;
        Product product;

        Line() {}

        Line(int amount, Product product) {
            this.amount = amount;
            this.product = product;
        }
    }

    /** A sale at the door. */
    static class Ticket extends Sale {
        int seat;
    }

    private static Database open(TestDatabase database) {
        Database db = database.open(Sale.class, Ticket.class, Maker.class);
        Maker group = new Maker("Group", null);
        Maker acme = new Maker("Acme", group);
        Maker zeta = new Maker("Zeta", group);
        Product anvil = new Product("anvil", acme, Colour.BLUE, "99.90");
        Product rocket = new Product("rocket", acme, Colour.RED, "1250.00");
        Product feather = new Product("feather", zeta, Colour.RED, "0.05");
        Product stone = new Product("stone", null, null, "1.5");
        Sale first = new Sale("2026-01-15", anvil, 2);
        first.paid = Instant.parse("2026-01-16T23:30:00.123456789Z");
        first.size = new Size(3, 4);
        first.lines.add(new Line(1, anvil));
        first.lines.add(new Line(5, feather));
        first.lines.add(new Line(2, anvil));
        first.tags.add("new");
        first.tags.add("big");
        first.parcels.add(new Size(1, 2));
        first.parcels.add(new Size(1, 2));
        Sale second = new Sale("2026-02-01", rocket, 1);
        second.lines.add(new Line(7, feather));
        Sale third = new Sale("2026-02-20", feather, 100);
        third.tags.add("new");
        Ticket ticket = new Ticket();
        ticket.day = LocalDate.parse("2025-12-31");
        ticket.product = stone;
        ticket.count = 3;
        ticket.weight = 0.1;
        ticket.seat = 12;
        ticket.lines.add(new Line(4, stone));
        db.storeAll(List.of(first, second, third, ticket));
        return db;
    }

    private static String rows(Database db, String selection) {
        return rows(db, "ORDER BY id", selection);
    }

    private static String rows(Database db, String query, String selection) {
        return text(db.query(Sale.class, query).select(selection).list());
    }

    private static String text(List<Row> rows) {
        return rows.stream()
                .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" | "));
    }

    @OnEveryEngine
    void pathsThroughReferencesAreColumns(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "day, count, product.name AS product, product.maker.name, size.width"))
                    .isEqualTo("2026-01-15 2 anvil Acme 3 | 2026-02-01 1 rocket Acme null"
                            + " | 2026-02-20 100 feather Zeta null | 2025-12-31 3 stone null null");
        }
    }

    /** The objects found are of another class, which may have more tables or fewer. */
    @OnEveryEngine
    void rowsOfOwnersAreThoseOfTheirClass(TestDatabase database) {
        try (Database db = open(database)) {
            Query<Line> lines = db.query(Product.class, "name = 'feather'").owners(Line.class);
            assertThat(text(lines.select("amount, product.maker.name").list())).isEqualTo("5 Zeta | 7 Zeta");
            assertThat(text(lines.select("product.name, SUM(amount) AS all").list()))
                    .isEqualTo("feather 12");
            try (Stream<Row> rows = lines.select("amount").stream()) {
                assertThat(text(rows.toList())).isEqualTo("5 | 7");
            }
            assertThat(text(lines.select("amount").page(1, null).objects())).isEqualTo("5");
            assertThat(text(db.query(Line.class, "amount = 4")
                            .owners(Sale.class)
                            .select("count, COUNT(lines) AS n")
                            .list()))
                    .isEqualTo("3 1");
            assertThat(text(db.query(Line.class, "amount = 7")
                            .owners(Sale.class)
                            .select("day, lines.amount ORDER BY day")
                            .list()))
                    .isEqualTo("2026-02-01 7");
            assertThat(text(db.query(Maker.class, "name = 'Group'")
                            .owners(Product.class)
                            .select("colour, COUNT(*) AS n ORDER BY n")
                            .list()))
                    .isEqualTo("BLUE 1 | RED 2");
        }
    }

    @OnEveryEngine
    void collectionsGiveARowForEachMemberInTheirOrder(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "count, lines.amount, lines.product.name"))
                    .isEqualTo("2 1 anvil | 2 5 feather | 2 2 anvil | 1 7 feather | 100 null null | 3 4 stone");
            assertThat(rows(db, "count > 1 ORDER BY id", "count, tags, parcels.width"))
                    .isEqualTo("2 new 1 | 2 new 1 | 2 big 1 | 2 big 1 | 100 new null | 3 null null");
        }
    }

    @OnEveryEngine
    void inverseAndRepeatedStepsGiveRows(TestDatabase database) {
        try (Database db = open(database)) {
            List<Row> rows = db.query(Maker.class, "ORDER BY name")
                    .select("name, <Product.maker.name AS product, parent+.name AS above")
                    .list();
            assertThat(rows.stream().map(row -> row.values().toString()))
                    .containsExactly(
                            "[Acme, anvil, Group]",
                            "[Acme, rocket, Group]",
                            "[Group, null, null]",
                            "[Zeta, feather, Group]");
        }
    }

    @OnEveryEngine
    void columnsWithoutAggregatesAreTheKeysOfGroups(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "product.maker.name AS maker, COUNT(*) AS sales, SUM(count) AS sold, MAX(day) AS last"))
                    .isEqualTo("Acme 2 3 2026-02-01 | Zeta 1 100 2026-02-20 | null 1 3 2025-12-31");
            assertThat(rows(
                            db,
                            "month(day) AS month, SUM(count * product.price) AS revenue"
                                    + " HAVING revenue > 10 ORDER BY revenue DESC LIMIT 2"))
                    .isEqualTo("2 1255.00 | 1 199.80");
        }
    }

    @OnEveryEngine
    void anAggregateTakesEachRowOfItsOwnOnceInAGroup(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(
                            db,
                            "SUM(count) AS count, SUM(lines.amount) AS amount, COUNT(tags) AS tags, COUNT(parcels)"))
                    .isEqualTo("106 19 3 2");
            assertThat(rows(db, "lines.product.name AS product, SUM(lines.amount) AS amount, SUM(count) AS count"))
                    .isEqualTo("anvil 3 2 | feather 12 3 | stone 4 3 | null null 100");
            assertThat(
                            rows(
                                    db,
                                    "COUNT(product) AS products, COUNT(product.maker), COUNT(DISTINCT product.colour) AS colours"))
                    .isEqualTo("4 2 2");
            assertThat(rows(db, "COUNT(lines(amount > 3)) AS large, COUNT(lines.product(colour = 'RED')) AS red"))
                    .isEqualTo("3 1");
        }
    }

    @OnEveryEngine
    void aGroupOfNothingIsOneRowOnlyWithoutKeys(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "count > 1000", "COUNT(*) AS n, SUM(count) AS sum"))
                    .isEqualTo("0 null");
            assertThat(rows(db, "count > 1000", "day, COUNT(*) AS n")).isEmpty();
        }
    }

    @OnEveryEngine
    void aClassWithoutTheFieldOfAKeyAddsNoGroupOfNothing(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "seat = 12", "seat, COUNT(*) AS n")).isEqualTo("12 1");
            assertThat(rows(db, "", "seat, COUNT(*) AS n")).isEqualTo("12 1 | null 3");
        }
    }

    @OnEveryEngine
    void valuesAreComputedAlikeOnEveryEngine(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(
                            db,
                            "count = 2",
                            "product.price * 3 AS a, count / 3 AS b, -count AS c, (count + 1) * 2 AS d, weight * 2 AS e,"
                                    + " count -1 AS f, count / 0 AS g"))
                    .isEqualTo("299.70 0.666666666666666666666666666667 -2 6 0.4 1 null");
            assertThat(rows(
                            db,
                            "count = 2",
                            "year(day) AS y, month(paid) AS m, day(paid) AS d, hour(paid) AS h, week(day) AS w,"
                                    + " upper(product.name) AS u, length(product.name) AS l,"
                                    + " substring(product.name, 2, 3) AS s, concat(product.name, '!') AS c,"
                                    + " round(product.price) AS r, floor(weight) AS f, abs(-count) AS a"))
                    .isEqualTo("2026 1 16 23 3 ANVIL 5 nvi anvil! 100 0.0 2");
            assertThat(
                            rows(
                                    db,
                                    "CASE WHEN product.price > 1000 THEN 'dear' WHEN product.colour = 'RED' THEN 'red' ELSE"
                                            + " lower(product.name) END AS kind, coalesce(product.maker.name, 'nobody') AS maker"))
                    .isEqualTo("anvil Acme | dear Acme | red Zeta | stone nobody");
        }
    }

    @OnEveryEngine
    void differentRowsAreGivenOnce(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "DISTINCT product.colour AS colour")).isEqualTo("RED | BLUE | null");
            assertThat(rows(db, "DISTINCT year(day) AS year ORDER BY year DESC"))
                    .isEqualTo("2026 | 2025");
        }
    }

    /** A revenue. */
    record Revenue(@Nullable String maker, int sales, BigDecimal revenue) {}

    @OnEveryEngine
    void rowsBecomeRecordsByTheNamesOfTheirComponents(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(db.query(Sale.class, "")
                            .select(
                                    Revenue.class,
                                    "SUM(count * product.price) AS revenue, product.maker.name AS maker,"
                                            + " COUNT(*) AS sales ORDER BY maker")
                            .list())
                    .containsExactly(
                            new Revenue("Acme", 2, new BigDecimal("1449.80")),
                            new Revenue("Zeta", 1, new BigDecimal("5.00")),
                            new Revenue(null, 1, new BigDecimal("4.5")));
            assertThatThrownBy(() -> db.query(Sale.class, "")
                            .select(Revenue.class, "count AS sales, product.name AS maker")
                            .list())
                    .isInstanceOf(QueryException.class)
                    .hasMessageContaining("unfit record")
                    .hasMessageContaining("revenue");
        }
    }

    @OnEveryEngine
    void parametersStandInQueryAndSelection(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(db
                            .query(Sale.class, "count > :least")
                            .with("least", 1)
                            .select("count * :factor AS n HAVING n IN (:wanted) ORDER BY n LIMIT :most")
                            .with("factor", 10)
                            .with("wanted", List.of(20, 30, 40))
                            .with("most", 5)
                            .list()
                            .stream()
                            .map(row -> row.get("n", Long.class)))
                    .containsExactly(20L, 30L);
        }
    }

    @OnEveryEngine
    void aStreamHasTheRowsOfTheList(TestDatabase database) {
        try (Database db = open(database)) {
            for (String selection : List.of(
                    "count, lines.amount, lines.product.name",
                    "count, tags, parcels.width",
                    "id, count HAVING count > 1",
                    "count, lines.amount LIMIT 3 OFFSET 2",
                    "count LIMIT 0",
                    "count, lines.amount ORDER BY lines.amount DESC LIMIT 2",
                    "product.name AS product, SUM(count) AS count")) {
                RowQuery<Row> query = db.query(Sale.class, "ORDER BY id").select(selection);
                try (Stream<Row> rows = query.stream()) {
                    assertThat(rows).as(selection).containsExactlyElementsOf(query.list());
                }
                assertThat(query.first())
                        .as(selection)
                        .isEqualTo(query.list().stream().findFirst());
                db.useSnapshot(tx -> {
                    try (Stream<Row> rows = tx.query(Sale.class, "ORDER BY id").select(selection).stream()) {
                        assertThat(rows).as(selection).containsExactlyElementsOf(query.list());
                    }
                });
            }
        }
    }

    @OnEveryEngine
    void rowsOfATransactionAreThoseThatItHasStored(TestDatabase database) {
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Sale sale = tx.query(Sale.class, "count = 2").one();
                sale.count = 5;
                tx.store(sale);
                assertThat(tx.query(Sale.class, "")
                                .select("MAX(count) AS most, SUM(count) AS all")
                                .one()
                                .values())
                        .containsExactly(100, 109L);
            });
        }
    }

    @OnEveryEngine
    void anExplanationNamesTheStatementsAndWhatWasUnderstood(TestDatabase database) {
        try (Database db = open(database)) {
            Explanation how = db.query(Sale.class, "count > 1")
                    .select("product.maker.name AS maker, SUM(lines.amount) AS amount")
                    .explainWithEnginePlans();

            assertThat(how.query())
                    .isEqualTo("count > 1\nselect product.maker.name AS maker, SUM(lines.amount) AS amount");
            assertThat(how.plan())
                    .contains("rows of Sale", "each lines", "product", "maker: name", "grouped by 1 key, 1 aggregate");
            assertThat(how.search().steps()).isNotEmpty().allSatisfy(step -> {
                assertThat(step.sql()).startsWith("SELECT");
                assertThat(step.enginePlan()).isPresent();
            });
        }
    }

    @OnEveryEngine
    void columnsAreKnownWithoutRows(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(db.query(Sale.class, "count > 1000")
                            .select("product.maker.name AS maker, day, SUM(count) HAVING COUNT(*) > :least")
                            .with("least", 1)
                            .columns())
                    .containsExactly("maker", "day", "SUM(count)");
            assertThatThrownBy(() -> db.query(Sale.class, "").select("dai").columns())
                    .isInstanceOf(QueryException.class)
                    .hasMessageContaining("Sale has no field 'dai'");
        }
    }

    @OnEveryEngine
    void aNumberWithAPointIsADecimal(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "count = 2", "1.0 * count AS a, 1e1 * count AS b, count * 10 AS c"))
                    .isEqualTo("2.0 2E+1 20");
            assertThat(rows(db, "count = 2", "1.0 * 9223372036854775807 * count AS a"))
                    .isEqualTo("18446744073709551614.0");
        }
    }

    @OnEveryEngine
    void aNumberBesideAFloatIsAFloat(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "count, rate HAVING rate = 0.2")).isEqualTo("2 0.2");
            assertThat(rows(db, "count, rate HAVING rate IN (0.1, 0.2) AND NOT rate > 0.2"))
                    .isEqualTo("2 0.2 | 1 0.1");
        }
    }

    @OnEveryEngine
    void nothingIsThePartBehindTheEndOfAText(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(
                            db,
                            "count = 2",
                            "concat('<', substring(product.name, 9, 0), '>') AS a,"
                                    + " concat('<', substring(product.name, 9), '>') AS b"))
                    .isEqualTo("<> <>");
        }
    }

    @OnEveryEngine
    void aColumnWithoutFieldsIsNoKeyOfAggregatesButOneOfDifferentRows(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "count > 1000", "1 + 1 AS two, 'x' AS x, COUNT(*) AS n"))
                    .isEqualTo("2 x 0");
            assertThat(rows(db, "count > 1000", "DISTINCT 1 + 1 AS two, 'x' AS x"))
                    .isEmpty();
            assertThat(rows(db, "DISTINCT 1 + 1 AS two, 'x' AS x")).isEqualTo("2 x");
        }
    }

    @OnEveryEngine
    void aColumnIsKnownByItsTextThoughAFieldInItIsAColumnToo(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(
                            rows(
                                    db,
                                    "count > 1",
                                    "DISTINCT count + length(product.name) AS sum, count ORDER BY count + length(product.name) DESC"))
                    .isEqualTo("107 100 | 8 3 | 7 2");
            assertThat(rows(db, "count = 2", "DISTINCT count + 1 AS more, -count AS count ORDER BY count + 1"))
                    .isEqualTo("3 -2");
        }
    }

    @OnEveryEngine
    void aColumnIsKnownThoughAParameterIsInIt(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(db
                            .query(Sale.class, "")
                            .select("DISTINCT CASE WHEN product.colour = :red THEN 'red' ELSE 'other' END AS colour")
                            .with("red", Colour.RED)
                            .list()
                            .stream()
                            .map(row -> row.get("colour")))
                    .containsExactly("other", "red");
        }
    }

    @OnEveryEngine
    void stepsInBracketsCanBeRepeatedWithin(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(db.query(Maker.class, "name = 'Acme'")
                            .select("((parent)+){1..1}.name AS a, (parent+)+.name")
                            .list())
                    .hasSize(1)
                    .allMatch(row -> row.values().equals(List.of("Group", "Group")));
        }
    }

    @OnEveryEngine
    void aCountOfSomeObjectsIsOfTheRowsObjectWhereItsPathIsAColumn(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(db
                            .query(Maker.class, "name = 'Acme'")
                            .select("<Product.maker.name AS product, COUNT(<Product.maker(price > 100)) AS dear")
                            .list()
                            .stream()
                            .map(row -> row.values().toString()))
                    .containsExactly("[anvil, 0]", "[rocket, 1]");
            Sale sale = new Sale("2026-03-01", new Product("nail", null, null, "1"), 7);
            sale.parcels.addAll(List.of(new Size(1, 2), new Size(3, 4)));
            db.store(sale);
            assertThat(rows(db, "count = 7", "parcels.width AS width, COUNT(parcels(height > 2)) AS high"))
                    .isEqualTo("1 0 | 3 1");
        }
    }

    @OnEveryEngine
    void queriesThatOthersNameCanBeAskedOfWhatIsCounted(TestDatabase database) {
        try (Database db = open(database)) {
            for (String text : List.of("name MATCH 'a%'", "name MATCH 'a%' LIMIT 5")) {
                assertThat(db.query(Sale.class, "")
                                .define("Q1", Product.class, text)
                                .select("COUNT(product(Q1)) AS one, COUNT(lines.product(NOT Q1)) AS others")
                                .one()
                                .values())
                        .containsExactly(1L, 2L);
            }
        }
    }

    static class Depot {
        long id;
        String name;
        List<Sale> sales = new ArrayList<>();

        Depot() {}

        Depot(String name) {
            this.name = name;
        }
    }

    @OnEveryEngine
    void aClassInBracketsKeepsOnlyTheMembersOfTheClass(TestDatabase database) {
        try (Database db = database.open(Depot.class, Sale.class, Ticket.class)) {
            Product stone = new Product("stone", null, null, "1");
            Ticket ticket = new Ticket();
            ticket.day = LocalDate.parse("2026-01-01");
            ticket.product = stone;
            ticket.seat = 12;
            Depot both = new Depot("both");
            both.sales.add(new Sale("2026-01-02", stone, 1));
            both.sales.add(ticket);
            Depot one = new Depot("one");
            one.sales.add(new Sale("2026-01-03", stone, 1));
            db.storeAll(List.of(both, one));

            assertThat(db.query(Depot.class, "ORDER BY id").select("name, sales[Ticket].seat").list().stream()
                            .map(row -> row.values().toString()))
                    .containsExactly("[both, 12]", "[one, null]");
            assertThat(db.query(Depot.class, "ORDER BY id").select("name, sales.seat").list().stream()
                            .map(row -> row.values().toString()))
                    .containsExactly("[both, null]", "[both, 12]", "[one, null]");
            assertThat(db.query(Depot.class, "")
                            .select(
                                    "COUNT(sales[Ticket]) AS tickets, COUNT(sales[Ticket].day) AS days, COUNT(sales) AS sales")
                            .one()
                            .values())
                    .containsExactly(1L, 1L, 3L);
        }
    }
}
