package dev.espalier.examples;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.error.StoreException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database of orders, read and changed by a program that has none of its classes. */
@SuppressWarnings("NullAway") // the library and the program set the fields; each order has a buyer
public final class WithoutClasses {

    enum Status {
        NEW,
        SENT
    }

    static class Order {
        long id;
        LocalDate due;
        Status status;
        Maker maker;
        Customer buyer;
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        int count;
        String product;
    }

    record Maker(String name, String country) {}

    static class Customer {
        long id;
        String name;
    }

    private WithoutClasses() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:orders.db");
    }

    static void run(String url) {
        store(url);
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            System.out.println(db.nodes().classNames());

            Node order = db.nodes()
                    .query("Order", "buyer.name = :buyer ORDER BY due")
                    .with("buyer", "Ada")
                    .one();
            System.out.println(
                    order + " of " + order.get("buyer", Node.class).get("name") + " is " + order.get("status"));

            order.set("status", "SENT").set("maker", Map.of("name", "Acme", "country", "US"));
            order.set(
                    "lines", List.of(db.nodes().newNode("Line").set("count", 3).set("product", "anvil")));
            db.store(order);
            System.out.println(
                    db.nodes()
                                    .query("Order", "maker.country = 'US', lines.count > 2, status > 'NEW'")
                                    .count() + " sent");

            try {
                order.set("status", "LOST");
            } catch (StoreException e) {
                System.out.println(e.getMessage());
            }

            try (BulkWriter load = db.bulkWriter()) {
                load.store(db.nodes()
                        .newNode("Order")
                        .set("buyer", db.nodes().newNode("Customer").set("name", "Bob")));
            }
            db.useTransaction(tx ->
                    tx.delete(tx.nodes().query("Order", "buyer.name = 'Bob'").one()));
            System.out.println(db.nodes().query("Order", "").count() + " order is left");
        }
    }

    /** What a program with classes does. */
    private static void store(String url) {
        try (Database db = Database.open(url, Model.of(Order.class))) {
            Order order = new Order();
            order.due = LocalDate.of(2026, 11, 30);
            order.status = Status.NEW;
            order.buyer = new Customer();
            order.buyer.name = "Ada";
            db.store(order);
        }
    }
}
