package dev.espalier.contract.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages name the database, but neither its host, port and user nor its folder: a web application may show them. */
@LocaleDependent
class MessagePlacesContractTest {

    private static final Model BOOKS = Model.of(Book.class);

    @TempDir
    private Path folder;

    @OnEveryEngine
    void errorsOfAnOpenDatabase(TestDatabase database) {
        String url = database.url();
        Database db = database.open(BOOKS, database.settings());
        requireHidden(database, url, "not-found", () -> db.get(Book.class, 77));
        Book book = Book.of("Emma");
        db.store(book);
        db.delete(book);
        requireHidden(database, url, "not-found", () -> db.inTransaction(tx -> tx.get(Book.class, 77)));
        db.close();
        requireHidden(database, url, "closed", () -> db.query(Book.class, "").list());
    }

    @OnEveryEngine
    void refusedSchema(TestDatabase database) {
        Settings refusing = database.settings().schema(SchemaMode.VALIDATE);
        requireHidden(database, database.url(), "schema-change", () -> database.open(BOOKS, refusing));
        assertThat(catchThrowableOfType(EspalierException.class, () -> database.openCatalog()))
                .hasMessageStartingWith(name(database) + ":");
        requireHidden(database, database.url(), "no-model", () -> database.openCatalog());
        requireHidden(database, database.url(), "no-model", () -> Health.verify(database.url(), database.settings()));
        requireHidden(
                database,
                database.url(),
                "no-model",
                () -> SchemaAdmin.at(database.url(), database.settings()).classes());
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void exhaustedPool(TestDatabase database) {
        Database db = database.open(BOOKS, database.settings().poolSize(1).connectTimeout(Duration.ofSeconds(1)));
        db.useTransaction(tx -> {
            tx.query(Book.class, "").count();
            requireHidden(
                    database,
                    database.url(),
                    "pool-exhausted",
                    () -> elsewhere(() -> db.query(Book.class, "").count()));
        });
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    void serversThatRefuse(TestDatabase database) throws IOException {
        try (Socket deaf = new Socket()) {
            deaf.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            String url = database.url().replaceFirst("//[^/]+/", "//127.0.0.1:" + deaf.getLocalPort() + "/");
            Settings quick = database.settings().connectTimeout(Duration.ofSeconds(2));
            requireHidden(database, url, "unreachable", () -> Database.open(url, BOOKS, quick));
        }
        Settings wrong = database.settings().password("secret77");
        requireHidden(database, database.url(), "access-denied", () -> Database.open(database.url(), BOOKS, wrong));
        String inUrl = database.url() + (database.url().contains("?") ? "&" : "?") + "user=" + database.user()
                + "&password=secret77";
        requireHidden(database, inUrl, "access-denied", () -> Database.open(inUrl, BOOKS));
        requireHidden(database, inUrl, "two-accounts", () -> Database.open(inUrl, BOOKS, database.settings()));
        String missing = database.url().replaceFirst("espalier_\\w+", "espalier_missing");
        EspalierException thrown = requireHidden(
                database, missing, "no-such-database", () -> Database.open(missing, BOOKS, database.settings()));
        assertThat(thrown).hasMessageContaining("espalier_missing");
    }

    @OnEveryEngine
    void errorsThroughADataSource(TestDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Database db = database.open(pool, BOOKS);
            EspalierException thrown = catchThrowableOfType(EspalierException.class, () -> db.get(Book.class, 77));
            assertThat(thrown).hasMessageEndingWith(" in " + name(database));
            assertThat(thrown.place())
                    .startsWith("jdbc:")
                    .contains(database.url().replaceFirst("[?;].*", ""));
            db.close();
        }
    }

    @OnEveryEngine(Engine.SQLITE)
    void fileThatCanOnlyBeRead(TestDatabase database) {
        database.open(Book.class).close();
        String url = database.url() + "?open_mode=1";
        try (Database db = Database.open(url, BOOKS)) {
            requireHidden(database, url, "read-only", () -> db.store(Book.of("Emma")));
        }
    }

    @Test
    void filesThatCannotBeOpened() throws IOException {
        for (String prefix : List.of("jdbc:sqlite:", "jdbc:h2:", "jdbc:duckdb:")) {
            String missing = prefix + folder.resolve("missing").resolve("shop.db");
            requireHidden(missing, "no-such-database", () -> Database.openCatalog(missing, Settings.defaults()));
        }
        for (String prefix : List.of("jdbc:sqlite:", "jdbc:duckdb:")) {
            String missing = prefix + folder.resolve("missing").resolve("shop.db");
            assertThat(requireHidden(missing, "unreachable", () -> Database.open(missing, BOOKS)))
                    .hasMessageContaining("shop.db");
            Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear reader, ".repeat(1_000));
            requireHidden(prefix + letter, "not-a-database", () -> Database.open(prefix + letter, BOOKS));
        }
    }

    @Test
    void urlsThatAreNotKnown() {
        for (String url : List.of(
                "jdbc:oracle:thin:@db7:1521/shop",
                "jdbc:oracle://bob:secret77@db7:1521/shop",
                "jdbc:h2:tcp://db7:1521/shop;USER=bob",
                "jdbc:h2:ssl://db7:1521/shop",
                "db7:1521 bob")) {
            requireHidden(url, "unknown-url", () -> Database.open(url, BOOKS));
        }
    }

    private static EspalierException requireHidden(
            TestDatabase database, String url, String code, ThrowingCallable work) {
        EspalierException thrown = requireHidden(url, code, work);
        if (database.user() != null) {
            assertThat(thrown.getMessage().replace(name(database), "")).doesNotContain("'" + database.user() + "'");
        }
        return thrown;
    }

    private static EspalierException requireHidden(String url, String code, ThrowingCallable work) {
        EspalierException thrown = catchThrowableOfType(EspalierException.class, work);
        assertThat(thrown).as(code).isNotNull();
        assertThat(thrown.code()).isEqualTo(code);
        // A name of a database is random, and may hold any of these digits.
        String shown = thrown.toString().replaceAll("espalier_[0-9a-f]{12}", "");
        assertThat(shown).doesNotContain("127.0.0.1", "localhost", "db7", "1521", "bob", "secret77", "://");
        assertThat(shown).doesNotContainPattern("(?i)user=|password=|/tmp|\\w/\\w+\\.(db|duckdb|txt)");
        int port = url.replaceFirst("\\?.*", "").lastIndexOf(':');
        String digits = url.substring(port + 1).replaceFirst("\\D.*", "");
        assertThat(digits.isEmpty() || !shown.contains(digits)).as(shown).isTrue();
        if (url.contains("/missing/")) {
            assertThat(shown).doesNotContain("missing");
        }
        assertThat(thrown.place()).isEqualTo(url.replace("secret77", "***").replaceFirst("//.*@", "//***@"));
        return thrown;
    }

    /** Waits for what another thread does, whose reads are not those of this one's transaction. */
    private static void elsewhere(Supplier<?> work) throws Throwable {
        try {
            Background.call(work).join();
        } catch (CompletionException e) {
            throw e.getCause();
        }
    }

    /** The name of the database in messages. */
    private static String name(TestDatabase database) {
        return database.engine() + " "
                + database.url().replaceFirst("[?;].*", "").replaceFirst(".*/", "");
    }
}
