package dev.espalier.contract.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** What keeps a bulk load and other programs apart: programs that open the database, undo dead loads, or repair. */
@EngineIndependent
class BulkFencesContractTest {

    private static List<Author> authors(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> Author.of("author " + i, Book.of("book " + i)))
                .toList();
    }

    private static String codeOf(Runnable call) {
        return catchThrowable(call::run) instanceof EspalierException e ? e.code() : "none";
    }

    /** As many connections as a load wants. */
    private static DataSource unpooled(Faults faults, TestDatabase database) {
        return Proxied.source(() -> faults.connection(database.connect()));
    }

    private static String count(TestDatabase database, String table) {
        return database.rows("SELECT COUNT(*) FROM " + table).get(0);
    }

    private static void assertNothingIsThere(TestDatabase database) {
        for (String table : List.of("author", "book", "author_books", "espalier_loads")) {
            assertThat(count(database, table)).as(table).isEqualTo("0");
        }
    }

    /** The rows of a load whose process has died, in three blocks. */
    private static void leaveADeadLoad(TestDatabase database) {
        try (Database db = database.open(Author.class)) {
            db.storeAll(authors(0, 300));
        }
        long most = Long.parseLong(database.rows("SELECT MAX(id) FROM book").get(0));
        long third = most / 3;
        for (long[] block : new long[][] {{1, third}, {third + 1, third}, {2 * third + 1, most - 2 * third}}) {
            database.execute(
                    "INSERT INTO espalier_loads VALUES (" + block[0] + ", " + block[1] + ", 'a dead load', 'load', 1)");
        }
    }

    @OnEveryEngine
    void openingDuringALoadLeavesTheIndexesToTheLoad(TestDatabase database) {
        Database db = database.open(Author.class);
        List<String> before = BulkContractTest.indexes(database);
        try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER)) {
            bulk.storeAll(authors(0, 500));
            List<String> during = BulkContractTest.indexes(database);
            database.open(Author.class);
            assertThat(BulkContractTest.indexes(database)).isEqualTo(during);
        }
        assertThat(count(database, "author")).isEqualTo("500");
        assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void blocksOfALoadSayWhetherItBuildsIndexes(TestDatabase database) {
        Database db = database.open(Author.class);
        String purposes = "SELECT DISTINCT purpose FROM espalier_loads";
        try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER)) {
            bulk.storeAll(authors(0, 10));
            assertThat(database.rows(purposes)).containsExactly("index");
        }
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.storeAll(authors(0, 10));
            assertThat(database.rows(purposes)).containsExactly("load");
        }
        assertThat(count(database, "espalier_loads")).isEqualTo("0");
    }

    @OnEveryEngine
    void secondLoadDuringALoadRunsWithoutIndexesToo(TestDatabase database) {
        Database db = database.open(Author.class);
        List<String> before = BulkContractTest.indexes(database);
        BulkWriter first = db.bulkWriter(BulkWriter.Indexes.AFTER);
        first.storeAll(authors(0, 10));
        BulkWriter second = database.open(Author.class).bulkWriter(BulkWriter.Indexes.AFTER);
        second.storeAll(authors(10, 20));
        second.close();
        first.close();
        assertThat(count(database, "author")).isEqualTo("20");
        assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void loadSucceedsWithAnExistingIndex(TestDatabase database) {
        Database db = database.open(Author.class);
        List<String> before = BulkContractTest.indexes(database);
        try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER)) {
            bulk.storeAll(authors(0, 10));
            database.execute("CREATE INDEX ix_book_pages ON book (pages)");
        }
        assertThat(count(database, "author")).isEqualTo("10");
        assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void programWithFewerClassesBuildsTheIndexesOfADeadLoad(TestDatabase database) {
        leaveADeadLoad(database);
        List<String> before = BulkContractTest.indexes(database);
        database.execute("DROP INDEX ix_author_name" + (database.engine().isMySqlFamily() ? " ON author" : ""));
        database.open(Book.class);
        assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void expiredLoadFailsAndLeavesNothing(TestDatabase database) {
        Database db = database.open(Author.class);
        BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.BEFORE);
        bulk.storeAll(authors(0, 3_000));
        database.execute("UPDATE espalier_loads SET touched = 1");
        database.open(Author.class);
        Throwable ignored = catchThrowable(() -> bulk.storeAll(authors(3_000, 20_000)));
        assertThat(codeOf(bulk::close)).isEqualTo("load-lost");
        assertNothingIsThere(database);
    }

    @OnEveryEngine
    void loadThatExpiresBeforeItsEndFails(TestDatabase database) {
        Database db = database.open(Author.class);
        BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER);
        List<String> during = BulkContractTest.indexes(database);
        database.execute("UPDATE espalier_loads SET touched = 1");
        database.open(Author.class);
        List<String> before = BulkContractTest.indexes(database);
        assertThat(before).as("with the indexes that the load has dropped").hasSizeGreaterThan(during.size());
        assertThat(codeOf(bulk::close)).isEqualTo("load-lost");
        assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
        assertNothingIsThere(database);
    }

    @OnEveryEngine
    void liveLoadIsLeftAlone(TestDatabase database) {
        Database db = database.open(Author.class);
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.storeAll(authors(0, 3_000));
            database.open(Author.class);
            bulk.storeAll(authors(3_000, 6_000));
        }
        assertThat(count(database, "author")).isEqualTo("6000");
        assertThat(count(database, "espalier_loads")).isEqualTo("0");
    }

    @OnEveryEngine
    void programWithFewerClassesUndoesTheWholeLoad(TestDatabase database) {
        leaveADeadLoad(database);
        database.open(Book.class);
        assertNothingIsThere(database);
    }

    @OnEveryEngine
    void twoProgramsUndoOneDeadLoadConcurrently(TestDatabase database) throws Exception {
        leaveADeadLoad(database);
        CyclicBarrier together = new CyclicBarrier(2);
        Callable<Database> opening = () -> {
            together.await();
            return Database.open(database.url(), Model.of(Author.class), database.settings());
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Database> first = threads.submit(opening);
            Future<Database> second = threads.submit(opening);
            try (Database one = first.get();
                    Database other = second.get()) {
                assertNothingIsThere(database);
            }
        } finally {
            threads.shutdown();
        }
    }

    @OnEveryEngine
    void nextOpeningFinishesAnIncompleteUndo(TestDatabase database) {
        leaveADeadLoad(database);
        database.execute(
                "UPDATE espalier_loads SET touched = 0",
                "DELETE FROM author WHERE id < 100",
                "DELETE FROM espalier_loads WHERE first > 1 AND first < 300");
        database.execute("DELETE FROM book WHERE id BETWEEN 150 AND 400");
        List<String> left = database.rows("SELECT first, count FROM espalier_loads ORDER BY first"
                .replace("first", database.quote("first"))
                .replace("count", database.quote("count")));
        database.open(Author.class);
        for (String block : left) {
            long first = Long.parseLong(block.substring(0, block.indexOf('|')));
            long last = first + Long.parseLong(block.substring(block.indexOf('|') + 1)) - 1;
            assertThat(database.rows("SELECT id FROM book WHERE id BETWEEN " + first + " AND " + last))
                    .isEmpty();
            assertThat(database.rows("SELECT id FROM author WHERE id BETWEEN " + first + " AND " + last))
                    .isEmpty();
        }
        assertThat(count(database, "espalier_loads")).isEqualTo("0");
    }

    @OnEveryEngine
    void interruptInCloseLeavesNothing(TestDatabase database) {
        Database db = database.open(Author.class);
        List<String> before = BulkContractTest.indexes(database);
        BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER);
        bulk.storeAll(authors(0, 20_000));
        Thread.currentThread().interrupt();
        String code = codeOf(bulk::close);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(code).isEqualTo("load-interrupted");
        assertNothingIsThere(database);
        assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
    }

    @OnEveryEngine
    @AlsoOnTiDb("an index build is a task of the server, which goes on when its client is gone")
    void interruptDuringTheIndexBuildLeavesNothing(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(unpooled(faults, database), Model.of(Author.class))) {
            List<String> before = BulkContractTest.indexes(database);
            BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER);
            bulk.storeAll(authors(0, 100));
            Thread closing = Thread.currentThread();
            faults.during("ANALYZE", closing::interrupt);
            String code = codeOf(bulk::close);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(code).isEqualTo("load-interrupted");
            assertNothingIsThere(database);
            assertThat(BulkContractTest.indexes(database)).isEqualTo(before);
        }
    }

    /** On SQLite the whole file is locked meanwhile. */
    @OnEveryEngine
    void loadIsRefusedDuringARepair(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            Author author = Author.of("Austen");
            db.store(author);
            database.execute("UPDATE author SET master_id = 77");
            Database other =
                    database.open(Model.of(Author.class), database.settings().lockWait(Duration.ofSeconds(1)));
            List<String> codes = new ArrayList<>();
            faults.during(
                    "UPDATE " + database.quote("author"),
                    () -> codes.add(Background.call(() -> codeOf(() -> {
                                try (BulkWriter bulk = other.bulkWriter(BulkWriter.Indexes.BEFORE)) {
                                    bulk.store(Author.of("Brontë"));
                                }
                            }))
                            .join()));
            assertThat(Health.of(db).repair()).hasToString("clean");
            assertThat(codes).containsExactly("lock-timeout");
            assertThat(database.rows("SELECT name FROM author")).containsExactly("Austen");
            try (BulkWriter bulk = database.open(Author.class).bulkWriter(BulkWriter.Indexes.BEFORE)) {
                bulk.store(Author.of("Brontë"));
            }
            assertThat(count(database, "author")).isEqualTo("2");
        }
    }

    @OnEveryEngine
    void repairIsRefusedDuringALoad(TestDatabase database) {
        Database db = database.open(Author.class);
        Database other = database.open(Author.class);
        BulkWriter bulk = db.bulkWriter();
        assertThat(codeOf(() -> Health.of(other).repair())).isEqualTo("load-running");
        bulk.close();
        assertThat(Health.of(other).repair()).hasToString("clean");
    }

    @OnEveryEngine
    void repairUndoesADeadLoad(TestDatabase database) {
        Database db = database.open(Author.class);
        Database other = database.open(Author.class);
        BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.BEFORE);
        bulk.storeAll(authors(0, 3_000));
        database.execute("UPDATE espalier_loads SET touched = 1");
        assertThat(Health.of(other).repair()).hasToString("clean");
        Throwable ignored = catchThrowable(() -> bulk.storeAll(authors(3_000, 6_000)));
        assertThat(codeOf(bulk::close)).isEqualTo("load-lost");
        assertNothingIsThere(database);
    }
}
