package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Aggregates of values that tests choose, of objects and of what references lead to: the same by the engine and in Java. */
class CasesInGroupsContractTest {

    enum Kind {
        TOOL,
        FOOD
    }

    static class Product {
        long id;

        @Nullable
        String name;

        @Nullable
        Kind kind;

        Product() {}

        Product(@Nullable String name, @Nullable Kind kind) {
            this.name = name;
            this.kind = kind;
        }
    }

    static class Sale {
        long id;

        boolean open;

        @Nullable
        Product product;

        @Nullable
        Integer count;

        @Nullable
        Long cents;

        @Nullable
        BigDecimal price;

        @Nullable
        LocalDate day;

        Sale() {}

        Sale(
                boolean open,
                @Nullable Product product,
                @Nullable Integer count,
                @Nullable Long cents,
                @Nullable String price,
                @Nullable String day) {
            this.open = open;
            this.product = product;
            this.count = count;
            this.cents = cents;
            this.price = price == null ? null : new BigDecimal(price);
            this.day = day == null ? null : LocalDate.parse(day);
        }
    }

    private static Database open(TestDatabase database) {
        Product anvil = new Product("anvil", Kind.TOOL);
        Product apple = new Product("apple", Kind.FOOD);
        Product unnamed = new Product(null, null);
        Database db = database.open(Sale.class);
        db.storeAll(List.of(
                new Sale(true, anvil, 2, 5L, "1.50", "2026-01-01"),
                new Sale(true, apple, 3, 7L, "0.125", "2026-02-01"),
                new Sale(true, unnamed, 4, null, "2", "2026-03-01"),
                new Sale(true, null, 10, 11L, "1.0", null),
                new Sale(false, anvil, null, Long.MAX_VALUE, null, "2026-04-01"),
                new Sale(false, apple, 5, 13L, "7.00", "2026-05-01")));
        return db;
    }

    private static List<@Nullable Object> all(Database db, String selection) {
        return db.query(Sale.class, "").select(selection).one().values();
    }

    private static List<List<@Nullable Object>> byOpen(Database db, String formula) {
        return db.query(Sale.class, "").select("open, " + formula + " AS v ORDER BY open").list().stream()
                .map(Row::values)
                .toList();
    }

    @OnEveryEngine
    void valueOfTheFirstTestThatHoldsIsAdded(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(byOpen(
                            db, "SUM(CASE WHEN product.name = 'anvil' THEN count WHEN count > 3 THEN 100 ELSE 1 END)"))
                    .containsExactly(List.of(false, 100L), List.of(true, 203L));
            assertThat(byOpen(db, "AVG(CASE WHEN count > 3 THEN count END)"))
                    .containsExactly(List.of(false, new BigDecimal("5")), List.of(true, new BigDecimal("7")));
            assertThat(
                            byOpen(
                                    db,
                                    "COUNT(CASE WHEN product.kind = 'TOOL' THEN 'x' WHEN day > '2026-04-15' THEN product.name END)"))
                    .containsExactly(List.of(false, 2L), List.of(true, 1L));
            assertThat(byOpen(db, "SUM(CASE WHEN product.name = 'pear' THEN count END)"))
                    .containsExactly(Arrays.asList(false, null), Arrays.asList(true, null));
        }
    }

    @OnEveryEngine
    void missingValueDiffersFromEachOther(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(all(db, """
                    COUNT(CASE WHEN product.name != 'anvil' THEN 1 END) AS a,
                    COUNT(CASE WHEN NOT (product.name = 'anvil' OR count > 4) THEN 1 END) AS b,
                    COUNT(CASE WHEN product.name IS NULL THEN 1 END) AS c,
                    COUNT(CASE WHEN NOT product.name MATCH 'a%' THEN 1 END) AS d,
                    COUNT(CASE WHEN product.name NOT IN ('anvil', ['b'..'c']) THEN 1 END) AS e,
                    COUNT(CASE WHEN NOT count > cents THEN 1 END) AS f,
                    COUNT(CASE WHEN product.name = 'anvil' THEN NULL WHEN product.id > 0 THEN 1 ELSE 2 END) AS g,
                    COUNT(CASE WHEN price IN ([1..1.5]) THEN 1 END) AS h""")).containsExactly(4L, 2L, 2L, 2L, 4L, 6L, 4L, 2L);
        }
    }

    @OnEveryEngine
    void sumHasTheScaleOfItsLongestValue(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(byOpen(db, "SUM(CASE WHEN product.kind = 'FOOD' THEN price * (1 - price) ELSE 0 END)"))
                    .containsExactly(
                            List.of(false, new BigDecimal("-42.0000")), List.of(true, new BigDecimal("0.109375")));
            assertThat(byOpen(db, "SUM(CASE WHEN product.kind = 'TOOL' THEN price WHEN day IS NULL THEN 0.2500 END)"))
                    .containsExactly(Arrays.asList(false, null), List.of(true, new BigDecimal("1.7500")));
            assertThat(byOpen(db, "SUM(CASE WHEN product.id IS NULL THEN 0.50000 ELSE price END)"))
                    .containsExactly(List.of(false, new BigDecimal("7.00")), List.of(true, new BigDecimal("4.12500")));
        }
    }

    @OnEveryEngine
    void extremeIsThatOfAllValues(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(byOpen(db, "MIN(CASE WHEN product.kind = 'FOOD' THEN count ELSE 4 END)"))
                    .containsExactly(List.of(false, 4L), List.of(true, 3L));
            assertThat(byOpen(db, "MAX(CASE WHEN product.kind = 'FOOD' THEN day END)"))
                    .containsExactly(
                            List.of(false, LocalDate.parse("2026-05-01")),
                            List.of(true, LocalDate.parse("2026-02-01")));
            assertThat(byOpen(db, "MAX(CASE WHEN count > 3 THEN count WHEN count > 2 THEN 50 END)"))
                    .containsExactly(List.of(false, 5L), List.of(true, 50L));
        }
    }

    @OnEveryEngine
    void numberOfAnotherValueIsNotTooLarge(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(all(db, "SUM(CASE WHEN product.kind = 'FOOD' THEN cents * cents ELSE 1 END) AS v"))
                    .containsExactly(7L * 7 + 13 * 13 + 4);
            assertThatThrownBy(() -> all(db, "SUM(CASE WHEN product.kind = 'TOOL' THEN cents * cents END) AS v"))
                    .isInstanceOf(QueryException.class)
                    .hasMessageContaining("beyond 64 bits");
        }
    }

    @OnEveryEngine
    void engineMakesTheAggregates(TestDatabase database) {
        try (Database db = open(database)) {
            String explanation = db.query(Sale.class, "")
                    .select("SUM(CASE WHEN product.name = 'anvil' THEN count ELSE 0 END) AS v")
                    .explain()
                    .toString();

            assertThat(explanation).contains("groups of Sale");
        }
    }
}
