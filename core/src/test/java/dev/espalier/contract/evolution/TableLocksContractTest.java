package dev.espalier.contract.evolution;

import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody's transaction that has read a table keeps it from being changed on most servers: whoever wants to change it waits as long as {@code lockWait} says, then nothing is half done.
 * TiDB waits for such transactions within its queue of changes, and has no limit for that.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // a wait without a limit
class TableLocksContractTest {

    static class V1 {
        @Was("Letter")
        static class Letter {
            long id;
            String text;
            String sender;

            static Letter of(String text) {
                Letter letter = new Letter();
                letter.text = text;
                letter.sender = "of " + text;
                return letter;
            }
        }
    }

    static class V2 {
        @Was("Letter")
        static class Letter {
            long id;
            String text;
            String sender;
            int pages;
        }
    }

    static class V3 {
        @Was("Letter")
        static class Letter {
            long id;
            String text;
        }
    }

    static class V4 {
        @Was("Letter")
        static class Letter {
            long id;
            String text;

            @Index
            String sender;
        }
    }

    private static final Model OLD = Model.of(V1.Letter.class);
    private static final Model NEW = Model.of(V2.Letter.class);
    private static final Model INDEXED = Model.of(V4.Letter.class);
    private static final Model LESS = Model.of(V3.Letter.class);

    private static Settings brief(TestDatabase database) {
        return database.settings().lockWait(briefly(database));
    }

    /** MySQL and MariaDB wait for a table for whole seconds, PostgreSQL for milliseconds. */
    private static Duration briefly(TestDatabase database) {
        return database.engine() == POSTGRES ? Duration.ofMillis(500) : Duration.ofSeconds(1);
    }

    /** Whether a table that a transaction has read is not changed before it ends. */
    private static boolean readersAreWaitedFor(TestDatabase database) {
        return List.of(MYSQL, MARIADB, POSTGRES).contains(database.engine());
    }

    /** Does it while somebody's transaction has read the letters, then after it has ended, where it was not done before. */
    private static void besideAReader(
            TestDatabase database, boolean isWaitedFor, ThrowingCallable change, Consumer<EspalierException> refused)
            throws Throwable {
        EspalierException refusal;
        try (Connection reader = database.connect()) {
            reader.setAutoCommit(false);
            asked(reader, "SELECT COUNT(*) FROM " + database.quote("letter"));
            refusal = catchThrowableOfType(EspalierException.class, change);
            if (isWaitedFor) {
                assertThat(refusal).isNotNull();
                assertThat(refusal.errorCode()).as("%s", refusal).isEqualTo(LOCK_TIMEOUT);
                assertThat(refusal).hasMessageContainingAll("letter", "a transaction that stays open", "lockWait");
                refused.accept(refusal);
            } else {
                assertThat(refusal).isNull();
            }
            reader.rollback();
        }
        if (refusal != null) {
            change.call();
        }
    }

    private static String asked(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void assertClean(Database db) {
        assertThat(Health.of(db).verify().toString()).startsWith("clean");
    }

    private static void assertOlderGoesOn(TestDatabase database, Database older, String text) {
        older.store(V1.Letter.of(text));
        try (Database another = Database.open(database.url(), OLD, brief(database))) {
            another.store(V1.Letter.of(text));
            assertThat(another.query(V1.Letter.class, "text = :t")
                            .with("t", text)
                            .count())
                    .isEqualTo(2);
        }
        assertThat(older.query(V1.Letter.class, "text = :t").with("t", text).count())
                .isEqualTo(2);
    }

    @OnEveryEngine(except = TIDB)
    void anOpeningThatAddsAFieldWaitsForALimitedTime(TestDatabase database) throws Throwable {
        Database older = database.open(OLD, brief(database));
        older.store(V1.Letter.of("before"));
        besideAReader(
                database,
                readersAreWaitedFor(database),
                () -> database.open(NEW, brief(database)).close(),
                refusal -> assertOlderGoesOn(database, older, "beside"));
        assertOlderGoesOn(database, older, "after");
        try (Database newer = database.open(NEW, brief(database))) {
            assertThat(newer.query(V2.Letter.class, "pages = 0").count())
                    .isEqualTo(readersAreWaitedFor(database) ? 5 : 3);
            assertClean(newer);
        }
        assertClean(older);
        assertThat(database.rows("SELECT name FROM espalier_meta WHERE state = 'next'"))
                .isEmpty();
    }

    @OnEveryEngine(except = TIDB)
    void anOpeningThroughADataSourceWaitsForALimitedTimeAndLeavesConnectionsAsTheyCame(TestDatabase database)
            throws Throwable {
        database.open(OLD, brief(database)).store(V1.Letter.of("before"));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(4);
        List<String> settings = new ArrayList<>();
        if (database.engine().isMySqlFamily()) {
            config.setConnectionInitSql("SET lock_wait_timeout = 4321, innodb_lock_wait_timeout = 1234");
            settings.add("SELECT @@SESSION.lock_wait_timeout");
            settings.add("SELECT @@SESSION.innodb_lock_wait_timeout");
        } else if (database.engine() == POSTGRES) {
            config.setConnectionInitSql("SET lock_timeout = 1234567");
            settings.add("SHOW lock_timeout");
        }
        try (HikariDataSource source = new HikariDataSource(config)) {
            List<String> came = told(source, settings);
            Settings brief = TestDatabase.patient().lockWait(briefly(database));
            besideAReader(
                    database,
                    readersAreWaitedFor(database),
                    () -> database.open(source, NEW, brief).close(),
                    refusal -> {
                        // The change is announced already: this one begins with completing it.
                        EspalierException again = catchThrowableOfType(
                                EspalierException.class,
                                () -> database.open(source, NEW, brief).close());
                        assertThat(again).isNotNull();
                        assertThat(again.errorCode()).isEqualTo(LOCK_TIMEOUT);
                    });
            assertThat(told(source, settings)).isEqualTo(came);
            Database db = database.open(source, NEW, brief);
            besideAReader(
                    database,
                    readersAreWaitedFor(database),
                    () -> SchemaAdmin.of(db).indexes(IndexLevel.NONE),
                    refusal -> {});
            if (database.engine() == POSTGRES) {
                SchemaAdmin.of(db).indexes(IndexLevel.BOTH);
            } else {
                besideAReader(
                        database,
                        readersAreWaitedFor(database),
                        () -> SchemaAdmin.of(db).indexes(IndexLevel.BOTH),
                        refusal -> {});
            }
            besideAReader(database, readersAreWaitedFor(database), () -> load(db), refusal -> {});
            assertClean(db);
            db.close();
            assertThat(told(source, settings)).isEqualTo(came);
        }
    }

    /** The settings of all connections of the pool. */
    private static List<String> told(HikariDataSource source, List<String> settings) throws SQLException {
        List<Connection> taken = new ArrayList<>();
        List<String> told = new ArrayList<>();
        try {
            for (int i = 0; i < source.getMaximumPoolSize(); i++) {
                taken.add(source.getConnection());
                for (String setting : settings) {
                    told.add(asked(taken.get(i), setting));
                }
            }
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        return told;
    }

    /** PostgreSQL builds an index when such transactions have ended, and waits for them without a limit: nobody waits behind it. */
    @OnEveryEngine(except = TIDB)
    void aChangeOfTheIndexLevelWaitsForALimitedTime(TestDatabase database) throws Throwable {
        Database db = database.open(OLD, brief(database).indexes(IndexLevel.BOTH));
        db.store(V1.Letter.of("before"));
        for (IndexLevel level : List.of(IndexLevel.NONE, IndexLevel.BOTH)) {
            if (level == IndexLevel.BOTH && database.engine() == POSTGRES) {
                SchemaAdmin.of(db).indexes(level);
            } else {
                besideAReader(
                        database,
                        readersAreWaitedFor(database),
                        () -> SchemaAdmin.of(db).indexes(level),
                        refusal -> assertOlderGoesOn(database, db, "beside " + level));
            }
            assertOlderGoesOn(database, db, "after " + level);
            assertClean(db);
            assertThat(database.rows("SELECT value FROM espalier_meta WHERE name = 'indexes'"))
                    .containsExactly(level == IndexLevel.NONE ? "none" : "both");
            assertThat(database.rows("SELECT name FROM espalier_meta WHERE state = 'drop'"))
                    .isEmpty();
        }
    }

    private static void load(Database db) {
        try (BulkWriter writer = db.bulkWriter(BulkWriter.Indexes.AFTER)) {
            V2.Letter letter = new V2.Letter();
            letter.text = "loaded";
            writer.store(letter);
        }
    }

    @OnEveryEngine(except = TIDB)
    void anOpeningThatCannotBuildAnIndexInTimeWorksWithoutIt(TestDatabase database) throws Throwable {
        database.open(OLD, brief(database).indexes(IndexLevel.NONE)).store(V1.Letter.of("before"));
        besideAReader(
                database,
                false,
                () -> {
                    try (Database db = database.open(INDEXED, brief(database))) {
                        assertThat(db.query(V4.Letter.class, "sender = 'of before'")
                                        .count())
                                .isOne();
                        assertThat(IndexLevelContractTest.indexes(database).contains("ix_letter_sender"))
                                .isEqualTo(!readersAreWaitedFor(database));
                    }
                },
                refusal -> {});
        try (Database db = database.open(INDEXED, brief(database))) {
            assertThat(IndexLevelContractTest.indexes(database).contains("ix_letter_sender"))
                    .isTrue();
            assertClean(db);
        }
    }

    @OnEveryEngine(except = TIDB)
    void aBulkLoadThatDropsIndexesWaitsForALimitedTime(TestDatabase database) throws Throwable {
        Database db = database.open(NEW, brief(database).indexes(IndexLevel.BOTH));
        besideAReader(
                database,
                readersAreWaitedFor(database),
                () -> load(db),
                refusal -> assertThat(db.query(V2.Letter.class, "").count()).isZero());
        assertThat(db.query(V2.Letter.class, "text = 'loaded'").count()).isOne();
        assertClean(db);
    }

    @OnEveryEngine(except = TIDB)
    void aFinishWaitsForALimitedTime(TestDatabase database) throws Throwable {
        try (Database db = database.open(OLD, brief(database))) {
            db.store(V1.Letter.of("before"));
        }
        database.open(LESS, brief(database)).close();
        besideAReader(
                database,
                readersAreWaitedFor(database),
                () -> SchemaAdmin.at(database.url(), brief(database)).finish(LESS),
                refusal -> {
                    try (Database db = Database.open(database.url(), OLD, brief(database))) {
                        assertThat(db.query(V1.Letter.class, "sender = 'of before'")
                                        .count())
                                .isOne();
                        db.store(V1.Letter.of("beside"));
                    }
                });
        try (Database db = database.open(LESS, brief(database))) {
            assertThat(db.query(V3.Letter.class, "").count()).isEqualTo(readersAreWaitedFor(database) ? 2 : 1);
            assertClean(db);
        }
    }

    /** A statement that waits for the lock of a table is reported and retried as one that waits for the lock of a row. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES})
    void aWriteThatWaitsForATableIsRetriedAndReportedAsALockTimeout(TestDatabase database) throws Throwable {
        List<String> retried = new ArrayList<>();
        Database db = database.open(
                OLD,
                brief(database)
                        .transactionTimeout(Duration.ofSeconds(3))
                        .onRetry(retry -> retried.add(retry.reason().code())));
        db.store(V1.Letter.of("before"));
        String letter = database.quote("letter");
        try (Connection owner = database.connect();
                Statement statement = owner.createStatement()) {
            owner.setAutoCommit(false);
            statement.execute(
                    database.engine() == POSTGRES
                            ? "LOCK TABLE " + letter + " IN ACCESS EXCLUSIVE MODE"
                            : "LOCK TABLES " + letter + " WRITE");
            EspalierException late =
                    catchThrowableOfType(EspalierException.class, () -> db.store(V1.Letter.of("beside")));
            assertThat(late).isNotNull();
            assertThat(late.errorCode()).isEqualTo(LOCK_TIMEOUT);
            assertThat(retried).allMatch("lock-timeout"::equals);
            owner.rollback();
            if (database.engine() != POSTGRES) {
                statement.execute("UNLOCK TABLES");
            }
        }
        db.store(V1.Letter.of("after"));
        assertThat(db.query(V1.Letter.class, "").count()).isEqualTo(2);
        assertClean(db);
    }
}
