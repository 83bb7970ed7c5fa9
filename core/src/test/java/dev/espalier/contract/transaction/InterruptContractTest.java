package dev.espalier.contract.transaction;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A thread that is interrupted, or whose time is over, leaves wherever it waits; nothing of its call is done, and no connection is lost. */
class InterruptContractTest {

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("KILL QUERY has rules of its own, and ends a wait for a lock with other codes")
    void interruptCancelsAWaitingStatement(TestDatabase database) throws Exception {
        whileTheRowIsLocked(database, (db, faults, author) -> {
            faults.during(
                    "UPDATE " + database.quote("author"),
                    () -> Thread.currentThread().interrupt());
            assertThat(codeOf(() -> db.store(author))).isEqualTo("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        });
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("KILL QUERY has rules of its own, and ends a wait for a lock with other codes")
    void statementIsCancelledAfterItsTimeout(TestDatabase database) throws Exception {
        whileTheRowIsLocked(database, (db, faults, author) -> {
            Settings settings = TestDatabase.patient().statementTimeout(Duration.ofMillis(300));
            try (Database hasty =
                    unlessItTakesTooLong(() -> database.open(faults.source(), Model.of(Author.class), settings))) {
                Author copy = unlessItTakesTooLong(() -> hasty.get(Author.class, author.id));
                copy.name = "new";
                assertThat(codeOf(() -> hasty.store(copy))).isEqualTo("statement-timeout");
            }
        });
    }

    private interface Attempt {
        void run(Database db, Faults faults, Author author) throws Exception;
    }

    private static void whileTheRowIsLocked(TestDatabase database, Attempt attempt) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            Author author = Author.of("old");
            db.store(author);
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("UPDATE author SET name = 'other' WHERE id = " + author.id);
                author.name = "new";
                attempt.run(db, faults, author);
                assertThat(faults.inUse()).isZero();
                other.rollback();
            }
            assertThat(database.rows("SELECT name FROM author")).containsExactly("old");
            db.store(author);
            assertThat(database.rows("SELECT name FROM author")).containsExactly("new");
        }
    }

    @OnEveryEngine
    void interruptedThreadWritesNothing(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("old");
        db.store(author);
        author.name = "new";
        for (Runnable call : new Runnable[] {
            () -> db.store(author),
            () -> db.delete(author),
            () -> db.get(Author.class, author.id),
            () -> db.query(Author.class, "").list(),
            () -> db.useTransaction(tx -> {
                tx.store(author);
            })
        }) {
            Thread.currentThread().interrupt();
            assertThat(codeOf(call)).isEqualTo("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(TestDatabase.connectionsInUse(db)).isZero();
        }
        assertThat(database.rows("SELECT name FROM author")).containsExactly("old");
    }

    @OnEveryEngine
    void interruptBetweenTwoAttemptsEndsTheTransaction(TestDatabase database) throws Exception {
        Settings settings = TestDatabase.patient()
                .transactionTimeout(Duration.ofDays(1))
                .onRetry(retry -> Thread.currentThread().interrupt());
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Book.class), settings)) {
            db.store(Book.of("first"));
            faults.strikeCommit(Faults.Kind.CONFLICT);
            Throwable thrown = catchThrowable(() -> db.store(Book.of("second")));
            assertThat(Thread.interrupted()).isTrue();
            faults.stop();
            assertThat(((EspalierException) thrown).code()).isEqualTo("interrupted");
            assertThat(thrown.getSuppressed())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            EspalierException.class,
                            earlier -> assertThat(earlier.code()).isEqualTo("conflict"));
            assertThat(database.rows("SELECT title FROM book")).containsExactly("first");
        }
    }

    @OnEveryEngine
    void interruptDuringCommitDoesNotUndoIt(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Book.class))) {
            db.store(Book.of("first"));
            faults.during("COMMIT", () -> Thread.currentThread().interrupt());
            db.store(Book.of("second"));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(database.rows("SELECT title FROM book ORDER BY id")).containsExactly("first", "second");
        }
    }

    @OnEveryEngine
    void waitForAConnectionCanBeInterruptedAndReportsATimeout(TestDatabase database) throws Exception {
        Database db = unlessItTakesTooLong(() -> database.open(
                Model.of(Book.class), database.settings().poolSize(1).connectTimeout(Duration.ofSeconds(2))));
        CompletableFuture<Void> isTaken = new CompletableFuture<>();
        CompletableFuture<Void> isOver = new CompletableFuture<>();
        CompletableFuture<Void> holder = Background.run(() -> unlessItTakesTooLong(() -> db.inTransaction(tx -> {
            tx.query(Book.class, "").count();
            isTaken.complete(null);
            return isOver.join();
        })));
        CompletableFuture.anyOf(isTaken, holder).join();
        try {
            assertThat(codeOf(() -> db.query(Book.class, "").count())).isEqualTo("pool-exhausted");
            Thread.currentThread().interrupt();
            assertThat(codeOf(() -> db.query(Book.class, "").count())).isEqualTo("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            isOver.complete(null);
        }
        holder.join();
        assertThat(TestDatabase.connectionsInUse(db)).isZero();
    }

    /** On a busy machine a statement may take longer than it may, or the only connection is opened or given back later than the pool waits: then it is tried again. */
    private static <T> T unlessItTakesTooLong(Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (EspalierException e) {
                assertThat(e.code()).isIn("pool-exhausted", "unreachable", "statement-timeout");
            }
        }
    }

    private static String codeOf(Runnable call) {
        Throwable thrown = catchThrowable(call::run);
        if (thrown instanceof EspalierException known) {
            return known.code();
        }
        throw new AssertionError("met " + thrown, thrown);
    }
}
