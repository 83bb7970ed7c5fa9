package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Orders with lines, products and their makers: stored, found by path, changed, deleted. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Shop {

    static class Order {
        long id;
        LocalDate due;
        Customer buyer;
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        int count;
        Product product;
    }

    static class Product {
        long id;
        String name;
        Maker maker;
    }

    record Maker(String name, String country) {}

    static class Customer {
        long id;
        String name;
    }

    private Shop() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:shop.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Order.class))) {
            Order order = new Order();
            order.due = LocalDate.of(2026, 11, 30);
            order.buyer = new Customer();
            order.buyer.name = "Ada";
            order.lines.add(line(2, "anvil", new Maker("Acme", "US")));
            order.lines.add(line(1, "rocket", new Maker("Acme", "US")));

            db.store(order);

            List<Order> late = db.query(Order.class, "lines.product.maker.name = :maker, due < '2026-12-01'")
                    .with("maker", "Acme")
                    .list();
            System.out.println(
                    late.size() + " late, first line: " + late.get(0).lines.get(0).product.name);

            Order bounded = db.get(Order.class, order.id, bounds -> bounds.depth(0));
            System.out.println("order " + bounded.id + " of customer " + db.idOf(bounded.buyer));

            List<Order> report =
                    db.query(Order.class, "due < '2026-12-01'").untracked().list();
            System.out.println(report.size() + " to be reported");

            Order again = db.get(Order.class, order.id);
            again.lines.remove(0);
            db.store(again);
            System.out.println(
                    db.query(Order.class, "lines(count > 1)").count() + " orders with more than one of something");

            System.out.println(db.query(Order.class, "buyer.name = 'Ada' ORDER BY due DESC")
                    .explain());
            db.delete(again);
        }
    }

    private static Line line(int count, String name, Maker maker) {
        Line line = new Line();
        line.count = count;
        line.product = new Product();
        line.product.name = name;
        line.product.maker = maker;
        return line;
    }
}
