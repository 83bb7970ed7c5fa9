package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.StoreException;
import dev.espalier.testing.Background;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What happens in one transaction happens at once or not at all, and the transaction itself sees it before. */
class TransactionContractTest {

    @OnEveryEngine
    void uncommittedWritesAreVisibleOnlyInTheirTransaction(TestDatabase database) {
        Database db = database.open(Author.class);
        Author austen = Author.of("Austen", Book.of("Emma"));
        long counted = db.inTransaction(tx -> {
            tx.store(austen);
            tx.store(Author.of("Bronte"));
            assertThat(austen.id).isPositive();
            assertThat(tx.get(Author.class, austen.id).books)
                    .extracting(book -> book.title)
                    .containsExactly("Emma");
            assertThat(elsewhere(() -> db.query(Author.class, "").count())).isZero();
            return tx.query(Author.class, "").count();
        });
        assertThat(counted).isEqualTo(2);
        assertThat(elsewhere(() -> db.query(Author.class, "").count())).isEqualTo(2);
        austen.name = "Jane Austen";
        db.store(austen);
        assertThat(db.get(Author.class, austen.id).name).isEqualTo("Jane Austen");
    }

    private static Author inserted(Transaction tx) {
        Author author = Author.of("Austen");
        tx.store(author);
        return author;
    }

    private static long countedOrFailed(Transaction tx) throws IOException {
        long count = tx.query(Author.class, "").count();
        if (count > 4) {
            throw new IOException("too many: " + count);
        }
        return count;
    }

    private static void storedOrFailed(Transaction tx) throws IOException {
        tx.store(Author.of("Bronte"));
        countedOrFailed(tx);
    }

    @OnEveryEngine
    void bothFormsTakeEveryKindOfLambda(TestDatabase database) throws IOException {
        Database db = database.open(Author.class);
        Author byExpression = db.inTransaction(tx -> inserted(tx));
        Author byReference = db.inTransaction(TransactionContractTest::inserted);
        Author byBlock = db.inTransaction(tx -> {
            return inserted(tx);
        });
        assertThat(List.of(byExpression.id, byReference.id, byBlock.id))
                .doesNotHaveDuplicates()
                .doesNotContain(0L);
        db.useTransaction(tx -> inserted(tx));
        db.useTransaction(TransactionContractTest::inserted);
        db.useTransaction(tx -> {
            tx.deleteAll(
                    tx.query(Author.class, "id > :id").with("id", byBlock.id).list());
        });
        long countedByReference = db.inSnapshot(TransactionContractTest::countedOrFailed);
        assertThat(countedByReference).isEqualTo(3);
        long counted = db.inSnapshot(tx -> countedOrFailed(tx));
        assertThat(counted).isEqualTo(3);
        db.useTransaction(TransactionContractTest::storedOrFailed);
        db.useSnapshot(tx -> countedOrFailed(tx));
        db.useSnapshot(TransactionContractTest::countedOrFailed);
        assertThat(catchThrowableOfType(
                        IOException.class, () -> db.useTransaction(TransactionContractTest::storedOrFailed)))
                .hasMessage("too many: 5");
        assertThat(db.query(Author.class, "").count())
                .as("what has failed was rolled back")
                .isEqualTo(4);
        assertThat(db.<Author, RuntimeException>inTransaction(tx -> null)).isNull();
    }

    @OnEveryEngine
    void failedTransactionLeavesNothing(TestDatabase database) {
        Database db = database.open(Author.class);
        Author there = Author.of("there");
        db.store(there);
        Throwable thrown = catchThrowable(() -> db.useTransaction(tx -> {
            tx.store(Author.of("lost"));
            assertThat(tx.query(Author.class, "").count()).isEqualTo(2);
            tx.delete(there);
            assertThat(tx.query(Author.class, "").count()).isEqualTo(1);
            throw new IOException("mine");
        }));
        assertThat(thrown).isInstanceOf(IOException.class).hasMessage("mine");
        assertThat(db.query(Author.class, "").list())
                .extracting(author -> author.name)
                .containsExactly("there");
    }

    @OnEveryEngine
    void callsOfTheDatabaseJoinTheTransactionOfTheirThread(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        assertThat(catchThrowable(() -> db.useTransaction(tx -> {
                    db.store(author);
                    db.useTransaction(inner -> {
                        inner.store(Author.of("Bronte"));
                        assertThat(inner).isSameAs(tx);
                    });
                    assertThat(db.query(Author.class, "").count()).isEqualTo(2);
                    assertThat(db.get(Author.class, author.id).name).isEqualTo("Austen");
                    db.delete(author);
                    assertThat(db.query(Author.class, "").count()).isEqualTo(1);
                    throw new IllegalStateException();
                })))
                .isInstanceOf(IllegalStateException.class);
        assertThat(db.query(Author.class, "").count()).isZero();
    }

    @OnEveryEngine
    void changeOfALoadedObjectIsCommitted(TestDatabase database) {
        Database db = database.open(Author.class);
        Author stored = Author.of("Austen", Book.of("Emma"), Book.of("Persuasion"));
        db.store(stored);
        Author changed = db.inTransaction(tx -> {
            Author author = tx.get(Author.class, stored.id);
            author.name = "Jane Austen";
            tx.store(author);
            author.books.remove(0);
            tx.store(author);
            return author;
        });
        assertThat(database.rows("SELECT name FROM author")).containsExactly("Jane Austen");
        assertThat(database.rows("SELECT pos FROM author_books")).containsExactly("0");
        changed.name = "J. Austen";
        db.store(changed);
        assertThat(database.rows("SELECT name FROM author")).containsExactly("J. Austen");
    }

    @OnEveryEngine
    void hooksRunAfterCommitOrRollback(TestDatabase database) {
        Database db = database.open(Author.class);
        List<String> log = new ArrayList<>();
        db.useTransaction(tx -> {
            tx.afterCommit(
                    () -> log.add("committed " + db.query(Author.class, "").count()));
            tx.onRollback(() -> log.add("never"));
            tx.store(Author.of("a"));
        });
        Throwable ignored = catchThrowable(() -> db.useTransaction(tx -> {
            tx.onRollback(() -> log.add("undone 1"));
            tx.onRollback(() -> log.add("undone 2"));
            tx.afterCommit(() -> log.add("never"));
            throw new IllegalArgumentException();
        }));
        assertThat(log).containsExactly("committed 1", "undone 2", "undone 1");
    }

    @OnEveryEngine
    void readOnlyTransactionSeesOneSnapshotAndRefusesWrites(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        db.store(author);
        long seen = db.inSnapshot(tx -> {
            Author mine = tx.get(Author.class, author.id);
            elsewhere(() -> {
                db.store(Author.of("Bronte"));
                return null;
            });
            assertThat(tx.query(Author.class, "name = 'Austen'").one()).isSameAs(mine);
            for (Runnable write : List.<Runnable>of(
                    () -> tx.store(mine),
                    () -> db.delete(mine),
                    () -> tx.lock(mine),
                    () -> db.useTransaction(inner -> {
                        inner.store(mine);
                    }))) {
                assertThat(catchThrowableOfType(StoreException.class, write::run)
                                .code())
                        .isEqualTo("write-in-read");
            }
            return tx.query(Author.class, "").count();
        });
        assertThat(seen).isEqualTo(1);
        db.useTransaction(tx -> {
            tx.store(Author.of("new"));
            db.useSnapshot(inner -> {
                assertThat(inner.query(Author.class, "").count()).isEqualTo(3);
                assertThat(catchThrowableOfType(StoreException.class, () -> inner.store(author))
                                .code())
                        .isEqualTo("write-in-read");
            });
            tx.store(Author.of("another"));
        });
        assertThat(db.query(Author.class, "").count()).isEqualTo(4);
    }

    @OnEveryEngine
    void transactionCannotBeUsedAfterItsEnd(TestDatabase database) {
        Database db = database.open(Author.class);
        Transaction[] kept = new Transaction[1];
        db.useTransaction(tx -> {
            kept[0] = tx;
            assertThat(elsewhere(() -> catchThrowable(() -> tx.store(Author.of("a")))))
                    .hasMessageContaining("thread");
        });
        assertThat(catchThrowable(() -> kept[0].store(Author.of("a")))).hasMessageContaining("over");
    }

    /** What another thread sees, which is in no transaction. */
    private static <T> T elsewhere(java.util.function.Supplier<T> call) {
        return Background.call(call).join();
    }
}
