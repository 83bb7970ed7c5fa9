package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.health.Health;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.postgresql.ds.PGSimpleDataSource;

/** An account of a server that may only read, and settings that let transactions only read: a database is opened and read, and what would write is refused at once. */
class ReadOnlyAccountContractTest {

    private static final Model MODEL = Model.of(Author.class, Book.class);
    private static final String READER = "espalier_reader";

    private static Settings settings(String user, TestDatabase database) {
        return TestDatabase.patient().user(user).password(database.password());
    }

    private static String with(TestDatabase database, String option) {
        return database.url() + (database.url().contains("?") ? "&" : "?") + option;
    }

    private static String name(TestDatabase database) {
        return database.url().replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    private static Author filled(TestDatabase database) {
        try (Database db = database.open(MODEL, database.settings())) {
            Author author = Author.of("Jane", Book.of("Emma"));
            db.store(author);
            return author;
        }
    }

    /** Gives the account the right to read what is there; skips the test where an older script has made the server's data, without the account. */
    private static Settings reader(TestDatabase database) {
        if (database.engine() == POSTGRES) {
            if (database.rows("SELECT 1 FROM pg_roles WHERE rolname = '" + READER + "'")
                    .isEmpty()) {
                assumeTrue(
                        database.rows("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
                                .contains("t"),
                        "no account " + READER + "; make the server's data anew");
                database.execute("CREATE ROLE " + READER + " LOGIN PASSWORD '" + database.password() + "'");
            }
            database.execute(
                    "GRANT USAGE ON SCHEMA public TO " + READER,
                    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + READER);
        } else {
            assumeTrue(isLetIn(database), "no account " + READER + "; start the server anew");
        }
        return settings(READER, database);
    }

    private static boolean isLetIn(TestDatabase database) {
        try (Connection connection = DriverManager.getConnection(database.url(), READER, database.password())) {
            return connection.isValid(60);
        } catch (SQLException e) {
            return false;
        }
    }

    private static void requireRead(Database db, Author author) {
        assertThat(db.query(Author.class, "books.title = 'Emma'").list()).hasSize(1);
        assertThat(db.get(Author.class, author.id).books).hasSize(1);
        try (Stream<Book> books = db.query(Book.class, "").stream()) {
            assertThat(books).hasSize(1);
        }
        assertThat(db.query(Author.class, "books.title = 'Emma'").explain().toString())
                .isNotEmpty();
        assertThat(Health.of(db).verify().findings()).isEmpty();
        db.useSnapshot(reading -> {
            assertThat(reading.query(Book.class, "").list()).hasSize(1);
        });
        db.useTransaction(tx -> {
            assertThat(tx.query(Book.class, "").list()).hasSize(1);
        });
    }

    private static Map<String, ThrowingCallable> writes(Database db) {
        Book book = db.query(Book.class, "").list().get(0);
        book.title = "Persuasion";
        Map<String, ThrowingCallable> writes = new LinkedHashMap<>();
        writes.put("store changed", () -> db.store(book));
        writes.put("store new", () -> db.store(Author.of("Austen", Book.of("Persuasion"))));
        writes.put("delete", () -> db.delete(book));
        writes.put(
                "useTransaction",
                () -> db.useTransaction(tx -> {
                    tx.store(Book.of("Persuasion"));
                }));
        writes.put(
                "lock",
                () -> db.useTransaction(tx -> {
                    tx.lock(tx.get(Book.class, book.id));
                }));
        writes.put("bulk", () -> {
            try (BulkWriter bulk = db.bulkWriter()) {
                bulk.store(Book.of("Persuasion"));
            }
        });
        writes.put("repair", () -> Health.of(db).repair());
        return writes;
    }

    private static void requireRefused(Database db, List<Retry> retries, String reason) {
        writes(db).forEach((how, write) -> {
            EspalierException refusal = catchThrowableOfType(EspalierException.class, write);
            assertThat(refusal).as(how).isNotNull();
            assertThat(refusal.code()).as(how + ": " + refusal).isEqualTo("read-only");
            assertThat(refusal)
                    .as(how)
                    .hasMessageContaining("it can only be read: " + reason)
                    .hasMessageContaining("Give the user SELECT, INSERT, UPDATE and DELETE");
            assertThat(refusal.retryable()).isFalse();
        });
        assertThat(retries).isEmpty();
        assertThat(db.query(Book.class, "").list())
                .extracting(book -> book.title)
                .containsExactly("Emma");
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES})
    void anAccountThatMayOnlyReadIsServedAndRefusedByName(TestDatabase database) {
        Author author = filled(database);
        List<Retry> retries = Collections.synchronizedList(new ArrayList<>());
        Settings settings = reader(database).onRetry(retries::add);
        try (Database db = Database.open(database.url(), MODEL, settings)) {
            requireRead(db, author);
            requireRefused(db, retries, "the user lacks a right: ");
            assertThat(db.readOnlyReason().orElseThrow()).contains("espalier_").doesNotContain(READER);
        }
        try (Database db = Database.openCatalog(database.url(), settings)) {
            assertThat(db.nodes().query("Book", "").list()).hasSize(1);
            assertThat(db.readOnlyReason()).isPresent();
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES})
    void whatAnAccountMayNotMakeIsNamed(TestDatabase database) {
        filled(database);
        Settings settings = reader(database);
        EspalierException refusal = catchThrowableOfType(
                EspalierException.class,
                () -> Database.open(database.url(), Model.of(Author.class, Book.class, Member.class), settings)
                        .close());
        assertThat(refusal.code()).isEqualTo("access-denied");
        assertThat(refusal)
                .hasMessageContaining("the user lacks a right: ")
                .hasMessageContaining("Grant it, or open the database as another user (while: ")
                .hasMessageContaining("needs these changes:\n  create table member");
        assertThat(refusal.getMessage()).doesNotContain(READER);
    }

    /** Rows of programs that died, and changes that another program has begun, are left to those that may write. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES})
    void whatOthersHaveLeftKeepsNobodyFromReading(TestDatabase database) {
        Author author = filled(database);
        database.execute(
                "INSERT INTO espalier_commits (" + database.quote("slot") + ", " + database.quote("number") + ", "
                        + database.quote("touched") + ") VALUES (1, 1, 1)",
                "INSERT INTO espalier_fact (" + database.quote("state") + ", place, kind, " + database.quote("number")
                        + ", subject, name, value) VALUES ('drop', 0, 'index', 0, 'book', 'ix_book_nothing', '')");
        try (Database db = Database.open(database.url(), MODEL, reader(database))) {
            requireRead(db, author);
        }
        if (database.engine() == POSTGRES) {
            String url = with(database, "options=-c%20default_transaction_read_only=on");
            try (Database db = Database.open(url, MODEL, database.settings())) {
                requireRead(db, author);
            }
        }
    }

    @OnEveryEngine(POSTGRES)
    void aSettingThatOnlyReadsIsReported(TestDatabase database) {
        Author author = filled(database);
        List<Retry> retries = Collections.synchronizedList(new ArrayList<>());
        Settings settings = database.settings().onRetry(retries::add);
        String url = with(database, "options=-c%20default_transaction_read_only=on");
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(database.user());
        source.setPassword(database.password());
        try (Database byUrl = Database.open(url, MODEL, settings);
                Database bySource =
                        database.open(source, MODEL, TestDatabase.patient().onRetry(retries::add))) {
            for (Database db : List.of(byUrl, bySource)) {
                requireRead(db, author);
                requireRefused(db, retries, "default_transaction_read_only is on");
            }
        }
        EspalierException refusal = catchThrowableOfType(
                EspalierException.class,
                () -> Database.open(url, Model.of(Author.class, Book.class, Member.class), settings)
                        .close());
        assertThat(refusal.code()).isEqualTo("read-only");
        assertThat(refusal).hasMessageContaining("create table member");
        database.execute("ALTER DATABASE " + name(database) + " SET default_transaction_read_only = on");
        try (Database db = Database.open(database.url(), MODEL, settings)) {
            requireRead(db, author);
            requireRefused(db, retries, "default_transaction_read_only is on");
        } finally {
            database.execute(
                    "SET default_transaction_read_only = off", "ALTER DATABASE " + name(database) + " RESET ALL");
        }
    }
}
