package dev.espalier.contract.query;

import static java.util.Objects.requireNonNull;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Aggregates of sums, differences and products of decimals: exact, and with the scale that BigDecimal has. */
class DecimalFormulasContractTest {

    private static final Set<Engine> STORE_LONG_NUMBERS = Set.of(Engine.SQLITE, Engine.H2, Engine.POSTGRES);

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
            assertThat(value(db, "AVG(points - price)"))
                    .isEqualTo(new BigDecimal("4115226300411522589.658333333333333333333333333333"));
            assertThat(value(db, "SUM(price * 1.50 + 0.5)")).isEqualTo(new BigDecimal("189.53750"));
            assertThat(value(db, "SUM(price * (1 - price) - 2)")).isEqualTo(new BigDecimal("-10304.000625"));
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
            assertThat(rows(db, "", "shop, SUM(amount * price) AS s, AVG(price + points) AS m, SUM(points * 2.0) AS p"))
                    .containsExactly(
                            List.of("a", new BigDecimal("1.5"), new BigDecimal("2"), new BigDecimal("4.0")),
                            Arrays.asList("b", null, null, null));
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

    @OnEveryEngine
    void groupsAreChosenAndObjectsSortedBySums(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 2, "0.50", "1").with("1.5", "2.25"),
                new Sale("b", 1, "3", "1"),
                new Sale("c", 5, "1", "1").with("4"),
                new Sale("a", 1, "1.5", "1"))) {
            assertThat(rows(db, "", "shop, SUM(amount * price) AS s HAVING SUM(amount * price) < 4.50 ORDER BY s DESC"))
                    .containsExactly(List.of("b", new BigDecimal("3")), List.of("a", new BigDecimal("2.50")));
            assertThat(rows(db, "id < 0", "SUM(amount * price) AS s, COUNT(*) AS c"))
                    .containsExactly(Arrays.asList(null, 0L));
            assertThat(db.query(Sale.class, "ORDER BY SUM(parts.weight * 1.0) DESC, shop")
                            .list())
                    .extracting(sale -> sale.shop)
                    .containsExactly("c", "a", "a", "b");
        }
    }

    /** An aggregate takes two or three columns; a result has at most 1,664 on PostgreSQL. */
    @OnEveryEngine
    void hundredsOfAggregatesAreComputed(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 2, "0.50", "1"))) {
            for (String formula : List.of("SUM(amount + %1$d) AS c%1$d", "SUM(price + %1$d) AS c%1$d")) {
                String selection = IntStream.range(0, 900)
                        .mapToObj(i -> formula.formatted(i))
                        .collect(Collectors.joining(", "));
                List<@Nullable Object> row = rows(db, "", selection).get(0);
                assertThat(row).hasSize(900);
                assertThat(new BigDecimal(requireNonNull(row.get(899)).toString()))
                        .isEqualByComparingTo(formula.contains("price") ? "899.50" : "901");
            }
        }
    }

    @OnEveryEngine
    void negativeScalesAreThoseOfBigDecimal(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 3, "2E+3", "5"), new Sale("a", 1, "0E+4", "5"))) {
            assertThat(value(db, "SUM(price * 0.25)")).isEqualTo(new BigDecimal("500"));
            assertThat(value(db, "SUM(price * price)")).isEqualTo(new BigDecimal("4000000"));
            assertThat(value(db, "SUM(price - points)")).isEqualTo(new BigDecimal("1990"));
            assertThat(value(db, "SUM(price * 0.0001)")).isEqualTo(new BigDecimal("0.2"));
        }
    }

    /** An engine that computes fewer digits than the products have leaves them to Java. */
    @OnEveryEngine
    void longNumbersAreAddedExactly(TestDatabase database) {
        if (!STORE_LONG_NUMBERS.contains(database.engine())) {
            return;
        }
        int digits = database.engine() == Engine.POSTGRES ? 1_500 : 999;
        Sale[] sales = {
            new Sale("a", 3, "1E+100", null),
            new Sale("b", 2, "1E+" + digits, null).with("1"),
            new Sale("c", 2, "1E-" + digits, null).with("1E-" + digits),
            new Sale("d", 2, (database.engine() == Engine.POSTGRES ? "0E+20000" : "0E+" + digits), null),
            new Sale("e", 2, "2.5", null).with("2.5")
        };
        try (Database db = open(database, sales)) {
            for (String formula :
                    List.of("price * amount", "price * price", "price * price * price * price", "price + amount")) {
                BigDecimal sum = BigDecimal.ZERO;
                for (Sale sale : sales) {
                    sum = sum.add(computed(formula, sale));
                    assertThat(rows(db, "shop = '" + sale.shop + "'", "SUM(" + formula + ") AS v"))
                            .containsExactly(List.of(BigDecimal.ZERO.add(computed(formula, sale))));
                }
                for (int i = 0; i < 4; i++) { // a selection is compiled when it is asked often
                    assertThat(value(db, "SUM(" + formula + ")")).as(formula).isEqualTo(sum);
                }
            }
            assertThat(db.query(Sale.class, "SUM(price * parts.weight * parts.weight) < 16 ORDER BY shop")
                            .list())
                    .extracting(sale -> sale.shop)
                    .containsExactly("c", "e");
        }
    }

    private static BigDecimal computed(String formula, Sale sale) {
        BigDecimal price = requireNonNull(sale.price);
        BigDecimal amount = BigDecimal.valueOf(requireNonNull(sale.amount));
        return switch (formula) {
            case "price * amount" -> price.multiply(amount);
            case "price * price" -> price.multiply(price);
            case "price + amount" -> price.add(amount);
            default -> price.multiply(price).multiply(price).multiply(price);
        };
    }
}
