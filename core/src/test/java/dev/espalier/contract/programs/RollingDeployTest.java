package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.annotation.Was;
import dev.espalier.contract.evolution.AdditiveContractTest;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Programs of the older model go on working, without an error, while a program of the newer one opens the database and changes its tables. */
class RollingDeployTest {

    static class V1 {
        static class Account {
            long id;
            String owner;
            int balance;
            List<String> notes = new ArrayList<>();
        }
    }

    static class V2 {
        @Was("Account")
        static class Account {
            long id;

            @Was("owner")
            String holder;

            Integer balance;
            int limit;
            List<String> notes = new ArrayList<>();
            Bank bank;
        }

        static class Bank {
            long id;
            String name;
        }
    }

    static class Wider {
        @Was("Account")
        static class Account {
            long id;

            @Was("owner")
            String holder;

            Long balance;
        }
    }

    private static final int ACCOUNTS = 8;
    private static final int START = 1_000;

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB, Engine.H2
    }) // DuckDB changes no column that an index depends on
    @AlsoOnTiDb("a transaction that began before a change of its tables may fail with error 8028")
    void olderProgramsGoOnWhileTheTablesChange(TestDatabase database) throws Exception {
        try (Database older = database.open(V1.Account.class)) {
            for (int i = 0; i < ACCOUNTS; i++) {
                V1.Account account = new V1.Account();
                account.owner = "o" + i;
                account.balance = START;
                older.store(account);
            }
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicInteger transfers = new AtomicInteger();
            Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
            // The drivers have prepared their statements on the servers by then.
            CountDownLatch warm = new CountDownLatch(60);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                int thread = t;
                Thread worker = new Thread(() -> {
                    try {
                        for (int i = thread; !isOver.get(); i += 3) {
                            transfer(older, i % ACCOUNTS, (i + 1) % ACCOUNTS);
                            assertThat(sum(older)).isEqualTo(ACCOUNTS * START);
                            transfers.incrementAndGet();
                            warm.countDown();
                        }
                    } catch (Throwable e) {
                        errors.add(e);
                        while (warm.getCount() > 0) {
                            warm.countDown();
                        }
                    }
                });
                worker.start();
                threads.add(worker);
            }
            warm.await();
            try (Database newer = database.open(V2.Account.class)) {
                widen(database);
                int before = transfers.get();
                while (transfers.get() < before + 30 && errors.isEmpty()) {
                    newer.useTransaction(tx -> {
                        V2.Account account =
                                tx.query(V2.Account.class, "holder = 'o3'").one();
                        account.limit++;
                        tx.store(account);
                    });
                }
                isOver.set(true);
                for (Thread worker : threads) {
                    worker.join();
                }
                assertThat(errors).isEmpty();
                List<V2.Account> accounts = newer.query(V2.Account.class, "").list();
                assertThat(accounts.stream()
                                .mapToLong(account -> account.balance)
                                .sum())
                        .isEqualTo(ACCOUNTS * START);
                assertThat(newer.query(V2.Account.class, "limit > 0").list())
                        .extracting(account -> account.holder)
                        .containsExactly("o3");
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
    }

    /** On PostgreSQL the older program would find no accounts. */
    private static void widen(TestDatabase database) {
        if (database.engine() == Engine.POSTGRES) {
            AdditiveContractTest.refused(
                    () -> database.open(Wider.Account.class).close(),
                    "schema-change",
                    "account.balance",
                    "find it empty");
        } else {
            database.open(Wider.Account.class).close();
        }
    }

    private static void transfer(Database db, int from, int to) {
        db.useTransaction(tx -> {
            V1.Account a = tx.query(V1.Account.class, "owner = :owner")
                    .with("owner", "o" + from)
                    .one();
            V1.Account b = tx.query(V1.Account.class, "owner = :owner")
                    .with("owner", "o" + to)
                    .one();
            a.balance -= 1;
            b.balance += 1;
            a.notes.add("to " + to);
            if (a.notes.size() > 3) {
                a.notes.remove(0);
            }
            tx.storeAll(List.of(a, b));
        });
    }

    private static int sum(Database db) {
        return db.query(V1.Account.class, "").list().stream()
                .mapToInt(account -> account.balance)
                .sum();
    }
}
