package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** SQL in the transaction of objects: a table of the program's own, a change of many rows, and objects that SQL finds. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class SqlBeside {

    static class Order {
        long id;
        String buyer;
        BigDecimal total;
        boolean isPaid;
    }

    private SqlBeside() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     * @throws SQLException if the table of messages cannot be made
     */
    public static void main(String[] arguments) throws SQLException {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:orders.db");
    }

    static void run(String url) throws SQLException {
        try (Database db = Database.open(url, Model.of(Order.class))) {
            try (Connection own = DriverManager.getConnection(url);
                    Statement statement = own.createStatement()) {
                statement.execute("CREATE TABLE message (order_id BIGINT PRIMARY KEY, text VARCHAR(100))");
            }

            db.useTransaction(tx -> {
                Order order = order("Ada", "120.00");
                tx.store(order);
                tx.useConnection(connection -> {
                    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO message VALUES (?, ?)")) {
                        insert.setLong(1, order.id);
                        insert.setString(2, "order of " + order.buyer);
                        insert.executeUpdate();
                    }
                });
            });
            db.storeAll(List.of(order("Bob", "80.00"), order("Ada", "15.50")));

            int messages = db.inSnapshot(tx -> tx.withConnection(connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM message")) {
                    return row.next() ? row.getInt(1) : 0;
                }
            }));
            System.out.println(messages + " message");

            db.useTransaction(tx -> {
                List<Order> unpaid =
                        tx.query(Order.class, "buyer = 'Ada', isPaid = FALSE").list();
                tx.useConnection(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.executeUpdate("UPDATE \"order\" SET is_paid = TRUE WHERE buyer = 'Ada'");
                    }
                });
                tx.changed(Order.class, unpaid.stream().map(order -> order.id).toList());
                System.out.println("paid: " + unpaid.get(0).isPaid);
            });

            List<Order> largest = db.queryBySql(Order.class, """
                            SELECT id FROM "order" WHERE total =
                            (SELECT MAX(total) FROM "order" AS other WHERE other.buyer = "order".buyer) AND is_paid = ? ORDER BY buyer
                            """, true).list();
            largest.forEach(order -> System.out.println(order.buyer + " " + order.total));
        }
    }

    private static Order order(String buyer, String total) {
        Order order = new Order();
        order.buyer = buyer;
        order.total = new BigDecimal(total);
        return order;
    }
}
