package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.contract.bulk.BulkContractTest;
import dev.espalier.contract.evolution.IndexLevelContractTest;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.TableSubject;
import dev.espalier.internal.write.RowLoad;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Work of several threads that is interrupted, or fails, ends when none of its threads works any more, and reports what has happened first. */
@EngineIndependent
class InterruptedWorkContractTest {

    @OnEveryEngine
    void aLoadOfRowsThatIsInterruptedTwiceEndsWhenNothingIsSentAnyMore(TestDatabase database) throws Exception {
        database.open(Author.class).close();
        AtomicInteger sending = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        ClassTable authors =
                Schema.of(ObjectModel.of(Author.class)).classTables().get(0);
        try (ConnectionSource source = source(database)) {
            FutureTask<Integer> loading = new FutureTask<>(() -> {
                RowLoad load = new RowLoad(source, authors.table(), (session, sender) -> {
                    sending.incrementAndGet();
                    begun.countDown();
                    await(goesOn);
                    sending.decrementAndGet();
                });
                try {
                    Object[] row = new Object[authors.table().columns().size()];
                    row[0] = 1L;
                    row[1] = 0L;
                    load.add(TableSubject.ofClass("Author"), authors.table(), row);
                    load.finish();
                } catch (EspalierException e) {
                    assertThat(e.code()).isEqualTo("load-interrupted");
                } finally {
                    load.close();
                }
                return sending.get();
            });
            Thread caller = new Thread(loading);
            caller.start();
            while (!begun.await(10, TimeUnit.MILLISECONDS)) {
                assertThat(loading.isDone() ? loading.get() : null).isNull(); // throws what kept it from sending
            }
            for (int i = 0; i < 2; i++) {
                caller.interrupt();
                while (caller.isInterrupted() && caller.isAlive()) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            goesOn.countDown();
            assertThat(loading.get()).isZero();
        }
    }

    /** An open transaction on one table holds the build up. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void anInterruptedBuildOfIndexesEndsWhenNoThreadBuildsAnyMore(TestDatabase database) throws Exception {
        IndexLevelContractTest.fill(database);
        String builders = database.engine() == Engine.POSTGRES
                ? "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'CREATE INDEX%'"
                : "SELECT id FROM " + database.processes()
                        + " WHERE db = DATABASE() AND state LIKE 'Waiting for table metadata lock%'";
        var caller = Executors.newSingleThreadExecutor();
        try (Database db = Database.openCatalog(database.url(), database.settings());
                Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("UPDATE book SET title = 'c'");
            Future<Integer> left = caller.submit(() -> {
                assertThatThrownBy(() -> SchemaAdmin.of(db).indexes(IndexLevel.BOTH))
                        .isInstanceOfSatisfying(
                                EspalierException.class,
                                e -> assertThat(e.code()).isEqualTo("interrupted"));
                Thread.interrupted();
                return database.rows(builders).size();
            });
            while (database.rows(builders).isEmpty()) {
                assertThat(left.isDone()).isFalse();
                LockSupport.parkNanos(10_000_000);
            }
            caller.shutdownNow();
            assertThat(left.get()).isZero();
            writer.rollback();
        }
        Database.open(database.url(), IndexLevelContractTest.MODEL, database.settings())
                .close();
    }

    /** The pool keeps the connection, and with it what the connection holds on the server. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void anInterruptedChangeOfIndexesLeavesNoLockInAPool(TestDatabase database) {
        IndexLevelContractTest.fill(database);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        try (HikariDataSource pool = new HikariDataSource(config)) {
            StatementLog log = new StatementLog(pool::getConnection);
            try (Database db = database.open(log.source(), IndexLevelContractTest.MODEL)) {
                log.before(
                        "(insert|update).*espalier_(meta|fact).*",
                        () -> Thread.currentThread().interrupt());
                assertThatThrownBy(() -> SchemaAdmin.of(db).indexes(IndexLevel.BOTH))
                        .isInstanceOfSatisfying(
                                EspalierException.class,
                                e -> assertThat(e.code()).isEqualTo("interrupted"));
                assertThat(Thread.interrupted()).isTrue();
                assertThat(log.wasInterrupted()).isTrue();
                try (Database other = Database.openCatalog(database.url(), database.settings())) {
                    SchemaAdmin.of(other).indexes(IndexLevel.BOTH);
                }
                IndexLevelContractTest.assertThatItHas(IndexLevel.BOTH, database);
            }
        }
    }

    private static ConnectionSource source(TestDatabase database) {
        Duration longest = Duration.ofMinutes(5);
        return ConnectionSource.open(
                database.url(),
                new ConnectionOptions(
                        database.user(),
                        database.password(),
                        4,
                        longest,
                        longest,
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        retry -> {}));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Else the load would count as alive for ten minutes. */
    @OnEveryEngine
    void aLoadThatIsInterruptedAtItsBeginIsUndone(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Author.class))) {
            db.store(Author.of("Burney"));
            List<String> indexes = BulkContractTest.indexes(database);
            log.before(".*DROP INDEX.*", () -> {
                Thread.currentThread().interrupt();
                throw StatementLog.unchecked(new SQLException("made up"));
            });

            assertThatThrownBy(() -> db.bulkWriter(BulkWriter.Indexes.AFTER)).isInstanceOf(EspalierException.class);

            boolean isInterrupted = Thread.interrupted(); // H2 takes it for itself
            assertThat(isInterrupted || database.engine() == Engine.H2).isTrue();
            assertThat(log.wasInterrupted()).isTrue();
            assertThat(database.rows("SELECT COUNT(*) FROM espalier_loads")).containsExactly("0");
            assertThat(BulkContractTest.indexes(database)).isEqualTo(indexes);
        }
    }
}
