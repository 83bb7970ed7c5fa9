package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Statement;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The settings of an opened connection hold, whatever happens on it later. */
class SessionSettingsContractTest {

    private static final Statement PAGES = Statement.of("SELECT pages FROM book");

    /** What may happen on a connection between two users. */
    private static Map<String, Consumer<Session>> events(TestDatabase database) {
        Map<String, Consumer<Session>> events = new LinkedHashMap<>();
        events.put("nothing", session -> {});
        events.put("commit", session -> {
            session.beginWrite();
            session.queryLong(PAGES);
            session.commit();
        });
        events.put("rollback", session -> {
            session.beginWrite();
            session.queryLong(PAGES);
            session.rollback();
        });
        events.put("rollback of a snapshot", session -> {
            session.beginSnapshot();
            session.queryLong(PAGES);
        });
        events.put("work", session -> {
            session.beginWork();
            session.queryLong(PAGES);
        });
        events.put("error in a write", session -> {
            session.beginWrite();
            session.queryLong(PAGES);
            fail(session);
        });
        events.put("error at once in a write", session -> {
            session.beginWrite();
            fail(session);
        });
        events.put("error at once in work", session -> {
            session.beginWork();
            fail(session);
        });
        events.put("error in a snapshot", session -> {
            session.beginSnapshot();
            fail(session);
        });
        events.put("error alone", SessionSettingsContractTest::fail);
        if (database.engine() != DUCKDB) { // it has no savepoints
            events.put("savepoint", session -> {
                session.beginWrite();
                session.queryLong(PAGES);
                session.savepoint("espalier");
                session.rollbackToSavepoint("espalier");
                session.releaseSavepoint("espalier");
            });
        }
        events.put("a statement alone", session -> session.queryLong(PAGES));
        return events;
    }

    private static void fail(Session session) {
        assertThat(catchThrowable(() -> session.queryLong(Statement.of("SELECT nonsense FROM nowhere"))))
                .isInstanceOf(EspalierException.class);
    }

    private static ConnectionSource source(TestDatabase database) {
        return ConnectionSource.open(
                database.url(),
                new ConnectionOptions(
                        database.user(),
                        database.password(),
                        1,
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(3),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        retry -> {}));
    }

    private static List<String> asked(TestDatabase database) {
        return switch (database.engine()) {
            case SQLITE ->
                List.of(
                        "PRAGMA busy_timeout",
                        "PRAGMA synchronous",
                        "PRAGMA cache_size",
                        "PRAGMA temp_store",
                        "PRAGMA journal_mode",
                        "PRAGMA mmap_size");
            case POSTGRES ->
                List.of(
                        "SHOW lock_timeout",
                        "SHOW default_transaction_isolation",
                        "SHOW default_transaction_read_only",
                        "SHOW search_path",
                        "SHOW timezone",
                        "SHOW statement_timeout",
                        "SHOW application_name",
                        "SHOW standard_conforming_strings");
            case MYSQL ->
                List.of(
                        "SELECT @@innodb_lock_wait_timeout",
                        "SELECT @@lock_wait_timeout",
                        "SELECT @@transaction_isolation",
                        "SELECT @@autocommit",
                        "SELECT @@sql_mode",
                        "SELECT @@time_zone",
                        "SELECT @@transaction_read_only",
                        "SELECT @@character_set_client");
            // MariaDB has the names of MySQL 8 since 11.1 only.
            case MARIADB ->
                List.of(
                        "SELECT @@innodb_lock_wait_timeout",
                        "SELECT @@lock_wait_timeout",
                        "SELECT @@tx_isolation",
                        "SELECT @@autocommit",
                        "SELECT @@sql_mode",
                        "SELECT @@time_zone",
                        "SELECT @@tx_read_only",
                        "SELECT @@character_set_client");
            case H2 ->
                List.of(
                        "CALL LOCK_TIMEOUT()",
                        "SELECT ISOLATION_LEVEL FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = SESSION_ID()");
            case DUCKDB -> List.of("SELECT current_setting('threads')");
            case TIDB ->
                List.of(
                        "SELECT @@innodb_lock_wait_timeout",
                        "SELECT @@transaction_isolation",
                        "SELECT @@autocommit",
                        "SELECT @@sql_mode",
                        "SELECT @@time_zone",
                        "SELECT @@tidb_txn_mode",
                        "SELECT @@character_set_client");
        };
    }

    private static String lockWait(TestDatabase database) {
        return switch (database.engine()) {
            case SQLITE, H2 -> "3000";
            case DUCKDB -> ""; // it waits for no lock, and the first setting is another one
            case POSTGRES -> "3s";
            case MYSQL, MARIADB, TIDB -> "3";
        };
    }

    /** The effective settings, asked on the connection as it is, so that nothing is begun or ended by asking. */
    private static List<String> settings(TestDatabase database, Session session) throws Exception {
        List<String> settings = new ArrayList<>();
        for (String question : asked(database)) {
            try (java.sql.Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery(question)) {
                row.next();
                settings.add(question + " = " + row.getString(1));
            }
        }
        return settings;
    }

    @OnEveryEngine
    @AlsoOnTiDb("its sessions are set to be pessimistic, whatever tidb_txn_mode says")
    void settingsSurviveEveryUseOfAConnection(TestDatabase database) throws Exception {
        database.open(Book.class).store(Book.of("Emma"));
        List<String> first;
        try (ConnectionSource source = source(database);
                Session session = source.session()) {
            first = settings(database, session);
        }
        assertThat(first.get(0)).endsWith(lockWait(database).isEmpty() ? "" : " = " + lockWait(database));
        for (Map.Entry<String, Consumer<Session>> event : events(database).entrySet()) {
            try (ConnectionSource source = source(database)) {
                try (Session session = source.session()) {
                    event.getValue().accept(session);
                }
                try (Session session = source.session()) {
                    assertThat(settings(database, session))
                            .as("after: %s", event.getKey())
                            .isEqualTo(first);
                }
            }
        }
    }

    @OnEveryEngine(except = DUCKDB) // it waits for no lock
    void secondConnectionOfAWriterHasTheSameLockTimeout(TestDatabase database) throws Exception {
        database.open(Book.class);
        try (ConnectionSource source = source(database);
                Session session = source.secondWriter()) {
            assertThat(settings(database, session).get(0)).endsWith(" = " + lockWait(database));
        }
    }

    /** The level of one transaction is not the next one's, though the first has ended before the server has begun it. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("work begins with BEGIN PESSIMISTIC, and READ COMMITTED is for such transactions only")
    void aSnapshotStaysOneAfterEverythingThatHappensOnAConnection(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        for (Map.Entry<String, Consumer<Session>> event : events(database).entrySet()) {
            try (ConnectionSource source = source(database)) {
                try (Session session = source.session()) {
                    event.getValue().accept(session);
                }
                try (Session session = source.session()) {
                    session.beginWork();
                    long before = session.queryLong(PAGES);
                    book.pages++;
                    db.store(book);
                    assertThat(session.queryLong(PAGES))
                            .as("after: %s", event.getKey())
                            .isEqualTo(before);
                }
            }
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("locks are its own, and so is their timeout")
    void aLockIsNotWaitedForLongerThanTheSettingsSay(TestDatabase database) throws Exception {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        ConnectionOptions options = new ConnectionOptions(
                database.user(),
                database.password(),
                1,
                Duration.ofMinutes(5),
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                retry -> {});
        try (ConnectionSource source = ConnectionSource.open(database.url(), options);
                Connection other = database.connect();
                java.sql.Statement statement = other.createStatement()) {
            try (Session rolledBack = source.session()) {
                rolledBack.beginWrite();
                rolledBack.queryLong(PAGES);
            }
            other.setAutoCommit(false);
            statement.executeUpdate("UPDATE book SET pages = 9");
            try (Session session = source.session()) {
                session.beginWrite();
                assertThat(catchThrowableOfType(
                                        EspalierException.class,
                                        () -> session.update(Statement.of("UPDATE book SET pages = 7")))
                                .code())
                        .isEqualTo("lock-timeout");
            }
            try (Session session = source.secondWriter()) {
                assertThat(catchThrowableOfType(
                                        EspalierException.class,
                                        () -> session.update(Statement.of("UPDATE book SET pages = 8")))
                                .code())
                        .isEqualTo("lock-timeout");
            }
            other.rollback();
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void storingDoesNotWaitForALockLongerThanTheSettingsSay(TestDatabase database) throws Exception {
        Database db = database.open(
                Model.of(Book.class),
                database.settings()
                        .lockWait(Duration.ofSeconds(1))
                        .statementTimeout(Duration.ofMinutes(5))
                        .transactionTimeout(Duration.ofSeconds(3)));
        Book book = Book.of("Emma");
        db.store(book);
        try (Connection other = database.connect();
                java.sql.Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate("UPDATE book SET pages = 9");
            book.pages = 7;
            assertThat(catchThrowableOfType(EspalierException.class, () -> db.store(book))
                            .code())
                    .isEqualTo("lock-timeout");
            assertThat(catchThrowableOfType(
                                    EspalierException.class,
                                    () -> db.useTransaction(tx -> {
                                        tx.lock(book);
                                    }))
                            .code())
                    .isEqualTo("lock-timeout");
            other.rollback();
        }
        db.store(book);
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("7");
    }
}
