package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Page;
import dev.espalier.annotation.InverseOf;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Reads of one round trip: what they find, and that each of them sees one snapshot. */
class SmallReadsContractTest {

    private static final int READS = 150;

    static class Town {
        long id;
        String name;
    }

    static class Keeper {
        long id;
        String name;
        Town town;
        int animals;
        int legs;

        @InverseOf("keeper")
        List<Animal> kept = new ArrayList<>();
    }

    static class Animal {
        long id;
        String name;
        Keeper keeper;
        Animal friend;
        List<Leg> legs = new ArrayList<>();
    }

    static class Leg {
        long id;
        int length;
    }

    private static Keeper keeper(String name, String town) {
        Keeper keeper = new Keeper();
        keeper.name = name;
        keeper.town = new Town();
        keeper.town.name = town;
        return keeper;
    }

    /** Keeps the numbers of the keeper in agreement with its animals. */
    private static Animal add(Keeper keeper, int legs) {
        Animal animal = new Animal();
        animal.name = "animal " + keeper.animals;
        animal.keeper = keeper;
        for (int i = 0; i < legs; i++) {
            animal.legs.add(new Leg());
        }
        keeper.kept.add(animal);
        keeper.animals++;
        keeper.legs += legs;
        return animal;
    }

    private static Database open(TestDatabase database) {
        return database.open(Town.class, Keeper.class, Animal.class, Leg.class);
    }

    /** Root and collection come in one round trip. */
    @OnEveryEngine
    void aRootAndItsCollectionAreOfOneSnapshot(TestDatabase database) {
        Database db = open(database);
        Keeper keeper = keeper("Ada", "Rome");
        db.store(keeper);
        whileAnimalsAreAdded(db, keeper.id, 0, () -> {
            for (int i = 0; i < READS; i++) {
                Keeper got = db.get(Keeper.class, keeper.id);
                assertThat(got.kept).hasSize(got.animals);
                Keeper found =
                        db.query(Keeper.class, "id = :id").with("id", keeper.id).one();
                assertThat(found.kept).hasSize(found.animals);
                Keeper named = db.query(Keeper.class, "name = 'Ada'").list().get(0);
                assertThat(named.kept).hasSize(named.animals);
            }
            return null;
        });
    }

    /** The legs need another round trip: all is read again in a transaction. */
    @OnEveryEngine
    @AlsoOnTiDb("READ ONLY asks for a setting, so a read is START TRANSACTION WITH CONSISTENT SNAPSHOT")
    void aStructureOfSeveralRoundTripsIsOfOneSnapshot(TestDatabase database) {
        Database db = open(database);
        Keeper keeper = keeper("Ada", "Rome");
        db.store(keeper);
        whileAnimalsAreAdded(db, keeper.id, 2, () -> {
            for (int i = 0; i < READS; i++) {
                Keeper found = db.query(Keeper.class, "name = 'Ada'").list().get(0);
                assertThat(found.kept).hasSize(found.animals);
                assertThat(found.kept.stream()
                                .mapToInt(animal -> animal.legs.size())
                                .sum())
                        .isEqualTo(found.legs);
            }
            return null;
        });
    }

    private static void whileAnimalsAreAdded(Database db, long keeper, int legs, Supplier<Void> reads) {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(
                () -> {
                    while (!isOver.get()) {
                        db.useTransaction(tx -> {
                            Keeper read = tx.get(Keeper.class, keeper);
                            if (read.animals < 10) {
                                add(read, legs);
                                tx.store(read);
                            } else {
                                List<Animal> all = List.copyOf(read.kept);
                                read.kept.clear();
                                read.animals = 0;
                                read.legs = 0;
                                tx.deleteAll(all);
                                tx.store(read);
                            }
                        });
                    }
                },
                threads);
        try {
            reads.get();
        } finally {
            isOver.set(true);
            writer.join();
            threads.shutdown();
        }
    }

    @OnEveryEngine
    void targetsOfRootsComeOnceForAllOfThem(TestDatabase database) {
        Database db = open(database);
        Keeper keeper = keeper("Ada", "Rome");
        Animal one = add(keeper, 1);
        Animal two = add(keeper, 2);
        Animal alone = add(keeper("Bob", "Oslo"), 0);
        one.friend = two;
        two.friend = one;
        alone.friend = alone;
        db.storeAll(List.of(one, two, alone));

        for (int i = 0; i < 3; i++) {
            List<Animal> found = db.query(Animal.class, "id >= :first")
                    .with("first", one.id)
                    .follow("kept")
                    .list();
            assertThat(found).extracting(animal -> animal.name).containsExactly("animal 0", "animal 1", "animal 0");
            assertThat(found.get(0).friend).isSameAs(found.get(1));
            assertThat(found.get(1).friend).isSameAs(found.get(0));
            assertThat(found.get(2).friend).isSameAs(found.get(2));
            assertThat(found.get(0).keeper).isSameAs(found.get(1).keeper);
            assertThat(found.get(0).keeper.kept).containsExactly(found.get(0), found.get(1));
            assertThat(found.get(2).keeper.town.name).isEqualTo("Oslo");
            assertThat(found.get(1).legs).hasSize(2);
        }
    }

    @OnEveryEngine
    void boundsHoldForWhatComesInTheSameRows(TestDatabase database) {
        Database db = open(database);
        Animal one = add(keeper("Ada", "Rome"), 1);
        Animal two = add(one.keeper, 1);
        two.friend = one;
        db.store(two);

        for (int i = 0; i < 3; i++) {
            Animal flat = db.query(Animal.class, "id = :id")
                    .with("id", two.id)
                    .depth(0)
                    .one();
            assertThat(flat.keeper.id).isEqualTo(one.keeper.id);
            assertThat(flat.keeper.name).isNull();
            Animal step = db.query(Animal.class, "id = :id")
                    .with("id", two.id)
                    .depth(1)
                    .one();
            assertThat(step.keeper.name).isEqualTo("Ada");
            assertThat(step.keeper.town.name).isNull();
            assertThat(step.friend.legs).hasToString("[not loaded]");
            Animal named = db.query(Animal.class, "id = :id")
                    .with("id", two.id)
                    .only("keeper.town")
                    .one();
            assertThat(named.keeper.town.name).isEqualTo("Rome");
            assertThat(named.friend.name).isNull();
            assertThat(named.legs).hasToString("[not loaded]");
            Animal stopped = db.get(Animal.class, two.id, bounds -> bounds.stopAt("keeper.town"));
            assertThat(stopped.keeper.name).isEqualTo("Ada");
            assertThat(stopped.keeper.town.name).isNull();
            assertThat(stopped.friend.legs).hasSize(1);
        }
    }

    @OnEveryEngine
    void pagesByIdComeWithTheirStructures(TestDatabase database) {
        Database db = open(database);
        Keeper keeper = keeper("Ada", "Rome");
        List<Animal> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            all.add(add(keeper, 1));
        }
        db.storeAll(all);

        List<String> names = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String after = null;
        do {
            Page<Animal> page = db.query(Animal.class, "id > 0 ORDER BY id DESC")
                    .only("keeper", "legs")
                    .page(3, after);
            page.objects()
                    .forEach(animal -> names.add(animal.name + " " + animal.legs.size() + " of " + animal.keeper.name));
            sizes.add(page.objects().size());
            after = page.next();
        } while (after != null);
        assertThat(sizes).containsExactly(3, 3, 1);
        assertThat(names)
                .startsWith("animal 6 1 of Ada", "animal 5 1 of Ada")
                .endsWith("animal 0 1 of Ada")
                .hasSize(7);
    }

    /** Within a transaction an object that was changed and not stored stays as it is, whatever is found beside it. */
    @OnEveryEngine
    void aTransactionKeepsItsObjects(TestDatabase database) {
        Database db = open(database);
        Animal one = add(keeper("Ada", "Rome"), 0);
        db.store(one);
        db.useTransaction(tx -> {
            Keeper read = tx.get(Keeper.class, one.keeper.id);
            read.name = "changed";
            Animal found = tx.query(Animal.class, "id = :id").with("id", one.id).one();
            assertThat(found.keeper).isSameAs(read);
            assertThat(read.name).isEqualTo("changed");
            assertThat(read.kept).containsExactly(found);
            tx.store(read);
        });
        assertThat(db.get(Animal.class, one.id).keeper.name).isEqualTo("changed");
    }

    /** More objects than one statement of the first answer was made for. */
    @OnEveryEngine
    void largeAndSmallAnswersOfOneQueryAreRight(TestDatabase database) {
        Database db = open(database);
        Keeper keeper = keeper("Ada", "Rome");
        for (int i = 0; i < 1_200; i++) {
            add(keeper, 0);
        }
        db.store(keeper);
        long first = keeper.kept.get(0).id;
        for (int size : new int[] {3, 1_200, 5, 40, 0, 1_100, 2}) {
            List<Animal> found = db.query(Animal.class, "id >= :from, id < :to")
                    .with("from", first)
                    .with("to", first + size)
                    .only("keeper.town")
                    .list();
            assertThat(found)
                    .hasSize(size)
                    .allSatisfy(animal -> assertThat(animal.keeper.town.name).isEqualTo("Rome"));
            assertThat(found).extracting(animal -> animal.id).isSorted();
        }
    }

    static class Account {
        long id;
        String name;
        int balance;
    }

    static class Savings extends Account {
        int rate;
    }

    static class Loan extends Account {
        int term;
        Account backed;
    }

    private static <T extends Account> T account(T account, String name, int balance) {
        account.name = name;
        account.balance = balance;
        return account;
    }

    @OnEveryEngine
    void objectsOfSeveralClassesComeInTheOrderOfTheirIds(TestDatabase database) {
        Database db = database.open(Account.class, Savings.class, Loan.class);
        Loan loan = account(new Loan(), "b", 30);
        loan.backed = account(new Savings(), "c", 10);
        loan.term = 7;
        db.store(loan);
        db.store(account(new Account(), "a", 20));
        db.store(account(new Savings(), "d", 40));

        for (int i = 0; i < 3; i++) {
            List<Account> found =
                    db.query(Account.class, "balance < :most").with("most", 40).list();
            assertThat(found)
                    .extracting(account -> account.getClass().getSimpleName() + " " + account.name)
                    .containsExactly("Loan b", "Savings c", "Account a");
            assertThat(((Loan) found.get(0)).backed).isSameAs(found.get(1));
            assertThat(((Loan) found.get(0)).term).isEqualTo(7);
            assertThat(db.query(Account.class, "balance < :most ORDER BY id DESC")
                            .with("most", 40)
                            .list())
                    .extracting(account -> account.name)
                    .containsExactly("a", "c", "b");
            assertThat(db.query(Account.class, "balance > 100").list()).isEmpty();
            assertThat(db.query(Account.class, "balance >= 40").list())
                    .singleElement()
                    .isInstanceOf(Savings.class);
        }
    }

    /** Each class is read by a statement of its own; amounts move between the classes meanwhile. */
    @OnEveryEngine
    void objectsOfSeveralClassesAreOfOneSnapshot(TestDatabase database) {
        Database db = database.open(Account.class, Savings.class, Loan.class);
        List<Account> accounts = List.of(
                account(new Account(), "a", 100), account(new Savings(), "b", 100), account(new Loan(), "c", 100));
        db.storeAll(accounts);
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(
                () -> {
                    for (int i = 0; !isOver.get(); i++) {
                        long from = accounts.get(i % 3).id;
                        long to = accounts.get((i + 1) % 3).id;
                        db.useTransaction(tx -> {
                            Account one = tx.get(Account.class, from);
                            Account other = tx.get(Account.class, to);
                            one.balance--;
                            other.balance++;
                            tx.store(one);
                            tx.store(other);
                        });
                    }
                },
                threads);
        try {
            for (int i = 0; i < READS; i++) {
                assertThat(db.query(Account.class, "balance > :least")
                                .with("least", -1_000_000)
                                .list())
                        .hasSize(3)
                        .satisfies(all -> assertThat(all.stream()
                                        .mapToInt(account -> account.balance)
                                        .sum())
                                .isEqualTo(300));
            }
        } finally {
            isOver.set(true);
            writer.join();
            threads.shutdown();
        }
    }

    /** Objects that lead to no others are found by one statement, however many they are. */
    @OnEveryEngine
    void manyPlainObjectsComeAsFewDo(TestDatabase database) {
        Database db = database.open(Account.class, Savings.class);
        List<Savings> all = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            all.add(account(new Savings(), "s" + i, i));
        }
        db.storeAll(all);
        for (int i = 0; i < 3; i++) {
            List<Savings> found = db.query(Savings.class, "balance >= 0").list();
            assertThat(found)
                    .extracting(savings -> savings.id)
                    .isEqualTo(all.stream().map(savings -> savings.id).toList());
            assertThat(found.get(1_100).name).isEqualTo("s1100");
            found.get(1_100).balance = 5;
            db.store(found.get(1_100));
            assertThat(db.get(Account.class, found.get(1_100).id).balance).isEqualTo(5);
        }
    }
}
