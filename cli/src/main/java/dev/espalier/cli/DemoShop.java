package dev.espalier.cli;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A shop to look at without a database of one's own; the same one each time. */
final class DemoShop {

    /** Orders of the shop; it has half as many customers, and a fifth as many products. */
    static final int ORDERS = 10_000;

    private static final int MOST_LINES = 5;
    private static final int STORED_AT_ONCE = 1_000;
    private static final LocalDate OPENED = LocalDate.of(2026, 1, 1);

    private static final List<String> MAKERS =
            List.of("Acme", "Bolt & Son", "Cedar", "Dorn", "Elm Works", "Fabrik", "Grove", "Harbour", "Iris", "Jute");
    private static final List<String> COUNTRIES = List.of("Finland", "France", "Germany", "Italy", "Spain");
    private static final List<String> THINGS =
            List.of("bench", "chair", "cupboard", "desk", "lamp", "mirror", "shelf", "stool", "table", "wardrobe");
    private static final List<String> MATERIALS = List.of("ash", "birch", "cork", "glass", "oak", "pine", "steel");
    private static final List<String> NAMES =
            List.of("Ada", "Alan", "Barbara", "Donald", "Edsger", "Grace", "Ken", "Leslie", "Linus", "Margaret");
    private static final List<String> CITIES = List.of("Bergen", "Ghent", "Lyon", "Porto", "Turku", "Ulm", "Verona");

    private DemoShop() {}

    enum State {
        ORDERED,
        PAID,
        SENT
    }

    record Address(String street, String city) {}

    /** A customer of the shop. */
    @SuppressWarnings("unused") // stored
    static final class Customer {
        private long id;
        private @Nullable String name;
        private @Nullable Address address;
        private @Nullable LocalDate since;
    }

    /** The manufacturer of products. */
    @SuppressWarnings("unused")
    static final class Maker {
        private long id;
        private @Nullable String name;
        private @Nullable String country;
    }

    /** A product of the shop. */
    @SuppressWarnings("unused")
    static final class Product {
        private long id;
        private @Nullable String name;
        private @Nullable Maker maker;
        private @Nullable BigDecimal price;
        private @Nullable Set<String> materials;
    }

    /** A line of an order: a product and its quantity. */
    @SuppressWarnings("unused")
    static final class Line {
        private long id;
        private @Nullable Product product;
        private int count;
    }

    /** An order with its lines and the day on which it is due. */
    @SuppressWarnings("unused")
    static final class Order {
        private long id;
        private @Nullable Customer buyer;
        private @Nullable LocalDate due;
        private State state = State.ORDERED;
        private final List<Line> lines = new ArrayList<>();
    }

    /**
     * Fills a new database.
     *
     * @param isEnding ends the work early if it says so
     */
    static void fill(String url, BooleanSupplier isEnding) {
        Random random = new Random(1);
        List<Product> products = products(random);
        List<Customer> customers = customers(random);
        try (Database database = Database.open(url, Model.of(Order.class));
                BulkWriter writer = database.bulkWriter()) {
            writer.storeAll(products);
            writer.storeAll(customers);
            for (int stored = 0; stored < ORDERS && !isEnding.getAsBoolean(); stored += STORED_AT_ONCE) {
                List<Order> orders = new ArrayList<>();
                for (int i = 0; i < STORED_AT_ONCE; i++) {
                    orders.add(order(random, customers, products));
                }
                writer.storeAll(orders);
            }
        }
    }

    private static List<Product> products(Random random) {
        List<Maker> makers = new ArrayList<>();
        for (String name : MAKERS) {
            Maker maker = new Maker();
            maker.name = name;
            maker.country = any(COUNTRIES, random);
            makers.add(maker);
        }
        List<Product> products = new ArrayList<>();
        for (int i = 0; i < ORDERS / 5; i++) {
            Product product = new Product();
            String material = any(MATERIALS, random);
            product.name = material + " " + any(THINGS, random) + " no. " + (i + 1);
            product.maker = any(makers, random);
            product.price = BigDecimal.valueOf(500 + random.nextInt(99_500), 2);
            String second = any(MATERIALS, random);
            product.materials = material.equals(second) ? Set.of(material) : Set.of(material, second);
            products.add(product);
        }
        return products;
    }

    private static List<Customer> customers(Random random) {
        List<Customer> customers = new ArrayList<>();
        for (int i = 0; i < ORDERS / 2; i++) {
            Customer customer = new Customer();
            customer.name = any(NAMES, random) + " " + (i + 1);
            customer.address = new Address("Mill Road " + (1 + random.nextInt(99)), any(CITIES, random));
            customer.since = OPENED.plusDays(random.nextInt(300));
            customers.add(customer);
        }
        return customers;
    }

    private static Order order(Random random, List<Customer> customers, List<Product> products) {
        Order order = new Order();
        order.buyer = any(customers, random);
        order.due = OPENED.plusDays(300L + random.nextInt(60));
        order.state = State.values()[random.nextInt(State.values().length)];
        for (int i = 0; i <= random.nextInt(MOST_LINES); i++) {
            Line line = new Line();
            line.product = any(products, random);
            line.count = 1 + random.nextInt(4);
            order.lines.add(line);
        }
        return order;
    }

    private static <T> T any(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
