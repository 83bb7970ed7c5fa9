package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Aggregates of sums, differences and products of decimals: exact, and with the scale that BigDecimal has. */
class DecimalFormulasContractTest {

    static class Sale {
        long id;
        String shop;

        @Nullable
        Integer amount;

        @Nullable
        BigDecimal price;

        @Nullable
        BigInteger points;

        List<Part> parts = new ArrayList<>();

        Sale() {}

        Sale(String shop, @Nullable Integer amount, @Nullable String price, @Nullable String points) {
            this.shop = shop;
            this.amount = amount;
            this.price = price == null ? null : new BigDecimal(price);
            this.points = points == null ? null : new BigInteger(points);
        }

        Sale with(String... weights) {
            for (String weight : weights) {
                parts.add(new Part(new BigDecimal(weight)));
            }
            return this;
        }
    }

    record Part(BigDecimal weight) {}

    private static Database open(TestDatabase database, Sale... sales) {
        Database db = database.open(Sale.class);
        db.storeAll(List.of(sales));
        return db;
    }

    private static List<List<@Nullable Object>> rows(Database db, String query, String selection) {
        return db.query(Sale.class, query).select(selection).list().stream()
                .map(Row::values)
                .toList();
    }

    private static @Nullable Object value(Database db, String formula) {
        return rows(db, "", formula + " AS v").get(0).get(0);
    }

    @OnEveryEngine
    void sumHasTheScaleOfItsLongestProduct(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 3, "19.90", "12345678901234567890"),
                new Sale("a", -2, "0.125", "-1"),
                new Sale("b", 7, "100", "0"),
                new Sale("b", 0, "5.000", null))) {
            assertThat(value(db, "SUM(amount * price)")).isEqualTo(new BigDecimal("759.450"));
            assertThat(value(db, "SUM(price * price)")).isEqualTo(new BigDecimal("10421.025625"));
            assertThat(value(db, "SUM(price - amount)")).isEqualTo(new BigDecimal("117.025"));
            assertThat(value(db, "SUM(-price)")).isEqualTo(new BigDecimal("-125.025"));
            assertThat(value(db, "SUM(points * amount)")).isEqualTo(new BigDecimal("37037036703703703672"));
            assertThat(value(db, "SUM(points + price)")).isEqualTo(new BigDecimal("12345678901234568009.025"));
            assertThat(value(db, "AVG(amount * price)")).isEqualTo(new BigDecimal("189.8625"));
            assertThat(rows(db, "", "shop, SUM(amount * price) AS s, SUM(2 * price - amount) AS t"))
                    .containsExactly(
                            List.of("a", new BigDecimal("59.450"), new BigDecimal("39.050")),
                            List.of("b", new BigDecimal("700.000"), new BigDecimal("203.000")));
        }
    }

    @OnEveryEngine
    void missingValueMakesNoResult(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", null, "1.00000", "1"),
                new Sale("a", 2, null, "1"),
                new Sale("a", 1, "1.5", null),
                new Sale("b", null, null, null))) {
            assertThat(rows(db, "", "shop, SUM(amount * price) AS s, AVG(price + points) AS m"))
                    .containsExactly(
                            List.of("a", new BigDecimal("1.5"), new BigDecimal("2")), Arrays.asList("b", null, null));
        }
    }

    @OnEveryEngine
    void membersAreAddedWithTheFieldsOfTheirOwner(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 2, "0.50", "1").with("1.5", "2.25"),
                new Sale("a", 1, "3", "1"),
                new Sale("b", 5, "1", "1").with("4"))) {
            assertThat(rows(db, "", "shop, SUM(price * parts.weight) AS s, SUM(parts.weight * 2) AS w"))
                    .containsExactly(
                            List.of("a", new BigDecimal("1.8750"), new BigDecimal("7.50")),
                            List.of("b", new BigDecimal("4"), new BigDecimal("8")));
            assertThat(db.query(Sale.class, "SUM(parts.weight * parts.weight) > 7")
                            .list())
                    .extracting(sale -> sale.shop)
                    .containsExactly("a", "b");
        }
    }

    @OnEveryEngine
    void sumsOfManyRowsAreThoseOfBigDecimal(TestDatabase database) {
        Random random = new Random(7);
        Sale[] sales = new Sale[2_000];
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < sales.length; i++) {
            BigDecimal price = new BigDecimal(
                    new BigInteger(40, random).subtract(BigInteger.ONE.shiftLeft(39)), random.nextInt(7));
            int amount = random.nextInt();
            sales[i] = new Sale("a", amount, price.toString(), null);
            sum = sum.add(price.multiply(BigDecimal.valueOf(amount)));
        }
        try (Database db = open(database, sales)) {
            assertThat(value(db, "SUM(amount * price)")).isEqualTo(sum);
        }
    }

    /** The other engines store no numbers so long. */
    @OnEveryEngine(Engine.POSTGRES)
    void productsOfThousandsOfDigitsAreExact(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 3, "1e900", null).with("1e1001"),
                new Sale("b", 3, "1e1001", null).with("1e-1001"),
                new Sale("c", 3, "1e-1001", null))) {
            assertThat(rows(db, "", "shop, SUM(price * price) AS v"))
                    .extracting(row -> ((BigDecimal) row.get(1)).stripTrailingZeros())
                    .containsExactly(new BigDecimal("1e1800"), new BigDecimal("1e2002"), new BigDecimal("1e-2002"));
            assertThat(rows(db, "shop = 'b'", "AVG(amount * price) AS v").get(0).get(0))
                    .isEqualTo(BigDecimal.TEN.pow(1_001).multiply(BigDecimal.valueOf(3)));
            assertThat(db.query(Sale.class, "SUM(parts.weight * price) > 1").list())
                    .extracting(sale -> sale.shop)
                    .containsExactly("a");
        }
    }
}
