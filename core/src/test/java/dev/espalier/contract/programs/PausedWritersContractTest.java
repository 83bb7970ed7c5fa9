package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.health.Health;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A program is paused beyond its lease while another one converts what it knows. What it writes when it goes on is there in the new attributes, or is refused:
 * wherever it was paused, and whatever its own clock says.
 */
@EngineIndependent
public class PausedWritersContractTest {

    public static class Older {
        @Was("Tag")
        public static class Tag {
            public long id;
            public String text;
        }

        @Was("Letter")
        public static class Letter {
            public long id;
            public int number;
            public String due;
            public Tag tag;
        }
    }

    public static class Lists {
        @Was("Tag")
        public static class Tag {
            public long id;
            public String text;
        }

        /** Its conversion changes no existing table, so that nothing waits for the locks of tables. */
        @Was("Letter")
        public static class Letter {
            public long id;
            public int number;
            public String due;

            @Was("tag")
            public List<Tag> tags = new ArrayList<>();
        }
    }

    public static class Dates {
        @Was("Tag")
        public static class Tag {
            public long id;
            public String text;
        }

        @Was("Letter")
        public static class Letter {
            public long id;
            public int number;

            @Was("due")
            public LocalDate due;

            @Was("tag")
            public List<Tag> tags = new ArrayList<>();
        }
    }

    public static final Model OLDER = Model.of(Older.Letter.class, Older.Tag.class);
    public static final Model LISTS = Model.of(Lists.Letter.class, Lists.Tag.class);
    public static final Model DATES = Model.of(Dates.Letter.class, Dates.Tag.class);

    /** Writes some letters. */
    @FunctionalInterface
    private interface Road {
        void write(Database db, Older.Tag tag) throws Exception;
    }

    public static Older.Letter letter(Older.Tag tag, int number) {
        Older.Letter letter = new Older.Letter();
        letter.number = number;
        letter.due = "2026-01-02";
        letter.tag = tag;
        return letter;
    }

    private static void load(Database db, Older.Tag tag, Runnable pause) {
        try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.BEFORE)) {
            for (int i = 0; i < 40; i++) {
                if (i == 20) {
                    pause.run();
                }
                bulk.store(letter(tag, i));
            }
        }
    }

    /** The lease ends by the server's clock, and another program converts. Its program does not notice. */
    public static String convert(TestDatabase database, Model newer) {
        try {
            database.execute("UPDATE espalier_programs SET lease = 1000");
        } catch (IllegalStateException e) {
            return "locked"; // who is about to commit holds the row
        }
        Settings impatient = database.settings()
                .schema(SchemaMode.APPLY)
                .indexes(IndexLevel.NONE)
                .lockWait(Duration.ofSeconds(1));
        return CompletableFuture.supplyAsync(() -> {
                    try (Database db = Database.open(database.url(), newer, impatient)) {
                        return "converted";
                    } catch (EspalierException e) {
                        return e.code();
                    }
                })
                .join();
    }

    private static Database open(TestDatabase database, StatementLog log) throws Exception {
        Database older = Database.open(log.source(), OLDER, database.settings().indexes(IndexLevel.NONE));
        PausedLease.renew(older); // now, and no more
        return older;
    }

    public static Older.Tag tag(Database db) {
        Older.Tag tag = new Older.Tag();
        tag.text = "t";
        db.store(tag);
        return tag;
    }

    /** Pauses the road before the first statement that matches. */
    private static void pausedAt(TestDatabase database, String statement, Road road) throws Exception {
        StatementLog log = new StatementLog(database);
        List<String> conversions = new ArrayList<>();
        try (Database older = open(database, log)) {
            Older.Tag tag = tag(older);
            log.before(statement, () -> conversions.add(convert(database, LISTS)));
            Throwable failure = catchThrowable(() -> road.write(older, tag));
            assertThat(log.wasInterrupted()).as(statement).isTrue();
            assertNothingIsLost(database, conversions.get(0), failure);
        }
    }

    public static void assertNothingIsLost(TestDatabase database, String conversion, Throwable failure) {
        if (failure != null) {
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("schema-change"));
            assertThat(conversion).isEqualTo("converted");
        }
        database.execute("UPDATE espalier_programs SET lease = 1000");
        try (Database newer = Database.open(
                database.url(),
                DATES,
                database.settings().schema(SchemaMode.APPLY).indexes(IndexLevel.NONE))) {
            long all = newer.query(Dates.Letter.class, "").count();
            assertThat(all).as("" + failure).isEqualTo(failure == null ? all : 0);
            assertThat(failure != null || all > 0).isTrue();
            assertThat(newer.query(Dates.Letter.class, "tags.text = 't', due = '2026-01-02'")
                            .count())
                    .as("after " + conversion)
                    .isEqualTo(all);
            assertThat(Health.of(newer).verify().toString()).startsWith("clean");
        }
    }

    /** SQLite is left out: a transaction that writes holds the lock of the whole file at its commit, so nobody converts anything then. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aStoreThatIsPausedAtItsCommit(TestDatabase database) throws Exception {
        pausedAt(database, "COMMIT", (db, tag) -> db.store(letter(tag, 1)));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aTransactionThatIsPausedAtItsCommit(TestDatabase database) throws Exception {
        pausedAt(
                database,
                "COMMIT",
                (db, tag) -> db.useTransaction(tx -> {
                    assertThat(tx.query(Older.Letter.class, "").count()).isZero();
                    tx.store(letter(tag, 1));
                }));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aTransactionThatIsPausedInItsWork(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        List<String> conversions = new ArrayList<>();
        try (Database older = open(database, log)) {
            Older.Tag tag = tag(older);
            Throwable failure = catchThrowable(() -> older.useTransaction(tx -> {
                assertThat(tx.query(Older.Letter.class, "").count()).isZero();
                tx.store(letter(tag, 1));
                conversions.add(convert(database, LISTS));
            }));
            assertNothingIsLost(database, conversions.get(0), failure);
        }
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aTransactionThatIsPausedBeforeItWrites(TestDatabase database) throws Exception {
        List<String> conversions = new ArrayList<>();
        try (Database older = database.open(OLDER, database.settings().indexes(IndexLevel.NONE))) {
            PausedLease.renew(older); // now, and no more
            Older.Tag tag = tag(older);
            Throwable failure = catchThrowable(() -> older.useTransaction(tx -> {
                assertThat(tx.query(Older.Letter.class, "").count()).isZero();
                if (conversions.isEmpty()) {
                    conversions.add(convert(database, LISTS));
                }
                tx.store(letter(tag, 1));
                assertThat(tx.query(Older.Letter.class, "").count()).isOne(); // sends it in the snapshot
            }));
            assertNothingIsLost(database, conversions.get(0), failure);
        }
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aStoreAfterAPauseThatItsOwnClockHasNotSeen(TestDatabase database) throws Exception {
        try (Database older = open(database, new StatementLog(database))) {
            Older.Tag tag = tag(older);
            String conversion = convert(database, DATES);
            Throwable failure = catchThrowable(() -> older.store(letter(tag, 1)));
            assertThat(failure).isNotNull();
            assertNothingIsLost(database, conversion, failure);
        }
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aStoreOfAProgramWhoseLeaseWasOnceRefused(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        try (Database older = open(database, log)) {
            Older.Tag tag = tag(older);
            PausedLease.expire(older);
            log.before("(insert|update).*espalier_programs.*", () -> {
                throw StatementLog.<RuntimeException>unchecked(new SQLException("the disk is broken", "XX000"));
            });
            tag(older);
            assertThat(log.wasInterrupted()).isTrue();
            PausedLease.renew(older);
            String conversion = convert(database, DATES);
            Throwable failure = catchThrowable(() -> older.store(letter(tag, 1)));
            assertThat(failure).isNotNull();
            assertNothingIsLost(database, conversion, failure);
        }
    }

    @AlsoOnTiDb("no lock on a row can be shared there")
    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB, Engine.H2, Engine.DUCKDB
    })
    void aBulkLoadThatIsPausedInItsMiddle(TestDatabase database) throws Exception {
        try (Database older = open(database, new StatementLog(database))) {
            Older.Tag tag = tag(older);
            List<String> conversions = new ArrayList<>();
            Throwable failure = catchThrowable(() -> load(older, tag, () -> conversions.add(convert(database, DATES))));
            assertNothingIsLost(database, conversions.get(0), failure);
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aBulkLoadThatIsPausedAtItsCommit(TestDatabase database) throws Exception {
        pausedAt(database, "COMMIT", (db, tag) -> {
            try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.BEFORE)) {
                bulk.store(letter(tag, 1));
                bulk.store(letter(tag, 2));
            }
        });
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void aMigrationThatIsPausedBeforeItsUpdate(TestDatabase database) throws Exception {
        StatementLog log = new StatementLog(database);
        List<String> conversions = new ArrayList<>();
        try (Database older = open(database, log)) {
            older.store(letter(tag(older), 1));
            log.before(
                    database.engine() == Engine.SQLITE ? "SELECT count.*" : "UPDATE.*letter.*",
                    () -> conversions.add(convert(database, DATES)));
            Throwable failure = catchThrowable(
                    () -> older.migrate(Migration.of(Older.Letter.class).setSql("due", "'2026-11-12'")));
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("schema-change"));
        }
        assertThat(conversions).containsExactly("converted");
        assertThat(database.rows("SELECT due FROM letter"))
                .as("nobody reads it")
                .containsExactly("2026-01-02");
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void anOutcomeIsFoundOutAfterAConversion(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database older = Database.open(
                        faults.source(),
                        OLDER,
                        database.settings().indexes(IndexLevel.NONE).transactionTimeout(Duration.ZERO))) {
            Older.Tag tag = tag(older);
            List<UnknownOutcomeException> unknown = new ArrayList<>();
            for (Faults.Kind lost : List.of(Faults.Kind.LOST_AFTER, Faults.Kind.LOST_BEFORE)) {
                tag.text = "before " + lost; // with a marker that is there then
                older.store(tag);
                faults.strikeCommit(lost);
                faults.failAfterwards();
                unknown.add(catchThrowableOfType(UnknownOutcomeException.class, () -> older.store(letter(tag, 1))));
                faults.stop();
            }
            assertThat(convert(database, DATES)).isEqualTo("converted");
            assertThat(unknown).extracting(older::isCommitted).containsExactly(true, false);
        }
        assertThat(database.rows("SELECT tag_id FROM letter")).hasSize(1);
    }

    /** Its list of tables is older than the rows of the catalog that it reads then. */
    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void anOpeningIsPausedWhileAnotherProgramMakesTables(TestDatabase database) {
        database.open(OLDER, database.settings().indexes(IndexLevel.NONE)).close();
        StatementLog log = new StatementLog(database);
        List<String> conversions = new ArrayList<>();
        log.before("SELECT.*espalier_meta.*", () -> conversions.add(convert(database, DATES)));
        try (Database db = Database.openCatalog(log.source(), database.settings())) {
            assertThat(conversions).containsExactly("converted");
            assertThat(Health.of(db).verify().toString()).startsWith("clean");
        }
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.H2, Engine.DUCKDB})
    void aProgramThatKnowsNothingOfWhatIsConvertedGoesOn(TestDatabase database) throws Exception {
        database.open(OLDER, database.settings().indexes(IndexLevel.NONE)).close();
        try (Database db =
                database.open(Model.of(Lists.Tag.class), database.settings().indexes(IndexLevel.NONE))) {
            Lists.Tag tag = new Lists.Tag();
            db.store(tag);
            assertThat(convert(database, DATES)).isEqualTo("converted");
            tag.text = "changed";
            db.store(tag);
            assertThat(db.query(Lists.Tag.class, "text = 'changed'").count()).isEqualTo(1);
        }
    }
}
