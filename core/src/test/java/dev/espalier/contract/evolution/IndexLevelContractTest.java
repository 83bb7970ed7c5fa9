package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.evolution.StoredClass;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** The index level of a database with objects changes while programs go on. */
public class IndexLevelContractTest {

    static class Book {
        long id;
        String title;

        @Index
        int year;

        Author author;
        List<String> words = new ArrayList<>();
    }

    static class Author {
        long id;
        String name;
    }

    static class Newer {
        @Was("Book")
        static class Book {
            long id;

            @Index
            String title;

            @Index
            int year;
        }
    }

    public static final Model MODEL = Model.of(Book.class);

    /** Makes a database with objects and few indexes. */
    public static void fill(TestDatabase database) {
        try (Database db =
                Database.open(database.url(), MODEL, database.settings().indexes(IndexLevel.NONE))) {
            db.storeAll(List.of(book("a"), book("b")));
        }
    }

    private static Book book(String title) {
        Book book = new Book();
        book.title = title;
        book.author = new Author();
        book.author.name = "of " + title;
        book.words.add("word");
        return book;
    }

    /** That the database has the indexes of a level and no others, and fits the model. */
    public static void assertThatItHas(IndexLevel level, TestDatabase database) {
        assertThat(indexes(database))
                .isEqualTo(
                        switch (level) {
                            case NONE -> List.of("ix_book_year");
                            case VALUES ->
                                List.of("ix_author_name", "ix_book_title", "ix_book_words_value", "ix_book_year");
                            case RELATIONS -> List.of("ix_book_author_id", "ix_book_year");
                            case BOTH ->
                                List.of(
                                        "ix_author_name",
                                        "ix_book_author_id",
                                        "ix_book_title",
                                        "ix_book_words_value",
                                        "ix_book_year");
                        });
        assertThat(database.rows("SELECT name FROM espalier_meta WHERE state = 'drop'"))
                .isEmpty();
        assertThat(SchemaAdmin.at(database.url(), database.settings().indexes(level))
                        .plan(MODEL)
                        .steps())
                .isEmpty();
        try (Database db =
                Database.open(database.url(), MODEL, database.settings().indexes(level))) {
            assertThat(db.query(Book.class, "title = 'a', author.name = 'of a', words = 'word'")
                            .count())
                    .isEqualTo(1);
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    /** The indexes of the library, in small letters. */
    public static List<String> indexes(TestDatabase database) {
        String query = switch (database.engine()) {
            case SQLITE -> "SELECT name FROM sqlite_master WHERE type = 'index'";
            case POSTGRES ->
                "SELECT relname FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE relnamespace = CAST(current_schema() AS regnamespace) AND indisvalid";
            case H2 -> "SELECT INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES";
            case DUCKDB -> "SELECT index_name FROM duckdb_indexes()";
            default -> "SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema = DATABASE()";
        };
        return database.rows(query).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> name.startsWith("ix_"))
                .sorted()
                .toList();
    }

    @OnEveryEngine
    void aSchemaIsChangedThroughConnectionsOfTheCallers(TestDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(2);
        try (HikariDataSource source = new HikariDataSource(config)) {
            SchemaAdmin schema = SchemaAdmin.at(source, database.settings());
            refused(schema::classes, "no-model", "no objects are kept there");
            assertThat(schema.plan(MODEL).steps()).isNotEmpty();
            fill(database);
            assertThat(schema.plan(MODEL).steps()).isEmpty();
            schema.indexes(IndexLevel.VALUES);
            assertThatItHas(IndexLevel.VALUES, database);
            assertThat(schema.classes()).extracting(StoredClass::name).contains("Author", "Book");
            assertThat(schema.finish(Model.of(Book.class)).steps()).isEmpty();
            assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
            assertThat(source.isClosed()).isFalse();
        }
    }

    @OnEveryEngine
    void aLevelChangesThereAndBack(TestDatabase database) {
        fill(database);
        Database other = database.open(MODEL, database.settings());
        try (Database db = database.openCatalog()) {
            for (IndexLevel level : List.of(
                    IndexLevel.BOTH, IndexLevel.VALUES, IndexLevel.VALUES, IndexLevel.RELATIONS, IndexLevel.NONE)) {
                SchemaAdmin.of(db).indexes(level);
                assertThatItHas(level, database);
                assertThat(db.nodes()
                                .query("Book", "title = 'b', author.name = 'of b'")
                                .count())
                        .isEqualTo(1);
                assertThat(other.query(Book.class, "title = 'b', author.name = 'of b'")
                                .count())
                        .isEqualTo(1);
                other.store(book("c"));
            }
        }
        refused(() -> database.open(MODEL, database.settings().indexes(IndexLevel.BOTH)), "index-level", "has none");
    }

    @OnEveryEngine
    void anIndexThatWasBuiltByHandStays(TestDatabase database) {
        fill(database);
        database.execute(
                "CREATE INDEX by_hand ON book (" + database.quote("year") + ")",
                "CREATE INDEX ix_book_author_id ON book (author_id)");
        try (Database db = database.open(MODEL, database.settings())) {
            SchemaAdmin.of(db).indexes(IndexLevel.NONE);
            assertThat(indexes(database)).containsExactly("ix_book_author_id", "ix_book_year");
            SchemaAdmin.of(db).indexes(IndexLevel.BOTH);
        }
        assertThatItHas(IndexLevel.BOTH, database);
        database.execute("DROP INDEX by_hand" + (database.engine().isMySqlFamily() ? " ON book" : ""));
    }

    @OnEveryEngine
    void aBulkLoadOfAnotherProgramKeepsTheNewLevel(TestDatabase database) {
        fill(database);
        try (Database other = database.open(MODEL, database.settings());
                Database db = database.open(MODEL, database.settings())) {
            SchemaAdmin.of(db).indexes(IndexLevel.BOTH);
            try (BulkWriter writer = other.bulkWriter(BulkWriter.Indexes.AFTER)) {
                refused(
                        () -> SchemaAdmin.of(db).indexes(IndexLevel.NONE),
                        "load-running",
                        "change the index level when it has ended");
                writer.store(book("d"));
            }
            assertThatItHas(IndexLevel.BOTH, database);
            SchemaAdmin.of(db).indexes(IndexLevel.VALUES);
            try (BulkWriter writer = other.bulkWriter(BulkWriter.Indexes.AFTER)) {
                writer.store(book("e"));
            }
        }
        assertThatItHas(IndexLevel.VALUES, database);
    }

    @OnEveryEngine
    @AlsoOnTiDb("an index is built in steps beside writers")
    void writersGoOnWhileALevelChanges(TestDatabase database) throws Exception {
        fill(database);
        Database writer = database.open(MODEL, database.settings());
        writer.storeAll(java.util.stream.IntStream.range(0, 2_000)
                .mapToObj(i -> book("t" + i))
                .toList());
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger stored = new AtomicInteger();
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        CountDownLatch warm = new CountDownLatch(20);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Thread thread = new Thread(() -> {
                Throwable failed = catchThrowable(() -> {
                    while (!isOver.get()) {
                        writer.useTransaction(tx -> {
                            Book book = book("w");
                            tx.store(book);
                            book.year = 7;
                            tx.store(book);
                        });
                        stored.incrementAndGet();
                        warm.countDown();
                    }
                });
                if (failed != null) {
                    errors.add(failed);
                    for (int i = 0; i < 20; i++) {
                        warm.countDown();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        warm.await();
        try (Database db = database.openCatalog()) {
            for (IndexLevel level : List.of(IndexLevel.BOTH, IndexLevel.NONE, IndexLevel.BOTH)) {
                SchemaAdmin.of(db).indexes(level);
            }
        }
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(errors).isEmpty();
        assertThat(writer.query(Book.class, "title = 'w', year = 7").count()).isEqualTo(stored.get());
        assertThatItHas(IndexLevel.BOTH, database);
    }

    @OnEveryEngine
    void twoProgramsChangeTheLevelAtOnce(TestDatabase database) throws Exception {
        fill(database);
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (IndexLevel level : List.of(IndexLevel.BOTH, IndexLevel.VALUES)) {
            Database db = database.open(MODEL, database.settings());
            Thread thread = new Thread(() -> {
                Throwable failed = catchThrowable(() -> SchemaAdmin.of(db).indexes(level));
                if (failed != null) {
                    errors.add(failed);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(errors).isEmpty();
        String level = database.rows("SELECT value FROM espalier_meta WHERE name = 'indexes'")
                .get(0);
        assertThatItHas(IndexLevel.valueOf(level.toUpperCase(Locale.ROOT)), database);
    }

    /** MariaDB lacks a table in its list for a moment while another program replaces the table's definition. */
    @OnEveryEngine({MYSQL, MARIADB, TIDB})
    void aTableThatIsNotListedForAMomentIsNotMissing(TestDatabase database) {
        fill(database);
        AtomicInteger lists = new AtomicInteger();
        DataSource forgetful = Proxied.source(() -> forgetful(database.connect(), lists));
        try (Database db = database.open(forgetful, MODEL)) {
            assertThat(lists.get()).as("lists that were read").isPositive();
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }

    /** A connection whose first two lists of tables have another name in place of {@code author}. */
    private static Connection forgetful(Connection connection, AtomicInteger lists) {
        return proxy(
                Connection.class,
                connection,
                (get, metaData) -> !(metaData instanceof DatabaseMetaData)
                        ? metaData
                        : proxy(
                                DatabaseMetaData.class,
                                metaData,
                                (ask, list) -> !ask.equals("getTables") || lists.incrementAndGet() > 2
                                        ? list
                                        : proxy(
                                                ResultSet.class,
                                                list,
                                                (read, value) -> "author".equals(value) ? "another" : value)));
    }

    private interface Changed {
        Object result(String method, Object result) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Object of, Changed changed) {
        return Proxied.of(type, call -> changed.result(call.name(), call.on(of)));
    }

    @OnEveryEngine
    @AlsoOnTiDb("it builds indexes beside writers without ALGORITHM and LOCK, and guesses until ANALYZE")
    void anOpeningBuildsAnIndexOfATableWithRowsBesideWriters(TestDatabase database) {
        fill(database);
        Model newer = Model.of(Newer.Book.class);
        SchemaPlan.Step step = SchemaAdmin.at(database.url(), database.settings())
                .plan(newer)
                .steps()
                .get(0);
        assertThat(step.description()).isEqualTo("index book.ix_book_title");
        assertThat(step.cost())
                .isEqualTo(database.engine().isServer() ? SchemaPlan.Cost.ONLINE : SchemaPlan.Cost.BLOCKING);
        if (database.engine() == Engine.POSTGRES) {
            assertThat(step.statements()).singleElement().asString().contains("CONCURRENTLY");
            // What a program leaves that dies while it builds: the index stands, and is not valid.
            assertThat(catchThrowable(
                            () -> database.execute("CREATE UNIQUE INDEX CONCURRENTLY ix_book_title ON book ((1))")))
                    .isNotNull();
            assertThat(indexes(database)).doesNotContain("ix_book_title");
        }
        try (Database db = database.open(newer, database.settings())) {
            assertThat(db.query(Newer.Book.class, "title = 'a'").count()).isEqualTo(1);
            assertThat(indexes(database)).contains("ix_book_title");
            assertThat(Health.of(db).verify().findings()).isEmpty();
        }
    }
}
