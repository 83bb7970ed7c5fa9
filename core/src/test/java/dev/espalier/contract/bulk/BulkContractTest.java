package dev.espalier.contract.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Loading from many threads. */
public class BulkContractTest {

    private static final int THREADS = 20;

    @OnEveryEngine
    @AlsoOnTiDb("LOAD DATA is its own")
    void twentyThreadsWithOverlappingGraphsStoreEachObjectOnce(TestDatabase database) throws Exception {
        List<Book> books =
                IntStream.range(0, 200).mapToObj(i -> Book.of("book " + i)).toList();
        List<Author> authors = IntStream.range(0, 400)
                .mapToObj(i -> Author.of("author " + i, books.get(i % 200), books.get((i * 7) % 200)))
                .toList();
        authors.forEach(author -> author.friends.add(authors.get((authors.indexOf(author) * 31 + 1) % 400)));
        Database db = database.open(Author.class);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (BulkWriter bulk = db.bulkWriter()) {
            List<Future<?>> parts = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int from = thread * 17;
                parts.add(threads.submit(
                        () -> IntStream.range(from, from + 60).forEach(i -> bulk.store(authors.get(i % 400)))));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(database.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM author"))
                .containsExactly("400|400");
        assertThat(database.rows("SELECT COUNT(*), COUNT(DISTINCT id), COUNT(DISTINCT title) FROM book"))
                .containsExactly("200|200|200");
        assertThat(Graphs.difference(authors.get(0), db.get(Author.class, authors.get(0).id)))
                .isNull();
        assertThat(db.query(Author.class, "books.title = 'book 7'").count())
                .isEqualTo(authors.stream()
                        .filter(author -> author.books.contains(books.get(7)))
                        .count());
    }

    @OnEveryEngine
    void secondThreadThatClosesWaitsForTheFirst(TestDatabase database) throws Exception {
        Database db = database.open(Book.class);
        BulkWriter bulk = loaded(db);
        List<Long> found = inTwoThreads(() -> {
            bulk.close();
            return db.query(Book.class, "").count();
        });
        assertThat(found).containsExactly(5_000L, 5_000L);
        bulk.close();
    }

    /** A thread that closes after the load has ended gets no error, so that only one of the two surely gets one. */
    @OnEveryEngine
    void threadsThatCloseACancelledLoadReturnWhenItIsUndone(TestDatabase database) throws Exception {
        Database db = database.open(Book.class);
        BulkWriter bulk = loaded(db);
        bulk.cancel();
        List<Boolean> areTold = inTwoThreads(() -> {
            EspalierException refusal = catchThrowableOfType(EspalierException.class, bulk::close);
            assertThat(db.query(Book.class, "").count()).isZero();
            return refusal != null && refusal.code().equals("cancelled");
        });
        assertThat(areTold).contains(true);
    }

    private static BulkWriter loaded(Database db) {
        BulkWriter bulk = db.bulkWriter();
        bulk.storeAll(
                IntStream.range(0, 5_000).mapToObj(i -> Book.of("book " + i)).toList());
        return bulk;
    }

    /** Has two threads do the same at the same time, and returns what each of them found. */
    private static <T> List<T> inTwoThreads(Callable<T> work) throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Callable<T> together = () -> {
            both.await();
            return work.call();
        };
        try {
            List<T> found = new ArrayList<>();
            for (Future<T> thread : threads.invokeAll(List.of(together, together))) {
                found.add(thread.get());
            }
            return found;
        } finally {
            threads.shutdown();
        }
    }

    /** Its object has an id already. */
    @OnEveryEngine
    void storingAnObjectOfAnOpenLoadNamesTheLoad(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = Book.of("Emma");
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(emma);
            EspalierException refusal = catchThrowableOfType(EspalierException.class, () -> db.store(emma));
            assertThat(refusal.code()).isEqualTo("not-found");
            assertThat(refusal).hasMessageContaining("a bulk load that is not closed yet has it; close that load");
        }
        emma.pages = 7;
        db.store(emma);
    }

    @OnEveryEngine
    void loadedObjectsCanBeStoredAndReferredToAfterwards(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(author);
        }
        author.name = "Jane Austen";
        Author pupil = Author.of("pupil", author.books.get(0));
        db.storeAll(List.of(author, pupil));
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(Author.of("third", author.books.get(0)));
        }
        assertThat(database.rows("SELECT name FROM author ORDER BY name"))
                .containsExactly("Jane Austen", "pupil", "third");
        assertThat(database.rows("SELECT title FROM book")).containsExactly("Emma");
        assertThat(db.query(Author.class, "books.title = 'Emma'").count()).isEqualTo(3);
    }

    @OnEveryEngine
    @AlsoOnTiDb("LOAD DATA is its own, and warns of no row that it skips")
    void aFailedLoadLeavesNothing(TestDatabase database) {
        Database db = database.open(Member.class);
        db.store(Member.of("there before"));
        BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.BEFORE);
        Throwable storing = catchThrowable(() -> {
            for (int i = 0; i < 3_000; i++) {
                bulk.store(Member.of("card " + i % 2_000));
            }
        });
        EspalierException closing = catchThrowableOfType(EspalierException.class, bulk::close);

        assertThat(closing == null ? storing : closing)
                .isInstanceOf(EspalierException.class)
                .extracting(e -> ((EspalierException) e).code())
                .isEqualTo("not-unique");
        assertThat(closing)
                .hasMessage(
                        "a new Member.card: found 'card 0', which another new Member of the same call has already; the field is unique");
        assertThat(database.rows("SELECT card FROM member")).containsExactly("there before");
        db.store(Member.of("card 1"));
    }

    @OnEveryEngine
    @AlsoOnTiDb("LOAD DATA is its own, and warns of no row that it skips")
    void uniqueValueFromBeforeTheLoadIsNamed(TestDatabase database) {
        Database db = database.open(Member.class);
        Member before = Member.of("card 700");
        db.store(before);
        BulkWriter bulk = db.bulkWriter();
        List<Member> members =
                IntStream.range(0, 1_000).mapToObj(i -> Member.of("card " + i)).toList();
        Throwable ignored = catchThrowable(() -> bulk.storeAll(members));
        EspalierException closing = catchThrowableOfType(EspalierException.class, bulk::close);
        assertThat(closing)
                .hasMessage("a new Member.card: found 'card 700', which Member " + before.id
                        + " has already; the field is unique");
        assertThat(closing.code()).isEqualTo("not-unique");
        assertThat(database.rows("SELECT card FROM member")).containsExactly("card 700");
    }

    /** A load does not look for objects that this program has stored: what another program has deleted is found by a check of the database. */
    @OnEveryEngine
    void verifyFindsAReferenceToADeletedObject(TestDatabase database) {
        Database db = database.open(Author.class);
        Book emma = Book.of("Emma");
        db.store(emma);
        try (Database other = database.open(Author.class)) {
            other.delete(other.get(Book.class, emma.id));
        }
        Author author = Author.of("Austen", emma, Book.of("Persuasion"));
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(author);
        }
        assertThat(Health.of(db).verify().isClean()).isFalse();
        Health.of(db).repair();
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
        assertThat(db.get(Author.class, author.id).books)
                .extracting(book -> book.title)
                .containsExactly("Persuasion");
    }

    @OnEveryEngine
    void cancelledLoadLeavesNoRowsAndAllIndexes(TestDatabase database) {
        Database db = database.open(Author.class);
        List<String> before = indexes(database);
        BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER);
        bulk.storeAll(IntStream.range(0, 500)
                .mapToObj(i -> Author.of("a" + i, Book.of("b")))
                .toList());
        bulk.cancel();
        assertThat(catchThrowable(bulk::close)).isInstanceOf(EspalierException.class);
        assertThat(database.rows("SELECT COUNT(*) FROM author")).containsExactly("0");
        assertThat(database.rows("SELECT COUNT(*) FROM author_books")).containsExactly("0");
        assertThat(indexes(database)).isEqualTo(before);
    }

    @OnEveryEngine
    void invalidObjectIsNamedAndFailsTheLoad(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("half a pair: \ud800", Book.of("Emma"));
        BulkWriter bulk = db.bulkWriter();
        EspalierException thrown = catchThrowableOfType(EspalierException.class, () -> bulk.store(author));
        assertThat(thrown)
                .hasMessageContaining("Author")
                .hasMessageContaining("name")
                .hasMessageContaining("U+D800");
        assertThat(catchThrowable(bulk::close)).isInstanceOf(EspalierException.class);
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
    }

    @OnEveryEngine
    void eachIndexLevelBuildsItsIndexesAndNoOthers(TestDatabase database) {
        for (IndexLevel level : IndexLevel.values()) {
            database.clear();
            Database db = database.open(
                    Model.of(Author.class, Member.class), database.settings().indexes(level));
            List<String> expected = new ArrayList<>(
                    List.of("member.ux_member_borrowed_id", "member.ux_member_card", "member.ix_member_name"));
            if (level == IndexLevel.VALUES || level == IndexLevel.BOTH) {
                expected.addAll(List.of(
                        "author.ix_author_name",
                        "book.ix_book_title",
                        "book.ix_book_pages",
                        "member.ix_member_note",
                        "member.ix_member_born",
                        "author_by_title.ix_author_by_title_key"));
            }
            if (level == IndexLevel.RELATIONS || level == IndexLevel.BOTH) {
                expected.addAll(List.of(
                        "author.ix_author_master_id",
                        "author_books.ix_author_books_target",
                        "author_friends.ix_author_friends_target",
                        "author_by_title.ix_author_by_title_target"));
            }
            assertThat(indexes(database)).as(level.toString()).containsExactlyInAnyOrderElementsOf(expected);
            try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER)) {
                bulk.store(Author.of("Austen", Book.of("Emma")));
            }
            assertThat(indexes(database)).as("after a load").containsExactlyInAnyOrderElementsOf(expected);
            db.close();
        }
    }

    /** Those of the model's tables, but primary keys. */
    public static List<String> indexes(TestDatabase database) {
        String query = switch (database.engine()) {
            case SQLITE -> "SELECT tbl_name || '.' || name FROM sqlite_master WHERE type = 'index'";
            case H2 -> "SELECT TABLE_NAME || '.' || INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES";
            case DUCKDB -> "SELECT table_name || '.' || index_name FROM duckdb_indexes()";
            case POSTGRES -> "SELECT tablename || '.' || indexname FROM pg_indexes WHERE schemaname = current_schema()";
            case MYSQL, MARIADB, TIDB ->
                "SELECT DISTINCT CONCAT(table_name, '.', index_name) FROM information_schema.statistics WHERE table_schema = DATABASE()";
        };
        return database.rows(query).stream()
                .filter(name -> name.contains(".ix_") || name.contains(".ux_"))
                .sorted()
                .toList();
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void aServerThatRefusesLocalFilesIsLoadedByTheNextRoad(TestDatabase database) {
        List<Values> values = new ArrayList<>(Values.texts());
        values.add(Values.greatest());
        // What a server with local_infile=OFF answers:
        // https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
        StatementLog log = new StatementLog(database)
                .refusingLocalFiles(new SQLException("Loading local data is disabled", "42000", 3948));
        Database db = database.open(log.source(), Model.of(Values.class));
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.storeAll(values);
        }
        assertThat(log.writes())
                .allMatch(sql -> !sql.startsWith("LOAD"))
                .anyMatch(sql -> sql.startsWith("INSERT INTO `values`"));
        assertThat(Graphs.difference(values, db.query(Values.class, "").list())).isNull();
    }
}
