package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.StoreException;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Work is retried on restored objects if another transaction has changed what it has read; work that fails leaves its objects restored. */
@EngineIndependent
class RetryContractTest {

    @OnEveryEngine
    void transactionHasOneJavaObjectForEachStoredObject(TestDatabase database) {
        Database db = database.open(Author.class);
        Author stored = Author.of("Austen", Book.of("Emma"));
        stored.master = Author.of("Burney");
        db.store(stored);
        db.useTransaction(tx -> {
            Author author = tx.get(Author.class, stored.id);
            author.name = "changed";
            assertThat(tx.query(Author.class, "name = 'Austen'").one()).isSameAs(author);
            assertThat(author.name).isEqualTo("changed");
            assertThat(tx.get(Author.class, stored.master.id)).isSameAs(author.master);
            assertThat(tx.get(Book.class, author.books.get(0).id)).isSameAs(author.books.get(0));
            Author added = Author.of("new");
            tx.store(added);
            assertThat(tx.query(Author.class, "name = 'new'").one()).isSameAs(added);
            tx.store(author);
            assertThat(tx.query(Author.class, "name = 'changed'").one()).isSameAs(author);
        });
        assertThat(database.rows("SELECT name FROM author ORDER BY id")).containsExactly("changed", "Burney", "new");
    }

    @OnEveryEngine
    void partlyLoadedObjectIsCompletedAndKeepsItsChanges(TestDatabase database) {
        Database db = database.open(Author.class);
        Author stored = Author.of("Austen", Book.of("Emma"));
        stored.master = Author.of("Burney");
        db.store(stored);
        db.useTransaction(tx -> {
            Author author =
                    tx.query(Author.class, "name = 'Austen'").only("books").one();
            Book book = author.books.get(0);
            assertThat(author.master.id).isEqualTo(stored.master.id);
            assertThat(author.master.name).as("a stand-in").isNull();
            assertThat(tx.get(Author.class, stored.id)).isSameAs(author);
            assertThat(author.master.name).isEqualTo("Burney");
            assertThat(author.books).containsExactly(book);
        });
        db.useTransaction(tx -> {
            Author author =
                    tx.query(Author.class, "name = 'Austen'").only("books").one();
            author.name = "changed";
            assertThat(tx.get(Author.class, stored.id)).isSameAs(author);
            assertThat(author.name).isEqualTo("changed");
            tx.store(author);
        });
        assertThat(db.get(Author.class, stored.id).master.name).isEqualTo("Burney");
    }

    @OnEveryEngine
    void retriedWorkReadsTheLatestState(TestDatabase database) {
        Database db = database.open(Author.class);
        Author account = Author.of("account");
        account.books.add(Book.of("balance"));
        db.store(account);
        List<Integer> seen = new ArrayList<>();
        List<String> hooks = new ArrayList<>();
        Author made = Author.of("made");
        db.useTransaction(tx -> {
            tx.onRollback(() -> hooks.add("undone"));
            tx.afterCommit(() -> hooks.add("committed"));
            Author mine = tx.get(Author.class, account.id);
            seen.add(mine.books.get(0).pages);
            tx.remember(made);
            assertThat(made.id).isZero();
            assertThat(made.books).isEmpty();
            if (seen.size() == 1) {
                elsewhere(() -> add(db, account.id, 5));
            }
            mine.books.get(0).pages += 10;
            made.books.add(mine.books.get(0));
            tx.storeAll(List.of(mine, made));
            assertThat(made.id).isPositive();
        });
        assertThat(seen).containsExactly(0, 5);
        assertThat(hooks).containsExactly("undone", "committed");
        assertThat(db.get(Author.class, account.id).books.get(0).pages).isEqualTo(15);
        assertThat(db.get(Author.class, made.id).books).hasSize(1);
        made.name = "made and changed";
        db.store(made);
    }

    @OnEveryEngine
    void rememberedObjectWithoutChangesIsRefreshedBeforeTheRetry(TestDatabase database) {
        Database db = database.open(Author.class);
        Author account = Author.of("account", Book.of("balance"));
        db.store(account);
        elsewhere(() -> add(db, account.id, 5));
        Book balance = account.books.get(0);
        db.useTransaction(tx -> {
            tx.remember(account);
            account.books.get(0).pages += 10;
            tx.store(account);
        });
        assertThat(account.books).containsExactly(balance);
        assertThat(balance.pages).isEqualTo(15);
        assertThat(db.get(Author.class, account.id).books.get(0).pages).isEqualTo(15);
    }

    @OnEveryEngine
    void rememberedObjectThatWasChangedBeforeIsStale(TestDatabase database) {
        Database db = database.open(Author.class);
        Author account = Author.of("account", Book.of("balance"));
        db.store(account);
        elsewhere(() -> add(db, account.id, 5));
        account.books.get(0).title = "mine";
        StoreException thrown = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    tx.remember(account);
                    account.books.get(0).pages += 10;
                    tx.store(account);
                }));
        assertThat(thrown.code()).isEqualTo("stale");
        assertThat(account.books.get(0).pages).isZero();
        assertThat(account.books.get(0).title).isEqualTo("mine");
    }

    @OnEveryEngine
    void failedWorkRestoresRememberedObjects(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"), Book.of("Persuasion"));
        author.byTitle.put("Emma", author.books.get(0));
        author.friends.add(Author.of("friend"));
        db.store(author);
        List<Book> books = author.books;
        Book emma = books.get(0);
        Author added = Author.of("added");
        Author friend = author.friends.iterator().next();
        List<Author> read = new ArrayList<>();
        assertThat(catchThrowable(() -> db.useTransaction(tx -> {
                    tx.remember(author);
                    tx.remember(added);
                    author.name = "changed";
                    author.books.remove(0);
                    author.books.add(Book.of("new"));
                    author.byTitle.clear();
                    author.friends.add(added);
                    friend.name = "changed";
                    author.books = new ArrayList<>();
                    tx.store(author);
                    read.add(tx.get(Author.class, friend.id));
                    read.add(tx.query(Author.class, "name = 'added'").one());
                    tx.delete(emma);
                    assertThat(emma.id).isZero();
                    throw new IllegalStateException("mine");
                })))
                .hasMessage("mine");
        assertThat(author.name).isEqualTo("Austen");
        assertThat(author.books).isSameAs(books).hasSize(2).first().isSameAs(emma);
        assertThat(author.byTitle).containsEntry("Emma", emma);
        assertThat(author.friends).containsExactly(friend);
        assertThat(friend.name).isEqualTo("friend");
        assertThat(emma.id).isPositive();
        assertThat(added.id).isZero();
        assertThat(read).containsExactly(friend, added);

        db.store(author);
        author.name = "Jane Austen";
        db.store(author);
        db.store(added);
        assertThat(database.rows("SELECT name FROM author ORDER BY name"))
                .containsExactly("Jane Austen", "added", "friend");
    }

    @OnEveryEngine
    void loadedObjectsAreUsableAfterAFailure(TestDatabase database) {
        Database db = database.open(Author.class);
        Author stored = Author.of("Austen", Book.of("Emma"));
        db.store(stored);
        Author[] read = new Author[1];
        Throwable ignored = catchThrowable(() -> db.useTransaction(tx -> {
            read[0] = tx.get(Author.class, stored.id);
            read[0].name = "changed";
            read[0].books.clear();
            tx.store(read[0]);
            tx.query(Author.class, "").list();
            throw new IllegalStateException();
        }));
        assertThat(read[0].name).isEqualTo("Austen");
        assertThat(read[0].books).hasSize(1);
        add(db, stored.id, 1);
        read[0].books.get(0).pages = 7;
        assertThat(catchThrowableOfType(StoreException.class, () -> db.store(read[0]))
                        .code())
                .isEqualTo("stale");
    }

    static final Author KNOWN_TO_ALL = Author.of("known to all");

    @OnEveryEngine
    void objectInAStaticFieldCanBeRemembered(TestDatabase database) {
        Database db = database.open(Author.class);
        KNOWN_TO_ALL.id = 0;
        db.store(KNOWN_TO_ALL);
        Throwable ignored = catchThrowable(() -> db.useTransaction(tx -> {
            tx.remember(KNOWN_TO_ALL);
            KNOWN_TO_ALL.name = "changed";
            tx.delete(KNOWN_TO_ALL);
            throw new IllegalStateException();
        }));
        assertThat(KNOWN_TO_ALL.name).isEqualTo("known to all");
        assertThat(KNOWN_TO_ALL.id).isPositive();
        db.delete(KNOWN_TO_ALL);
    }

    @OnEveryEngine
    void twoJavaObjectsForOneStoredObjectAreNotBothStored(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        db.store(author);
        Author copy = db.get(Author.class, author.id);
        author.name = "one";
        copy.name = "other";
        for (Runnable both : List.<Runnable>of(
                () -> db.storeAll(List.of(author, copy)),
                () -> db.useTransaction(tx -> {
                    tx.store(author);
                    tx.store(copy);
                }))) {
            StoreException thrown = catchThrowableOfType(StoreException.class, both::run);
            assertThat(thrown.code()).isEqualTo("two-objects");
            assertThat(thrown)
                    .hasMessage("Author 1: two Java objects stand for it, and both were changed; change one of them");
        }
        db.useTransaction(tx -> {
            Author current = tx.get(Author.class, author.id);
            assertThat(current.name).isEqualTo("Austen");
            tx.store(copy);
            assertThat(tx.get(Author.class, author.id)).isSameAs(current);
            assertThat(current.name).isEqualTo("other");
        });
        assertThat(database.rows("SELECT name FROM author")).containsExactly("other");
    }

    private static void add(Database db, long id, int pages) {
        Author author = db.get(Author.class, id);
        author.books.get(0).pages += pages;
        db.store(author);
    }

    private static void elsewhere(Runnable call) {
        Background.run(call).join();
    }
}
