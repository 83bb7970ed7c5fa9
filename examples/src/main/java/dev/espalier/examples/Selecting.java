package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Reports of a shop: rows of values in place of objects, from a few columns to groups as records. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Selecting {

    static class Sale {
        long id;
        LocalDate day;
        BigDecimal total;
        Product product;
        List<String> coupons = new ArrayList<>();
    }

    static class Product {
        long id;
        String name;
        Maker maker;
    }

    static class Maker {
        long id;
        String name;
    }

    record Revenue(String maker, int month, BigDecimal revenue) {}

    record Sold(LocalDate day, BigDecimal total) {}

    record Sales(String product, List<Sold> sales) {}

    private Selecting() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:sales.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Sale.class))) {
            db.storeAll(sales());

            List<Row> rows = db.query(Sale.class, "total > 100 ORDER BY day")
                    .select("day, product.name AS product, total")
                    .list();
            for (Row row : rows) {
                System.out.println(row.get("day") + ": " + row.get("product", String.class));
            }

            RowQuery<Revenue> revenues = db.query(Sale.class, "day >= :from").select(Revenue.class, """
                            product.maker.name AS maker, month(day) AS month, SUM(total) AS revenue
                            HAVING revenue > 50
                            ORDER BY revenue DESC LIMIT 10""");
            for (Revenue revenue :
                    revenues.with("from", LocalDate.of(2026, 1, 1)).list()) {
                System.out.println(revenue.maker() + " in month " + revenue.month() + ": " + revenue.revenue());
            }

            Object makers = db.query(Sale.class, "")
                    .select("COUNT(product.maker) AS makers")
                    .one()
                    .get("makers");
            System.out.println(makers + " makers");

            List<Row> kinds = db.query(Sale.class, "")
                    .select(
                            "CASE WHEN total < 100 THEN 'small' ELSE 'large' END AS kind, COUNT(*) AS sales, AVG(total) AS mean")
                    .list();
            System.out.println(kinds);

            List<Row> coupons = db.query(Sale.class, "")
                    .select("coupons AS coupon, COUNT(*) AS sales, SUM(total) AS total")
                    .list();
            System.out.println(coupons);

            List<Sales> sales = db.query(Product.class, "")
                    .select(Sales.class, "name AS product, <Sale.product {day, total} AS sales")
                    .list();
            for (Sales each : sales) {
                System.out.println(each.product() + ": " + each.sales().size() + " sales");
            }

            RowQuery<Row> byTotal =
                    db.query(Sale.class, "").select("product.name AS product, total ORDER BY total DESC");
            Page<Row> first = byTotal.page(2, null);
            Page<Row> second = byTotal.page(2, first.next());
            System.out.println(first.objects() + ", then " + second.objects());
        }
    }

    static List<Sale> sales() {
        Product anvil = product("anvil", "Acme");
        Product rocket = product("rocket", "Zeta");
        return List.of(
                sale("2026-01-15", anvil, "120.50", "winter", "friend"),
                sale("2026-01-20", anvil, "80.00", "winter"),
                sale("2026-02-01", rocket, "900.00"),
                sale("2025-12-24", rocket, "450.00", "friend"));
    }

    private static Product product(String name, String maker) {
        Product product = new Product();
        product.name = name;
        product.maker = new Maker();
        product.maker.name = maker;
        return product;
    }

    private static Sale sale(String day, Product product, String total, String... coupons) {
        Sale sale = new Sale();
        sale.day = LocalDate.parse(day);
        sale.product = product;
        sale.total = new BigDecimal(total);
        sale.coupons.addAll(List.of(coupons));
        return sale;
    }
}
