package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.LoadBounds;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Bounds;
import java.util.ArrayList;
import java.util.List;

/** Bounds of a class: a read of an order leaves out the other orders of its buyer, unless it says what it loads. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class BoundedReads {

    @Bounds(stopAt = "buyer.orders")
    static class Order {
        long id;
        Customer buyer;

        Order(Customer buyer) {
            this.buyer = buyer;
            buyer.orders.add(this);
        }
    }

    static class Customer {
        long id;
        String name;
        List<Order> orders = new ArrayList<>();

        Customer(String name) {
            this.name = name;
        }
    }

    private BoundedReads() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:bounds.db");
    }

    static void run(String url) {
        long id;
        try (Database db = Database.open(url, Model.of(Order.class))) {
            Customer ada = new Customer("Ada");
            Order order = new Order(ada);
            db.storeAll(List.of(order, new Order(ada)));
            id = order.id;
            print(db, "by the class", db.get(Order.class, id));
            print(db, "by the read", db.get(Order.class, id, LoadBounds::complete));
        }
        Settings settings = Settings.defaults()
                .bounds(Order.class, bounds -> bounds.depth(2).maxObjects(5_000));
        try (Database db = Database.open(url, Model.of(Order.class), settings)) {
            print(db, "by the settings", db.get(Order.class, id));
        }
        Settings byName = Settings.defaults().bounds("Order", bounds -> bounds.depth(0));
        try (Database db = Database.openCatalog(url, byName)) {
            System.out.println("without classes: " + db.nodes().get("Order", id));
        }
    }

    private static void print(Database db, String how, Order order) {
        System.out.println(how + ": " + order.buyer.name + (db.isComplete(order.buyer) ? " with her orders" : ""));
    }
}
