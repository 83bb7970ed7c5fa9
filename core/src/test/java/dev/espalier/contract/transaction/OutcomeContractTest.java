package dev.espalier.contract.transaction;

import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.H2;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.SQLITE;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A COMMIT that fails. If the connection is lost in it, a server is asked whether the transaction was committed. */
class OutcomeContractTest {

    /** When the connection is lost in COMMIT, and whether the transaction has locked an object before. */
    private record Case(Faults.Kind kind, boolean locks) {

        static List<Case> all() {
            return List.of(
                    new Case(Faults.Kind.LOST_AFTER, false),
                    new Case(Faults.Kind.LOST_BEFORE, false),
                    new Case(Faults.Kind.LOST_AFTER, true),
                    new Case(Faults.Kind.LOST_BEFORE, true));
        }
    }

    /** The connection goes back to the pool, and begins the next transaction. */
    @OnEveryEngine
    void commitThatDidNotReachTheDatabaseLeavesNoTransactionOpen(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            db.store(Author.of("Burney"));
            for (Faults.Kind kind : List.of(Faults.Kind.CONFLICT, Faults.Kind.DISK_FULL)) {
                faults.strikeCommit(kind);
                try {
                    db.store(Author.of("" + kind));
                } catch (EspalierException e) {
                    assertThat(e.code()).isEqualTo("disk-full");
                }
                assertThat(faults.stop()).isEqualTo(1);
                db.store(Author.of("after " + kind));
            }
            assertThat(database.rows("SELECT name FROM author ORDER BY id"))
                    .containsExactly("Burney", "CONFLICT", "after CONFLICT", "after DISK_FULL");
        }
    }

    /** The connection goes back to the pool with what is open on it. */
    @OnEveryEngine
    void rollbackThatDidNotReachTheDatabaseCommitsNothing(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            db.store(Author.of("Burney"));
            IllegalStateException thrown = catchThrowableOfType(
                    IllegalStateException.class,
                    () -> db.useTransaction(tx -> {
                        tx.store(Author.of("Austen"));
                        assertThat(tx.query(Author.class, "").count()).isEqualTo(2);
                        faults.strikeRollback(Faults.Kind.LOCK_TIMEOUT);
                        throw new IllegalStateException("made up");
                    }));
            assertThat(faults.stop()).isEqualTo(1);
            assertThat(thrown).hasMessage("made up");
            db.store(Author.of("Eliot"));
            assertThat(database.rows("SELECT name FROM author ORDER BY id")).containsExactly("Burney", "Eliot");
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("COMMIT has two phases, and nobody learns in which one a connection was lost")
    void lostCommitThatTookEffectIsNotRepeated(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            db.store(Author.of("Burney"));
            faults.strikeCommit(Faults.Kind.LOST_AFTER);
            db.store(Author.of("Austen", Book.of("Emma")));
            assertThat(faults.stop()).isEqualTo(1);
            assertThat(database.rows("SELECT name FROM author ORDER BY id")).containsExactly("Burney", "Austen");
            assertThat(Health.of(db).counters().lookUps()).isEqualTo(1);
            assertThat(Health.of(db).counters().replays()).isEmpty();
            assertThat(Health.of(db).counters().commits()).isEqualTo(2);
        }
    }

    /** TiDB keeps the locks of a session that was ended for 20 s. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void orphanedSessionIsEndedAndItsWritesSentAgain(TestDatabase database) throws Exception {
        List<Retry> seen = new ArrayList<>();
        try (Faults faults = new Faults(database);
                Database db = database.open(
                        faults.source(),
                        Model.of(Author.class),
                        database.settings().onRetry(retry -> {
                            seen.add(retry);
                            if (seen.size() == 1) {
                                throw new IllegalStateException("a listener that fails is nobody's business");
                            }
                        }))) {
            Author author = Author.of("Austen", Book.of("Emma"));
            db.store(author);
            author.name = "changed";
            faults.strikeCommit(Faults.Kind.LOST_UNNOTICED);
            db.store(author);
            assertThat(faults.stop()).isEqualTo(1);
            assertThat(database.rows("SELECT " + database.quote("_version") + ", name FROM author"))
                    .containsExactly("1|changed");
            assertThat(Health.of(db).counters().lookUps()).isEqualTo(1);
            assertThat(Health.of(db).counters().replays()).containsOnlyKeys("unreachable");
            assertThat(seen).extracting(Retry::kind).contains(Retry.Kind.LOOK_UP, Retry.Kind.REPLAY);
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("COMMIT has two phases, and nobody learns in which one a connection was lost")
    void unknownOutcomeIsThrownAndCanBeLookedUpLater(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(
                        faults.source(),
                        Model.of(Author.class),
                        database.settings().transactionTimeout(Duration.ZERO));
                Database patient = database.open(Author.class)) { // a server may need time to end the lost session
            takeIds(db);
            for (Case lost : Case.all()) {
                Author captured = Author.of("captured");
                captured.books.add(Book.of("book"));
                db.store(captured);
                Author made = Author.of("made " + lost);
                faults.strikeCommit(lost.kind());
                faults.failAfterwards();
                UnknownOutcomeException thrown = catchThrowableOfType(
                        UnknownOutcomeException.class,
                        () -> db.useTransaction(tx -> {
                            tx.remember(captured);
                            if (lost.locks()) {
                                tx.lock(captured);
                            }
                            captured.name = "changed " + lost;
                            captured.books.clear();
                            tx.storeAll(List.of(captured, made));
                        }));
                faults.stop();
                assertThat(thrown.code()).isEqualTo("commit-unknown");
                assertThat(thrown.retryable()).isFalse();
                assertThat(thrown).hasMessageContaining("Database.isCommitted");
                assertThat(captured.name).isEqualTo("captured");
                assertThat(captured.books).hasSize(1);
                assertThat(made.id).isZero();

                boolean isCommitted = patient.isCommitted(thrown);
                assertThat(isCommitted).isEqualTo(lost.kind() == Faults.Kind.LOST_AFTER);
                assertThat(database.rows("SELECT name FROM author WHERE name = 'made " + lost + "'"))
                        .hasSize(isCommitted ? 1 : 0);
                if (!isCommitted) {
                    db.storeAll(List.of(captured, made));
                }
            }
            assertThat(Health.of(db).counters().unknownOutcomes()).isEqualTo(4);
            assertThat(Health.of(db).counters().reruns()).isEmpty();
        }
    }

    /** A transaction of an engine in this process is not done again either: nothing in its file shows how the first one ended. */
    @OnEveryEngine({SQLITE, H2, DUCKDB})
    void closedFileInCommitIsAnUnknownOutcome(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            takeIds(db);
            Author author = Author.of("");
            db.store(author);
            int unknownOutcomes = 0;
            for (Case lost : Case.all()) {
                for (boolean isUnit : List.of(true, false)) {
                    String before = author.name;
                    AtomicInteger runs = new AtomicInteger();
                    faults.strikeCommit(lost.kind());
                    UnknownOutcomeException thrown = catchThrowableOfType(UnknownOutcomeException.class, () -> {
                        if (isUnit) {
                            db.useTransaction(tx -> {
                                runs.incrementAndGet();
                                Author read = tx.get(Author.class, author.id);
                                if (lost.locks()) {
                                    tx.lock(read);
                                }
                                read.name += "+";
                                tx.store(read);
                            });
                        } else {
                            runs.incrementAndGet();
                            author.name += "+";
                            db.store(author);
                        }
                    });
                    assertThat(faults.stop()).isEqualTo(1);
                    assertThat(thrown).hasMessageContaining("Read what the transaction has written");
                    assertThat(thrown.code()).isEqualTo("commit-unknown");
                    assertThat(runs).hasValue(1);
                    assertThatThrownBy(() -> db.isCommitted(thrown)).isSameAs(thrown);
                    db.refresh(author);
                    assertThat(author.name).isEqualTo(before + (lost.kind() == Faults.Kind.LOST_AFTER ? "+" : ""));
                    unknownOutcomes++;
                }
            }
            assertThat(Health.of(db).counters().unknownOutcomes()).isEqualTo(unknownOutcomes);
            assertThat(faults.inUse()).isZero();
        }
    }

    /** H2's driver would roll back without end if its file was closed. */
    @OnEveryEngine({SQLITE, H2, DUCKDB})
    void nothingIsRolledBackInAClosedFile(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults);
                Database db = Database.open(driver.url(), Model.of(Author.class), database.settings())) {
            takeIds(db);
            faults.strikeCommit(Faults.Kind.LOST_BEFORE);
            assertThatThrownBy(() -> db.store(Author.of("unknown"))).isInstanceOf(UnknownOutcomeException.class);
            assertThat(faults.stop()).isEqualTo(1);
            db.store(Author.of("after"));
            assertThat(faults.askedOfLost()).isEmpty();
        }
    }

    /** The next transactions find ids, so that no commit of a block is struck in place of theirs. */
    private static void takeIds(Database db) {
        db.useTransaction(tx -> {
            assertThat(tx.query(Author.class, "").count()).isZero();
            tx.store(Author.of("before"));
        });
    }

    /** The writes of a locking attempt cannot be sent again without its locks, so its work is retried. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void lostCommitOfRetriedWorkIsCommittedOnce(TestDatabase database) throws Exception {
        for (Faults.Kind kind : List.of(Faults.Kind.LOST_AFTER, Faults.Kind.LOST_BEFORE)) {
            for (boolean locks : List.of(false, true)) {
                try (Faults faults = new Faults(database);
                        Database db = database.open(faults.source(), Model.of(Author.class))) {
                    Author author = Author.of("author");
                    db.store(author);
                    List<String> runs = new ArrayList<>();
                    db.useTransaction(tx -> {
                        Author read = tx.get(Author.class, author.id);
                        runs.add(read.name);
                        if (runs.size() == 1) {
                            database.execute("UPDATE author SET name = 'changed', " + database.quote("_version")
                                    + " = 1 WHERE id = " + author.id);
                        } else if (locks) {
                            tx.lock(read);
                        }
                        if (runs.size() == 2) {
                            faults.strikeCommit(kind);
                        }
                        read.name += " again";
                        tx.store(read);
                    });
                    faults.stop();
                    assertThat(runs)
                            .startsWith("author", "changed")
                            .hasSize(locks && kind == Faults.Kind.LOST_BEFORE ? 3 : 2);
                    assertThat(database.rows("SELECT name, " + database.quote("_version") + " FROM author WHERE id = "
                                    + author.id))
                            .containsExactly("changed again|2");
                    assertThat(Health.of(db).counters().lookUps()).isEqualTo(1);
                    assertThat(Health.of(db).counters().commits()).isEqualTo(2);
                    assertThat(faults.inUse()).isZero();
                    db.delete(db.get(Author.class, author.id));
                }
            }
        }
    }

    @OnEveryEngine
    void commitsAreCounted(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("one");
        db.store(author);
        db.useTransaction(tx -> {
            tx.store(Author.of("two"));
            assertThat(tx.query(Author.class, "").count()).isEqualTo(2);
            tx.store(Author.of("three"));
        });
        db.useTransaction(tx -> {
            assertThat(tx.query(Author.class, "").count()).isEqualTo(3);
        });
        db.delete(author);
        assertThat(Health.of(db).counters().commits()).isEqualTo(3);
        assertThat(Health.of(db).counters().replays()).isEmpty();
        assertThat(Health.of(db).counters().reruns()).isEmpty();
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void commitMarkersAreRemovedAtCloseAndAfterAWeek(TestDatabase database) {
        String rows = "SELECT slot FROM espalier_commits";
        Database db = database.open(Author.class);
        assertThat(database.rows(rows)).isEmpty();
        db.store(Author.of("one"));
        db.store(Author.of("two"));
        assertThat(database.rows(rows)).hasSize(1);
        database.execute("DELETE FROM espalier_commits");
        db.store(Author.of("three"));
        assertThat(database.rows(rows)).hasSize(1);
        assertThat(Health.of(db).counters().replays()).containsEntry("conflict", 1L);
        assertThat(Health.of(db).verify().isClean()).isTrue();
        db.close();
        assertThat(database.rows(rows)).isEmpty();

        long now = System.currentTimeMillis();
        database.execute(
                "INSERT INTO espalier_commits VALUES (1, 7, "
                        + (now - Duration.ofDays(8).toMillis()) + ")",
                "INSERT INTO espalier_commits VALUES (2, 7, "
                        + (now - Duration.ofDays(6).toMillis()) + ")");
        database.open(Author.class);
        assertThat(database.rows(rows)).containsExactly("2");
    }

    @OnEveryEngine
    void databaseWithoutCommitMarkersGetsThem(TestDatabase database) {
        database.open(Author.class).close();
        database.execute("DROP TABLE espalier_commits");
        database.open(Author.class).store(Author.of("one"));
        assertThat(database.rows("SELECT name FROM author")).containsExactly("one");
    }
}
