package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts of the objects that the objects of a group lead to: each once, those alone that fulfil a condition, and by one statement if it can ask that. */
class CountsInGroupsContractTest {

    static class Buyer {
        long id;
        String name;

        @Nullable
        String city;

        List<Order> marked = new ArrayList<>();

        Buyer() {}

        Buyer(String name, @Nullable String city) {
            this.name = name;
            this.city = city;
        }
    }

    static class Order {
        long id;

        @Nullable
        Buyer buyer;

        @Nullable
        String comment;

        int amount;

        Order() {}

        Order(@Nullable Buyer buyer, @Nullable String comment, int amount) {
            this.buyer = buyer;
            this.comment = comment;
            this.amount = amount;
        }
    }

    /** Ann has three orders, Bob one, Cyd none; nobody has the last one. Ann has marked one order twice, and Bob has marked it, too. */
    private static Database open(TestDatabase database) {
        Database db = database.open(Buyer.class, Order.class);
        Buyer ann = new Buyer("Ann", "Oslo");
        Buyer bob = new Buyer("Bob", "Oslo");
        Buyer cyd = new Buyer("Cyd", null);
        Order first = new Order(ann, "special", 1);
        Order second = new Order(ann, null, 2);
        Order third = new Order(ann, "soon", 3);
        Order fourth = new Order(bob, "special", 4);
        ann.marked.addAll(List.of(second, fourth, second));
        bob.marked.addAll(List.of(second));
        db.storeAll(List.of(ann, bob, cyd, first, second, third, fourth, new Order(null, "soon", 5)));
        return db;
    }

    private static String rows(Database db, String query, String selection) {
        return text(db.query(Buyer.class, query).select(selection));
    }

    private static String text(RowQuery<Row> query) {
        return query.list().stream()
                .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" | "));
    }

    @OnEveryEngine
    void aConditionLeavesGroupsWithoutAnyObjectThatFulfilsIt(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "", "name, COUNT(<Order.buyer(comment MATCH 's%')) AS n"))
                    .isEqualTo("Ann 2 | Bob 1 | Cyd 0");
            assertThat(rows(db, "", "name, COUNT(<Order.buyer(comment NOT MATCH 'special')) AS n"))
                    .isEqualTo("Ann 2 | Bob 0 | Cyd 0");
            assertThat(rows(db, "", "name, COUNT(<Order.buyer(comment IS NULL)) AS n"))
                    .isEqualTo("Ann 1 | Bob 0 | Cyd 0");
            assertThat(rows(db, "", "city, COUNT(<Order.buyer(amount > 2)) AS n"))
                    .isEqualTo("Oslo 2 | null 0");
            assertThat(rows(db, "", "city, COUNT(<Order.buyer(amount > 2)) AS n HAVING n = 0"))
                    .isEqualTo("null 0");
            assertThat(rows(db, "", "COUNT(<Order.buyer(amount > 2)) AS n")).isEqualTo("2");
            assertThat(rows(db, "name > 'Ann'", "name, COUNT(<Order.buyer(amount > 3 AND comment IS NOT NULL)) AS n"))
                    .isEqualTo("Bob 1 | Cyd 0");
            assertThat(rows(db, "", "name, COUNT(<Order.buyer(amount > 99999999999)) AS n"))
                    .isEqualTo("Ann 0 | Bob 0 | Cyd 0");
        }
    }

    @OnEveryEngine
    void anObjectCountsOnceInAGroupHoweverManyWaysLeadToIt(TestDatabase database) {
        try (Database db = open(database)) {
            assertThat(rows(db, "", "name, COUNT(marked) AS n")).isEqualTo("Ann 2 | Bob 1 | Cyd 0");
            assertThat(rows(db, "", "city, COUNT(marked) AS n")).isEqualTo("Oslo 2 | null 0");
            assertThat(rows(db, "", "name, COUNT(marked(amount < 3)) AS n")).isEqualTo("Ann 1 | Bob 1 | Cyd 0");
            assertThat(rows(db, "", "city, COUNT(marked(amount < 3)) AS n")).isEqualTo("Oslo 1 | null 0");
            assertThat(rows(db, "", "marked.buyer.name AS b, COUNT(<Order.buyer) AS n"))
                    .isEqualTo("Ann 4 | Bob 3 | null 0");
            assertThat(rows(db, "", "name, COUNT(<Order.buyer(amount < 3)) AS few, COUNT(<Order.buyer) AS n"))
                    .isEqualTo("Ann 2 3 | Bob 0 1 | Cyd 0 0");
            assertThat(text(db.query(Order.class, "").select("COUNT(buyer(city = 'Oslo')) AS n")))
                    .isEqualTo("2");
        }
    }

    @OnEveryEngine
    void oneStatementCountsWhatReferencesLeadBackTo(TestDatabase database) {
        try (Database db = open(database)) {
            for (String selection : List.of(
                    "id, COUNT(<Order.buyer) AS n",
                    "id, COUNT(<Order.buyer(comment NOT MATCH '%special%')) AS n",
                    "city, COUNT(<Order.buyer(amount > 1)) AS n",
                    "COUNT(<Order.buyer(id > 1)) AS n")) {
                assertThat(db.query(Buyer.class, "")
                                .select(selection)
                                .explain()
                                .search()
                                .steps())
                        .as(selection)
                        .hasSize(1);
            }
        }
    }

    @OnEveryEngine
    void aTransactionCountsWhatItHasChanged(TestDatabase database) {
        try (Database db = open(database)) {
            db.useTransaction(tx -> {
                Order spare = tx.query(Order.class, "amount = 5").one();
                spare.buyer = tx.query(Buyer.class, "name = 'Cyd'").one();
                Order changed = tx.query(Order.class, "amount = 1").one();
                changed.comment = "soon";
                tx.store(spare);
                tx.store(changed);
                assertThat(text(tx.query(Buyer.class, "").select("name, COUNT(<Order.buyer(comment = 'soon')) AS n")))
                        .isEqualTo("Ann 2 | Bob 0 | Cyd 1");
            });
        }
    }

    @OnEveryEngine
    void parametersAndListsStandInTheCondition(TestDatabase database) {
        try (Database db = open(database)) {
            for (int least = 0; least < 5; least++) {
                assertThat(text(db.query(Buyer.class, "name >= :first")
                                .with("first", "Bob")
                                .select("name, COUNT(<Order.buyer(amount > :least)) AS n")
                                .with("least", least)))
                        .as("more than %d", least)
                        .isEqualTo(least < 4 ? "Bob 1 | Cyd 0" : "Bob 0 | Cyd 0");
            }
            List<Integer> many = IntStream.range(2, 40_000).boxed().toList();
            assertThat(text(db.query(Buyer.class, "name IN (:names)")
                            .with("names", List.of("Ann", "Cyd"))
                            .select("name, COUNT(<Order.buyer(amount IN (:amounts))) AS n")
                            .with("amounts", many)))
                    .isEqualTo("Ann 2 | Cyd 0");
        }
    }

    @OnEveryEngine
    void aConditionWithMoreValuesThanAStatementTakesBesideIdsIsAskedByItself(TestDatabase database) {
        try (Database db = open(database)) {
            String names = IntStream.range(0, 1_200)
                    .mapToObj(i -> "comment MATCH 's" + (i == 7 ? "pec" : i) + "%'")
                    .collect(Collectors.joining(" OR "));
            assertThat(rows(db, "", "name, COUNT(<Order.buyer(" + names + ")) AS n"))
                    .isEqualTo("Ann 1 | Bob 1 | Cyd 0");
        }
    }
}
