package dev.espalier.lab.everyday;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.Settings;
import dev.espalier.lab.everyday.Shop.Customer;
import dev.espalier.lab.everyday.Shop.Line;
import dev.espalier.lab.everyday.Shop.Product;
import dev.espalier.lab.everyday.Shop.Purchase;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** The shop's operations by the library, with its default indexes: of each field. */
@NullUnmarked // an order has a customer
final class EspalierShop implements ShopSide {

    private final Database db;

    EspalierShop(String url, String user, String password) {
        Settings settings = Settings.defaults().indexes(IndexLevel.BOTH);
        db = Database.open(
                url,
                Model.of(Purchase.class, Customer.class, Product.class, Line.class),
                user.isEmpty() ? settings : settings.user(user).password(password));
    }

    Database db() {
        return db;
    }

    /** Fills a new database. */
    void fill(List<Customer> customers, List<Product> products, List<Purchase> orders) {
        if (db.query(Customer.class, "").exists()) {
            throw new IllegalStateException(db.name() + ": found customers, expected a new database");
        }
        try (var writer = db.bulkWriter()) {
            writer.storeAll(customers);
            writer.storeAll(products);
            writer.storeAll(orders);
        }
    }

    @Override
    public long orderWhole(long order) {
        return db.get(Purchase.class, order).lines.size();
    }

    @Override
    public long ordersOfCustomer(long customer) {
        return lines(ofCustomer(customer).list());
    }

    private Query<Purchase> ofCustomer(long customer) {
        return db.query(Purchase.class, "customer.id = :c").with("c", customer);
    }

    private static long lines(List<Purchase> orders) {
        return orders.stream().mapToLong(order -> order.lines.size()).sum();
    }

    @Override
    public long newestWithCustomer() {
        return lines(db.query(Purchase.class, "ORDER BY placed DESC LIMIT 20")
                .only("customer")
                .list());
    }

    @Override
    public long countPaid(long customer) {
        return db.query(Purchase.class, "customer.id = :c, status = 'PAID'")
                .with("c", customer)
                .count();
    }

    @Override
    public long isOrdered(long product) {
        return ofProduct(product).exists() ? 1 : 0;
    }

    private Query<Purchase> ofProduct(long product) {
        return db.query(Purchase.class, "lines.product.id = :p").with("p", product);
    }

    @Override
    public long ordersWithProduct(long product) {
        return lines(ofProduct(product).list());
    }

    @Override
    public long idsWithTag(String tag) {
        return db.query(Purchase.class, "tags = :t").with("t", tag).ids().length;
    }

    @Override
    public long products(List<Long> ids) {
        return db.getAll(Product.class, ids).size();
    }

    @Override
    public long productsByBeginning(String beginning) {
        return db.query(Product.class, "name MATCH :n ORDER BY name LIMIT 20")
                .with("n", beginning + "%")
                .list()
                .size();
    }

    @Override
    public long threeColumns(long customer) {
        return ofCustomer(customer)
                .select("placed, lines.product.name AS product, lines.amount AS amount")
                .list()
                .size();
    }

    @Override
    public long sum(long customer) {
        Row row = ofCustomer(customer)
                .select("SUM(lines.amount * lines.price) AS total")
                .list()
                .get(0);
        BigDecimal total = row.get("total", BigDecimal.class);
        return total == null ? 0 : total.movePointRight(2).longValueExact();
    }

    @Override
    public long insertProduct(Product product) {
        db.store(product);
        return 1;
    }

    @Override
    public long changePrice(long id) {
        return db.inTransaction(tx -> {
            Product product = tx.get(Product.class, id);
            product.price = product.price.add(BigDecimal.ONE);
            tx.store(product);
            return 1L;
        });
    }

    @Override
    public long insertOrder(Purchase order) {
        db.store(order);
        return order.lines.size();
    }

    @Override
    public long changeStatus(long id) {
        return db.inTransaction(tx -> {
            Purchase order = tx.get(Purchase.class, id);
            order.status = order.status.next();
            tx.store(order);
            return (long) order.status.ordinal();
        });
    }

    @Override
    public long addLine(long id, long product) {
        return db.inTransaction(tx -> {
            Purchase order = tx.get(Purchase.class, id);
            Line line = new Line();
            line.product = tx.reference(Product.class, product);
            line.amount = 1;
            line.price = BigDecimal.ONE;
            order.lines.add(line);
            tx.store(order);
            return (long) order.lines.size();
        });
    }

    @Override
    public long removeLine(long id) {
        return db.inTransaction(tx -> {
            Purchase order = tx.get(Purchase.class, id);
            order.lines.remove(order.lines.size() - 1);
            tx.store(order);
            return (long) order.lines.size();
        });
    }

    @Override
    public long changePrices(List<Long> ids) {
        return db.inTransaction(tx -> {
            List<Product> products = tx.getAll(Product.class, ids);
            for (Product product : products) {
                product.price = product.price.add(BigDecimal.ONE);
            }
            tx.storeAll(products);
            return (long) products.size();
        });
    }

    @Override
    public long deleteOrder(long order) {
        db.useTransaction(tx -> tx.delete(tx.reference(Purchase.class, order)));
        return 1;
    }

    @Override
    public Customer customer(long id) {
        return db.reference(Customer.class, id);
    }

    @Override
    public Product product(long id) {
        return db.reference(Product.class, id);
    }

    @Override
    public List<Long> insertAll(List<Purchase> orders) {
        db.storeAll(orders);
        return orders.stream().map(order -> order.id).toList();
    }

    @Override
    public List<Long> sizes() {
        Row tags = db.query(Purchase.class, "")
                .select("COUNT(tags) AS number")
                .list()
                .get(0);
        return List.of(
                db.query(Purchase.class, "").count(), db.query(Line.class, "").count(), tags.get("number", Long.class));
    }

    @Override
    public void close() {
        db.close();
    }
}
