package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

/** What is locked is as the database has it, and stays so until the transaction ends. */
class LocksContractTest {

    @OnEveryEngine
    void lockRefreshesTheObject(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        db.store(author);
        Author copy = db.get(Author.class, author.id);
        copy.name = "Jane Austen";
        copy.books.add(Book.of("Persuasion"));
        db.store(copy);
        db.useTransaction(tx -> {
            tx.lock(author);
            assertThat(author.name).isEqualTo("Jane Austen");
            assertThat(author.books).hasSize(2);
            author.name = "J. Austen";
            tx.store(author);
            assertThat(tx.query(Author.class, "name = 'J. Austen'").one()).isSameAs(author);
        });
        assertThat(database.rows("SELECT name FROM author")).containsExactly("J. Austen");
        author.name = "again";
        db.store(author);
    }

    @OnEveryEngine
    void lockOfAChangedObjectIsStaleAndOfADeletedOneNotFound(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        db.store(author);
        Author copy = db.get(Author.class, author.id);
        copy.name = "Jane Austen";
        db.store(copy);
        author.name = "mine";
        StoreException stale = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    tx.lock(author);
                }));
        assertThat(stale.code()).isEqualTo("stale");
        assertThat(stale).hasMessageContaining("Author 1").hasMessageContaining("expected version 0, found 1");
        assertThat(author.name).isEqualTo("mine");
        assertThat(catchThrowableOfType(
                                StoreException.class,
                                () -> db.useTransaction(tx -> {
                                    tx.lock(Author.of("new"));
                                }))
                        .code())
                .isEqualTo("not-stored");
        db.delete(db.get(Author.class, author.id));
        assertThat(catchThrowableOfType(
                                NotFoundException.class,
                                () -> db.useTransaction(tx -> {
                                    tx.lock(copy);
                                }))
                        .code())
                .isEqualTo("not-found");
    }

    /** Both read what they want first, so that the snapshots of both are older than the other's change. */
    @OnEveryEngine
    void locksPreventWriteSkewBetweenEqualSnapshots(TestDatabase database) throws Exception {
        Database db = database.open(Author.class);
        Author one = Author.of("100");
        Author two = Author.of("100");
        db.storeAll(List.of(one, two));
        List<Long> ids = List.of(one.id, two.id);
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        List<CompletableFuture<Void>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int mine = i;
            boolean[] isLater = new boolean[1];
            both.add(Background.run(() -> db.useTransaction(tx -> {
                List<Author> accounts = tx.getAll(Author.class, ids);
                if (!isLater[0]) {
                    isLater[0] = true;
                    Background.await(bothHaveRead);
                }
                tx.lockAll(accounts);
                if (Integer.parseInt(accounts.get(0).name) + Integer.parseInt(accounts.get(1).name) >= 200) {
                    accounts.get(mine).name = "0";
                    tx.store(accounts.get(mine));
                }
            })));
        }
        for (CompletableFuture<Void> each : both) {
            each.get();
        }
        assertThat(database.rows("SELECT name FROM author")).containsExactlyInAnyOrder("0", "100");
    }

    @OnEveryEngine
    @AlsoOnTiDb("it finds deadlocks in its own way, with codes of its own")
    void locksInOppositeOrdersAllSucceed(TestDatabase database) throws Exception {
        Database db = database.open(Author.class);
        Author one = Author.of("0");
        Author two = Author.of("0");
        db.storeAll(List.of(one, two));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<Long> ids = new ArrayList<>(List.of(one.id, two.id));
            if (i % 2 == 1) {
                Collections.reverse(ids);
            }
            all.add(Background.run(() -> {
                for (int n = 0; n < 10; n++) {
                    db.useTransaction(tx -> {
                        for (long id : ids) {
                            Author author = tx.get(Author.class, id);
                            tx.lock(author);
                            author.name = String.valueOf(Integer.parseInt(author.name) + 1);
                            tx.store(author);
                        }
                    });
                }
            }));
        }
        for (CompletableFuture<Void> each : all) {
            each.get();
        }
        assertThat(database.rows("SELECT name FROM author")).containsExactly("30", "30");
    }

    @OnEveryEngine
    @AlsoOnTiDb("writes are kept in the server's memory until COMMIT")
    void transactionSeesItsOwnWritesAfterALock(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        Author other = Author.of("Burney");
        db.storeAll(List.of(author, other));
        List<String> runs = new ArrayList<>();
        db.useTransaction(tx -> {
            runs.add("run");
            Author mine = tx.get(Author.class, author.id);
            mine.name = "changed";
            tx.store(mine);
            tx.store(Author.of("new"));
            assertThat(tx.query(Author.class, "name = 'changed'").one()).isSameAs(mine);
            tx.lock(other);
            assertThat(tx.query(Author.class, "name = 'changed'").one()).isSameAs(mine);
            tx.lock(mine);
            assertThat(mine.name).isEqualTo("changed");
        });
        assertThat(runs).hasSize(2);
        assertThat(database.rows("SELECT name FROM author ORDER BY name")).containsExactly("Burney", "changed", "new");
    }
}
