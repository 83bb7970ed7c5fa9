package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.Shop.Customer;
import dev.espalier.lab.everyday.Shop.Product;
import dev.espalier.lab.everyday.Shop.Purchase;
import java.sql.SQLException;
import java.util.List;

/** The operations of the shop, by one of the two sides. Each returns a number that must be the same on both, such as how many objects or lines it found. */
interface ShopSide extends AutoCloseable {

    long orderWhole(long order) throws SQLException;

    long ordersOfCustomer(long customer) throws SQLException;

    /** Returns the lines of the newest 20 orders. */
    long newestWithCustomer() throws SQLException;

    long countPaid(long customer) throws SQLException;

    long isOrdered(long product) throws SQLException;

    long ordersWithProduct(long product) throws SQLException;

    long idsWithTag(String tag) throws SQLException;

    long products(List<Long> ids) throws SQLException;

    /** Returns how many of the first 20 products by name begin so. */
    long productsByBeginning(String beginning) throws SQLException;

    long threeColumns(long customer) throws SQLException;

    /** Returns the sum in cents. */
    long sum(long customer) throws SQLException;

    long insertProduct(Product product) throws SQLException;

    long changePrice(long product) throws SQLException;

    long insertOrder(Purchase order) throws SQLException;

    long changeStatus(long order) throws SQLException;

    long addLine(long order, long product) throws SQLException;

    long removeLine(long order) throws SQLException;

    long changePrices(List<Long> ids) throws SQLException;

    long deleteOrder(long order) throws SQLException;

    /** Returns an object that a new order refers to. */
    Customer customer(long id);

    /** Returns an object that a new line refers to. */
    Product product(long id);

    /** Stores orders in one transaction, and returns their ids. */
    List<Long> insertAll(List<Purchase> orders) throws SQLException;

    /** Returns how many orders, lines and tags there are. */
    List<Long> sizes() throws SQLException;

    @Override
    void close() throws SQLException;
}
