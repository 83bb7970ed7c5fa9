package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Statement;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

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
    @AlsoOnTiDb("READ COMMITTED is its own, on a pessimistic transaction only")
    void aTransactionThatWritesSeesAtEachStatementWhatWasCommitted(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
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

    @OnEveryEngine
    @AlsoOnTiDb("several statements in one text are allowed by a setting of its own")
    void pendingStatementsRunInOrderAndReportTheirRowCounts(TestDatabase database) {
        Database db = database.open(Book.class);
        db.storeAll(List.of(Book.of("Emma"), Book.of("Emma"), Book.of("Persuasion")));
        List<String> told = new ArrayList<>();
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.beginWrite();
            later(session, "UPDATE book SET pages = pages + 1 WHERE title = ?", "Emma", rows -> told.add("a " + rows));
            later(session, "UPDATE book SET pages = pages * 5 WHERE title = ?", "Emma", rows -> told.add("b " + rows));
            later(
                    session,
                    "UPDATE book SET pages = pages * 5 WHERE title = ?",
                    "nobody's",
                    rows -> told.add("c " + rows));
            later(session, "DELETE FROM book WHERE title = ?", "Persuasion", rows -> told.add("d " + rows));
            assertThat(told).isEmpty();
            assertThat(session.queryLong(Statement.of("SELECT SUM(pages) FROM book")))
                    .isEqualTo(10);
            assertThat(told).containsExactly("a 2", "b 2", "c 0", "d 1");
            later(session, "UPDATE book SET pages = 0 WHERE title = ?", "Emma", rows -> told.add("e " + rows));
            session.commit();
        }
        assertThat(told).endsWith("e 2");
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("0", "0");
    }

    @OnEveryEngine
    @AlsoOnTiDb("several statements in one text are allowed by a setting of its own")
    void failedStatementDiscardsLaterStatements(TestDatabase database) {
        Database db = database.open(Member.class);
        db.storeAll(List.of(Member.of("a"), Member.of("b")));
        List<Integer> told = new ArrayList<>();
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.beginWrite();
            later(session, "UPDATE member SET note = 'changed' WHERE card = ?", "a", told::add);
            later(session, "UPDATE member SET card = 'b' WHERE card = ?", "a", told::add);
            later(session, "UPDATE member SET note = 'changed' WHERE card = ?", "b", told::add);
            assertThat(catchThrowable(session::commit))
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("duplicate"));
        }
        assertThat(told.size()).isLessThan(3);
        assertThat(database.rows("SELECT card FROM member WHERE note IS NULL ORDER BY card"))
                .containsExactly("a", "b");
    }

    @OnEveryEngine
    void rowCountCallbackMayRefuse(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.beginWrite();
            later(session, "UPDATE book SET pages = 9 WHERE title = ?", "Emma", RowCount.ANY);
            later(session, "UPDATE book SET pages = 9 WHERE title = ?", "nobody's", rows -> {
                throw new IllegalStateException("rows " + rows);
            });
            assertThatThrownBy(session::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("rows 0");
        }
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("0");
    }

    @OnEveryEngine
    void readSeesThePendingStatementsBeforeIt(TestDatabase database) {
        Database db = database.open(Book.class);
        db.storeAll(List.of(Book.of("Emma"), Book.of("Persuasion")));
        List<String> told = new ArrayList<>();
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.beginWrite();
            later(session, "UPDATE book SET pages = 5 WHERE title = ?", "Emma", rows -> told.add("changed " + rows));
            session.query(List.of(
                    pagesOf("Emma", pages -> told.add("Emma " + pages)),
                    pagesOf("nobody's", pages -> told.add("nobody's " + pages)),
                    pagesOf("Persuasion", pages -> told.add("Persuasion " + pages))));
            assertThat(told).containsExactly("changed 1", "Emma 5", "Persuasion 0");
            assertThat(session.queries()).isEqualTo(3);
            session.commit();
        }
        assertThat(database.rows("SELECT pages FROM book WHERE title = 'Emma'")).containsExactly("5");
    }

    @OnEveryEngine
    void readBehindARefusalReturnsNothing(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        List<Long> handedOut = new ArrayList<>();
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.beginWrite();
            later(session, "UPDATE book SET pages = 9 WHERE title = ?", "nobody's", rows -> {
                throw new IllegalStateException("rows " + rows);
            });
            assertThatThrownBy(() -> session.query(List.of(pagesOf("Emma", handedOut::add))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("rows 0");
            assertThat(handedOut).isEmpty();
            session.query(List.of(pagesOf("Emma", handedOut::add)));
            assertThat(handedOut).containsExactly(0L);
        }
    }

    @OnEveryEngine
    void failedRowStatementDiscardsTheBatch(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        try (ConnectionSource source = source(database)) {
            try (Session session = source.session()) {
                session.beginWrite();
                later(session, "UPDATE book SET pages = 9 WHERE title = ?", "Emma", RowCount.ANY);
                assertThatThrownBy(() -> session.query(List.of(
                                pagesOf("Emma", pages -> {}),
                                new Reading(Statement.of("SELECT pages FROM no_such_table"), row -> {}))))
                        .isInstanceOf(EspalierException.class);
            }
            try (Session next = source.session()) {
                assertThat(next.queryLong(PAGES)).isZero();
            }
        }
    }

    @OnEveryEngine
    void anyNumberOfValuesCanBeBound(TestDatabase database) {
        Database db = database.open(Book.class);
        db.storeAll(List.of(Book.of("Emma"), Book.of("Persuasion")));
        Statement many = new Statement(
                "SELECT COUNT(*) FROM book WHERE title IN (" + String.join(", ", Collections.nCopies(600, "?")) + ")",
                Collections.nCopies(600, new Bind(ColumnType.TEXT, "Emma")));
        List<Long> counts = new ArrayList<>();
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.query(Collections.nCopies(5, new Reading(many, row -> counts.add(row.getLong(1)))));
        }
        assertThat(counts).containsExactly(1L, 1L, 1L, 1L, 1L);
    }

    @OnEveryEngine
    void streamedTextIsReadAsAWhole(TestDatabase database) {
        Database db = database.open(Book.class);
        db.storeAll(List.of(Book.of("Emma"), Book.of("Persuasion")));
        List<Long> pages = new ArrayList<>();
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            session.beginSnapshot();
            session.stream(PAGES, row -> pages.add(row.getLong(1)));
            session.query(PAGES, row -> session.query(PAGES, other -> pages.add(other.getLong(1))));
        }
        assertThat(pages).hasSize(2 + 2 * 2);
    }

    private static Reading pagesOf(String title, Consumer<Long> pages) {
        return new Reading(
                new Statement("SELECT pages FROM book WHERE title = ?", List.of(new Bind(ColumnType.TEXT, title))),
                row -> pages.accept(row.getLong(1)));
    }

    private static void later(Session session, String text, String value, RowCount told) {
        session.updateLater(new Statement(text, List.of(new Bind(ColumnType.TEXT, value))), told);
    }

    private static ConnectionSource source(TestDatabase database) {
        Duration longest = Duration.ofMinutes(5);
        return ConnectionSource.open(
                database.url(),
                new ConnectionOptions(
                        database.user(),
                        database.password(),
                        1,
                        longest,
                        longest,
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        retry -> {}));
    }
}
