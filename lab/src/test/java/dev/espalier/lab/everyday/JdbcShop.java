package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.Shop.Customer;
import dev.espalier.lab.everyday.Shop.Line;
import dev.espalier.lab.everyday.Shop.Product;
import dev.espalier.lab.everyday.Shop.Purchase;
import dev.espalier.lab.everyday.Shop.Status;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/**
 * The shop's operations by JDBC, as an expert writes them for one thread: one connection, each statement prepared once and kept, as SQLite's driver has no
 * cache of them, joins in place of further statements, one transaction for what is read or written together, rows of one table by one INSERT, version checks.
 * Money is a whole number of cents on SQLite, which adds exactly so. Each column has an index, as each field of the library has.
 */
@NullUnmarked // an order has a customer
final class JdbcShop implements ShopSide {

    private static final long FIRST_NEW_ID = 1_000_000_000L;

    /** The columns of an order, its customer, and one of its lines. */
    private static final String ORDER = "o.id, o.version, o.placed, o.status, o.note, c.id, c.name, c.city";

    private static final String LINE = "l.id, l.amount, l.price, l.product_id";
    static final String PRODUCT = "p.id, p.name, p.price, p.stock, p.version";
    private static final String ORDER_JOINS =
            " JOIN shop_customer c ON c.id = o.customer_id LEFT JOIN shop_line l ON l.order_id = o.id";
    private static final String NEWEST = "(SELECT n.id FROM shop_order n ORDER BY n.placed DESC, n.id LIMIT 20)";

    private static final List<String> INDEXED = List.of(
            "shop_customer (name)",
            "shop_customer (city)",
            "shop_product (name)",
            "shop_product (price)",
            "shop_product (stock)",
            "shop_order (customer_id)",
            "shop_order (placed)",
            "shop_order (status)",
            "shop_order (note)",
            "shop_line (order_id, pos)",
            "shop_line (product_id, order_id)",
            "shop_line (amount)",
            "shop_line (price)",
            "shop_tag (tag, order_id)");

    private final Connection connection;
    private final Engine engine;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private long nextId = FIRST_NEW_ID;

    /** The engines that the tables are written for. */
    private enum Engine {
        SQLITE,
        POSTGRES,
        MYSQL
    }

    /** The statements of one transaction. */
    private interface Work<V> {
        V run() throws SQLException;
    }

    /** Makes an object of a row. */
    interface FromRow<V> {
        V of(ResultSet row) throws SQLException;
    }

    /** An order as it was read, with its version. */
    private record Read(Purchase order, int version) {}

    JdbcShop(String url, String user, String password) throws SQLException {
        engine = url.startsWith("jdbc:sqlite:")
                ? Engine.SQLITE
                : url.startsWith("jdbc:postgresql:") ? Engine.POSTGRES : Engine.MYSQL;
        Properties properties = new Properties();
        properties.putAll(options(engine));
        if (!user.isEmpty()) {
            properties.put("user", user);
            properties.put("password", password);
        }
        connection = DriverManager.getConnection(url, properties);
        if (engine != Engine.SQLITE) { // SQLite always reads a snapshot
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
    }

    /** The driver's options: for SQLite those of the library, and foreign keys; for MySQL those of HikariCP's page on it. */
    private static Map<String, String> options(Engine engine) {
        return switch (engine) {
            case SQLITE ->
                Map.of(
                        "foreign_keys", "true",
                        "journal_mode", "WAL",
                        "synchronous", "FULL",
                        "cache_size", "-65536",
                        "mmap_size", "2147418112",
                        "temp_store", "MEMORY",
                        "jdbc.get_generated_keys", "false");
            case POSTGRES -> Map.of();
            case MYSQL ->
                Map.of(
                        "useServerPrepStmts", "true",
                        "useLocalSessionState", "true",
                        "rewriteBatchedStatements", "true",
                        "allowPublicKeyRetrieval", "true");
        };
    }

    /** Makes the tables, and fills them with objects that have ids. */
    void fill(List<Customer> customers, List<Product> products, List<Purchase> orders) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : tables()) {
                statement.execute(sql);
            }
            transaction(() -> {
                for (Customer one : customers) {
                    insertRow("shop_customer", one.id, 0, one.name, one.city);
                }
                for (Product one : products) {
                    insertRow("shop_product", one.id, 0, one.name, one.price, one.stock);
                }
                for (Purchase one : orders) {
                    insert(one);
                }
                return orders.size();
            });
            for (String sql : statistics()) {
                statement.execute(sql);
            }
        }
    }

    /** With a limit SQLite takes no samples of values. With samples it may compile a statement anew for each value that is bound. */
    private List<String> statistics() {
        return switch (engine) {
            case SQLITE -> List.of("PRAGMA analysis_limit = 1000000", "ANALYZE");
            case POSTGRES -> List.of("ANALYZE");
            case MYSQL -> List.of("ANALYZE TABLE shop_customer, shop_product, shop_order, shop_line, shop_tag");
        };
    }

    private List<String> tables() {
        List<String> types = switch (engine) {
            case SQLITE -> List.of("INTEGER", "TEXT", "TEXT");
            case POSTGRES -> List.of("DECIMAL(20, 2)", "TIMESTAMP", "VARCHAR(100) COLLATE \"C\"");
            case MYSQL -> List.of("DECIMAL(20, 2)", "DATETIME(6)", "VARCHAR(100) COLLATE utf8mb4_bin");
        };
        String id = engine == Engine.SQLITE ? "INTEGER" : "BIGINT";
        Stream<String> tables = Stream.of(
                        "CREATE TABLE shop_customer (id ID PRIMARY KEY, version INT NOT NULL, name STRING, city STRING)",
                        "CREATE TABLE shop_product (id ID PRIMARY KEY, version INT NOT NULL, name STRING, price MONEY, stock INT)",
                        "CREATE TABLE shop_order (id ID PRIMARY KEY, version INT NOT NULL, customer_id ID NOT NULL, placed TIME, status STRING,"
                                + " note STRING, FOREIGN KEY (customer_id) REFERENCES shop_customer (id))",
                        "CREATE TABLE shop_line (id ID PRIMARY KEY, version INT NOT NULL, order_id ID NOT NULL, pos INT NOT NULL, product_id ID NOT NULL,"
                                + " amount INT, price MONEY, FOREIGN KEY (order_id) REFERENCES shop_order (id),"
                                + " FOREIGN KEY (product_id) REFERENCES shop_product (id))",
                        "CREATE TABLE shop_tag (order_id ID NOT NULL, tag STRING NOT NULL, PRIMARY KEY (order_id, tag),"
                                + " FOREIGN KEY (order_id) REFERENCES shop_order (id))"
                                + (engine == Engine.SQLITE ? " WITHOUT ROWID" : ""))
                .map(sql -> sql.replaceAll("\\bID\\b", id)
                        .replaceAll("\\bMONEY\\b", types.get(0))
                        .replaceAll("\\bTIME\\b", types.get(1))
                        .replaceAll("\\bSTRING\\b", types.get(2)));
        Stream<String> indexes =
                INDEXED.stream().map(columns -> "CREATE INDEX " + columns.replaceAll("\\W+", "_") + "by ON " + columns);
        return Stream.concat(tables, indexes).toList();
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            set(statement, i + 1, values[i]);
        }
        return statement;
    }

    private void set(PreparedStatement statement, int at, Object value) throws SQLException {
        if (value instanceof Long number) {
            statement.setLong(at, number);
        } else if (value instanceof Integer number) {
            statement.setInt(at, number);
        } else if (value instanceof String text) {
            statement.setString(at, text);
        } else if (value instanceof BigDecimal money && engine == Engine.SQLITE) {
            statement.setLong(at, cents(money));
        } else if (value instanceof LocalDateTime time && engine == Engine.SQLITE) {
            statement.setString(at, time.toString());
        } else {
            statement.setObject(at, value);
        }
    }

    private static long cents(BigDecimal money) {
        return money.movePointRight(2).longValueExact();
    }

    BigDecimal money(ResultSet row, int at) throws SQLException {
        return engine == Engine.SQLITE ? BigDecimal.valueOf(row.getLong(at), 2) : row.getBigDecimal(at);
    }

    LocalDateTime time(ResultSet row, int at) throws SQLException {
        return engine == Engine.SQLITE
                ? LocalDateTime.parse(row.getString(at))
                : row.getObject(at, LocalDateTime.class);
    }

    private <V> V transaction(Work<V> work) throws SQLException {
        connection.setAutoCommit(false);
        V result = work.run();
        connection.commit();
        connection.setAutoCommit(true);
        return result;
    }

    <V> List<V> list(FromRow<V> object, String sql, Object... values) throws SQLException {
        try (ResultSet row = prepared(sql, values).executeQuery()) {
            List<V> list = new ArrayList<>();
            while (row.next()) {
                list.add(object.of(row));
            }
            return list;
        }
    }

    long number(String sql, Object... values) throws SQLException {
        return list(row -> row.getLong(1), sql, values).get(0);
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private void insertRow(String table, Object... values) throws SQLException {
        insert(table, Collections.singletonList(values));
    }

    private void insert(String table, List<Object[]> rows) throws SQLException {
        String one = "(" + String.join(", ", Collections.nCopies(rows.get(0).length, "?")) + ")";
        PreparedStatement statement = prepared(
                "INSERT INTO " + table + " VALUES " + String.join(", ", Collections.nCopies(rows.size(), one)));
        int at = 1;
        for (Object[] row : rows) {
            for (Object value : row) {
                set(statement, at++, value);
            }
        }
        statement.executeUpdate();
    }

    private void insert(Purchase order) throws SQLException {
        insertRow("shop_order", order.id, 0, order.customer.id, order.placed, order.status.name(), order.note);
        List<Object[]> lines = new ArrayList<>();
        for (Line line : order.lines) {
            lines.add(row(line.id, 0, order.id, lines.size(), line.product.id, line.amount, line.price));
        }
        insert("shop_line", lines);
        insert("shop_tag", order.tags.stream().map(tag -> row(order.id, tag)).toList());
    }

    private void change(String sql, Object... values) throws SQLException {
        int changed = prepared(sql, values).executeUpdate();
        if (changed != 1) {
            throw new IllegalStateException(sql + ": changed " + changed + " rows, expected 1");
        }
    }

    /** Reads orders whole, with all objects that they refer to. */
    private List<Read> whole(String condition, Object value) throws SQLException {
        Map<Long, Product> products = new HashMap<>();
        return orders(
                ORDER + ", " + LINE + ", " + PRODUCT,
                ORDER_JOINS + " LEFT JOIN shop_product p ON p.id = l.product_id",
                condition,
                "o.id",
                row -> {
                    Product product = products.get(row.getLong(12));
                    if (product == null) {
                        product = product(row, 13);
                        products.put(product.id, product);
                    }
                    return product;
                },
                value);
    }

    private List<Read> orders(
            String columns, String joins, String condition, String order, FromRow<Product> product, Object... values)
            throws SQLException {
        Map<Long, Read> orders = new LinkedHashMap<>();
        Map<Long, Customer> customers = new HashMap<>();
        try (ResultSet row = prepared(
                        "SELECT " + columns + " FROM shop_order o" + joins + " WHERE " + condition + " ORDER BY "
                                + order + ", l.pos",
                        values)
                .executeQuery()) {
            Read last = null;
            while (row.next()) {
                long id = row.getLong(1);
                if (last == null || last.order.id != id) {
                    last = new Read(order(row, customers), row.getInt(2));
                    orders.put(id, last);
                }
                Line line = line(row);
                if (line.id != 0) {
                    line.product = product.of(row);
                    last.order.lines.add(line);
                }
            }
        }
        try (ResultSet row = prepared(
                        "SELECT t.order_id, t.tag FROM shop_order o JOIN shop_customer c ON c.id = o.customer_id JOIN shop_tag t ON t.order_id = o.id WHERE "
                                + condition,
                        values)
                .executeQuery()) {
            while (row.next()) {
                orders.get(row.getLong(1)).order.tags.add(row.getString(2));
            }
        }
        return new ArrayList<>(orders.values());
    }

    private Purchase order(ResultSet row, Map<Long, Customer> customers) throws SQLException {
        Purchase order = new Purchase();
        order.id = row.getLong(1);
        order.placed = time(row, 3);
        order.status = Status.valueOf(row.getString(4));
        order.note = row.getString(5);
        order.customer = customers.get(row.getLong(6));
        if (order.customer == null) {
            order.customer = customer(row.getLong(6));
            order.customer.name = row.getString(7);
            order.customer.city = row.getString(8);
            customers.put(order.customer.id, order.customer);
        }
        return order;
    }

    private Line line(ResultSet row) throws SQLException {
        Line line = new Line();
        line.id = row.getLong(9);
        line.amount = row.getInt(10);
        line.price = money(row, 11);
        return line;
    }

    Product product(ResultSet row, int at) throws SQLException {
        Product product = product(row.getLong(at));
        product.name = row.getString(at + 1);
        product.price = money(row, at + 2);
        product.stock = row.getInt(at + 3);
        return product;
    }

    /** Reads orders with their lines, tags and customers, and returns how many lines there are. The condition may name the customer {@code c}. */
    long linesOf(String condition, String order, Object... values) throws SQLException {
        return lines(transaction(() ->
                orders(ORDER + ", " + LINE, ORDER_JOINS, condition, order, row -> product(row.getLong(12)), values)));
    }

    /** Returns the SQL of texts, numbers or ids in a list, and binds as many values to it as there are. */
    static String places(int number) {
        return "(" + String.join(", ", Collections.nCopies(number, "?")) + ")";
    }

    boolean isSqlite() {
        return engine == Engine.SQLITE;
    }

    private static long lines(List<Read> orders) {
        return orders.stream().mapToLong(one -> one.order.lines.size()).sum();
    }

    private Read one(long order) throws SQLException {
        return whole("o.id = ?", order).get(0);
    }

    private void newVersion(Read read) throws SQLException {
        change(
                "UPDATE shop_order SET version = ? WHERE id = ? AND version = ?",
                read.version + 1,
                read.order.id,
                read.version);
    }

    @Override
    public long orderWhole(long order) throws SQLException {
        return transaction(() -> one(order)).order.lines.size();
    }

    @Override
    public long ordersOfCustomer(long customer) throws SQLException {
        return lines(transaction(() -> whole("o.customer_id = ?", customer)));
    }

    @Override
    public long newestWithCustomer() throws SQLException {
        return linesOf("o.id IN (SELECT id FROM " + NEWEST + " newest)", "o.placed DESC, o.id");
    }

    @Override
    public long countPaid(long customer) throws SQLException {
        return number("SELECT COUNT(*) FROM shop_order WHERE customer_id = ? AND status = 'PAID'", customer);
    }

    @Override
    public long isOrdered(long product) throws SQLException {
        return list(row -> row.getInt(1), "SELECT 1 FROM shop_line WHERE product_id = ? LIMIT 1", product)
                .size();
    }

    @Override
    public long ordersWithProduct(long product) throws SQLException {
        return lines(
                transaction(() -> whole("o.id IN (SELECT order_id FROM shop_line WHERE product_id = ?)", product)));
    }

    @Override
    public long idsWithTag(String tag) throws SQLException {
        return list(row -> row.getLong(1), "SELECT order_id FROM shop_tag WHERE tag = ? ORDER BY order_id", tag)
                .size();
    }

    private <V> List<V> products(FromRow<V> object, List<Long> ids) throws SQLException {
        String select = "SELECT " + PRODUCT + " FROM shop_product p WHERE p.id ";
        return engine == Engine.POSTGRES
                ? list(object, select + "= ANY (?)", connection.createArrayOf("bigint", ids.toArray()))
                : list(
                        object,
                        select + "IN (" + String.join(", ", Collections.nCopies(ids.size(), "?")) + ")",
                        ids.toArray());
    }

    @Override
    public long products(List<Long> ids) throws SQLException {
        return products(row -> product(row, 1), ids).size();
    }

    /** A range can use the index on every engine, whatever the plan knows of the value. */
    @Override
    public long productsByBeginning(String beginning) throws SQLException {
        int last = beginning.length() - 1;
        String end = beginning.substring(0, last) + (char) (beginning.charAt(last) + 1);
        return list(
                        row -> product(row, 1),
                        "SELECT " + PRODUCT
                                + " FROM shop_product p WHERE p.name >= ? AND p.name < ? ORDER BY p.name LIMIT 20",
                        beginning,
                        end)
                .size();
    }

    @Override
    public long threeColumns(long customer) throws SQLException {
        return list(
                        row -> row(time(row, 1), row.getString(2), row.getInt(3)),
                        "SELECT o.placed, p.name, l.amount FROM shop_order o LEFT JOIN shop_line l ON l.order_id = o.id"
                                + " LEFT JOIN shop_product p ON p.id = l.product_id WHERE o.customer_id = ? ORDER BY o.id, l.pos",
                        customer)
                .size();
    }

    @Override
    public long sum(long customer) throws SQLException {
        BigDecimal sum = list(
                        row -> money(row, 1),
                        "SELECT SUM(l.amount * l.price) FROM shop_order o JOIN shop_line l ON l.order_id = o.id"
                                + " WHERE o.customer_id = ?",
                        customer)
                .get(0);
        return sum == null ? 0 : cents(sum);
    }

    @Override
    public long insertProduct(Product product) throws SQLException {
        return transaction(() -> {
            product.id = nextId++;
            insertRow("shop_product", product.id, 0, product.name, product.price, product.stock);
            return 1L;
        });
    }

    @Override
    public long changePrice(long id) throws SQLException {
        return changePrices(List.of(id));
    }

    @Override
    public long insertOrder(Purchase order) throws SQLException {
        return insertAll(List.of(order)).size() * (long) order.lines.size();
    }

    @Override
    public long changeStatus(long id) throws SQLException {
        return transaction(() -> {
            Read read = one(id);
            Status next = read.order.status.next();
            change(
                    "UPDATE shop_order SET status = ?, version = ? WHERE id = ? AND version = ?",
                    next.name(),
                    read.version + 1,
                    id,
                    read.version);
            return (long) next.ordinal();
        });
    }

    @Override
    public long addLine(long id, long product) throws SQLException {
        return transaction(() -> {
            Read read = one(id);
            int lines = read.order.lines.size();
            insertRow("shop_line", nextId++, 0, id, lines, product, 1, BigDecimal.ONE);
            newVersion(read);
            return lines + 1L;
        });
    }

    @Override
    public long removeLine(long id) throws SQLException {
        return transaction(() -> {
            Read read = one(id);
            int last = read.order.lines.size() - 1;
            change("DELETE FROM shop_line WHERE id = ?", read.order.lines.get(last).id);
            newVersion(read);
            return (long) last;
        });
    }

    @Override
    public long changePrices(List<Long> ids) throws SQLException {
        return transaction(() -> {
            PreparedStatement update =
                    prepared("UPDATE shop_product SET price = ?, version = ? WHERE id = ? AND version = ?");
            for (Object[] values : products(
                    row -> {
                        Product product = product(row, 1);
                        int version = row.getInt(5);
                        return row(product.price.add(BigDecimal.ONE), version + 1, product.id, version);
                    },
                    ids)) {
                for (int i = 0; i < values.length; i++) {
                    set(update, i + 1, values[i]);
                }
                update.addBatch();
            }
            long changed = 0;
            for (int rows : update.executeBatch()) {
                changed += rows;
            }
            return changed;
        });
    }

    @Override
    public long deleteOrder(long order) throws SQLException {
        return transaction(() -> {
            prepared("DELETE FROM shop_tag WHERE order_id = ?", order).executeUpdate();
            prepared("DELETE FROM shop_line WHERE order_id = ?", order).executeUpdate();
            change("DELETE FROM shop_order WHERE id = ?", order);
            return 1L;
        });
    }

    @Override
    public Customer customer(long id) {
        Customer customer = new Customer();
        customer.id = id;
        return customer;
    }

    @Override
    public Product product(long id) {
        Product product = new Product();
        product.id = id;
        return product;
    }

    @Override
    public List<Long> insertAll(List<Purchase> orders) throws SQLException {
        return transaction(() -> {
            List<Long> ids = new ArrayList<>();
            for (Purchase order : orders) {
                order.id = nextId++;
                for (Line line : order.lines) {
                    line.id = nextId++;
                }
                insert(order);
                ids.add(order.id);
            }
            return ids;
        });
    }

    @Override
    public List<Long> sizes() throws SQLException {
        return List.of(
                number("SELECT COUNT(*) FROM shop_order"),
                number("SELECT COUNT(*) FROM shop_line"),
                number("SELECT COUNT(*) FROM shop_tag"));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
