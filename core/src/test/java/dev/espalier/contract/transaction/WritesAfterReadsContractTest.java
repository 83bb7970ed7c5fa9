package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.health.Health;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.sql.SQLException;
import org.jspecify.annotations.NullUnmarked;

/** Writes that need the latest committed state, of work that has read a snapshot: on servers, the text of the first ones ends the snapshot. */
@NullUnmarked // each test sets the fields
class WritesAfterReadsContractTest {

    static class Dog {
        long id;
    }

    static class Kennel {
        long id;
        Dog dog;
    }

    private static final Model MODEL = Model.of(Dog.class, Kennel.class);

    /** Connections in a pool of the library's, whose first deletion meets something before it is sent. */
    private static final class Deletions implements AutoCloseable {
        final StatementLog log;
        final FaultyDriver driver;
        final Database db;
        final Dog rex = new Dog();
        final Kennel kennel = new Kennel();

        Deletions(TestDatabase database) throws SQLException {
            log = new StatementLog(database);
            driver = new FaultyDriver(database.url(), log::noting);
            db = database.open(MODEL, driver.url());
            db.store(rex);
            db.store(kennel);
        }

        void delete() {
            log.statements();
            db.useTransaction(tx -> tx.delete(tx.get(Dog.class, rex.id)));
        }

        @Override
        public void close() throws SQLException {
            driver.close();
        }
    }

    @OnEveryEngine
    void aDeletionOfWhatWasReadEndsTheSnapshotInItsFirstText(TestDatabase database) throws SQLException {
        if (!database.engine().isServer()) {
            return;
        }
        try (Deletions deletions = new Deletions(database)) {
            deletions.delete();
            assertThat(deletions.log.statements())
                    .filteredOn(text -> text.contains("ROLLBACK"))
                    .singleElement()
                    .asString()
                    .startsWith("ROLLBACK")
                    .contains("READ COMMITTED", "espalier_commits");
            assertThat(deletions.db.query(Dog.class, "").count()).isZero();
        }
    }

    @OnEveryEngine
    void theTextThatEndsTheSnapshotSeesWhatWasCommittedSince(TestDatabase database) throws SQLException {
        if (!database.engine().isServer()) {
            return;
        }
        try (Deletions deletions = new Deletions(database)) {
            Database other = database.open(MODEL, database.settings());
            deletions.log.before("ROLLBACK.*", () -> {
                Kennel found = other.get(Kennel.class, deletions.kennel.id);
                found.dog = other.reference(Dog.class, deletions.rex.id);
                other.store(found);
            });
            deletions.delete();
            assertThat(deletions.log.wasInterrupted()).isTrue();
            assertThat(other.get(Kennel.class, deletions.kennel.id).dog).isNull();
            assertThat(Health.of(other).verify()).hasToString("clean");
        }
    }

    @OnEveryEngine
    void aTextThatFailsBeforeItIsSentLeavesTheWorkToAnotherTransaction(TestDatabase database) throws SQLException {
        if (!database.engine().isServer()) {
            return;
        }
        try (Deletions deletions = new Deletions(database)) {
            deletions.log.before("ROLLBACK.*", () -> {
                throw StatementLog.unchecked(new SQLException("a deadlock, says the test", "40001", 1213));
            });
            deletions.delete();
            assertThat(deletions.log.wasInterrupted()).isTrue();
            assertThat(deletions.db.query(Dog.class, "").count()).isZero();
            assertThat(deletions.log.statements())
                    .filteredOn(text -> text.contains("READ COMMITTED"))
                    .hasSize(2);
        }
    }
}
