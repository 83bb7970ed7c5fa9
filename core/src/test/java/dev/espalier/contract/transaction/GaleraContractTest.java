package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two servers of a Galera cluster, who learn of each other's transactions at COMMIT only. Runs where {@code servers/galera-1}, {@code -2} and
 * {@code -3} are up and their {@code env} was taken.
 */
class GaleraContractTest {

    private static final String NAME = "espalier_galera_contract";
    private static final int ROUNDS = 60;

    private Database here;
    private Database there;

    @BeforeEach
    void open() throws SQLException {
        assumeThat(System.getenv("ESPALIER_GALERA_2_URL"))
                .as("for n in 1 2 3; do servers/galera-$n up; eval \"$(servers/galera-$n env)\"; done")
                .isNotNull();
        execute("DROP DATABASE IF EXISTS " + NAME, "CREATE DATABASE " + NAME);
        here = Database.open(url(1), Model.of(Author.class), settings());
        there = Database.open(url(2), Model.of(Author.class), settings());
    }

    @AfterEach
    void close() throws SQLException {
        if (there != null) {
            here.close();
            there.close();
            execute("DROP DATABASE " + NAME);
        }
    }

    @Test
    void concurrentReferenceAndDeletionDoNotBothCommit() {
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Author author = Author.of("Austen");
            Book emma = Book.of("Emma");
            here.storeAll(List.of(author, emma));
            Book toDelete = there.get(Book.class, emma.id);
            author.books.add(emma);
            refused += atOnce(() -> here.store(author), () -> there.delete(toDelete));
        }
        assertThat(Health.of(here).verify().toString()).isEqualTo("clean");
        assertThat(refused).as("references that came late").isLessThan(ROUNDS);
    }

    /** Each changes one of two objects if the other one is as it was, and locks that. */
    @Test
    void lockedObjectIsNotChangedOnAnotherNode() {
        for (int round = 0; round < ROUNDS; round++) {
            Author left = Author.of("left");
            Author right = Author.of("right");
            here.storeAll(List.of(left, right));
            atOnce(
                    () -> changeUnlessChanged(here, left.id, right.id),
                    () -> changeUnlessChanged(there, right.id, left.id));
            assertThat(here.getAll(Author.class, List.of(left.id, right.id)).stream()
                            .filter(author -> author.name.equals("changed")))
                    .hasSize(1);
        }
    }

    private static void changeUnlessChanged(Database db, long changed, long locked) {
        db.useTransaction(tx -> {
            Author other = tx.get(Author.class, locked);
            tx.lock(other);
            if (!other.name.equals("changed")) {
                Author author = tx.get(Author.class, changed);
                author.name = "changed";
                tx.store(author);
            }
        });
    }

    /** What was sent behind a statement that finds its transaction ended from elsewhere would be committed by itself. */
    @Test
    void batchOfAnAbortedTransactionWritesNothing() throws Exception {
        StatementLog log = new StatementLog(() -> connect(1));
        try (Database db = Database.open(log.source(), Model.of(Author.class), TestDatabase.patient())) {
            Author first = Author.of("first");
            Author second = Author.of("second");
            db.storeAll(List.of(first, second));
            log.before("UPDATE .author.*", () -> {
                try (Connection other = connect(2);
                        Connection same = connect(1)) {
                    execute(other, "UPDATE espalier_commits SET touched = touched + 1");
                    execute(same, "SET wsrep_sync_wait = 1", "SELECT COUNT(*) FROM espalier_commits");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            first.name = "changed";
            second.name = "changed too";
            db.storeAll(List.of(first, second));
            assertThat(log.wasInterrupted()).isTrue();
            assertThat(Health.of(db).counters().replays()).containsEntry("conflict", 1L);
            assertThat(there.getAll(Author.class, List.of(first.id, second.id)))
                    .extracting(author -> author.name)
                    .containsExactly("changed", "changed too");
        }
    }

    @Test
    void outcomeNotCommittedIsFinal() throws Exception {
        try (Faults faults = new Faults(Engine.MARIADB, () -> connect(1));
                Database db = Database.open(
                        faults.source(),
                        Model.of(Author.class),
                        TestDatabase.patient().transactionTimeout(Duration.ZERO))) {
            db.store(Author.of("Burney"));
            faults.strikeCommit(Faults.Kind.LOST_UNNOTICED);
            faults.failAfterwards();
            UnknownOutcomeException unknown =
                    catchThrowableOfType(UnknownOutcomeException.class, () -> db.store(Author.of("Austen")));
            faults.stop();
            assertThat(there.isCommitted(unknown)).isFalse();
            assertThat(faults.commitUnnoticed()).isFalse();
            assertThat(here.query(Author.class, "").count()).isEqualTo(1);
        }
    }

    /** How many of the two have failed. */
    private static int atOnce(Runnable one, Runnable other) {
        CyclicBarrier barrier = new CyclicBarrier(2);
        CompletableFuture<Integer> elsewhere = Background.call(() -> failures(barrier, other));
        return failures(barrier, one) + elsewhere.join();
    }

    private static int failures(CyclicBarrier barrier, Runnable call) {
        try {
            barrier.await();
            call.run();
            return 0;
        } catch (EspalierException e) {
            assertThat(e.code()).isIn("target-not-found", "stale", "not-found");
            return 1;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Settings settings() {
        return TestDatabase.patient()
                .user(System.getenv("ESPALIER_GALERA_1_USER"))
                .password(System.getenv("ESPALIER_GALERA_1_PASSWORD"));
    }

    private static String url(int node) {
        return System.getenv("ESPALIER_GALERA_" + node + "_URL").replaceFirst("/[^/]*$", "/" + NAME);
    }

    private static Connection connect(int node) throws SQLException {
        return DriverManager.getConnection(
                url(node), System.getenv("ESPALIER_GALERA_1_USER"), System.getenv("ESPALIER_GALERA_1_PASSWORD"));
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                System.getenv("ESPALIER_GALERA_1_URL"),
                System.getenv("ESPALIER_GALERA_1_USER"),
                System.getenv("ESPALIER_GALERA_1_PASSWORD"))) {
            execute(connection, statements);
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
