package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Query;
import dev.espalier.Transaction;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A transaction answers the same questions about an object as its database. A thread can ask for its transaction. */
@EngineIndependent
class CurrentTransactionContractTest {

    @OnEveryEngine
    void theThreadsTransactionIsThatOfTheWork(TestDatabase database) {
        try (Database db = database.open(Book.class)) {
            assertThat(db.currentTransaction()).isEmpty();
            db.useTransaction(tx -> {
                assertThat(db.currentTransaction()).containsSame(tx);
                db.useTransaction(inner -> assertThat(db.currentTransaction()).containsSame(tx));
                Optional<Transaction> ofAnotherThread =
                        Background.call(db::currentTransaction).join();
                assertThat(ofAnotherThread).isEmpty();
            });
            db.useSnapshot(tx -> assertThat(db.currentTransaction()).containsSame(tx));
            assertThat(db.currentTransaction()).isEmpty();
            assertThatThrownBy(() -> db.useTransaction(tx -> {
                        throw new IllegalArgumentException("of the work");
                    }))
                    .hasMessage("of the work");
            assertThat(db.currentTransaction()).isEmpty();
        }
    }

    @OnEveryEngine
    void aTransactionReturnsIdsAndVersionsOfWhatItHasStored(TestDatabase database) {
        try (Database db = database.open(Book.class)) {
            Book stored = Book.of("Emma");
            db.store(stored);
            db.useTransaction(tx -> {
                Book made = Book.of("Persuasion");
                assertThat(tx.idOf(made)).isZero();
                assertThat(tx.versionOf(made)).isEmpty();
                assertThat(tx.isComplete(made)).isTrue();
                tx.store(made);
                assertThat(tx.idOf(made)).isEqualTo(made.id).isPositive();
                assertThat(tx.versionOf(made)).hasValue(0);

                tx.remember(stored);
                stored.pages = 7;
                tx.store(stored);
                assertThat(tx.query(Book.class, "pages = 7").count()).isEqualTo(1);
                assertThat(tx.versionOf(stored)).hasValue(0);
            });
            assertThat(db.versionOf(stored)).hasValue(1);
        }
    }

    @OnEveryEngine
    void aRefreshWithinATransactionSeesItsWritesAndIsRolledBack(TestDatabase database) {
        try (Database db = database.open(Book.class)) {
            Book book = Book.of("Emma");
            db.store(book);
            assertThatThrownBy(() -> db.useTransaction(tx -> {
                        Book read = tx.get(Book.class, book.id);
                        read.pages = 7;
                        tx.store(read);
                        tx.refresh(book);
                        assertThat(book.pages).isEqualTo(7);
                        throw new IllegalArgumentException("of the work");
                    }))
                    .hasMessage("of the work");
            assertThat(book.pages).isZero();
            assertThat(db.get(Book.class, book.id).pages).isZero();
        }
    }

    @OnEveryEngine
    void aTransactionThatIsOverRefusesEachCall(TestDatabase database) {
        try (Database db = database.open(Book.class)) {
            Book book = Book.of("Emma");
            db.store(book);
            List<Transaction> over = new ArrayList<>();
            db.useSnapshot(over::add);
            Transaction tx = over.get(0);
            Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
            calls.put("refresh", () -> tx.refresh(book));
            calls.put("idOf", () -> tx.idOf(book));
            calls.put("versionOf", () -> tx.versionOf(book));
            calls.put("isComplete", () -> tx.isComplete(book));
            calls.put("get", () -> tx.nodes().get("Book", book.id));
            calls.put("getAll", () -> tx.nodes().getAll("Book", List.of(book.id)));
            calls.put("query", () -> tx.nodes().query("Book", ""));
            calls.put("reference", () -> tx.nodes().reference("Book", book.id));
            calls.put("newNode", () -> tx.nodes().newNode("Book"));
            calls.put("classNames", () -> tx.nodes().classNames());
            calls.forEach((name, call) -> assertThatThrownBy(call)
                    .as(name)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this transaction is over"));
        }
    }

    @OnEveryEngine
    void nodesOfATransactionAreReadInIt(TestDatabase database) {
        database.open(Book.class).close();
        try (Database db = Database.openCatalog(database.url(), database.settings())) {
            db.useTransaction(tx -> {
                Node made = tx.nodes().newNode("Book").set("title", "Emma");
                tx.store(made);
                assertThat(tx.nodes().get("Book", made.id())).isSameAs(made);
                assertThat(tx.nodes().query("Book", "title = 'Emma'").one()).isSameAs(made);
            });
            assertThat(db.nodes().classNames()).contains("Book");
        }
    }

    @OnEveryEngine
    void aQueryOfATransactionIsAskedInItOrRefused(TestDatabase database) {
        try (Database db = database.open(Book.class)) {
            List<Query<Book>> kept = new ArrayList<>();
            db.useTransaction(tx -> {
                tx.store(Book.of("Emma"));
                Query<Book> query = tx.query(Book.class, "title = 'Emma'");
                kept.add(query);
                assertThat(query.count()).isEqualTo(1);
                assertThatThrownBy(() -> Background.call(query::count).join())
                        .hasRootCauseMessage("a transaction belongs to the thread that runs its work");
            });
            assertThatThrownBy(() -> kept.get(0).count())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this transaction is over");
        }
    }
}
