package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A file that can only be read is read. What would write is refused before the engine is asked. */
class ReadOnlyFileContractTest {

    private static final Model BOOKS = Model.of(Book.class);

    @OnEveryEngine(Engine.SQLITE)
    void fileWithoutALogIsReadAndLeftAsItIs(TestDatabase database) throws IOException, SQLException {
        String url = filled(database, "delete");
        List<String> before = files(url);
        byte[] content = Files.readAllBytes(file(url));
        for (String readOnly : urls(url)) {
            requireRead(readOnly);
        }
        assertThat(Files.readAllBytes(file(url))).isEqualTo(content);
        assertThat(files(url)).isEqualTo(before);
    }

    @OnEveryEngine(Engine.SQLITE)
    void fileWithALogIsReadAndLeftAsItIs(TestDatabase database) throws IOException, SQLException {
        String url = filled(database, "wal");
        byte[] content = Files.readAllBytes(file(url));
        for (String readOnly : urls(url)) {
            requireRead(readOnly);
        }
        assertThat(Files.readAllBytes(file(url))).isEqualTo(content);
    }

    @OnEveryEngine(Engine.SQLITE)
    void everyWriteIsRefused(TestDatabase database) throws SQLException {
        for (String url : urls(filled(database, "delete"))) {
            try (Database db = Database.open(url, BOOKS)) {
                Book book = db.query(Book.class, "").list().get(0);
                book.title = "Persuasion";
                requireRefused(() -> db.store(book));
                requireRefused(() -> db.store(Book.of("Persuasion")));
                requireRefused(() -> db.delete(book));
                requireRefused(() -> db.useTransaction(tx -> {
                    tx.store(Book.of("Persuasion"));
                }));
                requireRefused(() -> {
                    try (BulkWriter bulk = db.bulkWriter()) {
                        bulk.store(Book.of("Persuasion"));
                    }
                });
                requireRefused(() -> Health.of(db).repair());
            }
        }
    }

    @OnEveryEngine(Engine.SQLITE)
    void openingThatWouldChangeTablesSaysWhich(TestDatabase database) throws SQLException {
        String url = filled(database, "delete") + "?open_mode=1";
        EspalierException thrown = catchThrowableOfType(
                EspalierException.class,
                () -> Database.open(url, Model.of(Book.class, Member.class)).close());
        assertThat(thrown.code()).isEqualTo("read-only");
        assertThat(thrown)
                .hasMessageContaining("create table member")
                .hasMessageContaining("the URL opens it for reading only");
    }

    private static void requireRead(String url) {
        try (Database db = Database.open(url, BOOKS)) {
            assertThat(db.query(Book.class, "").list())
                    .extracting(book -> book.title)
                    .containsExactly("Emma");
            db.useTransaction(tx -> {
                assertThat(tx.query(Book.class, "").list()).hasSize(1);
            });
            assertThat(Health.of(db).verify().isClean()).isTrue();
            assertThat(db.readOnlyReason()).contains("the URL opens it for reading only");
        }
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            assertThat(db.nodes().query("Book", "").list()).hasSize(1);
        }
    }

    private static void requireRefused(ThrowingCallable write) {
        EspalierException thrown = catchThrowableOfType(EspalierException.class, write);
        assertThat(thrown.code()).isEqualTo("read-only");
        assertThat(thrown)
                .hasMessageContaining("it can only be read: the URL opens it for reading only")
                .hasMessageContaining("Give write access");
    }

    /** The ways in which a URL says that a file is only read. */
    private static List<String> urls(String url) {
        return List.of(
                url + "?open_mode=1",
                url.replace("jdbc:sqlite:", "jdbc:sqlite:file:") + "?mode=ro",
                url.replace("jdbc:sqlite:", "jdbc:sqlite:file:") + "?immutable=1");
    }

    private static String filled(TestDatabase database, String journal) throws SQLException {
        try (Database db = Database.open(database.url(), BOOKS)) {
            assertThat(db.readOnlyReason()).isEmpty();
            db.store(Book.of("Emma"));
        }
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = " + journal);
        }
        return database.url();
    }

    private static Path file(String url) {
        return Path.of(url.substring("jdbc:sqlite:".length()));
    }

    private static List<String> files(String url) throws IOException {
        Path file = file(url);
        try (Stream<Path> all = Files.list(file.toAbsolutePath().getParent())) {
            return all.map(Path::toString)
                    .filter(path -> path.startsWith(file.toString()))
                    .sorted()
                    .toList();
        }
    }
}
