package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.POSTGRES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.health.Health;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** Databases, users and URLs of PostgreSQL as somebody else has configured them. */
class PostgreSqlSettingsContractTest {

    private static final Model MODEL = Model.of(Author.class, Book.class);

    /** The URL with one more option. */
    private static String with(TestDatabase database, String option) {
        return database.url() + (database.url().contains("?") ? "&" : "?") + option;
    }

    private static PGSimpleDataSource dataSource(TestDatabase database, String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(database.user());
        source.setPassword(database.password());
        return source;
    }

    /** The name of the database that a URL leads to. */
    private static String name(TestDatabase database) {
        return database.url().replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    @OnEveryEngine(POSTGRES)
    void aDatabaseThatIsNotOfUnicodeIsRefused(TestDatabase database) {
        for (String encoding : List.of("LATIN1", "SQL_ASCII")) {
            String other = name(database) + "_" + encoding.toLowerCase(Locale.ROOT);
            database.execute("CREATE DATABASE " + other + " TEMPLATE template0 ENCODING '" + encoding
                    + "' LC_COLLATE 'C' LC_CTYPE 'C'");
            try {
                String url = database.url().replaceFirst(name(database), other);
                List<EspalierException> refusals = new ArrayList<>();
                refusals.add(catchThrowableOfType(ConnectionException.class, () -> database.open(MODEL, url)));
                refusals.add(catchThrowableOfType(
                        ConnectionException.class, () -> database.open(dataSource(database, url), MODEL)));
                assertThat(refusals)
                        .allSatisfy(refusal -> assertThat(refusal)
                                .hasMessageContaining("found server_encoding " + encoding + "; expected UTF8")
                                .extracting(EspalierException::code)
                                .isEqualTo("server-setting"));
            } finally {
                database.execute("DROP DATABASE " + other + " WITH (FORCE)");
            }
        }
    }

    /** A backslash in a literal would take the quote behind it. */
    @OnEveryEngine(POSTGRES)
    void backslashesThatEscapeAreRefused(TestDatabase database) {
        database.execute("ALTER DATABASE " + name(database) + " SET standard_conforming_strings = off");
        try {
            List<EspalierException> refusals = new ArrayList<>();
            refusals.add(catchThrowableOfType(EspalierException.class, () -> database.open(MODEL, database.url())));
            refusals.add(catchThrowableOfType(
                    EspalierException.class, () -> database.open(dataSource(database, database.url()), MODEL)));
            assertThat(refusals)
                    .allSatisfy(refusal -> assertThat(refusal)
                            .hasMessageContaining("found standard_conforming_strings off; expected on")
                            .extracting(EspalierException::code)
                            .isEqualTo("server-setting"));
        } finally {
            database.execute("ALTER DATABASE " + name(database) + " RESET ALL");
        }
    }

    /** The driver would describe the statements of a text before its first one begins a transaction: reads were repeated until their time had passed. */
    @OnEveryEngine(POSTGRES)
    void aThresholdBelowZeroIsRefused(TestDatabase database) {
        for (int threshold : new int[] {-1, 0, 1}) {
            String url = with(database, "prepareThreshold=" + threshold);
            if (threshold < 0) {
                assertThat(catchThrowableOfType(EspalierException.class, () -> database.open(MODEL, url)))
                        .hasMessageContaining("found prepareThreshold -1; expected 0 or more")
                        .extracting(EspalierException::code)
                        .isEqualTo("server-setting");
                assertThat(catchThrowableOfType(
                                        EspalierException.class, () -> database.open(dataSource(database, url), MODEL))
                                .code())
                        .isEqualTo("server-setting");
            } else {
                Database db = database.open(MODEL, url);
                db.store(Author.of("Jane", Book.of("Emma")));
                assertThat(db.query(Author.class, "books.title = 'Emma' ORDER BY name")
                                .page(10, null)
                                .objects())
                        .hasSize(threshold + 1);
            }
        }
    }

    private static String inSchema(TestDatabase database, String schema) {
        return with(
                database,
                "currentSchema="
                        + URLEncoder.encode(quoted(schema), StandardCharsets.UTF_8)
                                .replace("+", "%20"));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** For JDBC a name of a schema is a pattern, in which {@code _} and {@code %} stand for other characters. */
    @OnEveryEngine(POSTGRES)
    void aSchemaMayHaveAnyName(TestDatabase database) {
        database.execute("CREATE SCHEMA axb", "CREATE TABLE axb.author (id int)");
        for (String schema : List.of("Tenant", "a tenant", "a_b", "a%b", "a\\b", "it's", "a \"b\"")) {
            database.execute("CREATE SCHEMA " + quoted(schema));
            for (int i = 1; i <= 2; i++) {
                try (Database db = database.open(MODEL, inSchema(database, schema))) {
                    db.store(Author.of("Austen", Book.of("Emma")));
                    assertThat(db.query(Author.class, "books.title = 'Emma'").list())
                            .as(schema)
                            .hasSize(i);
                    assertThat(Health.of(db).verify().findings()).as(schema).isEmpty();
                }
            }
        }
    }

    @OnEveryEngine(POSTGRES)
    void aSchemaThatDoesNotExistIsRefused(TestDatabase database) {
        for (String schema : List.of("tenant", "Tenant")) {
            String url = inSchema(database, schema);
            List<EspalierException> refusals = new ArrayList<>();
            refusals.add(catchThrowableOfType(EspalierException.class, () -> database.open(MODEL, url)));
            refusals.add(catchThrowableOfType(
                    EspalierException.class, () -> database.open(dataSource(database, url), MODEL)));
            assertThat(refusals)
                    .allSatisfy(refusal -> assertThat(refusal)
                            .hasMessageContaining("found no schema of search_path " + quoted(schema))
                            .extracting(EspalierException::code)
                            .isEqualTo("no-such-database"));
        }
    }

    /** The driver gives each statement a portal then, which ends with the transaction. */
    @OnEveryEngine(POSTGRES)
    void aFetchSizeInTheUrlChangesNothing(TestDatabase database) {
        String url = with(database, "defaultRowFetchSize=2");
        List<Database> opened = List.of(database.open(MODEL, url), database.open(dataSource(database, url), MODEL));
        for (Database db : opened) {
            Author author = Author.of("Author " + opened.indexOf(db));
            for (int i = 0; i < 5; i++) {
                author.books.add(Book.of("Emma " + i));
                author.byTitle.put("Emma " + i, author.books.get(i));
            }
            db.store(author);
            assertThat(db.get(Author.class, author.id).books).hasSize(5);
            assertThat(db.query(Author.class, "name = :name, books.title MATCH 'Emma%'")
                            .with("name", author.name)
                            .list())
                    .singleElement()
                    .satisfies(found -> assertThat(found.books).hasSize(5));
            author.books.remove(2);
            author.friends.add(author);
            db.store(author);
            assertThat(db.get(Author.class, author.id).books).hasSize(4);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    /** Each connection keeps statements prepared, with the types of their columns. */
    @OnEveryEngine(POSTGRES)
    void anotherProgramMayChangeTheTypeOfAColumn(TestDatabase database) {
        List<Database> opened = List.of(
                database.open(MODEL, database.url()), database.open(dataSource(database, database.url()), MODEL));
        for (Database db : opened) {
            Author author = Author.of("Austen", Book.of("Emma"));
            db.store(author);
            String type = "integer";
            for (Runnable use : uses(db, author)) {
                for (int i = 0; i < 10; i++) { // the server prepares a statement that has run five times
                    use.run();
                }
                type = type.equals("integer") ? "bigint" : "integer";
                database.execute(
                        "ALTER TABLE book ALTER COLUMN pages TYPE " + type,
                        "ALTER TABLE author ALTER COLUMN name TYPE "
                                + (type.equals("integer") ? "text" : "varchar(200)"));
                use.run();
            }
        }
    }

    private static List<Runnable> uses(Database db, Author author) {
        Book book = author.books.get(0);
        return List.of(
                () -> assertThat(db.get(Author.class, author.id).books).hasSize(1),
                () -> assertThat(db.get(Book.class, book.id).title).isEqualTo("Emma"),
                () -> assertThat(db.query(Author.class, "id = :id, books.title = 'Emma'")
                                .with("id", author.id)
                                .list())
                        .hasSize(1),
                () -> db.refresh(book),
                () -> db.useTransaction(tx -> {
                    Book found = tx.get(Book.class, book.id);
                    found.pages++;
                    tx.query(Author.class, "books.title = 'Emma'").list();
                }));
    }

    static class Review {
        long id;
        Book book;
    }

    /** More than are loaded at once. Only the last one refers to a book, so that the table of books is read after others. */
    private static final int REVIEWS = 1_100;

    /** A database with a pool: a connection that keeps no statements asks without an outdated plan. */
    private static Database withReviews(TestDatabase database) {
        Database db = database.open(Model.of(Review.class, Author.class), database.url());
        List<Review> reviews =
                IntStream.range(0, REVIEWS).mapToObj(i -> new Review()).toList();
        reviews.get(REVIEWS - 1).book = Book.of("Emma");
        db.storeAll(reviews);
        return db;
    }

    /** What a stream has handed out cannot be read again: its error says that the whole may be tried once more. */
    @OnEveryEngine(POSTGRES)
    void anotherProgramMayChangeTheTypeOfAColumnWithinAStream(TestDatabase database) {
        Query<Review> query = withReviews(database).query(Review.class, "");
        for (int i = 0; i < 10; i++) { // the server prepares a statement that has run five times
            assertBookIsRead(query);
        }
        List<Review> read = new ArrayList<>();
        try (Stream<Review> all = query.stream()) {
            Iterator<Review> next = all.iterator();
            read.add(next.next());
            database.execute("ALTER TABLE book ALTER COLUMN pages TYPE bigint");
            DatabaseException thrown =
                    catchThrowableOfType(DatabaseException.class, () -> next.forEachRemaining(read::add));
            assertThat(thrown.code()).isEqualTo("conflict");
            assertThat(thrown.retryable()).isTrue();
        }
        assertThat(read).hasSizeLessThan(REVIEWS).allMatch(review -> review.book == null);
        assertBookIsRead(query);
    }

    private static void assertBookIsRead(Query<Review> query) {
        try (Stream<Review> all = query.stream()) {
            assertThat(all.skip(REVIEWS - 1))
                    .singleElement()
                    .satisfies(review -> assertThat(review.book.title).isEqualTo("Emma"));
        }
    }

    /**
     * The work is done once more, in a snapshot of after the change. It reads a statement that is prepared: one that is not, or whose result has not the changed
     * column, finds the table empty, as PostgreSQL says of ALTER TABLE (https://www.postgresql.org/docs/current/mvcc-caveats.html).
     */
    @OnEveryEngine(POSTGRES)
    void anotherProgramMayChangeTheTypeOfAColumnWithinASnapshot(TestDatabase database) {
        Database db = withReviews(database);
        long id = db.query(Book.class, "title = 'Emma'").one().id;
        for (int i = 0; i < 10; i++) {
            db.useSnapshot(tx -> assertThat(tx.get(Book.class, id).title).isEqualTo("Emma"));
        }
        List<Long> counts = new ArrayList<>();
        String title = db.inSnapshot(tx -> {
            counts.add(tx.query(Review.class, "").count());
            if (counts.size() == 1) {
                database.execute("ALTER TABLE book ALTER COLUMN pages TYPE bigint");
            }
            return tx.get(Book.class, id).title;
        });
        assertThat(title).isEqualTo("Emma");
        assertThat(counts).containsExactly((long) REVIEWS, (long) REVIEWS);
    }

    static class PgClass {
        long id;
        String relname;
    }

    static class PgType {
        long id;
    }

    /** The server looks for a table in {@code pg_catalog} first. */
    @OnEveryEngine(POSTGRES)
    void aClassNamedLikeATableOfTheServersIsRefused(TestDatabase database) {
        for (Class<?> type : List.of(PgClass.class, PgType.class)) {
            assertThat(catchThrowableOfType(SchemaException.class, () -> database.open(Book.class, type)))
                    .hasMessageContaining(type == PgClass.class ? "pg_class" : "pg_type")
                    .hasMessageContaining("rename the class")
                    .extracting(EspalierException::code)
                    .isEqualTo("foreign-tables");
        }
        database.open(Book.class).store(Book.of("Emma"));
        assertThat(catchThrowableOfType(SchemaException.class, () -> database.open(Book.class, PgClass.class))
                        .code())
                .isEqualTo("foreign-tables");
        assertThat(database.open(Book.class).query(Book.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine(POSTGRES)
    void typesAndIndexesNamedLikeATableAreRefused(TestDatabase database) {
        Map<String, String> things = Map.of(
                "CREATE TYPE book AS (a int)", "DROP TYPE book",
                "CREATE TYPE book AS ENUM ('a')", "DROP TYPE book",
                "CREATE DOMAIN book AS int", "DROP DOMAIN book",
                "CREATE SEQUENCE book", "DROP SEQUENCE book",
                "CREATE MATERIALIZED VIEW book AS SELECT 1", "DROP MATERIALIZED VIEW book",
                "CREATE INDEX book ON notes (id)", "DROP INDEX book",
                "CREATE TABLE book (id int) PARTITION BY RANGE (id)", "DROP TABLE book");
        database.execute("CREATE TABLE notes (id int)");
        things.forEach((make, drop) -> {
            database.execute(make);
            assertThat(catchThrowableOfType(EspalierException.class, () -> database.open(Book.class)))
                    .as(make)
                    .hasMessageContaining("book")
                    .extracting(EspalierException::code)
                    .isEqualTo("foreign-tables");
            database.execute(drop);
        });
        database.open(Book.class).store(Book.of("Emma"));
    }

    /** Options of a driver and settings of a session, under which every value comes back and every update is counted. */
    private static final List<String> HARMLESS = List.of(
            "preferQueryMode=simple",
            "preferQueryMode=extendedForPrepared",
            "preferQueryMode=extendedCacheEverything",
            "stringtype=unspecified",
            "autosave=always&cleanupSavepoints=true",
            "binaryTransfer=false",
            "reWriteBatchedInserts=true",
            "prepareThreshold=1&preparedStatementCacheQueries=1",
            "prepareThreshold=0",
            "defaultRowFetchSize=1&adaptiveFetch=true",
            "currentSchema=public",
            "options=-c%20bytea_output=escape%20-c%20DateStyle=SQL,DMY%20-c%20extra_float_digits=0",
            "options=-c%20default_transaction_isolation=serializable%20-c%20default_transaction_deferrable=on",
            "options=-c%20transform_null_equals=on%20-c%20array_nulls=off%20-c%20client_encoding=LATIN1");

    @OnEveryEngine(POSTGRES)
    void optionsOfTheDriverChangeNothing(TestDatabase database) {
        Database plain = database.open(MODEL, database.settings());
        for (String option : Sample.among("PostgreSQL's options", HARMLESS)) {
            String url = with(database, option);
            try (Database byUrl = database.open(MODEL, url);
                    Database bySource = database.open(dataSource(database, url), MODEL)) {
                use(plain, byUrl, "URL " + option);
                use(plain, bySource, "DataSource " + option);
            }
        }
    }

    /** The text of such a deletion ends a snapshot, and the driver may put savepoints around it. */
    @OnEveryEngine(POSTGRES)
    void aDeletionOfWhatWasReadIsDoneInOneAttemptWithEachOption(TestDatabase database) {
        List<String> options = new ArrayList<>(HARMLESS);
        options.add("autosave=always");
        options.add("autosave=conservative");
        options.add("autosave=conservative&cleanupSavepoints=true");
        for (String option : options) {
            try (Database db = database.open(MODEL, with(database, option))) {
                for (int i = 0; i < 3; i++) {
                    Author author = Author.of(option, Book.of("Emma"));
                    db.store(author);
                    int[] attempts = new int[1];
                    db.useTransaction(tx -> {
                        attempts[0]++;
                        tx.delete(tx.get(Author.class, author.id));
                    });
                    assertThat(db.query(Author.class, "").count()).as(option).isZero();
                    assertThat(attempts[0]).as(option).isOne();
                }
            }
        }
    }

    private static void use(Database plain, Database db, String how) {
        Author author = Author.of(how + " \\ 'q' \u017b", Book.of("Emma"), Book.of(""));
        author.byTitle.put("x", author.books.get(0));
        db.store(author);
        db.store(author);
        db.overwrite(author); // nothing of the row but its version changes
        try (BulkWriter bulk = db.bulkWriter()) {
            for (int i = 0; i < 20; i++) {
                bulk.store(Author.of(how, Book.of("bulk " + i)));
            }
        }
        Author found = db.get(Author.class, author.id);
        found.books.get(0).pages = 5;
        found.books.remove(1);
        db.store(found);
        db.useTransaction(tx -> {
            Book book = tx.get(Book.class, found.books.get(0).id);
            book.pages++;
            tx.store(book);
        });
        List<String> names = new ArrayList<>(
                IntStream.range(0, 70_000).mapToObj(i -> "none " + i).toList());
        names.add(author.name);
        for (Database reader : List.of(plain, db)) {
            // Many values are about the options of their own connection.
            assertThat(reader.query(Author.class, "name IN (:names)")
                            .with("names", reader == db ? names : List.of(author.name))
                            .list())
                    .as(how)
                    .singleElement()
                    .satisfies(one -> {
                        assertThat(one.name).isEqualTo(author.name);
                        assertThat(one.books)
                                .singleElement()
                                .satisfies(book -> assertThat(book.pages).isEqualTo(6));
                        assertThat(one.byTitle).containsOnlyKeys("x");
                    });
            assertThat(reader.query(Author.class, "name = :name")
                            .with("name", how)
                            .count())
                    .as(how)
                    .isEqualTo(20);
        }
        assertThat(Health.of(db).verify().findings()).as(how).isEmpty();
    }
}
