package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.Shop.Customer;
import dev.espalier.lab.everyday.Shop.Line;
import dev.espalier.lab.everyday.Shop.Product;
import dev.espalier.lab.everyday.Shop.Purchase;
import dev.espalier.lab.everyday.Shop.Status;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;

/** Draws the objects of the shop, and what operations are asked for. The same seed draws the same. */
final class ShopInputs {

    private static final int LINES = 5;
    private static final int TAGS = 20;
    private static final int MINUTES = 400_000;
    private static final LocalDateTime FIRST = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Random random;
    private final List<Long> customers;
    private final List<Long> products;
    private final List<Long> orders;

    ShopInputs(long seed, List<Long> customers, List<Long> products, List<Long> orders) {
        this.random = new Random(seed);
        this.customers = customers;
        this.products = products;
        this.orders = orders;
    }

    static Customer newCustomer(int number) {
        Customer customer = new Customer();
        customer.name = "customer " + number;
        customer.city = "city " + number % 50;
        return customer;
    }

    Product newProduct(int number) {
        Product product = new Product();
        product.name = "product " + number;
        product.price = price();
        product.stock = random.nextInt(1_000);
        return product;
    }

    Purchase newOrder(LongFunction<Customer> customerById, LongFunction<Product> productById) {
        Purchase order = new Purchase();
        order.customer = customerById.apply(customer());
        order.placed = FIRST.plusMinutes(random.nextInt(MINUTES));
        order.status = Status.values()[random.nextInt(Status.values().length)];
        order.note = "note";
        for (int i = 0; i < LINES; i++) {
            Line line = new Line();
            line.product = productById.apply(product());
            line.amount = 1 + random.nextInt(9);
            line.price = price();
            order.lines.add(line);
        }
        order.tags.add(tag());
        order.tags.add("b" + random.nextInt(TAGS));
        return order;
    }

    int number() {
        return random.nextInt(1_000_000);
    }

    private BigDecimal price() {
        return BigDecimal.valueOf(random.nextInt(100_000), 2);
    }

    long customer() {
        return one(customers);
    }

    long product() {
        return one(products);
    }

    long order() {
        return one(orders);
    }

    private long one(List<Long> ids) {
        return ids.get(random.nextInt(ids.size()));
    }

    String tag() {
        return "a" + random.nextInt(TAGS);
    }

    String beginning() {
        return "product " + (10 + random.nextInt(80));
    }

    List<Long> someProducts(int number) {
        Set<Long> some = new LinkedHashSet<>();
        while (some.size() < number) {
            some.add(product());
        }
        return new ArrayList<>(some);
    }
}
