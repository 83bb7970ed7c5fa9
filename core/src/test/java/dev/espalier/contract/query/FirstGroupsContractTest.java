package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Groups that HAVING or LIMIT leaves out: the engine leaves them out if it decides so as Java does. */
class FirstGroupsContractTest {

    /** A selection is compiled when it is asked for the third time. */
    private static final int COMPILED = 3;

    static class Shop {
        long id;

        @Nullable
        String name;

        Shop() {}

        Shop(@Nullable String name) {
            this.name = name;
        }
    }

    static class Sale {
        long id;

        @Nullable
        Shop shop;

        @Nullable
        Integer count;

        @Nullable
        Long cents;

        @Nullable
        BigDecimal price;

        @Nullable
        LocalDate day;

        double weight;

        Sale() {}

        Sale(@Nullable Shop shop, @Nullable Integer count, @Nullable Long cents, @Nullable String price, int day) {
            this.shop = shop;
            this.count = count;
            this.cents = cents;
            this.price = price == null ? null : new BigDecimal(price);
            this.day = day == 0 ? null : LocalDate.of(2026, day, 1);
            this.weight = day / 8.0;
        }
    }

    private static Database open(TestDatabase database, Sale... more) {
        Shop late = new Shop("late");
        Shop early = new Shop("early");
        Shop other = new Shop("\uD83D\uDE80");
        Shop another = new Shop("\uFF5E");
        Shop unnamed = new Shop(null);
        Database db = database.open(Sale.class);
        db.storeAll(List.of(
                new Sale(late, 5, 70L, "1.5", 1),
                new Sale(late, 2, 30L, "0.50", 2),
                new Sale(early, 3, 100L, "2", 1),
                new Sale(early, null, null, null, 3),
                new Sale(other, 7, 20L, "2.00", 4),
                new Sale(another, 7, 20L, "1.25", 0),
                new Sale(unnamed, 1, null, null, 5),
                new Sale(null, 4, 100L, "3", 0)));
        db.storeAll(List.of(more));
        return db;
    }

    private static List<List<@Nullable Object>> rows(Database db, String selection) {
        return db.query(Sale.class, "").select(selection).list().stream()
                .map(Row::values)
                .toList();
    }

    /** Asked until it is compiled. */
    private static List<List<@Nullable Object>> compiled(Database db, String selection) {
        List<List<@Nullable Object>> first = rows(db, selection);
        for (int i = 0; i < COMPILED; i++) {
            assertThat(rows(db, selection)).as(selection).isEqualTo(first);
        }
        return first;
    }

    /** Returns how many rows a selection reads. */
    private static long read(Database db, String selection) {
        List<dev.espalier.Explanation.Step> steps =
                db.query(Sale.class, "").select(selection).explain().search().steps();
        return steps.get(steps.size() - 1).rows();
    }

    @OnEveryEngine
    void limitGivesTheFirstOfAllGroups(TestDatabase database) {
        try (Database db = open(database)) {
            for (String keys : List.of("shop.name AS k", "shop.id AS k", "month(day) AS k", "day AS k", "count AS k")) {
                for (String order : List.of(
                        "",
                        " ORDER BY c",
                        " ORDER BY c DESC",
                        " ORDER BY n DESC, c",
                        " ORDER BY k DESC",
                        " ORDER BY d, c DESC",
                        " ORDER BY s DESC",
                        " ORDER BY p",
                        " ORDER BY m DESC",
                        " ORDER BY w DESC")) {
                    String all = keys + ", SUM(cents) AS c, COUNT(count) AS n, MAX(day) AS d, SUM(price) AS s,"
                            + " SUM(count * cents) AS p, SUM(count * price) AS m, SUM(weight) AS w" + order;
                    List<List<@Nullable Object>> expected = compiled(db, all);
                    for (int limit = 0; limit < 4; limit += 3) {
                        for (int offset = 0; offset < 3; offset += 2) {
                            assertThat(compiled(db, all + " LIMIT " + limit + " OFFSET " + offset))
                                    .as("%s, %d after %d", all, limit, offset)
                                    .isEqualTo(expected.subList(
                                            Math.min(offset, expected.size()),
                                            Math.min(offset + limit, expected.size())));
                        }
                    }
                }
            }
        }
    }

    @OnEveryEngine
    void limitGivesTheFirstDifferentRows(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(compiled(db, "DISTINCT shop.name AS k ORDER BY k LIMIT 3"))
                    .containsExactly(List.of("early"), List.of("late"), List.of("\uFF5E"));
            assertThat(compiled(db, "DISTINCT shop.name AS k, month(day) AS m ORDER BY m DESC LIMIT 1 OFFSET 1"))
                    .containsExactly(List.of("\uD83D\uDE80", 4L));
        }
    }

    @OnEveryEngine
    void havingKeepsTheSameGroups(TestDatabase database) {
        try (Database db = open(database)) {
            String all = "shop.id AS k, SUM(cents) AS c, COUNT(*) AS n, MAX(day) AS d, SUM(price) AS s,"
                    + " SUM(count * cents) AS p, AVG(cents) AS a ";
            for (String test : List.of(
                    "c > 20 -> 3",
                    "c >= 20 -> 5",
                    "c != 100 -> 3",
                    "NOT c = 100 -> 3",
                    "NOT c < 100 -> 4",
                    "c IS NULL -> 1",
                    "c = n -> 0",
                    "c > p -> 0",
                    "NOT c > p -> 6",
                    "n = 2 AND s > 1 -> 2",
                    "n = 2 OR d IS NULL -> 4",
                    "n = 2 AND a > 50 -> 1",
                    "n = 2 OR a > 50 -> 3",
                    "s = 2 -> 3",
                    "s IN ([1.25..2), 3) -> 2",
                    "NOT s IN ([1.25..2), 3) -> 4",
                    "d >= '2026-03-01' -> 3",
                    "k IS NULL -> 1",
                    "MIN(count) > 4 AND p < 200 -> 2")) {
                String[] parts = test.split(" -> ");
                assertThat(compiled(db, all + "HAVING " + parts[0])).as(test).hasSize(Integer.parseInt(parts[1]));
                assertThat(compiled(db, all + "HAVING " + parts[0] + " ORDER BY n LIMIT 2"))
                        .as(test)
                        .isEqualTo(compiled(db, all + "HAVING " + parts[0] + " ORDER BY n").stream()
                                .limit(2)
                                .toList());
            }
        }
    }

    @OnEveryEngine
    void aggregatesOfCasesDecideToo(TestDatabase database) {
        try (Database db = open(database)) {
            for (String value : List.of(
                    "SUM(CASE WHEN count > 4 THEN cents WHEN count > 2 THEN 25 END)",
                    "SUM(CASE WHEN count > 4 THEN count * cents END)",
                    "SUM(CASE WHEN count > 4 THEN price ELSE 1.5 END)",
                    "SUM(CASE WHEN count > 4 THEN 9223372036854775 ELSE 1 END)",
                    "COUNT(CASE WHEN count > 4 THEN 'x' WHEN cents > 50 THEN shop.name END)",
                    "COUNT(CASE WHEN count > 4 THEN shop.name END)",
                    "MIN(CASE WHEN count > 4 THEN cents ELSE 1 END)")) {
                String all = "shop.name AS k, " + value + " AS v";
                for (String end : List.of(" ORDER BY v", " ORDER BY v DESC", " HAVING v > 1 ORDER BY k DESC")) {
                    assertThat(compiled(db, all + end + " LIMIT 2"))
                            .as(value)
                            .isEqualTo(compiled(db, all + end).stream().limit(2).toList());
                }
                assertThat(compiled(db, all + " HAVING v IS NULL OR v <= 20").size()
                                + compiled(db, all + " HAVING v > 20").size())
                        .as(value)
                        .isEqualTo(5);
            }
        }
    }

    @OnEveryEngine
    void engineGivesNoMoreGroupsThanAreWanted(TestDatabase database) {
        try (Database db = open(database)) {
            if (database.engine() == Engine.SQLITE) {
                return; // it is not asked to group
            }
            assertThat(read(db, "shop.id AS k, SUM(cents) AS c ORDER BY c DESC LIMIT 2"))
                    .isEqualTo(2);
            assertThat(read(db, "shop.id AS k, shop.name AS name, SUM(cents) AS c ORDER BY c DESC LIMIT 2 OFFSET 1"))
                    .isEqualTo(3);
            assertThat(read(db, "shop.id AS k, SUM(count * cents) AS c HAVING c > 400 ORDER BY c LIMIT 5"))
                    .isEqualTo(1);
            assertThat(read(db, "shop.id AS k, SUM(weight) AS w HAVING COUNT(*) > 1"))
                    .as("floats are read, or added by the engine")
                    .isIn(2L, 8L);
            assertThat(read(db, "shop.id AS k, AVG(cents) AS a HAVING a > 1 AND COUNT(*) > 1"))
                    .isEqualTo(2);
            assertThat(read(db, "shop.id AS k, SUM(CASE WHEN count > 4 THEN cents ELSE 1 END) AS c ORDER BY c LIMIT 1"))
                    .isEqualTo(1);
            assertThat(read(db, "DISTINCT day ORDER BY day LIMIT 2")).isEqualTo(2);
            if (database.engine() == Engine.POSTGRES) {
                assertThat(read(db, "shop.name AS k, SUM(count * price) AS s HAVING s > 3 ORDER BY s DESC LIMIT 2"))
                        .isEqualTo(2);
            }
        }
    }

    @OnEveryEngine
    void sumThatIsTooLargeIsAnErrorBehindTheLimitToo(TestDatabase database) {
        Shop rich = new Shop("rich");
        try (Database db = open(
                database,
                new Sale(rich, 3, Long.MAX_VALUE, "9", 6),
                new Sale(rich, 3, Long.MAX_VALUE / 2, "9", 6),
                new Sale(rich, 3, 9L, "9", 6))) {
            for (String selection : List.of(
                    "shop.id AS k, SUM(cents) AS c ORDER BY COUNT(*) LIMIT 1",
                    "shop.id AS k, SUM(cents) AS c ORDER BY c LIMIT 1",
                    "shop.id AS k, SUM(count * cents) AS c ORDER BY k LIMIT 1",
                    "shop.id AS k, MAX(count * cents) AS c ORDER BY COUNT(*) LIMIT 1",
                    "shop.id AS k, COUNT(*) * MAX(cents) AS c ORDER BY COUNT(*) LIMIT 1",
                    "shop.id AS k HAVING SUM(cents) > 5",
                    "shop.id AS k HAVING SUM(cents) < 5",
                    "shop.id AS k HAVING NOT SUM(cents) > 5")) {
                for (int i = 0; i < COMPILED + 1; i++) {
                    assertThatThrownBy(() -> rows(db, selection))
                            .as(selection)
                            .isInstanceOf(QueryException.class)
                            .hasMessageContaining("beyond 64 bits");
                }
            }
            assertThat(compiled(db, "shop.id AS k, SUM(cents) AS c HAVING COUNT(*) = 2"))
                    .hasSize(2);
            assertThat(compiled(db, "shop.id AS k, SUM(cents) AS c HAVING COUNT(*) < 3 ORDER BY c DESC LIMIT 1"))
                    .hasSize(1);
        }
    }

    @OnEveryEngine
    void largeNumbersOfWhichNoneIsTooLargeAreSorted(TestDatabase database) {
        Shop rich = new Shop("rich");
        String price = database.engine() == Engine.POSTGRES ? "9E+110" : "9"; // it adds products of shorter ones
        try (Database db =
                open(database, new Sale(rich, 1, Long.MAX_VALUE - 5, price, 6), new Sale(rich, 1, 5L, "9", 6))) {
            String all = "shop.name AS k, SUM(count * cents) AS p ORDER BY p";
            List<List<@Nullable Object>> sorted = new ArrayList<>(compiled(db, all));
            assertThat(compiled(db, all + " LIMIT 3")).isEqualTo(sorted.subList(0, 3));
            assertThat(compiled(db, all + " DESC LIMIT 1")).containsExactly(List.of("rich", Long.MAX_VALUE));
            assertThat(compiled(db, "shop.name AS k ORDER BY SUM(count * price) DESC LIMIT 1 OFFSET 1"))
                    .containsExactly(List.of("\uD83D\uDE80"));
            assertThat(compiled(db, "shop.name AS k ORDER BY SUM(cents * price) DESC LIMIT 1"))
                    .containsExactly(List.of("rich"));
            assertThat(compiled(db, "shop.name AS k, SUM(count * cents) AS p HAVING p > 600"))
                    .containsExactly(List.of("rich", Long.MAX_VALUE));
        }
    }

    @OnEveryEngine
    void partOfADateDecidesInHaving(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(compiled(db, "month(day) AS m, COUNT(*) AS n HAVING m > 1 AND m < 4 ORDER BY n DESC LIMIT 2"))
                    .containsExactly(List.of(2L, 1L), List.of(3L, 1L));
            assertThat(
                            compiled(
                                    db,
                                    "month(day) AS m, year(day) AS y, COUNT(*) AS n HAVING m IN (4, 5) OR y IS NULL ORDER BY m"))
                    .containsExactly(List.of(4L, 2026L, 1L), List.of(5L, 2026L, 1L), Arrays.asList(null, null, 2L));
            assertThat(compiled(db, "month(day) AS m, COUNT(*) AS n HAVING NOT m > 1"))
                    .containsExactly(List.of(1L, 2L), Arrays.asList(null, 2L));
        }
    }

    /** The parts of HAVING are tested from left to right, until one does not hold. */
    @OnEveryEngine
    void errorOfAGroupComesBeforeAPartThatLeavesItOut(TestDatabase database) {
        try (Database db = open(database, new Sale(new Shop("rich"), 3, Long.MAX_VALUE, "9", 6))) {
            for (String having : List.of(
                    "c * c > 5 AND COUNT(*) = 2",
                    "(SUM(cents) + 1 > 5 OR n > 7) AND COUNT(*) = 2",
                    "SUM(count * cents) + 0.5 > 5 AND COUNT(*) = 2 ORDER BY n LIMIT 1")) {
                String selection = "shop.id AS k, MAX(cents) AS c, MIN(count) AS n HAVING " + having;
                for (int i = 0; i < COMPILED + 1; i++) {
                    assertThatThrownBy(() -> rows(db, selection))
                            .as(selection)
                            .isInstanceOf(QueryException.class)
                            .hasMessageContaining("beyond 64 bits");
                }
            }
            assertThat(compiled(db, "shop.id AS k, MAX(cents) AS c HAVING COUNT(*) = 2 AND c * c > 5"))
                    .hasSize(2);
        }
    }
}
