package dev.espalier.contract.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.QueryException;
import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.OtherLoader;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong, there is one error that says what, where and what to do, and the database is as it was. */
public class BadInputTest {

    private static final Model BOOKS = Model.of(Book.class);

    /** Query.define and the language agree on names: what is defined can be asked for. */
    @OnEveryEngine(Engine.SQLITE)
    void variableNamesAreJavaIdentifiers(TestDatabase database) {
        Database db = database.open(BOOKS, database.settings());
        for (String name : List.of("Q1", "Q40", "@a", "@_", "@$late", "@größe2", "@\u20ac")) {
            assertThat(db.query(Book.class, name)
                            .define(name, Book.class, "pages > 1")
                            .count())
                    .as(name)
                    .isZero();
        }
        for (String name : List.of("", "Q", "q2", "Q2a", "late", "@", "@2", "@a-b", "@a b", "@a\u0000", "@@a")) {
            assertThat(catchThrowable(() -> db.query(Book.class, "").define(name, Book.class, "")))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "a variable is called Q and a number, or @ and a name of Java, like Q2 or @late; found: "
                                    + name);
        }
    }

    @OnEveryEngine(Engine.SQLITE)
    void errorInAVariableNamesTheVariable(TestDatabase database) {
        Database db = database.open(BOOKS, database.settings());
        QueryException late = catchThrowableOfType(
                QueryException.class,
                () -> db.query(Book.class, "@late")
                        .define("@late", Book.class, "pages > 1, titel = 'x'")
                        .count());
        assertThat(late)
                .hasMessageStartingWith("unknown field in @late at 12: ")
                .returns("unknown-field", QueryException::code)
                .returns(12, QueryException::position)
                .returns("pages > 1, titel = 'x'", QueryException::query);
        assertThat(late.variable()).contains("@late");
        assertThat(catchThrowableOfType(
                                QueryException.class,
                                () -> db.query(Book.class, "titel = 'x'").count())
                        .variable())
                .isEmpty();
    }

    @TempDir
    Path folder;

    @Test
    void unknownUrlIsRefusedWithTheKnownOnes() {
        assertError(
                opening("jdbc:oracle:thin:@host", Settings.defaults()),
                "unknown-url",
                "unknown URL jdbc:oracle:...; known are jdbc:duckdb:..., jdbc:h2:..., jdbc:mariadb:..., jdbc:mysql:..., jdbc:postgresql:..., jdbc:sqlite:...");
    }

    /** Each of these drivers is on the class path. */
    @Test
    void urlThatItsDriverCannotReadIsRefusedWithTheForm() {
        for (String url : List.of(
                "jdbc:mysql:shop",
                "jdbc:mysql:foo://secret77/shop",
                "jdbc:mysql://secret77:x/shop",
                "jdbc:mysql://secret77:99999/shop",
                "jdbc:mariadb:",
                "jdbc:mariadb:shop",
                "jdbc:mariadb:/shop",
                "jdbc:mariadb:foo://secret77/shop",
                "jdbc:mariadb://secret77:x/shop",
                "jdbc:mariadb://secret77:99999/shop",
                "jdbc:postgresql:/shop",
                "jdbc:postgresql:main://secret77/shop",
                "jdbc:postgresql://secret77",
                "jdbc:postgresql://secret77:x/shop",
                "jdbc:postgresql://127.0.0.1:99999/shop?user=a&password=secret77")) {
            ConnectionException thrown = opening(url, Settings.defaults());
            String scheme = url.replaceFirst("(jdbc:\\w+:).*", "$1");
            assertError(
                    thrown,
                    "unknown-url",
                    "found a URL " + scheme + "... that its driver cannot read; expected one like " + scheme
                            + "//host/database, with :port behind the host where the port is another one than usual");
            assertThat(everything(thrown)).doesNotContain("secret77");
        }
    }

    @Test
    void aPathThatNoFileCanHaveIsRefused() {
        for (String scheme : List.of("jdbc:sqlite:", "jdbc:h2:./", "jdbc:h2:file:./", "jdbc:duckdb:")) {
            assertError(
                    opening(scheme + "a\0b", Settings.defaults()),
                    "unknown-url",
                    "found a URL " + scheme.replaceFirst("(jdbc:\\w+:).*", "$1")
                            + "... whose path no file can have (Nul character not allowed); expected the path of a file");
        }
    }

    @Test
    void aMissingFileThatSqliteMayOnlyReadIsNotThere() {
        String missing = folder.resolve("missing.db").toString();
        for (String url :
                List.of(missing + "?open_mode=1", "file:" + missing + "?mode=ro", "file:" + missing + "?immutable=1")) {
            assertError(
                    opening("jdbc:sqlite:" + url, Settings.defaults()),
                    "no-such-database",
                    "there is no such file, and none is made, as the URL opens it for reading only");
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** None of these is reached, but each can be. */
    @Test
    void urlsOfOtherFormsAreTakenAsTheirDriversTakeThem() {
        for (String url : List.of(
                "jdbc:mysql://[::1]:1/shop",
                "jdbc:mysql://a:12345678@127.0.0.1:1/shop",
                "jdbc:mysql:replication://127.0.0.1:1,127.0.0.1:2/shop",
                "jdbc:mysql://address=(host=127.0.0.1)(port=1)/shop",
                "jdbc:mariadb:sequential://127.0.0.1:1,127.0.0.1:2/shop",
                "jdbc:mariadb://address=(host=127.0.0.1)(port=1)/shop",
                "jdbc:postgresql://127.0.0.1:1,127.0.0.1:2/shop",
                "jdbc:postgresql://127.0.0.1:1/shop")) {
            assertThat(opening(url, Settings.defaults().connectTimeout(Duration.ofSeconds(1)))
                            .code())
                    .as(url)
                    .isEqualTo("unreachable");
        }
    }

    @Test
    void secondAccountIsRefused() {
        Settings both = Settings.defaults().user("alice").password("secret77");
        assertError(
                opening("jdbc:postgresql://127.0.0.1:1/db?ssl=false&user=bob", both),
                "two-accounts",
                "found a user in the URL and one in the settings; expected one of them");
        assertError(
                opening("jdbc:mysql://bob:secret78@127.0.0.1:1/db", both),
                "two-accounts",
                "found a user in the URL and one in the settings; expected one of them");
        assertError(
                opening(
                        "jdbc:mariadb://127.0.0.1:1/db?user=bob&password=secret78",
                        Settings.defaults().password("secret77")),
                "two-accounts",
                "found a password in the URL and one in the settings; expected one of them");
        assertThat(opening(
                                "jdbc:postgresql://127.0.0.1:1/db?user=bob",
                                Settings.defaults().password("secret77"))
                        .code())
                .isEqualTo("unreachable");
    }

    @Test
    void aPasswordInAnUnknownUrlIsNotShown() {
        for (String url : List.of(
                "jdbc:oracle://user:secret77@host/db",
                "jdbc:oracle://host/db?password=secret77",
                "jdbc:oracle://host?user=a&PASSWORD=secret77&x=y")) {
            assertThat(everything(opening(url, Settings.defaults()))).doesNotContain("secret77");
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    void aServerThatIsDownIsSaidToBeUnreachable(TestDatabase database) throws IOException {
        try (Socket deaf = new Socket()) { // nobody listens there, and nobody else gets the port meanwhile
            deaf.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            int closed = deaf.getLocalPort();
            String url = database.url().replaceFirst("//[^/]+/", "//127.0.0.1:" + closed + "/");
            ConnectionException thrown =
                    opening(url, database.settings().password("secret77").connectTimeout(Duration.ofSeconds(2)));
            assertThat(thrown.code()).isEqualTo("unreachable");
            assertThat(thrown.retryable()).isTrue();
            assertThat(thrown.place()).contains("127.0.0.1:" + closed);
            assertThat(thrown).hasMessageContaining("Check that the server runs");
            assertThat(everything(thrown)).doesNotContain("secret77");
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("its errors of a login are its own")
    void aWrongPasswordIsAnAccessErrorThatDoesNotShowIt(TestDatabase database) {
        ConnectionException thrown = opening(database.url(), database.settings().password("secret77"));
        assertThat(thrown.code()).isEqualTo("access-denied");
        assertThat(thrown.retryable()).isFalse();
        assertThat(everything(thrown)).doesNotContain("secret77");
        String inUrl = database.url() + (database.url().contains("?") ? "&" : "?") + "user=" + database.user()
                + "&password=secret77";
        assertThat(everything(opening(inUrl, Settings.defaults()))).doesNotContain("secret77");
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("its errors of a login are its own")
    void aDatabaseThatDoesNotExistIsNamed(TestDatabase database) {
        ConnectionException thrown =
                opening(database.url().replaceFirst("espalier_\\w+", "espalier_missing"), database.settings());
        assertThat(thrown.code()).isEqualTo("no-such-database");
        assertThat(thrown).hasMessageContaining("espalier_missing");
    }

    @Test
    void folderIsNoDatabase() {
        for (String engine : new String[] {"sqlite", "duckdb"}) {
            ConnectionException thrown = opening("jdbc:" + engine + ":" + folder, Settings.defaults());
            assertThat(thrown.code()).isEqualTo("not-a-database");
            assertThat(thrown).hasMessageContaining("found a folder; expected the file of a database");
        }
    }

    /** Each connection of a pool would have a database of its own. */
    @Test
    void databaseInMemoryOfOneConnectionIsRefused() {
        for (String url : new String[] {
            "jdbc:sqlite:",
            "jdbc:sqlite::memory:",
            "jdbc:h2:mem:",
            "jdbc:duckdb:",
            "jdbc:duckdb: ",
            "jdbc:duckdb::memory:",
            "jdbc:duckdb:memory:",
            "jdbc:duckdb:memory:shop"
        }) {
            assertThat(opening(url, Settings.defaults()).code()).as(url).isEqualTo("in-memory");
        }
    }

    @Test
    void missingFolderIsNamed() {
        ConnectionException thrown = opening("jdbc:sqlite:" + folder.resolve("missing/shop.db"), Settings.defaults());
        assertThat(thrown.code()).isEqualTo("unreachable");
        assertThat(thrown).hasMessageStartingWith("SQLite shop.db: cannot be reached");
        assertThat(thrown.place()).contains("missing");
    }

    @Test
    void fileOfAnotherFormatIsLeftUnchanged() throws IOException {
        Path file = Files.writeString(folder.resolve("letter.txt"), "Dear reader, ".repeat(1_000));
        ConnectionException thrown = opening("jdbc:sqlite:" + file, Settings.defaults());
        assertThat(thrown.code()).isEqualTo("not-a-database");
        assertThat(Files.readString(file)).startsWith("Dear reader, Dear");
    }

    @Test
    void fileThatIsNoneOfH2IsNoDatabase() throws IOException {
        Path file = Files.writeString(folder.resolve("letter.mv.db"), "Dear reader, ".repeat(400));
        ConnectionException thrown = opening("jdbc:h2:" + folder.resolve("letter"), Settings.defaults());
        assertThat(thrown.code()).isEqualTo("not-a-database");
        assertThat(thrown).hasMessageStartingWith("H2 letter: found no database in the file");
        assertThat(Files.readString(file)).startsWith("Dear reader, Dear");
    }

    @OnEveryEngine(Engine.SQLITE)
    void readOnlyDatabaseIsReported(TestDatabase database) {
        database.open(Book.class).close();
        EspalierException thrown = catchThrowableOfType(EspalierException.class, () -> {
            try (Database db = Database.open(database.url() + "?open_mode=1", BOOKS)) {
                db.store(Book.of("Emma"));
            }
        });
        assertThat(thrown.code()).isEqualTo("read-only");
        assertThat(thrown).hasMessageContaining("Give write access");
    }

    @OnEveryEngine(Engine.SQLITE)
    void fullDiskDuringALoadLeavesTheDatabaseUnchanged(TestDatabase database) {
        Database filled = database.open(Model.of(Book.class), database.settings());
        filled.store(Book.of("there before"));
        filled.close();
        try (Database db = Database.open(database.url() + "?max_page_count=200", BOOKS)) {
            Throwable thrown = catchThrowable(() -> {
                try (BulkWriter bulk = db.bulkWriter()) {
                    bulk.storeAll(IntStream.range(0, 50_000)
                            .mapToObj(i -> Book.of("a book with a long title that fills the disk " + i))
                            .toList());
                }
            });
            assertThat(thrown)
                    .isInstanceOf(EspalierException.class)
                    .extracting(e -> ((EspalierException) e).code())
                    .isEqualTo("disk-full");
            assertThat(db.query(Book.class, "").list())
                    .extracting(book -> book.title)
                    .containsExactly("there before");
        }
    }

    @OnEveryEngine
    void tooLongUniqueTextIsRefusedBeforeAnythingIsSent(TestDatabase database) {
        Database db = database.open(Member.class);
        Member member = Member.of("\ud83d\ude00".repeat(601));
        StoreException thrown =
                catchThrowableOfType(StoreException.class, () -> db.storeAll(List.of(Member.of("other"), member)));
        if (!database.engine().isServer()) { // embedded engines index whole texts
            assertThat(thrown).isNull();
        } else {
            assertThat(thrown.code()).isEqualTo("bad-value");
            assertThat(thrown)
                    .hasMessageContaining("Member")
                    .hasMessageContaining("card")
                    .hasMessageContaining("601 characters; this column keeps 600");
            assertThat(database.rows("SELECT COUNT(*) FROM member")).containsExactly("0");
        }
        member.card = "\ud83d\ude00".repeat(600);
        db.store(member);
        assertThat(db.query(Member.class, "card = :card")
                        .with("card", member.card)
                        .count())
                .isEqualTo(1);
    }

    static class Stranger extends Author {}

    @OnEveryEngine
    void objectOutsideTheModelIsNamedWithItsReferrer(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        author.master = new Stranger();
        StoreException thrown = catchThrowableOfType(StoreException.class, () -> db.store(author));
        assertThat(thrown.code()).isEqualTo("object-outside-model");
        assertThat(thrown).hasMessageContaining(Stranger.class.getName()).hasMessageContaining("referred to by Author");
        assertThat(author.id).isZero();
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
    }

    interface Shape {}

    enum Unit implements Shape {
        POINT,
        LINE {
            @Override
            public String toString() {
                return "line";
            }
        }
    }

    static class Circle implements Shape {
        long id;
    }

    static class Drawing {
        long id;
        Shape shape;
    }

    /** The advice does not name a class that no model takes. */
    @OnEveryEngine(Engine.SQLITE)
    void adviceForAnObjectOutsideTheModelCanBeFollowed(TestDatabase database) {
        Database db = database.open(Drawing.class, Circle.class);
        Drawing drawing = new Drawing();
        for (Unit unit : Unit.values()) {
            drawing.shape = unit;
            assertThat(outside(() -> db.store(drawing)))
                    .contains("Unit", "make it a class or a record", "referred to by Drawing")
                    .doesNotContain("Model.of");
        }
        drawing.shape = new Shape() {};
        assertThat(outside(() -> db.store(drawing)))
                .contains("make it a class of its own or a static nested one", "referred to by Drawing")
                .doesNotContain("Model.of");
        assertThat(outside(() -> db.store("text")))
                .contains("name those that hold its values")
                .doesNotContain("Model.of");
        assertThat(outside(() -> db.query(Unit.class, "").count())).doesNotContain("Model.of");
        assertThat(outside(() -> db.store(new Author()))).endsWith("name it in Model.of");
    }

    static class Note {
        Long id;
        Note next;

        public Note() {}
    }

    /** It has the same name, so that its name alone would explain nothing. */
    @OnEveryEngine(Engine.SQLITE)
    void classOfAnotherLoaderIsReportedAsSuch(TestDatabase database) throws ReflectiveOperationException {
        Database db = database.open(Note.class);
        Class<?> twin = OtherLoader.twinOf(Note.class);
        Constructor<?> constructor = twin.getConstructor();
        constructor.setAccessible(true);
        Object foreign = constructor.newInstance();
        assertThat(outside(() -> db.store(foreign))).contains("another class loader");
        assertThat(outside(() -> db.idOf(foreign))).contains("another class loader");
        assertThat(outside(() -> db.query(twin, "").list())).contains("another class loader");
        assertThat(outside(() -> db.get(twin, 1))).contains("another class loader");
        assertThat(catchThrowableOfType(
                        QueryException.class,
                        () -> db.query(Note.class, "next = :x")
                                .with("x", foreign)
                                .list()))
                .hasMessageContaining("another class loader");
    }

    private static String outside(ThrowingCallable call) {
        EspalierException thrown = catchThrowableOfType(EspalierException.class, call);
        assertThat(thrown.code()).isIn("outside-model", "object-outside-model");
        return thrown.getMessage();
    }

    @OnEveryEngine
    void foreignIdIsRefused(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        book.id = 4711;
        EspalierException thrown = catchThrowableOfType(EspalierException.class, () -> db.store(book));
        assertThat(thrown.code()).isEqualTo("not-found");
        assertThat(thrown).hasMessageContaining("Book 4711").hasMessageContaining("set the id to 0");
    }

    @OnEveryEngine(Engine.SQLITE)
    void invalidQueryReportsThePosition(TestDatabase database) {
        Database db = database.open(Author.class, Member.class);
        List<String> codes = new ArrayList<>();
        for (String text : List.of(
                "nam = 'x'",
                "books.pages = 'x'",
                "books.pages = 1 AND name > 5",
                "books.pages = :p",
                "name = 'x' ORDER BY books.title",
                "books",
                "name MATCH 'a\\'",
                "books[Cook].title = 'x'",
                "books.title.x = 1",
                "name IS EMPTY")) {
            QueryException thrown = catchThrowableOfType(
                    QueryException.class, () -> db.query(Author.class, text).list());
            codes.add(thrown.code() + " at " + thrown.position());
        }
        assertThat(codes)
                .containsExactly(
                        "unknown-field at 1",
                        "wrong-type at 15",
                        "wrong-type at 28",
                        "unbound-parameter at 15",
                        "many-values at 21",
                        "unexpected-end at 6",
                        "bad-pattern at 12",
                        "unknown-class at 7",
                        "no-object at 13",
                        "no-collection at 1");
        assertThat(catchThrowableOfType(
                                QueryException.class,
                                () -> db.query(Author.class, "name = :a")
                                        .with("a", "x")
                                        .with("b", 1)
                                        .list())
                        .code())
                .isEqualTo("surplus-parameter");
    }

    @OnEveryEngine
    void halfOfASurrogatePairIsNoPattern(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        for (String pattern : List.of("\ud83d%", "%\ude00", "\ud83d" + '\\' + "\ude00")) {
            QueryException thrown = catchThrowableOfType(
                    QueryException.class,
                    () -> db.query(Book.class, "title MATCH :p")
                            .with("p", pattern)
                            .list());
            assertThat(thrown.code()).isEqualTo("wrong-type");
        }
        assertThat(db.query(Book.class, "title MATCH :p")
                        .with("p", "%\ud83d\ude00")
                        .count())
                .isZero();
    }

    @OnEveryEngine
    void textFromAQueryNeverBecomesSql(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        for (String evil : List.of(
                "' OR '1'='1", "\\' OR 1=1 -- ", "x'; DROP TABLE book; --", "\"", "`", "{fn user()}", "?", "%", "_")) {
            assertThat(db.query(Book.class, "title = '" + evil.replace("'", "''") + "'")
                            .count())
                    .as(evil)
                    .isZero();
            assertThat(db.query(Book.class, "title = :title")
                            .with("title", evil)
                            .count())
                    .as(evil)
                    .isZero();
        }
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("1");
    }

    // ---- a database that does not fit

    static class Changed {
        @Was("Book")
        static class Book {
            long id;
            int title;
            String pages;
        }
    }

    @OnEveryEngine
    void mismatchingModelIsRefusedWithEveryDifference(TestDatabase database) {
        database.open(Book.class).close();
        List<String> before = database.rows("SELECT * FROM book");
        SchemaException thrown = catchThrowableOfType(SchemaException.class, () -> database.open(Changed.Book.class));
        assertThat(thrown.code()).isEqualTo("model-mismatch");
        assertThat(thrown).hasMessageContaining("pages").hasMessageContaining("title");
        assertThat(database.rows("SELECT * FROM book")).isEqualTo(before);
        assertThat(catchThrowableOfType(
                                SchemaException.class,
                                () -> database.open(
                                        Model.of(Book.class),
                                        database.settings().indexes(IndexLevel.NONE)))
                        .code())
                .isEqualTo("index-level");
        database.open(Author.class).store(Author.of("a class more is no difference", Book.of("Emma")));
    }

    @OnEveryEngine
    void tablesOfOtherProgramsStayUnchanged(TestDatabase database) {
        database.execute("CREATE TABLE book (mine INT)", "INSERT INTO book VALUES (7)");
        SchemaException thrown = catchThrowableOfType(SchemaException.class, () -> database.open(Author.class));
        assertThat(thrown.code()).isEqualTo("foreign-tables");
        assertThat(thrown).hasMessageContaining("book");
        assertThat(database.rows("SELECT * FROM book")).containsExactly("7");
    }

    /** Calls with the URL of another program's database, each of which is refused. */
    private static List<ThrowingCallable> refusedUses(TestDatabase database) {
        String url = database.url();
        Settings settings = database.settings();
        return List.of(
                () -> Database.open(url, BOOKS, settings).close(),
                () -> Database.open(url, BOOKS, database.settings().schema(SchemaMode.VALIDATE))
                        .close(),
                () -> Database.openCatalog(url, settings).close(),
                () -> Health.verify(url, settings),
                () -> Health.repair(url, settings),
                () -> SchemaAdmin.at(url, settings).plan(BOOKS),
                () -> SchemaAdmin.at(url, settings).forceFinish(BOOKS),
                () -> SchemaAdmin.at(url, settings).classes(),
                () -> SchemaAdmin.at(url, settings).indexes(IndexLevel.NONE));
    }

    @OnEveryEngine
    void aRefusedUseMakesNothingBesideTheTablesOfOtherPrograms(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE book (mine INT)", "INSERT INTO book VALUES (7)");
        for (ThrowingCallable use : refusedUses(database)) {
            assertThat(catchThrowable(use)).isInstanceOf(EspalierException.class);
            assertThat(tables(database)).containsExactly("book");
        }
        assertThat(database.rows("SELECT * FROM book")).containsExactly("7");
    }

    public static List<String> tables(TestDatabase database) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = database.connect();
                ResultSet tables = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Nothing but its bytes says whose a file of SQLite is: its mode of journal is part of them. */
    @OnEveryEngine(Engine.SQLITE)
    void aRefusedUseLeavesEveryByteOfAFileOfAnotherProgram(TestDatabase database) throws IOException, SQLException {
        Path file = Path.of(database.url().substring("jdbc:sqlite:".length()));
        for (String journal : List.of("none", "delete", "wal")) {
            Files.deleteIfExists(file);
            if (journal.equals("none")) {
                Files.createFile(file);
            } else {
                database.execute("PRAGMA journal_mode = " + journal, "CREATE TABLE book (mine INT)");
            }
            byte[] content = Files.readAllBytes(file);
            List<ThrowingCallable> uses = refusedUses(database);
            for (int i = journal.equals("none") ? 1 : 0; i < uses.size(); i++) {
                // only the changes of an empty file can be planned
                assertThat(catchThrowable(uses.get(i)) == null)
                        .as("use %d, journal %s", i, journal)
                        .isEqualTo(i == 5 && journal.equals("none"));
                assertThat(Files.readAllBytes(file))
                        .as("use %d, journal %s", i, journal)
                        .isEqualTo(content);
                assertThat(Path.of(file + "-wal")).as("use %d", i).doesNotExist();
                assertThat(Path.of(file + "-shm")).as("use %d", i).doesNotExist();
            }
        }
    }

    /**
     * H2 writes its header, and chunks of its own, whenever a file is opened for writing, DuckDB whenever it writes a checkpoint. So only the content is
     * held: {@link #aRefusedUseMakesNothingBesideTheTablesOfOtherPrograms}. Opened for reading, no byte may change.
     */
    @OnEveryEngine({Engine.H2, Engine.DUCKDB})
    void aRefusedReaderLeavesEveryByteOfAFileOfAnotherProgram(TestDatabase database) throws IOException {
        database.execute("CREATE TABLE book (mine INT)", "INSERT INTO book VALUES (7)");
        String suffix = database.engine() == Engine.H2 ? ";ACCESS_MODE_DATA=r" : ";access_mode=READ_ONLY";
        Path file = fileOf(database);
        byte[] content = Files.readAllBytes(file);
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> Database.open(database.url() + suffix, BOOKS, database.settings())
                        .close(),
                () -> Database.openCatalog(database.url() + suffix, database.settings())
                        .close(),
                () -> Health.verify(database.url() + suffix, database.settings()))) {
            assertThat(catchThrowable(use)).isInstanceOf(EspalierException.class);
            assertThat(Files.readAllBytes(file)).isEqualTo(content);
        }
    }

    private static Path fileOf(TestDatabase database) {
        return Path.of(
                database.engine() == Engine.H2
                        ? database.url().replaceFirst("jdbc:h2:(async:)?", "").replaceFirst(";.*", "") + ".mv.db"
                        : database.url().substring("jdbc:duckdb:".length()));
    }

    /** An opening that makes tables in a file makes it the library's. */
    @OnEveryEngine(Engine.SQLITE)
    void anOldFileGetsAWriteAheadLogWhenItGetsObjects(TestDatabase database) {
        database.execute("PRAGMA journal_mode = delete", "CREATE TABLE others (mine INT)");
        database.open(Book.class).store(Book.of("Emma"));
        assertThat(database.rows("PRAGMA journal_mode")).containsExactly("wal");
    }

    /** One of them gives the file its log, while others have connections to it. */
    @OnEveryEngine(Engine.SQLITE)
    void openingsOfAnOldFileAtTheSameTimeSucceed(TestDatabase database) {
        for (int round = 0; round < 10; round++) {
            database.open(Book.class).close();
            database.execute("PRAGMA journal_mode = delete");
            List<CompletableFuture<Void>> programs = Stream.of("Emma", "Persuasion", "Sanditon", "Lady Susan")
                    .map(title -> Background.run(() -> {
                        try (Database db = Database.open(database.url(), BOOKS, database.settings())) {
                            db.store(Book.of(title));
                            assertThat(db.query(Book.class, "title = :title")
                                            .with("title", title)
                                            .count())
                                    .isEqualTo(1);
                        }
                    }))
                    .toList();
            programs.forEach(CompletableFuture::join);
            assertThat(Health.of(database.open(Book.class)).verify().findings()).isEmpty();
            assertThat(database.rows("SELECT count(*) FROM book")).containsExactly("4");
            database.clear();
        }
    }

    /** SQLite cannot change the mode meanwhile; the opening goes on without a log, and waits for nobody. */
    @OnEveryEngine(Engine.SQLITE)
    void oldFileThatIsBeingReadIsOpenedAsItIs(TestDatabase database) throws SQLException {
        try (Database db = database.open(Book.class)) {
            db.store(Book.of("Emma"));
        }
        database.execute("PRAGMA journal_mode = delete");
        try (Connection other = database.connect();
                Statement statement = other.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM book")) {
            rows.next();
            try (Database db = database.open(BOOKS, database.settings().lockWait(Duration.ofHours(1)))) {
                assertThat(db.query(Book.class, "title = 'Emma'").count()).isEqualTo(1);
            }
        }
        assertThat(database.rows("PRAGMA journal_mode")).containsExactly("delete");
        database.open(Book.class).close();
        assertThat(database.rows("PRAGMA journal_mode")).containsExactly("wal");
    }

    @OnEveryEngine
    void viewsOfOtherProgramsStayUnchanged(TestDatabase database) {
        database.execute(
                "CREATE TABLE notes (mine INT)",
                "INSERT INTO notes VALUES (7)",
                "CREATE VIEW book AS SELECT mine FROM notes");
        SchemaException thrown = catchThrowableOfType(SchemaException.class, () -> database.open(Author.class));
        assertThat(thrown.code()).isEqualTo("foreign-tables");
        assertThat(thrown).hasMessageContaining("book");
        assertThat(database.rows("SELECT * FROM book")).containsExactly("7");
        database.execute("DROP VIEW book");
        database.open(Author.class).store(Author.of("Austen", Book.of("Emma")));
    }

    /** SQLite's indexes share the names of tables; a test of PostgreSQL's own does the same there. */
    @OnEveryEngine(Engine.SQLITE)
    void indexesOfOtherProgramsStayUnchanged(TestDatabase database) {
        database.execute("CREATE TABLE notes (mine INT)", "CREATE INDEX book ON notes (mine)");
        SchemaException thrown = catchThrowableOfType(SchemaException.class, () -> database.open(Author.class));
        assertThat(thrown.code()).isEqualTo("foreign-tables");
        assertThat(thrown).hasMessageContaining("book");
        assertThat(database.rows("SELECT name FROM sqlite_master ORDER BY name"))
                .containsExactly("book", "notes");
        database.execute("DROP INDEX book");
        database.open(Author.class).store(Author.of("Austen", Book.of("Emma")));
    }

    /** They share the names of tables. */
    @OnEveryEngine(Engine.MARIADB)
    void sequencesOfOtherProgramsStayUnchanged(TestDatabase database) {
        database.execute("CREATE SEQUENCE book START WITH 7");
        SchemaException thrown = catchThrowableOfType(SchemaException.class, () -> database.open(Author.class));
        assertThat(thrown.code()).isEqualTo("foreign-tables");
        assertThat(thrown).hasMessageContaining("book");
        assertThat(database.rows("SELECT NEXT VALUE FOR book")).containsExactly("7");
        database.execute("DROP SEQUENCE book");
        database.open(Author.class).store(Author.of("Austen", Book.of("Emma")));
    }

    @OnEveryEngine
    void noErrorContainsThePassword(TestDatabase database) {
        Database db = database.open(Member.class, Book.class);
        db.store(Member.of("1"));
        for (Throwable thrown : List.of(
                catchThrowable(() -> db.store(Member.of("1"))),
                catchThrowable(() -> db.get(Member.class, 99)),
                catchThrowable(() -> database.open(Changed.Book.class)))) {
            assertThat(everything(thrown))
                    .doesNotContain(database.engine().isServer() ? database.password() : "\u0000");
        }
        assertThat(database.settings().password("secret77").toString()).doesNotContain("secret77");
    }

    // ---- two at once

    @OnEveryEngine
    void twoProgramsSeeEachOthersCommits(TestDatabase database) {
        Database one = database.open(Author.class);
        Database two = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        one.store(author);
        Author seen = two.query(Author.class, "name = 'Austen'").one();
        seen.books.add(Book.of("Persuasion"));
        two.store(seen);
        author.name = "changed";
        assertThat(catchThrowableOfType(StoreException.class, () -> one.store(author))
                        .code())
                .isEqualTo("stale");
        one.refresh(author);
        assertThat(author.books).hasSize(2);
        IntStream.range(0, 20).forEach(i -> (i % 2 == 0 ? one : two).store(Author.of("a" + i)));
        assertThat(database.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM author"))
                .containsExactly("21|21");
    }

    @OnEveryEngine(Engine.SQLITE)
    void lockOfAnotherWriterIsNamedAsTheReason(TestDatabase database) throws Exception {
        Database db = database.open(Model.of(Book.class), Settings.defaults().lockWait(Duration.ofMillis(200)));
        try (java.sql.Connection other = database.connect();
                java.sql.Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            EspalierException thrown = catchThrowableOfType(EspalierException.class, () -> db.store(Book.of("Emma")));
            assertThat(thrown.code()).isEqualTo("lock-timeout");
            assertThat(thrown.retryable()).isTrue();
            assertThat(thrown).hasMessageContaining("another writer holds the lock");
            statement.execute("ROLLBACK");
        }
        database.open(Book.class).store(Book.of("Emma"));
    }

    private static ConnectionException opening(String url, Settings settings) {
        return catchThrowableOfType(
                ConnectionException.class,
                () -> Database.open(url, BOOKS, settings).close());
    }

    private static void assertError(EspalierException thrown, String code, String message) {
        assertThat(thrown).hasMessage(message);
        assertThat(thrown.code()).isEqualTo(code);
    }

    /** The message, the causes, the stack: all that a log would show. */
    private static String everything(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
