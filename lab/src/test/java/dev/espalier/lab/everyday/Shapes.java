package dev.espalier.lab.everyday;

import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.lab.everyday.Shop.Product;
import dev.espalier.lab.everyday.Shop.Purchase;
import dev.espalier.lab.everyday.ShopTiming.Call;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/** Reads of the shop of many shapes, each by the library and by the statement that a good engineer writes for it. */
@NullUnmarked // an order has a customer
final class Shapes {

    private static final int MANY = 50;
    private static final String BY_ID = "o.id";
    private static final String FROM_PRODUCT = "SELECT " + JdbcShop.PRODUCT + " FROM shop_product p ";
    private static final String HAS_PRODUCT = "o.id IN (SELECT order_id FROM shop_line WHERE product_id = ?)";

    private final Map<String, Shape> all = new LinkedHashMap<>();

    /** A read by both sides, with inputs of its own. */
    record Shape(Draw<Database> library, Draw<JdbcShop> jdbc) {
        Call call(ShopSide side, ShopInputs inputs) {
            return side instanceof EspalierShop shop
                    ? library.call(shop.db(), inputs)
                    : jdbc.call((JdbcShop) side, inputs);
        }
    }

    /** Draws the inputs of a call. */
    private interface Draw<S> {
        Call call(S side, ShopInputs inputs);
    }

    private interface Values {
        Object[] of(ShopInputs inputs);
    }

    /** Reads something of a query. */
    private interface Reading<T> {
        long of(Query<T> query);
    }

    private interface ByJdbc {
        long read(JdbcShop jdbc, Object[] values) throws SQLException;
    }

    private <T> void add(String name, Class<T> type, String rql, Reading<T> reading, Values values, ByJdbc byJdbc) {
        all.put(
                name,
                new Shape(
                        (db, in) -> {
                            Object[] given = values.of(in);
                            return () -> reading.of(db.query(type, rql).withValues(given));
                        },
                        (jdbc, in) -> {
                            Object[] given = values.of(in);
                            return () -> byJdbc.read(jdbc, given);
                        }));
    }

    private void products(String name, String rql, String sql, Values values) {
        add(
                name,
                Product.class,
                rql,
                query -> query.list().size(),
                values,
                (jdbc, given) -> jdbc.list(
                                row -> jdbc.product(row, 1),
                                FROM_PRODUCT + sql.replace("HUNDRED", jdbc.isSqlite() ? "100" : "1"),
                                given)
                        .size());
    }

    /** Orders with their customers, lines and tags. */
    private void orders(String name, String rql, String condition, String order, Values values) {
        add(
                name,
                Purchase.class,
                rql,
                query -> lines(query.only("customer").list()),
                values,
                (jdbc, given) -> jdbc.linesOf(condition, order, given));
        add(
                "count of " + name,
                Purchase.class,
                rql,
                Query::count,
                values,
                (jdbc, given) -> jdbc.number(
                        "SELECT COUNT(*) FROM shop_order o " + customer(condition) + " WHERE " + condition, given));
        if (order.equals(BY_ID)) {
            add(
                    "ids of " + name,
                    Purchase.class,
                    rql,
                    query -> query.ids().length,
                    values,
                    (jdbc, given) -> jdbc.list(
                                    row -> row.getLong(1),
                                    "SELECT o.id FROM shop_order o " + customer(condition) + " WHERE " + condition
                                            + " ORDER BY " + order,
                                    given)
                            .size());
        }
    }

    private static String customer(String condition) {
        return condition.contains("c.") ? "JOIN shop_customer c ON c.id = o.customer_id" : "";
    }

    private static long lines(List<Purchase> orders) {
        return orders.stream().mapToLong(order -> order.lines.size()).sum();
    }

    private static Object[] values(Object... values) {
        return values;
    }

    private static Object[] list(List<?> values) {
        return new Object[] {values};
    }

    private static String city(ShopInputs in) {
        return "city " + in.number() % 50;
    }

    private static int stock(ShopInputs in) {
        return in.number() % 1_000;
    }

    private static String product(ShopInputs in) {
        return "product " + in.number() % 5_000;
    }

    private static Object[] hours(ShopInputs in) {
        LocalDateTime from = LocalDateTime.of(2026, 1, 1, 0, 0).plusMinutes(in.number() % 400_000);
        return values(from, from.plusHours(8));
    }

    private static List<String> names(ShopInputs in, int number) {
        return Stream.generate(() -> product(in)).distinct().limit(number).toList();
    }

    Map<String, Shape> all() {
        sorted();
        conditions();
        paths();
        others();
        rows();
        return all;
    }

    private void sorted() {
        products(
                "limit and offset",
                "ORDER BY price LIMIT 20 OFFSET 40",
                "ORDER BY p.price, p.id LIMIT 20 OFFSET 40",
                in -> values());
        products(
                "offset of a parameter",
                "ORDER BY name LIMIT 20 OFFSET ?",
                "ORDER BY p.name, p.id LIMIT 20 OFFSET ?",
                in -> values(in.number() % 100));
        products(
                "two keys descending",
                "ORDER BY stock DESC, price DESC LIMIT 20",
                "ORDER BY p.stock DESC, p.price DESC, p.id LIMIT 20",
                in -> values());
        orders(
                "sorted with a condition",
                "customer.id = ? ORDER BY placed DESC LIMIT 5",
                "o.id IN (SELECT id FROM (SELECT n.id FROM shop_order n WHERE n.customer_id = ? ORDER BY n.placed DESC, n.id LIMIT 5) few)",
                "o.placed DESC, o.id",
                in -> values(in.customer()));
        all.remove("count of sorted with a condition");
        orders(
                "sorted by a path",
                "customer.id = ? ORDER BY customer.name, placed DESC",
                "o.customer_id = ?",
                "c.name, o.placed DESC, o.id",
                in -> values(in.customer()));
        page();
    }

    /** The pages behind the first thirty. */
    private void page() {
        List<String> keys = new ArrayList<>();
        List<Object[]> ends = new ArrayList<>();
        all.put(
                "page by a key",
                new Shape(
                        (db, in) -> {
                            Query<Product> query = db.query(Product.class, "ORDER BY name");
                            if (keys.isEmpty()) {
                                Page<Product> page = query.page(20, null);
                                for (int i = 0; i < 30; i++) {
                                    keys.add(page.next());
                                    page = query.page(20, page.next());
                                }
                            }
                            String key = keys.get(in.number() % keys.size());
                            return () -> query.page(20, key).objects().size();
                        },
                        (jdbc, in) -> {
                            int at = in.number() % 30;
                            return () -> {
                                if (ends.isEmpty()) {
                                    List<Product> sorted = jdbc.list(
                                            row -> jdbc.product(row, 1), FROM_PRODUCT + "ORDER BY p.name, p.id");
                                    for (int i = 0; i < 30; i++) {
                                        Product end = sorted.get(20 * i + 19);
                                        ends.add(values(end.name, end.id));
                                    }
                                }
                                return Math.min(
                                        20,
                                        jdbc.list(
                                                        row -> jdbc.product(row, 1),
                                                        FROM_PRODUCT
                                                                + "WHERE (p.name, p.id) > (?, ?) ORDER BY p.name, p.id LIMIT 21",
                                                        ends.get(at))
                                                .size());
                            };
                        }));
    }

    private void conditions() {
        products(
                "or of two fields",
                "stock = ? OR name = ?",
                "WHERE p.stock = ? OR p.name = ? ORDER BY p.id",
                in -> values(stock(in), product(in)));
        add(
                "20 values",
                Product.class,
                "name IN (?)",
                query -> query.list().size(),
                in -> list(names(in, 20)),
                (jdbc, given) -> {
                    Object[] each = ((List<?>) given[0]).toArray();
                    return jdbc.list(
                                    row -> jdbc.product(row, 1),
                                    FROM_PRODUCT + "WHERE p.name IN " + JdbcShop.places(each.length) + " ORDER BY p.id",
                                    each)
                            .size();
                });
        products(
                "two values in a text",
                "stock IN (17, 401)",
                "WHERE p.stock IN (17, 401) ORDER BY p.id",
                in -> values());
        products("an interval", "price IN ([?..?))", "WHERE p.price >= ? AND p.price < ? ORDER BY p.id", in -> {
            BigDecimal from = BigDecimal.valueOf(in.number() % 100_000, 2);
            return values(from, from.add(BigDecimal.ONE));
        });
        products(
                "pattern in the middle",
                "name MATCH ?",
                "WHERE p.name LIKE ? ORDER BY p.id",
                in -> values("%duct 12" + in.number() % 10 + "%"));
        products(
                "ignore case",
                "name MATCH ? IGNORE CASE",
                "WHERE LOWER(p.name) = LOWER(?) ORDER BY p.id",
                in -> values(product(in).toUpperCase(Locale.ROOT)));
        products(
                "two fields compared",
                "name IN ([?..?)), stock > price",
                "WHERE p.name >= ? AND p.name < ? AND p.stock * HUNDRED > p.price ORDER BY p.id",
                in -> {
                    int from = 1_000 + in.number() % 3_000;
                    return values("product " + from, "product " + (from + 20));
                });
        products(
                "arithmetic",
                "name IN ([?..?)), stock * 2 > 900",
                "WHERE p.name >= ? AND p.name < ? AND p.stock * 2 > 900 ORDER BY p.id",
                in -> {
                    int from = 1_000 + in.number() % 3_000;
                    return values("product " + from, "product " + (from + 20));
                });
        products(
                "in a bound list of stocks",
                "stock IN (?, ?, ?)",
                "WHERE p.stock IN (?, ?, ?) ORDER BY p.id",
                in -> values(stock(in), stock(in), stock(in)));
        orders("between dates", "placed IN ([?..?])", "o.placed BETWEEN ? AND ?", BY_ID, Shapes::hours);
        orders(
                "null test",
                "customer.id = ?, note IS NULL",
                "o.customer_id = ? AND o.note IS NULL",
                BY_ID,
                in -> values(in.customer()));
        orders(
                "not null",
                "customer.id = ?, note IS NOT NULL",
                "o.customer_id = ? AND o.note IS NOT NULL",
                BY_ID,
                in -> values(in.customer()));
        orders(
                "negation",
                "customer.id = ?, NOT status = 'PAID'",
                "o.customer_id = ? AND (o.status <> 'PAID' OR o.status IS NULL)",
                BY_ID,
                in -> values(in.customer()));
        orders(
                "different from a value",
                "customer.id = ?, status != ?",
                "o.customer_id = ? AND o.status <> ?",
                BY_ID,
                in -> values(in.customer(), "PAID"));
        orders(
                "two states",
                "customer.id = ?, status IN ('PAID', 'NEW')",
                "o.customer_id = ? AND o.status IN ('PAID', 'NEW')",
                BY_ID,
                in -> values(in.customer()));
    }

    private void paths() {
        orders(
                "two paths",
                "customer.city = ?, lines.product.id = ?",
                "c.city = ? AND " + HAS_PRODUCT,
                BY_ID,
                in -> values(city(in), in.product()));
        orders(
                "two collections",
                "tags = ?, lines.product.id = ?",
                "o.id IN (SELECT order_id FROM shop_tag WHERE tag = ?) AND " + HAS_PRODUCT,
                BY_ID,
                in -> values(in.tag(), in.product()));
        orders(
                "path and field",
                "status = ?, lines.product.id = ?",
                "o.status = ? AND " + HAS_PRODUCT,
                BY_ID,
                in -> values("PAID", in.product()));
        orders(
                "or with a path",
                "customer.id = ? OR lines.product.id = ?",
                "(o.customer_id = ? OR " + HAS_PRODUCT + ")",
                BY_ID,
                in -> values(in.customer(), in.product()));
        orders(
                "or of references",
                "customer.id = ? OR customer.name = ?",
                "(o.customer_id = ? OR c.name = ?)",
                BY_ID,
                in -> values(in.customer(), "customer " + in.number() % 1_000));
        orders(
                "group",
                "lines(product.id = ?, amount > 3)",
                "o.id IN (SELECT order_id FROM shop_line WHERE product_id = ? AND amount > 3)",
                BY_ID,
                in -> values(in.product()));
        orders(
                "number of lines",
                "customer.id = ?, COUNT(lines) > 3",
                "o.customer_id = ? AND (SELECT COUNT(*) FROM shop_line k WHERE k.order_id = o.id) > 3",
                BY_ID,
                in -> values(in.customer()));
        orders(
                "none",
                "customer.id = ?, NO lines(amount > 8)",
                "o.customer_id = ? AND NOT EXISTS (SELECT 1 FROM shop_line k WHERE k.order_id = o.id AND k.amount > 8)",
                BY_ID,
                in -> values(in.customer()));
        orders(
                "all",
                "customer.id = ?, ALL lines(amount > 1)",
                "o.customer_id = ? AND NOT EXISTS (SELECT 1 FROM shop_line k WHERE k.order_id = o.id AND k.amount <= 1)",
                BY_ID,
                in -> values(in.customer()));
        orders(
                "sum of lines",
                "customer.id = ?, SUM(lines.amount) > 25",
                "o.customer_id = ? AND (SELECT SUM(k.amount) FROM shop_line k WHERE k.order_id = o.id) > 25",
                BY_ID,
                in -> values(in.customer()));
    }

    private void others() {
        add(
                "50 by id",
                Product.class,
                "id IN (?)",
                query -> query.list().size(),
                in -> list(in.someProducts(MANY)),
                (jdbc, given) -> {
                    Object[] each = ((List<?>) given[0]).toArray();
                    return jdbc.list(
                                    row -> jdbc.product(row, 1),
                                    FROM_PRODUCT + "WHERE p.id IN " + JdbcShop.places(each.length) + " ORDER BY p.id",
                                    each)
                            .size();
                });
        add(
                "exists",
                Purchase.class,
                "customer.id = ?, status = 'PAID'",
                query -> query.exists() ? 1 : 0,
                in -> values(in.customer()),
                (jdbc, given) -> jdbc.list(
                                row -> row.getInt(1),
                                "SELECT 1 FROM shop_order WHERE customer_id = ? AND status = 'PAID' LIMIT 1",
                                given)
                        .size());
        add(
                "exists by two paths",
                Purchase.class,
                "customer.city = ?, lines.product.id = ?",
                query -> query.exists() ? 1 : 0,
                in -> values(city(in), in.product()),
                (jdbc, given) -> jdbc.list(
                                row -> row.getInt(1),
                                "SELECT 1 FROM shop_order o JOIN shop_customer c ON c.id = o.customer_id"
                                        + " WHERE c.city = ? AND " + HAS_PRODUCT + " LIMIT 1",
                                given)
                        .size());
        add(
                "first",
                Product.class,
                "stock > ? ORDER BY stock",
                query -> query.first().get().stock,
                in -> values(stock(in) / 2),
                (jdbc, given) -> jdbc.list(
                                row -> jdbc.product(row, 1),
                                FROM_PRODUCT + "WHERE p.stock > ? ORDER BY p.stock, p.id LIMIT 1",
                                given)
                        .get(0)
                        .stock);
        add(
                "depth 1",
                Purchase.class,
                "customer.id = ?",
                query -> lines(query.depth(1).list()),
                in -> values(in.customer()),
                (jdbc, given) -> jdbc.linesOf("o.customer_id = ?", BY_ID, given));
        add(
                "stopped at the products",
                Purchase.class,
                "customer.id = ?",
                query -> lines(query.stopAt("lines.product").list()),
                in -> values(in.customer()),
                (jdbc, given) -> jdbc.linesOf("o.customer_id = ?", BY_ID, given));
        add(
                "stream of 500",
                Product.class,
                "stock IN ([?..?))",
                query -> {
                    try (Stream<Product> stream = query.stream()) {
                        return stream.mapToLong(one -> one.stock).sum();
                    }
                },
                in -> {
                    int from = stock(in) * 9 / 10;
                    return values(from, from + 100);
                },
                (jdbc, given) -> jdbc
                        .list(
                                row -> jdbc.product(row, 1),
                                FROM_PRODUCT + "WHERE p.stock >= ? AND p.stock < ? ORDER BY p.id",
                                given)
                        .stream()
                        .mapToLong(one -> one.stock)
                        .sum());
    }

    private void rows() {
        add(
                "rows sorted with a limit",
                Product.class,
                "stock IN ([?..?))",
                query -> query.select("name, price, stock ORDER BY price LIMIT 20")
                        .list()
                        .size(),
                in -> {
                    int from = stock(in) * 9 / 10;
                    return values(from, from + 20);
                },
                (jdbc, given) -> jdbc.list(
                                row -> values(row.getString(1), jdbc.money(row, 2), row.getInt(3)),
                                "SELECT name, price, stock FROM shop_product WHERE stock >= ? AND stock < ? ORDER BY price, id LIMIT 20",
                                given)
                        .size());
        add(
                "rows of the newest",
                Purchase.class,
                "ORDER BY placed DESC LIMIT 20",
                query -> query.select("placed, status, customer.name AS customer")
                        .list()
                        .size(),
                in -> values(),
                (jdbc, given) -> jdbc.list(
                                row -> values(jdbc.time(row, 1), row.getString(2), row.getString(3)),
                                "SELECT o.placed, o.status, c.name FROM shop_order o JOIN shop_customer c ON c.id = o.customer_id"
                                        + " ORDER BY o.placed DESC, o.id LIMIT 20")
                        .size());
        add(
                "groups",
                Purchase.class,
                "customer.id = ?",
                query -> query.select("status, COUNT(*) AS number").list().size(),
                in -> values(in.customer()),
                (jdbc, given) -> jdbc.list(
                                row -> values(row.getString(1), row.getLong(2)),
                                "SELECT status, COUNT(*) FROM shop_order WHERE customer_id = ? GROUP BY status",
                                given)
                        .size());
        add(
                "groups by a path",
                Purchase.class,
                "placed IN ([?..?))",
                query -> query.select("customer.city AS city, COUNT(*) AS number")
                        .list()
                        .size(),
                Shapes::hours,
                (jdbc, given) -> jdbc.list(
                                row -> values(row.getString(1), row.getLong(2)),
                                "SELECT c.city, COUNT(*) FROM shop_order o JOIN shop_customer c ON c.id = o.customer_id"
                                        + " WHERE o.placed >= ? AND o.placed < ? GROUP BY c.city ORDER BY c.city",
                                given)
                        .size());
        add(
                "different values",
                Purchase.class,
                "customer.city = ?",
                query -> query.select("DISTINCT customer.name AS name").list().size(),
                in -> values(city(in)),
                (jdbc, given) -> jdbc.list(
                                row -> row.getString(1),
                                "SELECT DISTINCT c.name FROM shop_order o JOIN shop_customer c ON c.id = o.customer_id WHERE c.city = ? ORDER BY c.name",
                                given)
                        .size());
    }
}
