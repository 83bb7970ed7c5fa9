package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions on sums, averages and numbers, at the limits of the engines' numbers. */
class TotalsContractTest {

    static class Basket {
        long id;
        String name = "";
        List<Entry> entries = new ArrayList<>();
        List<Fruit> fruits = new ArrayList<>();
    }

    record Entry(long count, int small, @Nullable BigDecimal price, double weight) {}

    static class Fruit {
        long id;
        int grams;

        @Nullable
        Long seeds;

        @Nullable
        Basket origin;
    }

    abstract static class Label {
        long id;

        @Nullable
        Basket basket;

        @Nullable
        BigDecimal price;

        int stock;
    }

    static class PaperLabel extends Label {}

    static class WoodenLabel extends Label {}

    @OnEveryEngine
    void objectsOfSeveralClassesAreAddedTogether(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class, PaperLabel.class, WoodenLabel.class)) {
            Basket both = basket("both");
            Basket one = basket("one");
            Basket back = basket("back");
            db.storeAll(List.of(
                    label(new PaperLabel(), both, "6.5"),
                    label(new WoodenLabel(), both, "6.25"),
                    label(new PaperLabel(), one, "6.5"),
                    label(new PaperLabel(), back, "30"),
                    label(new WoodenLabel(), back, "-29.5")));
            assertThat(names(db, "SUM(<Label.basket.price) = 12.75")).isEqualTo("both");
            assertThat(names(db, "SUM(<Label.basket.price) > 10")).isEqualTo("both");
            assertThat(names(db, "SUM(<Label.basket.price) < 10")).isEqualTo("back one");
            assertThat(names(db, "SUM(<Label.basket.price) != 12.75")).isEqualTo("back one");
            assertThat(names(db, "AVG(<Label.basket.price) = 0.25")).isEqualTo("back");
            assertThat(names(db, "AVG(<Label.basket.price) >= 6.4")).isEqualTo("one");
            assertThat(names(db, "SUM(<Label.basket.stock) = 12")).isEqualTo("both");
            assertThat(names(db, "COUNT(<Label.basket) > 1")).isEqualTo("back both");
        }
    }

    @OnEveryEngine
    void numbersOfAnySizeAreComparedWith(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            Entry plus = new Entry(1, 1, BigDecimal.ONE, 1);
            Entry minus = new Entry(-1, -1, BigDecimal.ONE.negate(), -1);
            db.storeAll(List.of(basket("two", plus, plus), basket("zero", plus, minus), basket("empty")));
            for (String path : List.of("entries.count", "entries.small", "entries.price", "entries.weight")) {
                for (String sum : List.of("SUM(" + path + ")", "AVG(" + path + ")")) {
                    for (String great : List.of("9e131071", "1e400")) {
                        assertThat(names(db, sum + " < :v", great)).as(sum).isEqualTo("two zero");
                        assertThat(names(db, sum + " > :v", great)).as(sum).isEmpty();
                        assertThat(names(db, sum + " = :v", great)).as(sum).isEmpty();
                        assertThat(names(db, sum + " > :v", "-" + great))
                                .as(sum)
                                .isEqualTo("two zero");
                    }
                    assertThat(names(db, sum + " > :v", "1e-300")).as(sum).isEqualTo("two");
                    assertThat(names(db, sum + " > :v", "-1e-300")).as(sum).isEqualTo("two zero");
                }
            }
            for (String path : List.of("entries.count", "entries.small", "entries.price")) {
                for (String sum : List.of("SUM(" + path + ")", "AVG(" + path + ")")) {
                    assertThat(names(db, sum + " <= :v", "1e-32767")).as(sum).isEqualTo("zero");
                    assertThat(names(db, sum + " = :v", "1e-32767")).as(sum).isEmpty();
                    assertThat(names(db, sum + " > :v", "-1e-32767")).as(sum).isEqualTo("two zero");
                }
            }
        }
    }

    @OnEveryEngine
    void sumsBeyond64BitsAreCompared(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            Basket most = basket("most", count(Long.MAX_VALUE), count(Long.MAX_VALUE), count(Long.MAX_VALUE));
            Basket least = basket("least", count(Long.MIN_VALUE), count(Long.MIN_VALUE));
            Basket back = basket("back", count(Long.MAX_VALUE), count(1), count(Long.MIN_VALUE));
            db.storeAll(List.of(most, least, back));
            assertThat(names(db, "SUM(entries.count) > 9223372036854775807")).isEqualTo("most");
            assertThat(names(db, "SUM(entries.count) = 27670116110564327421")).isEqualTo("most");
            assertThat(names(db, "SUM(entries.count) != 27670116110564327421")).isEqualTo("back least");
            assertThat(names(db, "SUM(entries.count) < -9223372036854775808")).isEqualTo("least");
            assertThat(names(db, "SUM(entries.count) > 5")).isEqualTo("most");
            assertThat(names(db, "SUM(entries.count) <= 0.5")).isEqualTo("back least");
            assertThat(names(db, "SUM(entries.count) = 0")).isEqualTo("back");
            assertThat(names(db, "AVG(entries.count) = 9223372036854775807")).isEqualTo("most");
            assertThat(names(db, "AVG(entries.count) < 7")).isEqualTo("back least");
        }
    }

    @OnEveryEngine
    void averagesAreFractions(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            db.storeAll(List.of(
                    basket("thirds", small(1), small(2), small(2)),
                    basket("two", small(2)),
                    basket("less", small(-1), small(-2), small(-2))));
            assertThat(names(db, "AVG(entries.small) > 1.66666666666666666666")).isEqualTo("thirds two");
            assertThat(names(db, "AVG(entries.small) < 1.66666666666666666667")).isEqualTo("less thirds");
            assertThat(names(db, "AVG(entries.small) > 1")).isEqualTo("thirds two");
            assertThat(names(db, "AVG(entries.small) < -1")).isEqualTo("less");
            assertThat(names(db, "AVG(entries.small) >= 2")).isEqualTo("two");
            assertThat(names(db, "SUM(entries.small) > 4.5")).isEqualTo("thirds");
            assertThat(names(db, "SUM(entries.small) >= -5.5")).isEqualTo("less thirds two");
            assertThat(names(db, "SUM(entries.small) < -4.5")).isEqualTo("less");
        }
    }

    @OnEveryEngine
    void decimalsAreAddedToTheLastDigit(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            db.storeAll(List.of(
                    basket("quarter", price("-0.50"), price("0.25"), price(null)),
                    basket("tenth", price("0.1"), price("0.2"), price("0.3")),
                    basket("nothing", price(null)),
                    basket("large", price("99999999999999999999.999"), price("0.001"))));
            assertThat(names(db, "SUM(entries.price) = 0.6")).isEqualTo("tenth");
            assertThat(names(db, "SUM(entries.price) < 0")).isEqualTo("quarter");
            assertThat(names(db, "SUM(entries.price) > -0.2500000001")).isEqualTo("large quarter tenth");
            assertThat(names(db, "SUM(entries.price) >= 0.6")).isEqualTo("large tenth");
            assertThat(names(db, "SUM(entries.price) > 0.6")).isEqualTo("large");
            assertThat(names(db, "SUM(entries.price) = 100000000000000000000")).isEqualTo("large");
            assertThat(names(db, "SUM(entries.price) != 0.6")).isEqualTo("large nothing quarter");
            assertThat(names(db, "AVG(entries.price) = 0.2")).isEqualTo("tenth");
            assertThat(names(db, "AVG(entries.price) <= -0.125")).isEqualTo("quarter");
            assertThat(names(db, "AVG(entries.price) < -0.125")).isEmpty();
        }
    }

    /** The next whole number below it has a digit more than a column of DuckDB keeps. */
    @OnEveryEngine
    void leastDecimalsAreAdded(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            db.storeAll(List.of(
                    basket("least", price("-99999999999999999999.999"), price("-0.001")), basket("one", price("1"))));
            assertThat(names(db, "SUM(entries.price) = -100000000000000000000")).isEqualTo("least");
            assertThat(names(db, "SUM(entries.price) > 0.5")).isEqualTo("one");
            assertThat(names(db, "AVG(entries.price) < 1")).isEqualTo("least");
            assertThat(sum(db, "least")).isEqualByComparingTo("-100000000000000000000");
            if (database.engine() != Engine.DUCKDB) { // the least that MySQL keeps
                String zeros = "0".repeat(35);
                db.store(basket(
                        "more digits",
                        price("-" + "9".repeat(35) + ".123456789012345678901234567890"),
                        price("-0.876543210987654321098765432110")));
                assertThat(names(db, "SUM(entries.price) = -1" + zeros)).isEqualTo("more digits");
                assertThat(names(db, "SUM(entries.price) < -1" + zeros)).isEmpty();
                assertThat(names(
                                db,
                                "AVG(entries.price) > -5" + zeros.substring(1)
                                        + ".1, AVG(entries.price) < -1000000000000000000000"))
                        .isEqualTo("more digits");
                assertThat(sum(db, "more digits")).isEqualByComparingTo("-1" + zeros);
            }
        }
    }

    private static BigDecimal sum(Database db, String basket) {
        return db.query(Basket.class, "name = :name")
                .with("name", basket)
                .select("SUM(entries.price) AS sum")
                .one()
                .get("sum", BigDecimal.class);
    }

    /** Only other programs write infinities. */
    @OnEveryEngine
    void infiniteFloatsAreAdded(TestDatabase database) {
        String infinity = database.engine() == Engine.SQLITE ? "9e999" : "CAST('Infinity' AS DOUBLE PRECISION)";
        if (database.engine() != Engine.SQLITE
                && database.engine() != Engine.POSTGRES
                && database.engine() != Engine.H2) {
            return;
        }
        try (Database db = database.open(Basket.class, Fruit.class)) {
            db.storeAll(List.of(basket("infinite", weight(7), weight(1)), basket("one", weight(1))));
            db.useTransaction(tx -> tx.useConnection(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("UPDATE basket_entries SET weight = " + infinity + " WHERE weight = 7");
                }
            }));
            assertThat(names(db, "SUM(entries.weight) > 1e300")).isEqualTo("infinite");
            assertThat(names(db, "AVG(entries.weight) > 1")).isEqualTo("infinite");
            assertThat(names(db, "SUM(entries.weight) < 5")).isEqualTo("one");
        }
    }

    @OnEveryEngine
    void floatsAreAddedInAnyOrder(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            db.storeAll(List.of(
                    basket("one", weight(1e16), weight(1), weight(-1e16)),
                    basket("tenths", weight(0.1), weight(0.1), weight(0.1)),
                    basket("huge", weight(Double.MAX_VALUE), weight(Double.MAX_VALUE), weight(-Double.MAX_VALUE))));
            assertThat(names(db, "SUM(entries.weight) = 1")).isEqualTo("one");
            assertThat(names(db, "SUM(entries.weight) = 0.30000000000000004")).isEqualTo("tenths");
            assertThat(names(db, "SUM(entries.weight) > 1e300")).isEqualTo("huge");
            assertThat(names(db, "AVG(entries.weight) = 0.1")).isEqualTo("tenths");
        }
    }

    @OnEveryEngine
    void withoutMembersThereIsNoSumAndANumberOfZero(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            Basket full = basket("full", small(0));
            db.storeAll(List.of(full, basket("empty")));
            assertThat(names(db, "SUM(entries.small) = 0")).isEqualTo("full");
            assertThat(names(db, "SUM(entries.small) != 0")).isEqualTo("empty");
            assertThat(names(db, "SUM(entries.small) != 1")).isEqualTo("empty full");
            assertThat(names(db, "NOT SUM(entries.small) < 5")).isEqualTo("empty");
            assertThat(names(db, "COUNT(entries) = 0")).isEqualTo("empty");
            assertThat(names(db, "COUNT(entries) < 2")).isEqualTo("empty full");
        }
    }

    @OnEveryEngine
    void memberThatOccursTwiceCountsOnce(TestDatabase database) {
        try (Database db = database.open(Basket.class, Fruit.class)) {
            Fruit apple = fruit(100, 5L);
            Fruit pear = fruit(150, null);
            Basket twice = basket("twice");
            twice.fruits.addAll(List.of(apple, pear, apple));
            Basket once = basket("once");
            once.fruits.addAll(List.of(apple, pear));
            Basket few = basket("few");
            few.fruits.add(pear);
            pear.origin = once;
            db.storeAll(List.of(twice, once, few));
            assertThat(names(db, "SUM(fruits.grams) = 250")).isEqualTo("once twice");
            assertThat(names(db, "SUM(fruits.grams) > 300")).isEmpty();
            assertThat(names(db, "AVG(fruits.grams) = 125")).isEqualTo("once twice");
            assertThat(names(db, "SUM(fruits.seeds) = 5")).isEqualTo("once twice");
            assertThat(names(db, "SUM(fruits.seeds) != 5")).isEqualTo("few");
            assertThat(names(db, "COUNT(fruits) = 2")).isEqualTo("once twice");
            assertThat(names(db, "COUNT(fruits) > 2")).isEmpty();
            assertThat(names(db, "COUNT(fruits(grams > 120)) > 1")).isEmpty();
            assertThat(names(db, "COUNT(fruits.origin) > 1")).isEmpty();
            assertThat(names(db, "SUM(<Fruit.origin.grams) = 150")).isEqualTo("once");
            assertThat(names(db, "name != 'once', SUM(fruits.grams) > 200")).isEqualTo("twice");
        }
    }

    private static Basket basket(String name, Entry... entries) {
        Basket basket = new Basket();
        basket.name = name;
        basket.entries.addAll(List.of(entries));
        return basket;
    }

    private static Entry count(long count) {
        return new Entry(count, 0, null, 0);
    }

    private static Entry small(int small) {
        return new Entry(0, small, null, 0);
    }

    private static Entry price(@Nullable String price) {
        return new Entry(0, 0, price == null ? null : new BigDecimal(price), 0);
    }

    private static Entry weight(double weight) {
        return new Entry(0, 0, null, weight);
    }

    private static Label label(Label label, Basket basket, String price) {
        label.basket = basket;
        label.price = new BigDecimal(price);
        label.stock = label.price.intValue();
        return label;
    }

    private static Fruit fruit(int grams, @Nullable Long seeds) {
        Fruit fruit = new Fruit();
        fruit.grams = grams;
        fruit.seeds = seeds;
        return fruit;
    }

    private static String names(Database db, String query) {
        return names(db.query(Basket.class, query));
    }

    private static String names(Database db, String query, String number) {
        return names(db.query(Basket.class, query).with("v", new BigDecimal(number)));
    }

    private static String names(Query<Basket> query) {
        return String.join(
                " ", query.list().stream().map(basket -> basket.name).sorted().toList());
    }
}
