package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.contract.evolution.AdditiveContractTest;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.OpenProgram;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A database knows the programs that have it open, and which attributes they know. */
public class ProgramsContractTest {

    static class Kite {
        long id;
        String name;
    }

    static class Gull {
        long id;
        int wings;
    }

    @OnEveryEngine
    void anOpenProgramIsListedUntilItCloses(TestDatabase database) throws Exception {
        Database first = database.open(Kite.class);
        Database second = database.open(Gull.class);
        PausedLease.renew(first); // embedded databases write the row a little later
        PausedLease.renew(second);
        List<OpenProgram> programs =
                SchemaAdmin.at(database.url(), database.settings()).programs();
        assertThat(programs).hasSize(2).allSatisfy(program -> {
            assertThat(program.process()).isEqualTo(ProcessHandle.current().pid());
            assertThat(program.name()).isNotBlank().doesNotContain(" ");
            assertThat(program.host()).isNotBlank();
            assertThat(program.lease()).isBetween(Duration.ZERO, Duration.ofSeconds(60));
        });
        assertThat(database.rows("SELECT a.class FROM espalier_attribute a, espalier_known k, espalier_programs p"
                        + " WHERE a.state = 'now' AND a.kind = 'class' AND k.program = p.id"
                        + " AND a.number BETWEEN k.first AND k.last ORDER BY a.class"))
                .containsExactly("Gull", "Kite");
        assertThat(SchemaAdmin.of(second).programs())
                .extracting(OpenProgram::process, OpenProgram::opened)
                .isEqualTo(programs.stream()
                        .map(program -> org.assertj.core.groups.Tuple.tuple(program.process(), program.opened()))
                        .toList());
        first.close();
        assertThat(SchemaAdmin.of(second).programs()).hasSize(1);
        second.close();
        assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                .isEmpty();
    }

    @OnEveryEngine
    void aProgramWithoutClassesIsListedToo(TestDatabase database) throws Exception {
        database.open(Kite.class).close();
        try (Database nodes = database.openCatalog()) {
            PausedLease.renew(nodes);
            assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                    .hasSize(1);
        }
    }

    /** A thread pool interrupts its threads when it is shut down, and a signal the one that is opening a database. */
    @OnEveryEngine
    void anInterruptedThreadThatClosesItLeavesNoRowOfTheProgram(TestDatabase database) throws Exception {
        Database db = database.open(Kite.class);
        PausedLease.renew(db);
        db.store(new Kite());
        Thread.currentThread().interrupt();
        db.close();
        assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
        assertThat(database.rows("SELECT id FROM espalier_programs")).isEmpty();
        assertThat(database.rows("SELECT slot FROM espalier_commits")).isEmpty();
    }

    @OnEveryEngine
    void aProgramWhoseLeaseHasEndedIsNotListedUntilItRenewsIt(TestDatabase database) throws Exception {
        Database db = database.open(Kite.class);
        PausedLease.renew(db);
        database.execute("UPDATE espalier_programs SET lease = 1000");
        assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                .isEmpty();
        PausedLease.renew(db);
        assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                .hasSize(1);
        database.execute("DELETE FROM espalier_programs");
        PausedLease.renew(db);
        assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                .hasSize(1);
    }

    @OnEveryEngine
    void rowsOfProgramsThatDiedAreRemovedLater(TestDatabase database) throws Exception {
        Database dead = database.open(Kite.class);
        PausedLease.renew(dead);
        database.execute("UPDATE espalier_programs SET lease = 1000");
        Database db = database.open(Kite.class);
        PausedLease.renew(db);
        assertThat(database.rows("SELECT id FROM espalier_programs")).hasSize(1);
        dead.close();
        assertThat(database.rows("SELECT id FROM espalier_programs")).hasSize(1);
    }

    @OnEveryEngine
    void anOpeningDoesNotWaitForAnotherWriter(TestDatabase database) throws Exception {
        if (database.engine() != Engine.SQLITE) {
            return; // rows of servers are locked one by one
        }
        database.open(Kite.class).close();
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            Database db =
                    database.open(Model.of(Kite.class), database.settings().lockWait(Duration.ofHours(1)));
            assertThat(db.query(Kite.class, "").count()).isZero();
            statement.execute("COMMIT");
            PausedLease.renew(db);
            assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                    .hasSize(1);
        }
    }

    @OnEveryEngine
    void anAccountThatMayOnlyReadOpensTheDatabase(TestDatabase database) throws Exception {
        if (database.engine() != Engine.POSTGRES) {
            return; // a read-only session stands for an account without the right to insert
        }
        try (Database db = database.open(Kite.class)) {
            db.store(new Kite());
        }
        String url = database.url() + (database.url().contains("?") ? "&" : "?")
                + "options=-c%20default_transaction_read_only=on";
        try (Database db = Database.open(url, Model.of(Kite.class), database.settings())) {
            assertThat(db.query(Kite.class, "").count()).isEqualTo(1);
            assertThat(SchemaAdmin.at(database.url(), database.settings()).programs())
                    .isEmpty();
        }
    }

    static class Older {
        @Was("Scale")
        static class Scale {
            long id;
            int weight;
        }
    }

    static class Newer {
        @Was("Scale")
        static class Scale {
            long id;
            BigDecimal weight;
        }
    }

    private static Older.Scale scale(Database db) {
        Older.Scale scale = new Older.Scale();
        scale.weight = 1;
        db.store(scale);
        return scale;
    }

    @OnEveryEngine
    void aProgramThatWasPausedBeyondItsLeaseDoesNotWriteWhatWasConverted(TestDatabase database) throws Exception {
        Database older = database.open(Older.Scale.class);
        Older.Scale scale = scale(older);
        PausedLease.expire(older);
        database.execute("UPDATE espalier_programs SET lease = 1000");
        Database newer = database.open(Newer.Scale.class);
        scale.weight = 2;
        Thread.currentThread().interrupt(); // ends the first look at the catalog, and is no permission to write
        assertThatThrownBy(() -> older.store(scale)).isInstanceOf(EspalierException.class);
        Thread.interrupted();
        AdditiveContractTest.refused(
                () -> older.store(scale),
                "schema-change",
                "another program has converted Scale.weight since this one opened it");
        AdditiveContractTest.refused(
                () -> older.useTransaction(tx -> {
                    tx.delete(scale);
                }),
                "schema-change",
                "Scale.weight");
        AdditiveContractTest.refused(() -> older.bulkWriter().close(), "schema-change", "Scale.weight");
        PausedLease.renew(older);
        AdditiveContractTest.refused(() -> scale(older), "schema-change", "Scale.weight");
        assertThat(newer.query(Newer.Scale.class, "").one().weight).isEqualByComparingTo(BigDecimal.ONE);
    }

    @OnEveryEngine
    void aProgramThatWasPausedGoesOnWhereNothingOfItWasConverted(TestDatabase database) throws Exception {
        Database older = database.open(Older.Scale.class);
        Older.Scale scale = scale(older);
        PausedLease.expire(older);
        database.execute("DELETE FROM espalier_programs");
        database.open(Kite.class, Older.Scale.class);
        scale.weight = 2;
        older.store(scale);
        assertThat(SchemaAdmin.of(older).programs()).hasSizeGreaterThanOrEqualTo(1);
        assertThat(database.rows("SELECT weight FROM scale")).containsExactly("2");
    }

    @OnEveryEngine({Engine.SQLITE, Engine.H2, Engine.DUCKDB})
    void aProgramThatHasJustOpenedAnEmbeddedDatabaseDoesNotWriteWhatWasConverted(TestDatabase database) {
        try (Database db = database.open(Older.Scale.class)) {
            scale(db);
        }
        Database older = database.open(Older.Scale.class);
        Database newer;
        try {
            newer = database.open(Newer.Scale.class); // the older one has written nothing yet
        } catch (EspalierException e) { // but this machine was slow
            assertThat(e.code()).isEqualTo("in-use");
            return;
        }
        AdditiveContractTest.refused(() -> scale(older), "schema-change", "Scale.weight");
        assertThat(newer.query(Newer.Scale.class, "").one().weight).isEqualByComparingTo(BigDecimal.ONE);
    }

    @OnEveryEngine
    void aBulkLoadThatWasPausedDoesNotWriteWhatWasConverted(TestDatabase database) throws Exception {
        Database older = database.open(Older.Scale.class);
        scale(older);
        BulkWriter bulk = older.bulkWriter();
        bulk.store(new Older.Scale());
        PausedLease.expire(older);
        database.execute("UPDATE espalier_programs SET lease = 1000");
        Database newer = database.open(Newer.Scale.class);
        AdditiveContractTest.refused(
                () -> {
                    bulk.store(new Older.Scale());
                    bulk.close();
                },
                "schema-change",
                "Scale.weight");
        assertThat(newer.query(Newer.Scale.class, "").count())
                .as("the load was undone")
                .isEqualTo(1);
    }

    @OnEveryEngine
    void aTransactionThatWasPausedInItsMiddleDoesNotWriteWhatWasConverted(TestDatabase database) throws Exception {
        Database older = database.open(Older.Scale.class);
        scale(older);
        AtomicReference<Database> newer = new AtomicReference<>();
        AdditiveContractTest.refused(
                () -> older.useTransaction(tx -> {
                    if (newer.get() == null) {
                        PausedLease.expire(older);
                        database.execute("UPDATE espalier_programs SET lease = 1000");
                        newer.set(database.open(Newer.Scale.class));
                    }
                    tx.store(new Older.Scale());
                }),
                "schema-change",
                "Scale.weight");
        assertThat(newer.get().query(Newer.Scale.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void aProgramThatTheServersClockTakesForDeadDoesNotWriteWhatWasConverted(TestDatabase database) throws Exception {
        Database older = database.open(Older.Scale.class);
        Older.Scale scale = scale(older);
        PausedLease.renew(older);
        database.execute("UPDATE espalier_programs SET lease = 1000"); // the clock was set forward
        Database newer = database.open(Newer.Scale.class);
        PausedLease.renew(older);
        scale.weight = 2;
        AdditiveContractTest.refused(() -> older.store(scale), "schema-change", "Scale.weight");
        assertThat(newer.query(Newer.Scale.class, "").one().weight).isEqualByComparingTo(BigDecimal.ONE);
    }

    @OnEveryEngine({Engine.POSTGRES, Engine.MYSQL, Engine.MARIADB})
    void aProgramThatOpensWhileAnotherConvertsDoesNotWriteWhatWasConverted(TestDatabase database) throws Exception {
        try (Database db = database.open(Older.Scale.class)) {
            scale(db);
        }
        boolean isPostgres = database.engine() == Engine.POSTGRES;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(!isPostgres);
            // Programs are read, and none is added: both have read what they know by then, and have no row.
            statement.execute(
                    isPostgres
                            ? "LOCK TABLE espalier_programs IN EXCLUSIVE MODE"
                            : "LOCK TABLES espalier_programs READ");
            Settings patient = database.settings().lockWait(Duration.ofHours(1));
            Future<Database> older = threads.submit(() -> database.open(Model.of(Older.Scale.class), patient));
            awaitWaiting(database, 1);
            Future<Database> newer =
                    threads.submit(() -> database.open(Model.of(Newer.Scale.class), patient.schema(SchemaMode.APPLY)));
            awaitWaiting(database, 2);
            statement.execute(isPostgres ? "COMMIT" : "UNLOCK TABLES");
            Database converted = null;
            try {
                converted = newer.get();
            } catch (ExecutionException e) {
                assertThat(((EspalierException) e.getCause()).code())
                        .as(e.getMessage())
                        .isEqualTo("in-use");
                scale(older.get());
            }
            if (converted != null) {
                AdditiveContractTest.refused(() -> scale(opened(older)), "schema-change", "Scale.weight");
                assertThat(converted.query(Newer.Scale.class, "weight = 1").count())
                        .isEqualTo(1);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static Database opened(Future<Database> opening) {
        try {
            return opening.get();
        } catch (ExecutionException e) {
            throw (EspalierException) e.getCause();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits until so many statements wait for the table of programs. InnoDB keeps its list of transactions until nobody has asked for it for 0.1 s: who asks more
     * often sees the same list for ever ({@code CACHE_MIN_IDLE_TIME} in its {@code trx0i_s.cc}).
     */
    private static void awaitWaiting(TestDatabase database, int count) {
        String waiting = database.engine() == Engine.POSTGRES
                ? "SELECT pid FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
                : "SELECT id FROM " + database.processes()
                        + " WHERE db = DATABASE() AND (state LIKE 'Waiting for table metadata lock%' OR id IN (SELECT trx_mysql_thread_id FROM"
                        + " information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'))";
        while (database.rows(waiting).size() < count) {
            LockSupport.parkNanos(200_000_000);
        }
    }

    @OnEveryEngine
    void aProgramWithoutClassesWritesWhatIsThereAfterAConversion(TestDatabase database) throws Exception {
        try (Database db = database.open(Older.Scale.class)) {
            scale(db);
        }
        database.open(Newer.Scale.class).close();
        try (Database nodes = database.openCatalog()) {
            nodes.store(nodes.nodes().newNode("Scale"));
            PausedLease.expire(nodes);
            nodes.store(nodes.nodes().newNode("Scale"));
            assertThat(nodes.nodes().query("Scale", "").count()).isEqualTo(3);
        }
    }
}
