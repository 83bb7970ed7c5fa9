package dev.espalier.lab.everyday;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Selections beside hand-written SQL on the same tables, in turns. Fills the database if it is new. SQLite keeps decimals as texts, so the SQL adds floats there; a selection adds decimals exactly.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.SelectionMeasurement URL USER PASSWORD [sales] [rounds] [NONE|RELATIONS|BOTH] [part of a question] [products]
 * </pre>
 */
public final class SelectionMeasurement {

    private static final String PRODUCTS = "1000";
    private static final int MAKERS = 50;
    private static final int STORED_AT_ONCE = 10_000;

    /**
     * A question as a query, and as SQL: MONTH(x) is the month of a date, NUM(x) a decimal as a number.
     *
     * @param selection of the sales; null for products
     */
    private record Question(String rql, @Nullable String selection, String sql) {

        /** Products that are sorted by what is known of their sales. */
        static Question ofProducts(String key, String aggregate) {
            return new Question(
                    "ORDER BY " + key + " DESC LIMIT 10",
                    null,
                    "SELECT p.id, p.name, m.id, m.name FROM product p LEFT JOIN maker m ON m.id = p.maker_id"
                            + " LEFT JOIN (SELECT product_id, " + aggregate + " AS c FROM sale GROUP BY product_id) s"
                            + " ON s.product_id = p.id ORDER BY s.c DESC, p.id LIMIT 10");
        }
    }

    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    "",
                    "month(day) AS m, SUM(count) AS c",
                    "SELECT MONTH(day) AS m, SUM(count) AS c FROM sale GROUP BY 1 ORDER BY 1"),
            new Question(
                    "",
                    "month(day) AS m, SUM(cents) AS c",
                    "SELECT MONTH(day) AS m, SUM(cents) AS c FROM sale GROUP BY 1 ORDER BY 1"),
            new Question(
                    "",
                    "month(day) AS m, SUM(total) AS c",
                    "SELECT MONTH(day) AS m, SUM(NUM(total)) AS c FROM sale GROUP BY 1 ORDER BY 1"),
            new Question("", "SUM(count * cents) AS c", "SELECT SUM(count * cents) AS c FROM sale"),
            new Question("", "SUM(count * total) AS c", "SELECT SUM(count * NUM(total)) AS c FROM sale"),
            new Question(
                    "",
                    "month(day) AS m, SUM(count * total) AS c",
                    "SELECT MONTH(day) AS m, SUM(count * NUM(total)) AS c FROM sale GROUP BY 1 ORDER BY 1"),
            new Question("", "SUM(weight) AS w", "SELECT SUM(weight) AS w FROM sale"),
            new Question("", "COUNT(*) AS sales, MAX(day) AS last", "SELECT COUNT(*), MAX(day) FROM sale"),
            new Question(
                    "",
                    "product.maker.name AS maker, SUM(cents) AS c ORDER BY c DESC LIMIT 10",
                    "SELECT m.name, SUM(s.cents) AS c FROM sale s JOIN product p ON p.id = s.product_id JOIN maker m ON m.id = p.maker_id"
                            + " GROUP BY m.name ORDER BY c DESC LIMIT 10"),
            new Question(
                    "",
                    "product.id AS p, SUM(cents) AS c ORDER BY c DESC LIMIT 10",
                    "SELECT product_id, SUM(cents) AS c FROM sale GROUP BY product_id ORDER BY c DESC, product_id LIMIT 10"),
            new Question(
                    "",
                    "product.id AS p, SUM(count * total) AS c ORDER BY c DESC LIMIT 10",
                    "SELECT product_id, SUM(count * NUM(total)) AS c FROM sale GROUP BY product_id ORDER BY c DESC, product_id LIMIT 10"),
            new Question(
                    "",
                    "product.id AS p, COUNT(*) AS n, SUM(cents) AS c HAVING n > 25",
                    "SELECT product_id, COUNT(*) AS n, SUM(cents) AS c FROM sale GROUP BY product_id HAVING COUNT(*) > 25"),
            new Question(
                    "day >= '2026-09-01'",
                    "product.maker.name AS maker, SUM(cents) AS c",
                    "SELECT m.name, SUM(s.cents) AS c FROM sale s JOIN product p ON p.id = s.product_id JOIN maker m ON m.id = p.maker_id"
                            + " WHERE s.day >= '2026-09-01' GROUP BY m.name ORDER BY m.name"),
            new Question(
                    "product.maker.name = 'maker 7'",
                    "day, count, cents ORDER BY cents DESC LIMIT 100",
                    "SELECT s.day, s.count, s.cents FROM sale s JOIN product p ON p.id = s.product_id JOIN maker m ON m.id = p.maker_id"
                            + " WHERE m.name = 'maker 7' ORDER BY s.cents DESC LIMIT 100"),
            new Question(
                    "id >= 500000, id < 500100",
                    "day, count, product.name AS product",
                    "SELECT s.day, s.count, p.name FROM sale s LEFT JOIN product p ON p.id = s.product_id WHERE s.id >= 500000 AND s.id < 500100"),
            Question.ofProducts("SUM(<Sale.product.cents)", "SUM(cents)"),
            Question.ofProducts("COUNT(<Sale.product)", "COUNT(*)"),
            Question.ofProducts("MAX(<Sale.product.day)", "MAX(day)"),
            Question.ofProducts("SUM(<Sale.product.count * <Sale.product.cents)", "SUM(count * cents)"),
            Question.ofProducts(
                    "SUM(<Sale.product.count * <Sale.product.cents) - 3 * SUM(<Sale.product.cents)",
                    "SUM(count * cents) - 3 * SUM(cents)"),
            new Question(
                    "SUM(<Sale.product.count * <Sale.product.cents) > 30 * SUM(<Sale.product.cents) + COUNT(<Sale.product)",
                    null,
                    "SELECT p.id, p.name, m.id, m.name FROM product p LEFT JOIN maker m ON m.id = p.maker_id JOIN"
                            + " (SELECT product_id FROM sale GROUP BY product_id HAVING SUM(count * cents) > 30 * SUM(cents) + COUNT(*)) s"
                            + " ON s.product_id = p.id"),
            Question.ofProducts("SUM(<Sale.product.count * <Sale.product.total)", "SUM(count * NUM(total))"),
            new Question(
                    "SUM(<Sale.product.count * <Sale.product.cents) > 30 * SUM(<Sale.product.cents), COUNT(<Sale.product) < 5000",
                    null,
                    "SELECT p.id, p.name, m.id, m.name FROM product p LEFT JOIN maker m ON m.id = p.maker_id JOIN"
                            + " (SELECT product_id FROM sale GROUP BY product_id HAVING SUM(count * cents) > 30 * SUM(cents) AND COUNT(*) < 5000) s"
                            + " ON s.product_id = p.id"),
            new Question(
                    "ORDER BY count * cents DESC LIMIT 10",
                    "day, count, cents",
                    "SELECT day, count, cents FROM sale ORDER BY count * cents DESC, id LIMIT 10"),
            new Question(
                    "ORDER BY lower(product.name) LIMIT 10",
                    "day, count, cents",
                    "SELECT s.day, s.count, s.cents FROM sale s LEFT JOIN product p ON p.id = s.product_id ORDER BY lower(p.name), s.id LIMIT 10"),
            new Question(
                    "count < 3 ORDER BY total * count DESC LIMIT 10",
                    "day, count, cents",
                    "SELECT day, count, cents FROM sale WHERE count < 3 ORDER BY NUM(total) * count DESC, id LIMIT 10"));

    private final Database db;
    private final Connection connection;
    private final String url;

    /** A sale of a product. */
    public static class Sale {
        long id;

        @Nullable
        LocalDate day;

        int count;
        long cents;

        @Nullable
        BigDecimal total;

        double weight;

        @Nullable
        Product product;
    }

    /** A product of a maker. */
    public static class Product {
        long id;

        @Nullable
        String name;

        @Nullable
        Maker maker;
    }

    /** A maker of products. */
    public static class Maker {
        long id;

        @Nullable
        String name;
    }

    private SelectionMeasurement(Database db, Connection connection, String url) {
        this.db = db;
        this.connection = connection;
        this.url = url;
    }

    public static void main(String[] args) throws SQLException {
        int sales = args.length > 3 ? Integer.parseInt(args[3]) : 1_000_000;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 7;
        Settings settings = Settings.defaults().indexes(IndexLevel.valueOf(args.length > 5 ? args[5] : "NONE"));
        boolean isServer = !args[1].isEmpty();
        try (Database db = Database.open(
                        args[0],
                        Model.of(Sale.class),
                        isServer ? settings.user(args[1]).password(args[2]) : settings);
                Connection connection = isServer
                        ? DriverManager.getConnection(args[0], args[1], args[2])
                        : DriverManager.getConnection(args[0])) {
            SelectionMeasurement measurement = new SelectionMeasurement(db, connection, args[0]);
            if (db.query(Sale.class, "").count() == 0) {
                measurement.fill(sales, Integer.parseInt(args.length > 7 ? args[7] : PRODUCTS));
            }
            System.out.printf("%10s %10s %6s  %s%n", "ours ms", "SQL ms", "times", "selection");
            String part = args.length > 6 ? args[6] : "";
            for (Question question : QUESTIONS) {
                if (question.toString().contains(part)) {
                    measurement.measure(question, rounds);
                }
            }
        }
    }

    private void fill(int sales, int count) {
        Random random = new Random(1);
        List<Product> products = new ArrayList<>();
        List<Maker> makers = new ArrayList<>();
        for (int i = 0; i < MAKERS; i++) {
            Maker maker = new Maker();
            maker.name = "maker " + i;
            makers.add(maker);
        }
        for (int i = 0; i < count; i++) {
            Product product = new Product();
            product.name = "product " + i;
            product.maker = makers.get(random.nextInt(MAKERS));
            products.add(product);
        }
        try (BulkWriter writer = db.bulkWriter()) {
            writer.storeAll(products);
            List<Sale> block = new ArrayList<>();
            for (int i = 0; i < sales; i++) {
                Sale sale = new Sale();
                sale.day = LocalDate.of(2026, 1, 1).plusDays(random.nextInt(365));
                sale.count = random.nextInt(100);
                sale.cents = random.nextInt(1_000_000);
                sale.total = BigDecimal.valueOf(sale.cents, 2);
                sale.weight = random.nextDouble();
                sale.product = products.get(random.nextInt(count));
                block.add(sale);
                if (block.size() == STORED_AT_ONCE || i == sales - 1) {
                    writer.storeAll(block);
                    block.clear();
                }
            }
        }
    }

    /** One call of each is not measured. */
    private void measure(Question question, int rounds) throws SQLException {
        String sql = ofEngine(question.sql);
        long[] ours = new long[rounds];
        long[] byHand = new long[rounds];
        for (int i = -1; i < rounds; i++) {
            long start = System.nanoTime();
            List<?> rows = question.selection == null
                    ? db.query(Product.class, question.rql).list()
                    : db.query(Sale.class, question.rql)
                            .select(question.selection)
                            .list();
            long middle = System.nanoTime();
            int found = ask(sql);
            long end = System.nanoTime();
            if (rows.size() != found) {
                throw new IllegalStateException(question + ": found " + rows.size() + " rows, by SQL " + found);
            }
            if (i >= 0) {
                ours[i] = middle - start;
                byHand[i] = end - middle;
            }
        }
        double own = median(ours);
        double other = median(byHand);
        System.out.printf(
                Locale.ROOT,
                "%10.2f %10.2f %6.2f  %s%n",
                own,
                other,
                own / other,
                question.selection == null
                        ? "products " + question.rql
                        : (question.rql.isEmpty() ? "" : question.rql + " ") + "select " + question.selection);
    }

    private static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1e6;
    }

    private int ask(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            int columns = result.getMetaData().getColumnCount();
            List<Object[]> rows = new ArrayList<>();
            while (result.next()) {
                Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = result.getObject(i + 1);
                }
                rows.add(row);
            }
            return rows.size();
        }
    }

    private String ofEngine(String sql) {
        if (url.startsWith("jdbc:sqlite:")) {
            return sql.replaceAll("NUM\\((.*?)\\)", "CAST($1 AS REAL)")
                    .replaceAll("MONTH\\((.*?)\\)", "CAST(SUBSTR($1, 6, 2) AS INTEGER)");
        }
        return sql.replaceAll("NUM\\((.*?)\\)", "$1").replaceAll("MONTH\\((.*?)\\)", "EXTRACT(MONTH FROM $1)");
    }
}
