package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Transaction;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BiConsumer;

/** A list whose members are deleted, and which is added to, by several at once: it loses what was deleted, keeps all else, and has no gaps. */
class ListsContractTest {

    private static final String MOVES_THE_OWNERS_VERSION = "UPDATE .author. SET ._version. = ._version. \\+ 1.*";
    private static final String READS_THE_LIST = "SELECT.*\\.(.)pos\\1.*FROM .author_books. .*";

    @OnEveryEngine
    void concurrentDeletionsKeepTheListWhole(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        fixture.together(
                (tx, author) -> tx.delete(author.books.get(1)), (tx, author) -> tx.delete(author.books.get(3)));
        fixture.assertTitles("a", "c", "e");
    }

    @OnEveryEngine
    void concurrentDeletionAndAppendKeepTheListWhole(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        fixture.together((tx, author) -> tx.delete(author.books.get(1)), (tx, author) -> {
            author.books.add(Book.of("new"));
            tx.store(author);
        });
        fixture.assertTitles("a", "c", "d", "e", "new");
    }

    @OnEveryEngine
    void concurrentAppendsKeepBothMembers(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        BiConsumer<Transaction, Author> append = (tx, author) -> {
            author.books.add(Book.of("new"));
            tx.store(author);
        };
        fixture.together(append, append);
        fixture.assertTitles("a", "b", "c", "d", "e", "new", "new");
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    void aDeletionThatIsCommittedBeforeTheOtherLocksTheOwner(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        fixture.log.before(MOVES_THE_OWNERS_VERSION, () -> elsewhere(() -> fixture.db.delete(fixture.book(3))));
        fixture.watched.delete(fixture.watched.get(Book.class, fixture.book(1).id));
        assertThat(fixture.log.wasInterrupted()).isTrue();
        fixture.assertTitles("a", "c", "e");
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    void anAppendThatIsCommittedBeforeTheDeletionLocksTheOwner(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        fixture.author.books.add(Book.of("new"));
        fixture.log.before(MOVES_THE_OWNERS_VERSION, () -> elsewhere(() -> fixture.db.store(fixture.author)));
        fixture.watched.delete(fixture.watched.get(Book.class, fixture.book(1).id));
        assertThat(fixture.log.wasInterrupted()).isTrue();
        fixture.assertTitles("a", "c", "d", "e", "new");
    }

    /** The owner is locked by then, so the others wait or, on a server that is slow to begin, come after. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("it has no locks of gaps")
    void whatBeginsWhileADeletionClosesTheListUp(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        List<CompletableFuture<Void>> others = new ArrayList<>();
        fixture.log.before(READS_THE_LIST, () -> {
            others.add(Background.run(() -> fixture.db.delete(fixture.book(3))));
            others.add(Background.run(() -> fixture.db.useTransaction(tx -> {
                Author author = tx.get(Author.class, fixture.author.id);
                author.books.add(Book.of("new"));
                tx.store(author);
            })));
        });
        Book second = fixture.watched.get(Book.class, fixture.book(1).id);
        fixture.watched.delete(second);
        assertThat(fixture.log.wasInterrupted()).isTrue();
        others.forEach(CompletableFuture::join);
        fixture.assertTitles("a", "c", "e", "new");
    }

    @OnEveryEngine
    void appendToAListThatLostAMemberIsStale(TestDatabase database) {
        Fixture fixture = new Fixture(database);
        Author copy = fixture.watched.get(Author.class, fixture.author.id);
        fixture.db.delete(fixture.book(1));
        copy.books.add(Book.of("new"));
        assertThat(catchThrowableOfType(StoreException.class, () -> fixture.watched.store(copy))
                        .code())
                .isEqualTo("stale");
        fixture.assertTitles("a", "c", "d", "e");
    }

    /** An author of five books, and the same database opened twice. */
    private static final class Fixture {

        final Database db;
        final StatementLog log;
        final Database watched;
        final Author author = Author.of("Austen", Book.of("a"), Book.of("b"), Book.of("c"), Book.of("d"), Book.of("e"));

        Fixture(TestDatabase database) {
            db = database.open(Author.class);
            log = new StatementLog(database);
            watched = database.open(log.source(), Model.of(Author.class));
            db.store(author);
        }

        Book book(int at) {
            return author.books.get(at);
        }

        /** Does both when both have read the list. */
        void together(BiConsumer<Transaction, Author> one, BiConsumer<Transaction, Author> other) {
            CyclicBarrier bothHaveRead = new CyclicBarrier(2);
            List<CompletableFuture<Void>> both = new ArrayList<>();
            for (BiConsumer<Transaction, Author> work : List.of(one, other)) {
                boolean[] isLater = new boolean[1];
                both.add(Background.run(() -> db.useTransaction(tx -> {
                    Author mine = tx.get(Author.class, author.id);
                    if (!isLater[0]) {
                        isLater[0] = true;
                        Background.await(bothHaveRead);
                    }
                    work.accept(tx, mine);
                })));
            }
            both.forEach(CompletableFuture::join);
        }

        void assertTitles(String... expected) {
            assertThat(db.get(Author.class, author.id).books)
                    .extracting(book -> book.title)
                    .containsExactly(expected);
            assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
        }
    }

    private static void elsewhere(Runnable call) {
        Background.run(call).join();
    }
}
