package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.StoreException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What writers at the same time see of each other: a stale object at most, never a deadlock, never a lost change. */
class ConcurrencyContractTest {

    private static final int THREADS = 4;
    private static final int TRANSFERS = 15;

    @OnEveryEngine
    void transfersBetweenHotObjectsKeepTheSum(TestDatabase database) throws Exception {
        Database db = database.open(Author.class);
        List<Author> accounts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accounts.add(Author.of("account " + i, Book.of("balance")));
            accounts.get(i).books.get(0).pages = 100;
        }
        db.storeAll(accounts);
        List<Long> ids = accounts.stream().map(account -> account.id).toList();

        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Callable<Void>> work = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(thread);
            work.add(() -> {
                for (int i = 0; i < TRANSFERS; i++) {
                    int from = random.nextInt(ids.size());
                    int to = (from + 1 + random.nextInt(ids.size() - 1)) % ids.size();
                    transfer(db, ids.get(from), ids.get(to), 1 + random.nextInt(9));
                }
                return null;
            });
        }
        for (Future<Void> done : executor.invokeAll(work)) {
            done.get();
        }
        executor.shutdown();

        List<Author> after = db.getAll(Author.class, ids);
        assertThat(after.stream()
                        .mapToInt(account -> account.books.get(0).pages)
                        .sum())
                .isEqualTo(500);
        assertThat(after.stream().mapToInt(account -> account.books.size() - 1).sum())
                .isEqualTo(THREADS * TRANSFERS);
    }

    /** Who waits for the others has no connection meanwhile, and comes to its turn in the end. */
    @OnEveryEngine
    @AlsoOnTiDb("many transactions that want one row reach the limit of its retries: error 1105")
    void moreThreadsThanConnectionsUpdateTheSameObject(TestDatabase database) throws Exception {
        Database db = database.open(Model.of(Author.class), database.settings().poolSize(2));
        Author wanted = Author.of("wanted", Book.of("count"));
        db.store(wanted);

        ExecutorService executor = Executors.newFixedThreadPool(2 * THREADS);
        List<Callable<Void>> work = new ArrayList<>();
        for (int thread = 0; thread < 2 * THREADS; thread++) {
            work.add(() -> {
                for (int i = 0; i < TRANSFERS; i++) {
                    db.useTransaction(tx -> {
                        Author author = tx.get(Author.class, wanted.id);
                        author.books.get(0).pages++;
                        tx.store(author);
                    });
                }
                return null;
            });
        }
        for (Future<Void> done : executor.invokeAll(work)) {
            done.get();
        }
        executor.shutdown();

        assertThat(db.get(Author.class, wanted.id).books.get(0).pages).isEqualTo(2 * THREADS * TRANSFERS);
    }

    /** Each transfer leaves a mark in the giver's list, so that one that was lost or done twice shows. */
    private static void transfer(Database db, long from, long to, int pages) {
        while (true) {
            List<Author> both = db.getAll(Author.class, List.of(from, to));
            both.get(0).books.get(0).pages -= pages;
            both.get(0).books.add(Book.of("transfer"));
            both.get(1).books.get(0).pages += pages;
            try {
                db.storeAll(both);
                return;
            } catch (StoreException e) {
                assertThat(e.code()).isEqualTo("stale");
            }
        }
    }
}
