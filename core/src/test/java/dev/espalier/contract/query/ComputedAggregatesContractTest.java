package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.SearchStrategy;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Aggregates of what is computed, of so many objects that tables are read at once or grouped by the engine. Java makes the same of the objects. */
class ComputedAggregatesContractTest {

    /** More than the ids whose rows are always looked up by these. */
    private static final int ORDERS = 20_400;

    private static final int PRODUCTS = 200;

    static class Product {
        long id;
        BigDecimal price = BigDecimal.ZERO;

        @Nullable
        Integer weight;
    }

    record Line(@Nullable Product product, int count, double discount) {}

    abstract static class Order {
        long id;
        long bonus;

        List<Line> lines = new ArrayList<>();

        /** The same one can be there several times, and in several orders. */
        List<Product> samples = new ArrayList<>();
    }

    static class Sale extends Order {}

    static class Offer extends Order {
        int days;
    }

    /** Refers to its order, as a row of SQL does. */
    static class Payment {
        long id;

        @Nullable
        Order order;

        long cents;
        int times;
    }

    private final List<Product> products = new ArrayList<>();
    private final List<Order> orders = new ArrayList<>();
    private final List<Payment> payments = new ArrayList<>();
    private final Map<Order, List<Payment>> paid = new HashMap<>();

    @OnEveryEngine
    void computedAggregatesAreThoseOfJava(TestDatabase database) {
        Map<String, Function<Order, @Nullable Number>> values = new LinkedHashMap<>();
        values.put(
                "SUM(lines.count * lines.product.price)",
                order -> sum(order.lines.stream()
                        .filter(line -> line.product != null)
                        .map(line -> line.product.price.multiply(BigDecimal.valueOf(line.count)))));
        values.put(
                "SUM(<Payment.order.cents * <Payment.order.times)",
                order -> sum(paymentsOf(order).map(payment -> BigDecimal.valueOf(payment.cents * payment.times))));
        values.put(
                "MAX(<Payment.order.cents - <Payment.order.times)",
                order -> paymentsOf(order)
                        .map(payment -> payment.cents - payment.times)
                        .max(Comparator.naturalOrder())
                        .orElse(null));
        values.put(
                "SUM(<Payment.order.cents + bonus)",
                order -> sum(paymentsOf(order).map(payment -> BigDecimal.valueOf(payment.cents + order.bonus))));
        values.put(
                "SUM(coalesce(<Payment.order.times, 4))",
                order -> sum(paymentsOf(order).map(payment -> BigDecimal.valueOf(payment.times))));
        values.put(
                "SUM(samples.weight * 2)",
                order -> sum(order.samples.stream()
                        .distinct()
                        .filter(sample -> sample.weight != null)
                        .map(sample -> BigDecimal.valueOf(sample.weight * 2L))));
        values.put(
                "SUM(coalesce(samples.weight, 7))",
                order -> sum(order.samples.stream()
                        .distinct()
                        .map(sample -> BigDecimal.valueOf(sample.weight == null ? 7 : sample.weight))));
        values.put(
                "COUNT(CASE WHEN lines.count > 2 THEN 1 END)",
                order -> order.lines.stream().filter(line -> line.count > 2).count());
        values.put(
                "SUM(<Payment.order.cents) - SUM(lines.count) * bonus",
                order -> order.lines.isEmpty() || paymentsOf(order).findAny().isEmpty()
                        ? null
                        : paymentsOf(order).mapToLong(payment -> payment.cents).sum()
                                - order.lines.stream().mapToLong(Line::count).sum() * order.bonus);
        values.put(
                "SUM(<Payment.order.cents * <Payment.order.times) - 2 * SUM(<Payment.order.cents) + COUNT(<Payment.order) - MAX(<Payment.order.times)",
                order -> paymentsOf(order).findAny().isEmpty()
                        ? null
                        : paymentsOf(order)
                                        .mapToLong(payment -> (payment.times - 2) * payment.cents + 1)
                                        .sum()
                                - paymentsOf(order)
                                        .mapToLong(payment -> payment.times)
                                        .max()
                                        .getAsLong());
        values.put(
                "coalesce(SUM(<Payment.order.cents + bonus), 1) * COUNT(<Payment.order)",
                order -> paymentsOf(order)
                                .mapToLong(payment -> payment.cents + order.bonus)
                                .sum()
                        * paymentsOf(order).count());
        values.put(
                "SUM(lines.count * lines.count) - SUM(lines.count) / 2",
                order -> order.lines.isEmpty()
                        ? null
                        : BigDecimal.valueOf(order.lines.stream()
                                        .mapToLong(line -> 2L * line.count * line.count - line.count)
                                        .sum())
                                .divide(BigDecimal.valueOf(2)));
        values.put(
                "COUNT(samples) * days",
                order -> order instanceof Offer offer
                        ? (Number) (order.samples.stream().distinct().count() * offer.days)
                        : null);
        try (Database db = database.open(Product.class, Sale.class, Offer.class, Payment.class)) {
            fill(db);
            values.forEach((text, made) -> {
                Map<Order, Number> known = new HashMap<>();
                orders.forEach(order -> known.put(order, made.apply(order)));
                Function<Order, @Nullable Number> value = known::get;
                assertThat(db.query(Order.class, "ORDER BY " + text + " DESC").ids())
                        .as(text)
                        .isEqualTo(sorted(value));
                BigDecimal middle = middle(value);
                for (String operator : List.of(" > ", " <= ", " = ", " != ")) {
                    assertThat(sortedIds(db, text + operator + middle))
                            .as(text + operator + middle)
                            .isEqualTo(orders.stream()
                                    .filter(order -> holds(value.apply(order), operator, middle))
                                    .mapToLong(order -> order.id)
                                    .sorted()
                                    .toArray());
                }
                assertThat(sortedIds(db, "bonus = 3, " + text + " IS NULL"))
                        .as(text + " of few")
                        .isEqualTo(orders.stream()
                                .filter(order -> order.bonus == 3 && value.apply(order) == null)
                                .mapToLong(order -> order.id)
                                .sorted()
                                .toArray());
            });
        }
    }

    @OnEveryEngine
    void aggregatesOfTheSameRowsAreOneStatement(TestDatabase database) {
        try (Database db = database.open(Product.class, Sale.class, Offer.class, Payment.class)) {
            fill(db);
            String formula =
                    "SUM(<Payment.order.cents * <Payment.order.times) - SUM(<Payment.order.cents) * COUNT(<Payment.order)";
            for (String text : List.of("ORDER BY " + formula, formula + " > 5", "bonus = 3, " + formula + " > 5")) {
                List<Explanation.Step> ofPayments =
                        db.query(Order.class, text).strategy(SearchStrategy.STEPS).explain().search().steps().stream()
                                .filter(step -> step.title().contains("Payment"))
                                .toList();
                assertThat(ofPayments).as(text).singleElement().satisfies(step -> {
                    assertThat(step.statements()).isEqualTo(1);
                    assertThat(step.title())
                            .contains("SUM(<Payment.order.cents)", "COUNT(<Payment.order)", "<Payment.order.times");
                });
            }
        }
    }

    @OnEveryEngine
    void sumsOfFloatsAreExactAndRoundedOnce(TestDatabase database) {
        try (Database db = database.open(Product.class, Sale.class, Offer.class, Payment.class)) {
            Order order = new Sale();
            order.lines.add(new Line(null, 1, 1e100));
            order.lines.add(new Line(null, 1, 1.5));
            order.lines.add(new Line(null, 1, -1e100));
            db.store(order);
            assertThat(db.query(Order.class, "SUM(lines.discount * 2) = 3").ids())
                    .containsExactly(order.id);
            assertThat(db.query(Order.class, "AVG(lines.discount * 2) = 1").ids())
                    .containsExactly(order.id);
        }
    }

    @OnEveryEngine
    void numbersThatAreTooLargeAreErrorsOfTheObjectsAskedFor(TestDatabase database) {
        try (Database db = database.open(Product.class, Sale.class, Offer.class, Payment.class)) {
            fill(db);
            Payment greatest = new Payment();
            greatest.order = orders.get(5);
            greatest.cents = Long.MAX_VALUE;
            greatest.times = 2;
            db.store(greatest);
            String product = "SUM(<Payment.order.cents * <Payment.order.times)";
            for (String text :
                    List.of(product + " > 5", "ORDER BY " + product + " LIMIT 3", "2 * " + product + " > 5")) {
                assertThatThrownBy(() -> db.query(Order.class, text).ids())
                        .as(text)
                        .isInstanceOf(QueryException.class)
                        .hasMessageContaining(product + " is beyond 64 bits");
            }
            assertThat(db.query(Order.class, "bonus = 1, " + product + " > 5").ids())
                    .hasSizeGreaterThan(100);
            assertThat(db.query(Order.class, "SUM(<Payment.order.cents) > 9223372036854775806")
                            .ids())
                    .containsExactly(orders.get(5).id);
        }
    }

    private static long[] sortedIds(Database db, String condition) {
        return LongStream.of(db.query(Order.class, condition).ids()).sorted().toArray();
    }

    private static boolean holds(@Nullable Number value, String operator, BigDecimal other) {
        if (value == null) {
            return operator.equals(" != ");
        }
        int order = exact(value).compareTo(other);
        return switch (operator) {
            case " > " -> order > 0;
            case " <= " -> order <= 0;
            case " = " -> order == 0;
            default -> order != 0;
        };
    }

    private BigDecimal middle(Function<Order, @Nullable Number> value) {
        List<BigDecimal> all = orders.stream()
                .map(value)
                .filter(one -> one != null)
                .map(ComputedAggregatesContractTest::exact)
                .sorted()
                .toList();
        return all.get(all.size() / 2);
    }

    private long[] sorted(Function<Order, @Nullable Number> value) {
        Comparator<Order> byValue = Comparator.comparing(
                order -> value.apply(order) == null ? null : exact(value.apply(order)),
                Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder()));
        return orders.stream()
                .sorted(byValue.thenComparing(order -> order.id))
                .mapToLong(order -> order.id)
                .toArray();
    }

    private static BigDecimal exact(Number number) {
        return new BigDecimal(number.toString());
    }

    private static @Nullable BigDecimal sum(Stream<BigDecimal> values) {
        return values.reduce(BigDecimal::add).orElse(null);
    }

    private Stream<Payment> paymentsOf(Order order) {
        return paid.getOrDefault(order, List.of()).stream();
    }

    private void fill(Database db) {
        products.clear();
        orders.clear();
        payments.clear();
        paid.clear();
        for (int i = 0; i < PRODUCTS; i++) {
            Product product = new Product();
            product.price = BigDecimal.valueOf(i * 37L % 1000, 2);
            product.weight = i % 7 == 0 ? null : i % 50;
            products.add(product);
        }
        for (int i = 0; i < ORDERS; i++) {
            Order order = i % 3 == 0 ? new Sale() : offer(i);
            order.bonus = i % 5;
            for (int j = 0; j < i % 4; j++) {
                Product product = j == 2 && i % 2 == 0 ? null : products.get((i * 13 + j * 7) % PRODUCTS);
                order.lines.add(new Line(product, (i + j) % 6, j * 0.1));
            }
            for (int j = 0; j < i % 3; j++) {
                order.samples.add(products.get(i % 2 == 0 ? i % PRODUCTS : (i + j) % PRODUCTS));
            }
            orders.add(order);
        }
        for (int i = 0; i < ORDERS + 3_000; i++) {
            Payment payment = new Payment();
            payment.order = i % 10 == 0 ? null : orders.get(i * 7 % (ORDERS - 97));
            payment.cents = i * 31L % 1009 - 3;
            payment.times = i % 4;
            payments.add(payment);
            if (payment.order != null) {
                paid.computeIfAbsent(payment.order, any -> new ArrayList<>()).add(payment);
            }
        }
        try (BulkWriter writer = db.bulkWriter()) {
            writer.storeAll(products);
            writer.storeAll(orders);
            writer.storeAll(payments);
        }
    }

    private static Offer offer(int number) {
        Offer offer = new Offer();
        offer.days = number % 8;
        return offer;
    }
}
