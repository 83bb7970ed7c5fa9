package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Aggregates of sums, differences and products of whole numbers: each result of an operation has 64 bits, the sum of all rows more on the way. */
class WholeFormulasContractTest {

    private static final long MIN = Long.MIN_VALUE;
    private static final long MAX = Long.MAX_VALUE;
    /** Its square has 63 bits, and that of the next number more. */
    private static final long ROOT = 3_037_000_499L;

    static class Sale {
        long id;
        String shop;
        int count;
        long cents;

        @Nullable
        Long bonus;

        List<Integer> returned = new ArrayList<>();

        Sale() {}

        Sale(String shop, int count, long cents, @Nullable Long bonus, Integer... returned) {
            this.shop = shop;
            this.count = count;
            this.cents = cents;
            this.bonus = bonus;
            this.returned.addAll(List.of(returned));
        }
    }

    abstract static class Paid {
        long id;
        long cents;
    }

    static class Bill extends Paid {
        long rate;
    }

    static class Gift extends Paid {}

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

    private static void assertTooLarge(Database db, String selection) {
        assertThatThrownBy(() -> rows(db, "", selection))
                .as(selection)
                .isInstanceOfSatisfying(
                        QueryException.class, e -> assertThat(e.code()).isEqualTo("number-overflow"));
    }

    @OnEveryEngine
    void everyAggregateOfAFormulaIsExact(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 3, 250, null),
                new Sale("a", -2, ROOT, 7L),
                new Sale("b", Integer.MIN_VALUE, 4_294_967_296L, -1L),
                new Sale("b", 1, MAX, 0L))) {
            assertThat(
                            rows(
                                    db,
                                    "",
                                    "SUM(count * cents) AS s, MIN(count * cents) AS a, MAX(count * cents) AS b, AVG(count * cents) AS m"))
                    .containsExactly(List.of(750 - 2 * ROOT - 1, MIN, MAX, new BigDecimal("-1518500062.25")));
            assertThat(
                            rows(
                                    db,
                                    "",
                                    "SUM(count * bonus) AS s, MIN(count * bonus) AS a, MAX(bonus * count) AS b, AVG(count * bonus) AS m"))
                    .containsExactly(List.of(-14L + 2_147_483_648L, -14L, 2_147_483_648L, new BigDecimal("715827878")));
            assertThat(rows(db, "", "shop, SUM(count * (cents - 250)) AS s, SUM(-bonus) AS b"))
                    .containsExactly(
                            List.of("a", -2 * (ROOT - 250), -7L),
                            List.of("b", -1_073_741_824L * 2 * (4_294_967_296L - 250) + MAX - 250, 1L));
            assertThat(value(db, "SUM(count * 2 - 1)")).isEqualTo(2 * (2L + Integer.MIN_VALUE) - 4);
            assertThat(value(db, "MAX(count - count * (2 - bonus))")).isEqualTo(2_147_483_648L * 2);
        }
    }

    @OnEveryEngine
    void sumsLeave64BitsOnTheWayAndComeBack(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 1, MAX, MAX),
                new Sale("a", 1, MAX, MAX),
                new Sale("a", 2, -4_611_686_018_427_387_904L, 1L),
                new Sale("a", 1, MIN, 0L),
                new Sale("a", 5, 1, 1L))) {
            assertThat(value(db, "SUM(count * cents)")).isEqualTo(3L);
            assertThat(value(db, "AVG(cents * count)")).isEqualTo(new BigDecimal("0.6"));
            assertThat(value(db, "AVG(bonus * 1)")).isEqualTo(new BigDecimal("3689348814741910323.2"));
            assertTooLarge(db, "SUM(1 * bonus) AS v");
        }
    }

    @OnEveryEngine
    void sumsOfProductsOfSmallTypesLeave64Bits(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", Integer.MIN_VALUE, 0, null),
                new Sale("a", Integer.MIN_VALUE, 0, null),
                new Sale("b", Integer.MIN_VALUE, 0, null))) {
            assertTooLarge(db, "SUM(count * count) AS v");
            assertThat(value(db, "AVG(count * count)")).isEqualTo(new BigDecimal("4611686018427387904"));
            assertTooLarge(db, "shop, SUM(count * count) AS v");
            assertThat(rows(db, "shop = 'b'", "shop, SUM(count * count) AS v"))
                    .containsExactly(List.of("b", 4_611_686_018_427_387_904L));
        }
    }

    @OnEveryEngine
    void anOperationThatLeaves64BitsIsAnError(TestDatabase database) {
        try (Database db = open(database, new Sale("a", -1, MIN, null), new Sale("b", 1, ROOT + 1, 1L))) {
            for (String formula : List.of(
                    "count * cents",
                    "-cents",
                    "cents - 1",
                    "cents + count",
                    "cents * cents",
                    "cents * cents * 0",
                    "0 * (cents * count) + count",
                    "cents * count * bonus",
                    "bonus * (cents - 1)",
                    "bonus + -cents")) {
                for (String aggregate : List.of("SUM", "AVG", "MIN", "MAX")) {
                    assertTooLarge(db, aggregate + "(" + formula + ") AS v");
                    assertTooLarge(db, "shop, " + aggregate + "(" + formula + ") AS v");
                }
            }
            assertThat(rows(db, "shop = 'b'", "SUM(count * cents) AS a, SUM(cents * (cents - 2)) AS b"))
                    .containsExactly(List.of(ROOT + 1, (ROOT + 1) * (ROOT - 1)));
            assertThat(value(db, "MAX(count * (cents + 1))")).isEqualTo(MAX);
        }
    }

    @OnEveryEngine
    void aResultBeside64BitsIsNotTakenForTheLastOneWithin(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 1, MIN, 0L), new Sale("a", 1, MIN, 1L))) {
            assertThat(value(db, "MIN(cents + bonus)")).isEqualTo(MIN);
            assertThat(value(db, "MIN(cents * count)")).isEqualTo(MIN);
            assertTooLarge(db, "MIN(cents - bonus) AS v");
        }
    }

    @OnEveryEngine
    void productsOfManyNumbersAreExact(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 3, 1_000_003, 7L), new Sale("a", 2, 1_000, -2L))) {
            assertThat(value(db, "SUM(cents * cents * bonus)")).isEqualTo(1_000_003L * 1_000_003 * 7 - 2_000_000);
            assertThat(value(db, "SUM(cents * bonus * cents * bonus)"))
                    .isEqualTo(1_000_003L * 1_000_003 * 49 + 4_000_000);
            assertThat(value(db, "SUM(cents * bonus * count * (bonus - cents) * bonus)"))
                    .isEqualTo(1_000_003L * 7 * 3 * (7 - 1_000_003) * 7 + 1_000L * -2 * 2 * (-2 - 1_000) * -2);
        }
    }

    @OnEveryEngine
    void missingNumbersMakeNoValue(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 5, 10, null), new Sale("b", 2, 20, 3L))) {
            assertThat(rows(db, "", "shop, SUM(cents * bonus) AS s, AVG(cents + bonus) AS m, MAX(bonus - 1) AS x")
                            .toString())
                    .isEqualTo("[[a, null, null, null], [b, 60, 23, 2]]");
            assertThat(rows(db, "id < 0", "SUM(cents * bonus) AS s, MIN(count * count) AS m, COUNT(*) AS n")
                            .toString())
                    .isEqualTo("[[null, null, 0]]");
            assertThat(rows(db, "id < 0", "shop, SUM(cents * bonus) AS s")).isEmpty();
        }
    }

    @OnEveryEngine
    void membersThatAreMissingAreNotComputed(TestDatabase database) {
        try (Database db = open(
                database, new Sale("a", 5, MAX, null), new Sale("b", 2, 20, 3L, 4, 5), new Sale("b", 1, -1, 3L, 6))) {
            assertThat(value(db, "SUM(returned * cents)")).isEqualTo(174L);
            assertThat(value(db, "SUM(cents * cents + returned)")).isEqualTo(400L + 4 + 400 + 5 + 1 + 6);
            assertThat(value(db, "MIN(returned * (cents + 1))")).isEqualTo(0L);
        }
    }

    @OnEveryEngine
    void aClassWithoutAFieldHasNoValueOfIt(TestDatabase database) {
        try (Database db = database.open(Bill.class, Gift.class)) {
            Bill bill = new Bill();
            bill.cents = 5;
            bill.rate = 3;
            Gift gift = new Gift();
            gift.cents = 7;
            db.storeAll(List.of(bill, gift));
            String selection = "SUM(cents * rate) AS s, AVG(cents * 2) AS m, MIN(-(cents * rate)) AS a";
            assertThat(db.query(Paid.class, "").select(selection).one().values().toString())
                    .isEqualTo("[15, 12, -15]");
            gift.cents = MAX;
            db.store(gift);
            assertThat(db.query(Paid.class, "")
                            .select("SUM(cents * rate) AS s")
                            .one()
                            .values())
                    .containsExactly(15L);
            assertThatThrownBy(() -> db.query(Paid.class, "")
                            .select("SUM(cents * 2 * rate) AS s")
                            .one())
                    .hasMessageContaining("beyond 64 bits");
        }
    }

    @OnEveryEngine
    void aGroupThatHavingDropsMayBeTooLarge(TestDatabase database) {
        try (Database db = open(
                database,
                new Sale("a", 2, MAX, null, 1, 2),
                new Sale("a", 2, MAX, null, 3),
                new Sale("b", 2, 5, 1L, 4),
                new Sale("b", 3, 7, 2L))) {
            assertThat(rows(db, "", "shop, SUM(cents) AS s HAVING shop = 'b'")).containsExactly(List.of("b", 12L));
            assertThat(rows(db, "", "shop, SUM(cents * count) AS s HAVING shop != 'a'"))
                    .containsExactly(List.of("b", 31L));
            assertThat(rows(db, "", "shop, MAX(length(shop) + cents) AS s HAVING SUM(count) > 4"))
                    .containsExactly(List.of("b", 8L));
            assertThat(rows(db, "", "shop, SUM(returned * cents) AS s HAVING COUNT(returned) = 1"))
                    .containsExactly(List.of("b", 20L));
            assertThat(rows(db, "", "shop, COUNT(*) AS n HAVING shop = 'b' AND SUM(cents) > 1 ORDER BY SUM(cents)"))
                    .containsExactly(List.of("b", 2L));
            assertTooLarge(db, "shop, SUM(cents) AS s HAVING s > 0");
            assertTooLarge(db, "shop, COUNT(*) AS n HAVING shop = 'a' ORDER BY SUM(cents)");
        }
    }

    @OnEveryEngine
    void theErrorNamesThePlaceOfTheNumber(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 2, MAX, null, 1), new Sale("a", 2, MAX, null))) {
            assertTooLargeAt(db, "shop, cents + 1 AS next", "next", "the column next");
            assertTooLargeAt(db, "shop, cents + 1", "cents + 1", "the column cents + 1");
            assertTooLargeAt(db, "shop, SUM(count) AS n, SUM(cents) AS s", "SUM(cents)", "this SUM");
            assertTooLargeAt(db, "shop, 1 + MAX(cents * 2) AS s", "MAX(cents", "this MAX");
            assertTooLargeAt(db, "1 + MAX(cents) AS s", "s", "the column s");
            assertTooLargeAt(db, "COUNT(*) AS n, cents * 2 AS twice", "twice", "the column twice");
            assertTooLargeAt(db, "DISTINCT shop, cents * 2 AS twice", "twice", "the column twice");
            assertTooLargeAt(db, "shop HAVING cents * 2 > 5", "cents * 2 > 5", "HAVING");
            assertTooLargeAt(db, "shop ORDER BY shop, cents * 2", "cents * 2", "ORDER BY");
        }
    }

    private static void assertTooLargeAt(Database db, String selection, String place, String named) {
        assertThatThrownBy(() -> rows(db, "", selection))
                .as(selection)
                .isInstanceOfSatisfying(
                        QueryException.class, e -> assertThat(e.position()).isEqualTo(selection.lastIndexOf(place) + 1))
                .hasMessageContaining("a number of " + named + " is beyond 64 bits");
    }

    @OnEveryEngine
    void theEngineAddsProducts(TestDatabase database) {
        try (Database db = open(database, new Sale("a", 5, 10, null))) {
            assertThat(db.query(Sale.class, "")
                            .select("SUM(count * cents) AS s")
                            .explain()
                            .toString())
                    .contains("groups of Sale");
        }
    }
}
