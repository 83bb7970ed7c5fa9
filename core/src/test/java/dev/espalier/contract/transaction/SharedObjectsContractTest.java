package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Threads of one program that share objects lose nothing of each other's work. */
@EngineIndependent
class SharedObjectsContractTest {

    static class Account {
        long id;
        int balance;
        List<String> notes = new ArrayList<>();

        static Account of(int balance) {
            Account account = new Account();
            account.balance = balance;
            return account;
        }
    }

    static class Customer {
        long id;
        String name = "customer";
    }

    static class Order {
        long id;
        Customer customer;

        static Order of(Customer customer) {
            Order order = new Order();
            order.customer = customer;
            return order;
        }
    }

    static class Basket {
        long id;
        List<Customer> customers = new ArrayList<>();
    }

    /** A list to which another thread adds a member whenever it is read again. */
    private static final class Growing extends ArrayList<Customer> {

        private static final long serialVersionUID = 1;

        private transient boolean wasRead;

        @Override
        public java.util.Iterator<Customer> iterator() {
            if (wasRead) {
                Background.run(() -> add(new Customer())).join();
            }
            wasRead = true;
            return super.iterator();
        }
    }

    @OnEveryEngine
    void anObjectThatAnotherThreadAddsDuringAStoreIsRefused(TestDatabase database) {
        Database db = database.open(Basket.class, Customer.class);
        Basket basket = new Basket();
        basket.customers = new Growing();
        basket.customers.add(new Customer());

        StoreException refused = catchThrowableOfType(StoreException.class, () -> db.store(basket));

        assertThat(refused.code()).isEqualTo("changed-during-store");
        assertThat(refused).hasMessageContaining("Basket").hasMessageContaining("Customer");
        assertThat(basket.id).isZero();
        assertThat(db.query(Basket.class, "").list()).isEmpty();
        basket.customers = new ArrayList<>(basket.customers.subList(0, 1));
        db.store(basket);
        assertThat(db.get(Basket.class, basket.id).customers).hasSize(1);
    }

    /** A service as programs have them: the lambdas of its methods capture it, and with it all that it holds. */
    private static final class Service {
        private final Database db;
        private final Map<Long, Account> cache = new HashMap<>();

        Service(Database db) {
            this.db = db;
        }

        void fail(Runnable meanwhile) {
            db.useTransaction(tx -> {
                tx.store(Account.of(cache.size()));
                meanwhile.run();
                throw new Mine();
            });
        }
    }

    private static final class Mine extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static void elsewhere(Runnable call) {
        Background.run(call).join();
    }

    @OnEveryEngine
    void rollbackLeavesObjectsOfOtherThreadsAlone(TestDatabase database) {
        Database db = database.open(Account.class);
        Service service = new Service(db);
        Account account = Account.of(100);
        db.store(account);
        service.cache.put(account.id, account);
        assertThatThrownBy(() -> service.fail(() -> elsewhere(() -> {
                    account.balance = 500;
                    db.store(account);
                })))
                .isInstanceOf(Mine.class);
        assertThat(account.balance).isEqualTo(500);
        account.notes.add("later");
        db.store(account);
        assertThat(db.get(Account.class, account.id).balance).isEqualTo(500);
    }

    @OnEveryEngine
    void rollbackKeepsUnstoredChangesOfOtherThreads(TestDatabase database) {
        Database db = database.open(Account.class);
        Account account = Account.of(100);
        db.store(account);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    account.notes.add("of the work");
                    tx.store(account);
                    elsewhere(() -> account.balance = 500);
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        db.store(account);
        assertThat(db.get(Account.class, account.id).balance).isEqualTo(500);
    }

    @OnEveryEngine
    void rollbackKeepsARememberedObjectThatAnotherThreadHasStored(TestDatabase database) {
        Database db = database.open(Account.class);
        Account account = Account.of(100);
        db.store(account);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.remember(account);
                    elsewhere(() -> {
                        account.balance = 500;
                        db.store(account);
                    });
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        assertThat(account.balance).isEqualTo(500);
        account.notes.add("later");
        db.store(account);
        assertThat(db.get(Account.class, account.id).balance).isEqualTo(500);
    }

    @OnEveryEngine
    void capturedCollectionsAreNotRead(TestDatabase database) {
        Database db = database.open(Account.class);
        List<Account> held = new ArrayList<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public Object[] toArray() {
                throw new AssertionError("the captured list was looked at");
            }
        };
        held.add(Account.of(1));
        Account stored = Account.of(2);
        db.useTransaction(tx -> {
            stored.balance += held.size();
            tx.store(stored);
        });
        assertThat(db.get(Account.class, stored.id).balance).isEqualTo(3);
    }

    @OnEveryEngine
    void capturedObjectThatSomeoneElseHasChangedIsStale(TestDatabase database) {
        Database db = database.open(Account.class);
        Account mine = Account.of(10);
        db.store(mine);
        int computed = mine.balance + 100;
        elsewhere(() -> {
            Account theirs = db.get(Account.class, mine.id);
            theirs.balance = 1_110;
            db.store(theirs);
        });
        List<String> runs = new ArrayList<>();
        StoreException refusal = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    runs.add("run");
                    mine.balance = computed;
                    tx.store(mine);
                }));
        assertThat(refusal.code()).isEqualTo("stale");
        assertThat(runs).hasSize(1);
        assertThat(db.get(Account.class, mine.id).balance).isEqualTo(1_110);
    }

    /** Loading another Java object for it does not refresh the captured one. */
    @OnEveryEngine
    void capturedObjectIsStaleEvenIfTheWorkReadsTheSameOne(TestDatabase database) {
        Database db = database.open(Account.class);
        Account mine = Account.of(10);
        db.store(mine);
        elsewhere(() -> {
            Account theirs = db.get(Account.class, mine.id);
            theirs.balance = 1_110;
            db.store(theirs);
        });
        List<String> runs = new ArrayList<>();
        StoreException refusal = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    runs.add("run");
                    tx.get(Account.class, mine.id);
                    mine.balance = 110;
                    tx.store(mine);
                }));
        assertThat(refusal.code()).isEqualTo("stale");
        assertThat(runs).hasSize(1);
        assertThat(db.get(Account.class, mine.id).balance).isEqualTo(1_110);
    }

    @OnEveryEngine
    void staleRememberedObjectIsRefreshedAndTheWorkRetried(TestDatabase database) {
        Database db = database.open(Account.class);
        Account mine = Account.of(10);
        db.store(mine);
        elsewhere(() -> {
            Account theirs = db.get(Account.class, mine.id);
            theirs.balance = 1_000;
            db.store(theirs);
        });
        db.useTransaction(tx -> {
            tx.remember(mine);
            mine.balance += 100;
            tx.store(mine);
        });
        assertThat(mine.balance).isEqualTo(1_100);
        assertThat(db.get(Account.class, mine.id).balance).isEqualTo(1_100);
    }

    @OnEveryEngine
    void rollbackMakesAnObjectNewAgainThatWasRememberedAfterItsStore(TestDatabase database) {
        Database db = database.open(Account.class);
        Account account = Account.of(10);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(account);
                    tx.remember(account);
                    account.balance = 11;
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        assertThat(account.id).isZero();
        assertThat(account.balance).isEqualTo(10);
        db.store(account);
        assertThat(db.get(Account.class, account.id).balance).isEqualTo(10);
    }

    /** The work would add its 1 twice: the library does not know the captured object's state before the work. */
    @OnEveryEngine
    void retryDoesNotStoreACapturedObjectWithTheSameChangeTwice(TestDatabase database) {
        Database db = database.open(Account.class);
        for (boolean isNew : new boolean[] {false, true}) {
            Account read = Account.of(0);
            Account captured = Account.of(10);
            db.store(read);
            if (!isNew) {
                db.store(captured);
            }
            List<String> runs = new ArrayList<>();
            StoreException refusal = catchThrowableOfType(
                    StoreException.class,
                    () -> db.useTransaction(tx -> {
                        runs.add("run");
                        Account mine = tx.get(Account.class, read.id);
                        captured.balance += 1;
                        mine.balance += 1;
                        tx.storeAll(List.of(mine, captured));
                        if (runs.size() == 1) {
                            elsewhere(() -> {
                                Account theirs = db.get(Account.class, read.id);
                                theirs.balance = 50;
                                db.store(theirs);
                            });
                        }
                    }));
            assertThat(refusal.code()).isEqualTo("not-remembered");
            assertThat(runs).hasSize(2);
            assertThat(captured.id == 0).isEqualTo(isNew);
            assertThat(db.get(Account.class, read.id).balance).isEqualTo(50);
        }
    }

    /** The work remembers, locks or stores the object only after it has changed it. */
    @OnEveryEngine
    void retryRefusesCapturedObjectsThatAnEarlierAttemptHasChanged(TestDatabase database) {
        Database db = database.open(Account.class);
        List<BiConsumer<Transaction, Account>> works = List.of(
                (tx, account) -> {
                    tx.store(account);
                    account.balance += 1;
                    tx.store(account);
                },
                (tx, account) -> {
                    account.balance += 1;
                    tx.remember(account);
                    tx.store(account);
                },
                (tx, account) -> {
                    account.balance += 1;
                    tx.lock(account);
                    tx.store(account);
                });
        for (BiConsumer<Transaction, Account> work : works) {
            Account read = Account.of(0);
            Account captured = Account.of(10);
            db.storeAll(List.of(read, captured));
            List<String> runs = new ArrayList<>();
            Throwable thrown = catchThrowable(() -> db.useTransaction(tx -> {
                runs.add("run");
                Account mine = tx.get(Account.class, read.id);
                if (runs.size() == 1) {
                    elsewhere(() -> {
                        Account theirs = db.get(Account.class, read.id);
                        theirs.balance = 50;
                        db.store(theirs);
                    });
                }
                work.accept(tx, captured);
                mine.balance += 1;
                tx.store(mine);
            }));
            assertThat(db.get(Account.class, captured.id).balance)
                    .as("%s", thrown)
                    .isIn(10, 11);
            if (thrown != null) {
                assertThat(((StoreException) thrown).code()).isEqualTo("not-remembered");
            }
        }
    }

    @OnEveryEngine
    void otherThreadsWaitForATransactionThatDeletesAnObject(TestDatabase database) {
        Database db = database.open(Account.class);
        Account account = Account.of(10);
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(account);
        }
        List<CompletableFuture<Void>> other = new ArrayList<>();
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.delete(account);
                    other.add(Background.run(() -> db.store(account)));
                    assertThatThrownBy(() -> other.get(0).get(300, TimeUnit.MILLISECONDS))
                            .isInstanceOf(TimeoutException.class);
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        other.get(0).join();
        assertThat(database.rows("SELECT COUNT(*) FROM account")).containsExactly("1");
        account.balance = 11;
        db.store(account);
        assertThat(db.query(Account.class, "").one().balance).isEqualTo(11);
    }

    /** A change that the program made before the transaction is the same in each attempt. */
    @OnEveryEngine
    void retryStoresACapturedObjectThatTheWorkDoesNotChange(TestDatabase database) {
        Database db = database.open(Account.class);
        Account read = Account.of(0);
        Account captured = Account.of(10);
        db.storeAll(List.of(read, captured));
        captured.balance = 11;
        List<String> runs = new ArrayList<>();
        db.useTransaction(tx -> {
            runs.add("run");
            Account mine = tx.get(Account.class, read.id);
            mine.balance += 1;
            tx.storeAll(List.of(mine, captured, Account.of(100)));
            if (runs.size() == 1) {
                elsewhere(() -> {
                    Account theirs = db.get(Account.class, read.id);
                    theirs.balance = 50;
                    db.store(theirs);
                });
            }
        });
        assertThat(runs).hasSize(2);
        assertThat(db.query(Account.class, "").list())
                .extracting(account -> account.balance)
                .containsExactlyInAnyOrder(51, 11, 100);
    }

    @OnEveryEngine
    void newObjectThatManyThreadsStoreIsInsertedOnce(TestDatabase database) throws Exception {
        Database db = database.open(Order.class);
        int threads = 4;
        for (boolean inTransaction : new boolean[] {false, true}) {
            List<Customer> customers =
                    IntStream.range(0, 30).mapToObj(i -> new Customer()).toList();
            CyclicBarrier barrier = new CyclicBarrier(threads);
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                boolean isBackwards = i % 2 == 1;
                all.add(Background.run(() -> customers.forEach(customer -> {
                    Background.await(barrier);
                    Customer second = customers.get(customers.size() - 1 - customers.indexOf(customer));
                    List<Customer> pair = isBackwards ? List.of(second, customer) : List.of(customer, second);
                    if (inTransaction) {
                        db.useTransaction(tx -> {
                            pair.forEach(one -> tx.store(Order.of(one)));
                        });
                    } else {
                        db.storeAll(pair.stream().map(Order::of).toList());
                    }
                })));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }
        assertThat(database.rows("SELECT COUNT(*) FROM customer")).containsExactly("60");
        assertThat(db.query(Order.class, "").count()).isEqualTo(2L * 2 * 30 * threads);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    /** The object has an id while the transaction is open, and none after its rollback. */
    @OnEveryEngine
    void newObjectOfATransactionThatFailsIsInsertedByTheOtherThread(TestDatabase database) {
        Database db = database.open(Order.class);
        Customer customer = new Customer();
        List<CompletableFuture<Void>> other = new ArrayList<>();
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(Order.of(customer));
                    tx.query(Order.class, "").count();
                    other.add(Background.run(() -> db.store(Order.of(customer))));
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        other.get(0).join();
        assertThat(database.rows("SELECT COUNT(*) FROM customer")).containsExactly("1");
        assertThat(db.query(Order.class, "customer.name = 'customer'").count()).isEqualTo(1);
        assertThat(customer.id).isPositive();
    }

    @OnEveryEngine
    void streamInATransactionUsesItsObjects(TestDatabase database) {
        Database db = database.open(Account.class);
        db.storeAll(IntStream.range(0, 1_500).mapToObj(Account::of).toList());
        List<Account> seen = new ArrayList<>();
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    Account changed = tx.query(Account.class, "balance = 1400").one();
                    changed.balance = -1;
                    tx.store(changed);
                    try (Stream<Account> all = tx.query(Account.class, "ORDER BY id").stream()) {
                        all.forEach(account -> {
                            if (seen.size() == 500) {
                                tx.query(Account.class, "balance = 3").one();
                            }
                            seen.add(account);
                        });
                    }
                    assertThat(seen).hasSize(1_500).contains(changed);
                    assertThat(tx.get(Account.class, changed.id)).isSameAs(changed);
                    assertThat(tx.get(Account.class, seen.get(1_450).id)).isSameAs(seen.get(1_450));
                    throw new Mine();
                }))
                .isInstanceOf(Mine.class);
        Account undone = seen.get(1_400);
        assertThat(undone.balance).isEqualTo(1_400);
        undone.notes.add("still known");
        db.store(undone);
        assertThat(db.get(Account.class, undone.id).balance).isEqualTo(1_400);
    }

    @OnEveryEngine
    void streamOfATransactionEndsWithItAndStaysInItsThread(TestDatabase database) {
        Database db = database.open(Account.class);
        db.storeAll(IntStream.range(0, 1_200).mapToObj(Account::of).toList());
        List<Stream<Account>> leaked = new ArrayList<>();
        db.useTransaction(tx -> {
            leaked.add(tx.query(Account.class, "").stream());
            Stream<Account> other = tx.query(Account.class, "").stream();
            elsewhere(() -> assertThatThrownBy(other::toList).isInstanceOf(IllegalStateException.class));
        });
        assertThatThrownBy(() -> leaked.get(0).toList()).isInstanceOf(IllegalStateException.class);
    }
}
