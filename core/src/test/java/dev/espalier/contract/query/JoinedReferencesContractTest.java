package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** Conditions on what references lead to: each reference is joined once, and what it does not lead to is in no condition. */
class JoinedReferencesContractTest {

    static class Nation {
        long id;
        String name;
        Integer size;
    }

    static class Maker {
        long id;
        String name;
        Nation nation;
    }

    static class Product {
        long id;
        String name;
        Maker maker;
    }

    static class Customer {
        long id;
        String name;
        Nation nation;
    }

    static class Sale {
        long id;
        int count;
        Product product;
        Customer customer;

        Nation madeIn() {
            return product == null || product.maker == null ? null : product.maker.nation;
        }

        boolean isMadeIn(String name) {
            return madeIn() != null && Objects.equals(madeIn().name, name);
        }

        boolean isSoldTo(String name) {
            return customer != null && customer.nation != null && Objects.equals(customer.nation.name, name);
        }
    }

    private final List<Sale> sales = new ArrayList<>();

    private static Nation nation(String name, Integer size) {
        Nation nation = new Nation();
        nation.name = name;
        nation.size = size;
        return nation;
    }

    /** A sale of each product to each customer; both have all that is on the way to a nation, or miss one of it. */
    private Database open(TestDatabase database) {
        List<Nation> nations = new ArrayList<>(List.of(nation("A", 1), nation("B", null), nation(null, 3)));
        nations.add(null);
        List<Product> products = new ArrayList<>();
        products.add(null);
        products.add(new Product());
        List<Customer> customers = new ArrayList<>();
        customers.add(null);
        for (Nation nation : nations) {
            Product product = new Product();
            product.name = "p" + products.size();
            product.maker = new Maker();
            product.maker.name = "m" + products.size();
            product.maker.nation = nation;
            products.add(product);
            Customer customer = new Customer();
            customer.name = "c" + customers.size();
            customer.nation = nation;
            customers.add(customer);
        }
        for (Product product : products) {
            for (Customer customer : customers) {
                Sale sale = new Sale();
                sale.count = sales.size();
                sale.product = product;
                sale.customer = customer;
                sales.add(sale);
            }
        }
        Database db = database.open(Sale.class, Product.class, Maker.class, Customer.class, Nation.class);
        db.storeAll(sales);
        return db;
    }

    private static Map<String, Predicate<Sale>> conditions() {
        Map<String, Predicate<Sale>> conditions = new LinkedHashMap<>();
        conditions.put(
                "product.maker.nation.name = 'A', customer.nation.name = 'B'",
                sale -> sale.isMadeIn("A") && sale.isSoldTo("B"));
        conditions.put(
                "product.maker.nation.name = 'A', product.maker.name = 'm2', product.name != 'p1', count > 3",
                sale -> sale.isMadeIn("A") && sale.product.maker.name.equals("m2") && sale.count > 3);
        conditions.put(
                "product.maker.nation = customer.nation",
                sale -> sale.madeIn() != null && sale.customer != null && sale.madeIn() == sale.customer.nation);
        conditions.put(
                "product.maker.nation.name = customer.nation.name, customer.nation.size = 1",
                sale -> sale.isMadeIn("A") && sale.isSoldTo("A"));
        conditions.put(
                "(product.maker.nation.name = 'A' OR customer.nation.name = 'B')",
                sale -> sale.isMadeIn("A") || sale.isSoldTo("B"));
        conditions.put(
                "(product.maker.nation.name = 'A' AND count < 13 OR product.maker.nation.name = 'B' AND count > 16),"
                        + " customer.nation.name = 'B'",
                sale -> (sale.isMadeIn("A") && sale.count < 13 || sale.isMadeIn("B") && sale.count > 16)
                        && sale.isSoldTo("B"));
        conditions.put(
                "NOT (product.maker.nation.name = 'A' OR customer.nation.name = 'B')",
                sale -> !sale.isMadeIn("A") && !sale.isSoldTo("B"));
        conditions.put(
                "NOT (product.maker.nation.name = 'A' AND customer.nation.name = 'B')",
                sale -> !(sale.isMadeIn("A") && sale.isSoldTo("B")));
        conditions.put(
                "NOT (product.maker.nation = customer.nation)",
                sale -> sale.madeIn() == null || sale.customer == null || sale.madeIn() != sale.customer.nation);
        conditions.put(
                "NOT (product.maker.nation.name = customer.nation.name), count < 20",
                sale -> sale.count < 20
                        && !(sale.isMadeIn("A") && sale.isSoldTo("A"))
                        && !(sale.isMadeIn("B") && sale.isSoldTo("B")));
        conditions.put(
                "(customer.nation.size > 0 OR customer.name = 'c2'), NOT (customer.name = 'c1')",
                sale -> sale.customer != null
                        && (sale.customer.nation != null && sale.customer.nation.size != null
                                || sale.customer.name.equals("c2"))
                        && !sale.customer.name.equals("c1"));
        return conditions;
    }

    @OnEveryEngine
    void conditionsOfSeveralReferencesFindWhatTheyDescribe(TestDatabase database) {
        Database db = open(database);

        conditions().forEach((rql, holds) -> {
            List<Long> expected =
                    sales.stream().filter(holds).map(sale -> sale.id).toList();
            assertThat(expected).as(rql).isNotEmpty().hasSizeLessThan(sales.size());
            List<Long> downwards = new ArrayList<>(expected);
            Collections.reverse(downwards);
            for (int call = 0; call < 3; call++) { // the later ones are compiled
                assertThat(db.query(Sale.class, rql).list().stream().map(sale -> sale.id))
                        .as(rql)
                        .isEqualTo(expected);
                assertThat(db.query(Sale.class, rql).count()).as(rql).isEqualTo(expected.size());
                assertThat(db.query(Sale.class, rql).exists()).as(rql).isTrue();
                assertThat(db.query(Sale.class, rql + " ORDER BY count DESC LIMIT 4").list().stream()
                                .map(sale -> sale.id))
                        .as(rql)
                        .isEqualTo(downwards.subList(0, Math.min(4, downwards.size())));
                assertThat(db.query(Sale.class, rql).select("id, product.maker.nation.name AS n").list().stream()
                                .map(row -> row.get("id")))
                        .as(rql)
                        .isEqualTo(expected);
                assertThat(db.query(Sale.class, rql)
                                .select("SUM(count) AS s, COUNT(*) AS k")
                                .list()
                                .get(0)
                                .values())
                        .as(rql)
                        .isEqualTo(List.of(
                                sales.stream()
                                        .filter(holds)
                                        .mapToLong(sale -> sale.count)
                                        .sum(),
                                (long) expected.size()));
            }
        });
    }

    @OnEveryEngine
    void aSelectionDoesNotJoinWhatItsConditionHasJoined(TestDatabase database) {
        Database db = open(database);

        Explanation how = db.query(Sale.class, "product.maker.nation.name = 'A', customer.nation.name = 'B'")
                .select("product.maker.nation.name AS made, customer.name AS customer, COUNT(*) AS k")
                .explain();

        assertThat(how.toString().split(" JOIN ", -1)).as(how.toString()).hasSize(1 + 5);
    }
}
