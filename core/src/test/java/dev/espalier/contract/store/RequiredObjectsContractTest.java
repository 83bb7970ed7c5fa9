package dev.espalier.contract.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An object that a record's constructor requires cannot be deleted: its owner could not be loaded any more. */
@EngineIndependent
class RequiredObjectsContractTest {

    static class Customer {
        long id;
        String name;

        static Customer of(String name) {
            Customer customer = new Customer();
            customer.name = name;
            return customer;
        }
    }

    record Buyer(Customer customer, Optional<Customer> agent, String note) {
        Buyer {
            requireNonNull(customer, "a buyer is a customer");
        }
    }

    record Sale(Buyer buyer, int count) {}

    /** Looks into what it gets, so that empty objects in place of the real ones do not please it either. */
    record Named(Customer first, Customer second) {
        Named {
            if (first.name == null) {
                throw new IllegalArgumentException("no name");
            }
        }
    }

    static class Order {
        long id;
        Buyer buyer;
        Sale sale;
        List<Buyer> buyers = new ArrayList<>();
        Map<String, Buyer> byName = new HashMap<>();
        Named named;
        Customer plain;
        List<Customer> all = new ArrayList<>();
    }

    record Team(long id, Customer leader, List<Customer> members) {
        Team {
            requireNonNull(leader, "a team has a leader");
            if (members.isEmpty()) {
                throw new IllegalArgumentException("a team has members");
            }
        }
    }

    private static final Model MODEL = Model.of(Order.class, Team.class);

    private static void assertInUse(ThrowingCallable call, String owner) {
        StoreException refusal = catchThrowableOfType(StoreException.class, call);
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo("object-in-use");
        assertThat(refusal).hasMessageContaining(owner);
    }

    @OnEveryEngine
    void objectThatAnEmbeddedRecordRequiresIsKept(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Map<String, Order> orders = new HashMap<>();
        for (String field : List.of("buyer", "sale", "buyers", "byName")) {
            Order order = new Order();
            Buyer buyer = new Buyer(Customer.of(field), Optional.empty(), "note");
            switch (field) {
                case "buyer" -> order.buyer = buyer;
                case "sale" -> order.sale = new Sale(buyer, 1);
                case "buyers" -> order.buyers.add(buyer);
                default -> order.byName.put("key", buyer);
            }
            db.store(order);
            orders.put(field, order);
        }
        orders.forEach((field, order) -> {
            Customer customer =
                    db.query(Customer.class, "name = :name").with("name", field).one();
            assertInUse(() -> db.delete(customer), "Order " + order.id + "." + field);
            assertInUse(
                    () -> db.useTransaction(tx -> {
                        tx.delete(tx.get(Customer.class, customer.id));
                        tx.query(Customer.class, "").list();
                    }),
                    "Order " + order.id + "." + field);
        });
        assertThat(db.query(Order.class, "").list()).hasSize(4);
        assertThat(db.query(Customer.class, "").count()).isEqualTo(4);

        Order first = orders.get("buyer");
        db.deleteAll(List.of(first, first.buyer.customer()));
        Order second = orders.get("buyers");
        Customer free = second.buyers.remove(0).customer();
        db.store(second);
        db.delete(free);
        assertThat(db.query(Order.class, "").count()).isEqualTo(3);
        assertThat(db.query(Customer.class, "").count()).isEqualTo(2);
    }

    /** Programs without the record's class: the catalog has what its constructor requires. */
    @OnEveryEngine
    void objectThatARecordRequiresIsKeptByProgramsWithoutItsClass(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Order order = new Order();
        order.buyer = new Buyer(Customer.of("buyer"), Optional.of(Customer.of("agent")), "note");
        order.buyers.add(new Buyer(Customer.of("member"), Optional.empty(), "note"));
        db.store(order);
        long buyer = order.buyer.customer().id;
        long member = order.buyers.get(0).customer().id;
        try (Database nodes = database.openCatalog();
                Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            for (long id : List.of(buyer, member)) {
                assertInUse(() -> nodes.delete(nodes.nodes().get("Customer", id)), "object " + order.id);
                assertInUse(() -> fewer.delete(fewer.get(Customer.class, id)), "object " + order.id);
            }
            fewer.delete(fewer.get(Customer.class, order.buyer.agent().orElseThrow().id));
            assertThat(db.query(Order.class, "").list()).hasSize(1);
            nodes.deleteAll(
                    List.of(nodes.nodes().get("Order", order.id), nodes.nodes().get("Customer", buyer)));
        }
        assertThat(db.query(Customer.class, "").count()).isEqualTo(1);
    }

    record Checked(Customer maybe, String note) {
        Checked {
            if (note.isEmpty()) {
                throw new IllegalArgumentException("no note");
            }
        }
    }

    static class Letter {
        long id;
        Checked checked;
    }

    /** The catalog says which parts a constructor requires, not what it requires of values. */
    @OnEveryEngine
    void constructorThatChecksAValueRequiresNoObject(TestDatabase database) {
        Database db = database.open(Letter.class);
        Letter letter = new Letter();
        letter.checked = new Checked(Customer.of("maybe"), "note");
        db.store(letter);
        try (Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            fewer.delete(fewer.get(Customer.class, letter.checked.maybe().id));
        }
        assertThat(db.query(Letter.class, "").one().checked).isEqualTo(new Checked(null, "note"));
    }

    static class Strict {
        record Holder(Customer customer) {
            Holder {
                requireNonNull(customer, "a holder is a customer");
            }
        }

        static class Card {
            long id;
            Holder holder;
        }
    }

    static class Lenient {
        record Holder(Customer customer) {}

        static class Card {
            long id;
            Holder holder;
        }
    }

    @OnEveryEngine
    void constructorThatTakesNullLaterRequiresNothingAfterAFinish(TestDatabase database) {
        Strict.Card card = new Strict.Card();
        card.holder = new Strict.Holder(Customer.of("holder"));
        try (Database strict = database.open(Model.of(Strict.Card.class), database.settings())) {
            strict.store(card);
        }
        Model lenient = Model.of(Lenient.Card.class);
        database.open(lenient, database.settings()).close();
        try (Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            long customer = card.holder.customer().id;
            assertInUse(() -> fewer.delete(fewer.get(Customer.class, customer)), "object " + card.id);
        }
        SchemaAdmin.at(database.url(), database.settings()).finish(lenient);
        try (Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            fewer.delete(fewer.get(Customer.class, card.holder.customer().id));
        }
        try (Database db = database.open(lenient, database.settings())) {
            assertThat(db.query(Lenient.Card.class, "").one().holder).isNotNull();
        }
    }

    @OnEveryEngine
    void objectThatARecordOfItsOwnRequiresIsKept(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Customer leader = Customer.of("leader");
        Customer one = Customer.of("one");
        Customer two = Customer.of("two");
        Team team = new Team(0, leader, List.of(one, two));
        db.store(team);
        assertInUse(() -> db.delete(leader), "Team " + db.idOf(team));
        assertInUse(() -> db.deleteAll(List.of(one, two)), "Team " + db.idOf(team));
        db.delete(one);
        assertThat(db.query(Team.class, "").one().members())
                .extracting(member -> member.name)
                .containsExactly("two");
        assertInUse(() -> db.delete(two), "Team " + db.idOf(team));
        db.deleteAll(List.of(db.query(Team.class, "").one(), leader, two));
        assertThat(db.query(Customer.class, "").count()).isZero();
    }

    /** Programs without the record's class, if the record is an object: the catalog has what its constructor requires. */
    @OnEveryEngine
    void objectThatARecordOfItsOwnRequiresIsKeptByProgramsWithoutItsClass(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Customer leader = Customer.of("leader");
        Team team = new Team(0, leader, List.of(Customer.of("member")));
        db.store(team);
        long id = db.idOf(team);
        try (Database nodes = database.openCatalog();
                Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            assertInUse(() -> nodes.delete(nodes.nodes().get("Customer", leader.id)), "team.leader_id of object " + id);
            assertInUse(() -> fewer.delete(fewer.get(Customer.class, leader.id)), "team.leader_id of object " + id);
            assertThat(db.query(Team.class, "").list()).hasSize(1);
            nodes.deleteAll(List.of(nodes.nodes().get("Team", id), nodes.nodes().get("Customer", leader.id)));
        }
        assertThat(db.query(Customer.class, "").one().name).isEqualTo("member");
    }

    @OnEveryEngine
    void lastMemberThatARecordOfItsOwnRequiresIsKeptByProgramsWithoutItsClass(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Customer leader = Customer.of("leader");
        Customer one = Customer.of("one");
        Customer two = Customer.of("two");
        Team team = new Team(0, leader, List.of(one, two, one));
        db.store(team);
        long id = db.idOf(team);
        try (Database nodes = database.openCatalog();
                Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            assertInUse(
                    () -> fewer.deleteAll(
                            List.of(fewer.get(Customer.class, one.id), fewer.get(Customer.class, two.id))),
                    "team_members of object " + id);
            fewer.delete(fewer.get(Customer.class, one.id));
            assertInUse(() -> nodes.delete(nodes.nodes().get("Customer", two.id)), "team_members of object " + id);
            assertInUse(() -> fewer.delete(fewer.get(Customer.class, two.id)), "team_members of object " + id);
            assertThat(db.query(Team.class, "").one().members())
                    .extracting(member -> member.name)
                    .containsExactly("two");
            nodes.deleteAll(
                    List.of(nodes.nodes().get("Customer", two.id), nodes.nodes().get("Team", id)));
        }
        assertThat(db.query(Customer.class, "").one().name).isEqualTo("leader");
    }

    record Pair(Customer maybe, Set<Customer> both) {
        Pair {
            if (both.size() < 2) {
                throw new IllegalArgumentException("a pair has two");
            }
        }
    }

    record Sorted(Named named, TreeMap<String, Customer> byName) {
        Sorted {
            if (byName.isEmpty()) {
                throw new IllegalArgumentException("no names");
            }
        }
    }

    record Loose(Customer maybe, List<Customer> some, Map<String, Customer> named) {
        Loose {
            some = List.copyOf(some);
        }
    }

    /** Refuses whatever a trial gives to it. */
    record Puzzle(Customer maybe, List<Customer> some, String key) {
        Puzzle {
            if (!key.equals("open")) {
                throw new IllegalArgumentException("locked");
            }
        }
    }

    @OnEveryEngine
    void theFewestMembersThatAConstructorTakesAreKept(TestDatabase database) {
        Database db = database.open(Model.of(Pair.class, Loose.class, Puzzle.class), database.settings());
        Map<String, Customer> all = new HashMap<>();
        for (String name : List.of("one", "two", "three", "some", "named", "maybe", "locked")) {
            all.put(name, Customer.of(name));
        }
        Pair pair = new Pair(all.get("maybe"), Set.of(all.get("one"), all.get("two"), all.get("three")));
        Loose loose = new Loose(all.get("maybe"), List.of(all.get("some")), Map.of("key", all.get("named")));
        Puzzle puzzle = new Puzzle(null, List.of(all.get("locked")), "open");
        db.storeAll(List.of(pair, loose, puzzle));
        try (Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            for (String name : List.of("some", "named", "maybe", "one")) {
                fewer.delete(fewer.get(Customer.class, all.get(name).id));
            }
            assertInUse(() -> fewer.delete(fewer.get(Customer.class, all.get("two").id)), "pair_both of object");
            assertInUse(() -> fewer.delete(fewer.get(Customer.class, all.get("locked").id)), "puzzle_some of object");
        }
        assertThat(db.query(Pair.class, "").one().both()).hasSize(2);
        assertThat(db.query(Loose.class, "").one()).isEqualTo(new Loose(null, List.of(), Map.of()));
        assertThat(db.query(Puzzle.class, "").one().some()).hasSize(1);
    }

    static class Full {
        record Club(List<Customer> members) {
            Club {
                if (members.isEmpty()) {
                    throw new IllegalArgumentException("a club has members");
                }
            }
        }
    }

    static class Open {
        record Club(List<Customer> members) {}
    }

    @OnEveryEngine
    void constructorThatTakesNoMembersLaterRequiresNoneAfterAFinish(TestDatabase database) {
        Customer member = Customer.of("member");
        try (Database full = database.open(Model.of(Full.Club.class), database.settings())) {
            full.store(new Full.Club(List.of(member)));
        }
        Model open = Model.of(Open.Club.class);
        database.open(open, database.settings()).close();
        try (Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            assertInUse(() -> fewer.delete(fewer.get(Customer.class, member.id)), "club_members of object");
        }
        SchemaAdmin.at(database.url(), database.settings()).finish(open);
        try (Database fewer = database.open(Model.of(Customer.class), database.settings())) {
            fewer.delete(fewer.get(Customer.class, member.id));
        }
        try (Database db = database.open(open, database.settings())) {
            assertThat(db.query(Open.Club.class, "").one().members()).isEmpty();
        }
    }

    @OnEveryEngine
    void objectThatNoConstructorRequiresIsDeleted(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Customer agent = Customer.of("agent");
        Customer customer = Customer.of("customer");
        Order order = new Order();
        order.buyer = new Buyer(customer, Optional.of(agent), "note");
        order.named = new Named(customer, agent);
        order.plain = agent;
        order.all.add(agent);
        db.store(order);
        db.delete(agent);
        Order loaded = db.get(Order.class, order.id);
        assertThat(loaded.buyer.agent()).isEmpty();
        assertThat(loaded.buyer.customer().name).isEqualTo("customer");
        assertThat(loaded.named.second()).isNull();
        assertThat(loaded.all).isEmpty();
    }

    /** As an older version has left it, or a repair that has made dangling references null. */
    @OnEveryEngine
    void verifyFindsOwnersThatCannotBeLoaded(TestDatabase database) {
        Database db = database.open(MODEL, database.settings());
        Order order = new Order();
        order.buyer = new Buyer(Customer.of("customer"), Optional.empty(), "note");
        order.buyers.add(order.buyer);
        db.storeAll(List.of(order, new Team(0, order.buyer.customer(), List.of(order.buyer.customer()))));
        assertThat(Health.of(db).verify().findings()).isEmpty();
        database.execute("UPDATE order_buyers SET customer_id = NULL");
        database.execute("UPDATE team SET leader_id = NULL");
        assertThat(Health.of(db).verify().findings())
                .extracting(Finding::damage, Finding::table)
                .containsExactly(tuple(Damage.REFUSED_NULL, "order_buyers"), tuple(Damage.REFUSED_NULL, "team"));
    }

    record Chosen(Customer first, List<Customer> more, Set<String> words) {
        Chosen {
            if (more.isEmpty()) {
                throw new IllegalArgumentException("more");
            }
            if (words.isEmpty()) {
                throw new IllegalArgumentException("words");
            }
            requireNonNull(first, "first");
        }
    }

    private static Chosen chosen(Customer first, Customer more) {
        return new Chosen(first, List.of(more), Set.of("word"));
    }

    @OnEveryEngine
    void verifyFindsRecordsThatHaveLostTheirLastMember(TestDatabase database) {
        Database db = database.open(Model.of(Chosen.class, Loose.class, Pair.class, Sorted.class), database.settings());
        Customer customer = Customer.of("customer");
        Chosen empty = chosen(customer, customer);
        Pair pair = new Pair(null, Set.of(customer, Customer.of("other")));
        Sorted sorted = new Sorted(null, new TreeMap<>(Map.of("key", customer)));
        db.storeAll(List.of(chosen(customer, customer), empty, pair, sorted, new Loose(null, List.of(), Map.of())));
        assertThat(Health.of(db).verify().findings()).isEmpty();
        database.execute("DELETE FROM chosen_more WHERE owner = " + db.idOf(empty));
        database.execute("DELETE FROM pair_both WHERE pos = 1");
        database.execute("DELETE FROM sorted_by_name");
        assertThat(Health.of(db).verify().findings())
                .containsExactly(
                        new Finding(Damage.REFUSED_FEWER, "chosen_more", "target", 1, List.of(db.idOf(empty))),
                        new Finding(Damage.REFUSED_FEWER, "pair_both", "target", 1, List.of(db.idOf(pair))),
                        new Finding(Damage.REFUSED_FEWER, "sorted_by_name", "target", 1, List.of(db.idOf(sorted))));
    }

    /** The constructor looks at the collections first. */
    @OnEveryEngine
    void verifyFindsANullBehindACollectionThatIsRequired(TestDatabase database) {
        Database db = database.open(Model.of(Chosen.class), database.settings());
        Customer customer = Customer.of("customer");
        Chosen headless = chosen(customer, customer);
        Chosen bare = chosen(customer, customer);
        db.storeAll(List.of(chosen(customer, customer), headless, bare));
        database.execute(
                "UPDATE chosen SET first_id = NULL WHERE id IN (" + db.idOf(headless) + ", " + db.idOf(bare) + ")");
        database.execute("DELETE FROM chosen_more WHERE owner = " + db.idOf(bare));
        assertThat(Health.of(db).verify().findings())
                .extracting(Finding::damage, Finding::table, Finding::ids)
                .containsExactly(
                        tuple(Damage.REFUSED_NULL, "chosen", List.of(db.idOf(headless))),
                        tuple(Damage.REFUSED_FEWER, "chosen_more", List.of(db.idOf(bare))));
    }

    /** By pages, and not one by one. */
    @OnEveryEngine
    void verifyFindsManyRecordsWithFewStatements(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Chosen.class))) {
            Customer customer = Customer.of("customer");
            List<Chosen> all = new ArrayList<>();
            for (int i = 0; i < 1_100; i++) {
                all.add(chosen(customer, customer));
            }
            db.storeAll(all);
            log.reads();
            assertThat(Health.of(db).verify().findings()).isEmpty();
            int ofHealthy = log.reads().size();
            database.execute("DELETE FROM chosen_more");
            assertThat(Health.of(db).verify().findings())
                    .extracting(Finding::damage, Finding::count)
                    .containsExactly(tuple(Damage.REFUSED_FEWER, 1_100L));
            assertThat(log.reads()).hasSizeBetween(ofHealthy + 1, ofHealthy + 20);
        }
    }
}
