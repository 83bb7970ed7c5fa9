package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.Shop.Customer;
import dev.espalier.lab.everyday.Shop.Product;
import dev.espalier.lab.everyday.Shop.Purchase;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** The ids of the shop's objects, which are the same on both sides. */
record ShopData(List<Long> customers, List<Long> products, List<Long> orders) {

    private static final int CUSTOMERS = 1_000;
    private static final int PRODUCTS = 5_000;

    /** Fills both sides with the same objects. The library assigns the ids of both. */
    static ShopData fill(EspalierShop library, JdbcShop jdbc, int orders) throws SQLException {
        ShopInputs first = new ShopInputs(0, List.of(), List.of(), List.of());
        List<Customer> customers =
                IntStream.range(0, CUSTOMERS).mapToObj(ShopInputs::newCustomer).toList();
        List<Product> products =
                IntStream.range(0, PRODUCTS).mapToObj(first::newProduct).toList();
        library.fill(customers, products, List.of());
        List<Long> customerIds = customers.stream().map(one -> one.id).toList();
        List<Long> productIds = products.stream().map(one -> one.id).toList();
        ShopInputs then = new ShopInputs(1, customerIds, productIds, List.of());
        List<Purchase> newOrders = IntStream.range(0, orders)
                .mapToObj(i -> then.newOrder(library::customer, library::product))
                .toList();
        List<Long> orderIds = library.insertAll(newOrders);
        jdbc.fill(customers, products, newOrders);
        return new ShopData(customerIds, productIds, orderIds);
    }

    ShopInputs inputs(long seed) {
        return new ShopInputs(seed, customers, products, orders);
    }
}
