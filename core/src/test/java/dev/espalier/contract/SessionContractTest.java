package dev.espalier.contract;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.contract.Library.Book;
import dev.espalier.jdbc.ConnectionOptions;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.sql.Statement;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;

/** Sessions one after the other on the only connection of a pool. */
class SessionContractTest {

    private static final Statement PAGES = Statement.of("SELECT pages FROM book");

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void aTransactionInWhichNothingWasAskedLeavesNothingToTheNext(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        try (ConnectionSource source = source(database)) {
            try (Session vain = source.session()) {
                vain.beginWrite();
            }
            try (Session session = source.session()) {
                session.beginWork();
                assertThat(session.queryLong(PAGES)).isZero();
                book.pages = 7;
                db.store(book);
                assertThat(session.queryLong(PAGES)).isZero();
            }
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void aTransactionThatWritesSeesAtEachStatementWhatWasCommitted(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        try (ConnectionSource source = source(database); Session session = source.session()) {
            session.beginWrite();
            assertThat(session.queryLong(PAGES)).isZero();
            book.pages = 7;
            db.store(book);
            assertThat(session.queryLong(PAGES)).isEqualTo(7);
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void aStatementOutsideOfATransactionIsOneByItself(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        try (ConnectionSource source = source(database)) {
            try (Session session = source.session()) {
                session.update(Statement.of("UPDATE book SET pages = 7"));
                assertThat(database.rows("SELECT pages FROM book")).containsExactly("7");
                session.beginWrite();
                session.update(Statement.of("UPDATE book SET pages = 8"));
            }
            assertThat(database.rows("SELECT pages FROM book")).containsExactly("7");
        }
    }

    private static ConnectionSource source(TestDatabase database) {
        Duration tenSeconds = Duration.ofSeconds(10);
        return ConnectionSource.open(database.url(), new ConnectionOptions(database.user(), database.password(), 1, tenSeconds, tenSeconds,
                Duration.ZERO, Duration.ofMinutes(1), retry -> { }));
    }
}
