package dev.espalier.contract.transaction;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.health.Health;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Whichever of a call's statements fails, and however: the call is done once, or not at all and its objects are what they were. What can be
 * cured never reaches the caller.
 */
class FaultContractTest {

    private static final int MOST_STATEMENTS = 100;

    /** What is tried, on objects of its own each time. */
    private interface Trial {

        /** Puts objects into the database. */
        void prepare(Database db, int number);

        /** The call that meets the fault. */
        void run(Database db);

        /** That it was done, by the database and by the objects, or not at all; then does it again and looks once more. */
        void check(Database db, TestDatabase database, boolean isDone);
    }

    @OnEveryEngine
    void faultsStoreNewObjectsOnceOrNotAtAll(TestDatabase database) throws Exception {
        fail(database, "store new objects", new Trial() {
            private Author author;

            @Override
            public void prepare(Database db, int number) {
                author = Author.of("new " + number, Book.of("a" + number), Book.of("b" + number));
                author.friends.add(Author.of("friend of new " + number));
            }

            @Override
            public void run(Database db) {
                db.store(author);
            }

            @Override
            public void check(Database db, TestDatabase database, boolean isDone) {
                assertThat(author.id > 0).isEqualTo(isDone);
                assertThat(author.books).extracting(book -> book.id > 0).containsOnly(isDone);
                assertThat(database.rows("SELECT name FROM author WHERE name = '" + author.name + "'"))
                        .hasSize(isDone ? 1 : 0);
                db.store(author);
                assertThat(database.rows("SELECT " + database.quote("_version") + " FROM author WHERE name = '"
                                + author.name + "'"))
                        .containsExactly("0");
                assertThat(database.rows("SELECT 1 FROM author_books WHERE owner = " + author.id))
                        .hasSize(2);
                assertThat(database.rows("SELECT 1 FROM author_friends WHERE owner = " + author.id))
                        .hasSize(1);
            }
        });
    }

    @OnEveryEngine
    void faultsStoreChangedObjectsOnceOrNotAtAll(TestDatabase database) throws Exception {
        fail(database, "store changed objects", new Trial() {
            private Author author;

            @Override
            public void prepare(Database db, int number) {
                author = Author.of("old", Book.of("a"), Book.of("b"), Book.of("c"));
                db.store(author);
            }

            @Override
            public void run(Database db) {
                author.name = "changed";
                author.books.remove(0);
                author.books.get(0).pages++;
                author.books.add(Book.of("d"));
                db.store(author);
            }

            @Override
            public void check(Database db, TestDatabase database, boolean isDone) {
                String row = "SELECT " + database.quote("_version") + ", name FROM author WHERE id = " + author.id;
                assertThat(database.rows(row)).containsExactly(isDone ? "1|changed" : "0|old");
                assertThat(author.books.get(2).id > 0).isEqualTo(isDone);
                db.store(author);
                assertThat(database.rows(row)).containsExactly("1|changed");
                assertThat(db.get(Author.class, author.id).books)
                        .extracting(book -> book.title)
                        .containsExactly("b", "c", "d");
                author.name = "changed again";
                db.store(author);
            }
        });
    }

    @OnEveryEngine
    void faultsDeleteObjectsOnceOrNotAtAll(TestDatabase database) throws Exception {
        fail(database, "delete objects", new Trial() {
            private Author author;
            private Book book;
            private long id;

            @Override
            public void prepare(Database db, int number) {
                author = Author.of("author", Book.of("a"), Book.of("b"));
                book = author.books.get(0);
                author.byTitle.put("a", book);
                db.store(author);
                id = book.id;
            }

            @Override
            public void run(Database db) {
                db.delete(book);
            }

            @Override
            public void check(Database db, TestDatabase database, boolean isDone) {
                assertThat(book.id).isEqualTo(isDone ? 0 : id);
                assertThat(database.rows("SELECT 1 FROM book WHERE id = " + id)).hasSize(isDone ? 0 : 1);
                assertThat(database.rows("SELECT pos FROM author_books WHERE owner = " + author.id + " ORDER BY pos"))
                        .isEqualTo(isDone ? List.of("0") : List.of("0", "1"));
                if (!isDone) {
                    db.delete(book);
                }
                assertThat(db.get(Author.class, author.id).books)
                        .extracting(left -> left.title)
                        .containsExactly("b");
            }
        });
    }

    @OnEveryEngine
    void faultsCommitTransactionsOnceOrNotAtAll(TestDatabase database) throws Exception {
        fail(database, "commit", new Trial() {
            private Author author;
            private Author made;
            private Book book;
            private long id;

            @Override
            public void prepare(Database db, int number) {
                author = Author.of("old", Book.of("a"), Book.of("b"));
                book = author.books.get(0);
                db.store(author);
                id = book.id;
                made = Author.of("made " + number);
            }

            @Override
            public void run(Database db) {
                db.useTransaction(tx -> {
                    tx.remember(made);
                    Author read = tx.get(Author.class, author.id);
                    read.name = "changed";
                    tx.store(read);
                    tx.delete(book);
                    made.master = read;
                    tx.store(made);
                    assertThat(tx.query(Author.class, "master.name = 'changed' AND name = '" + made.name + "'")
                                    .count())
                            .isEqualTo(1);
                });
            }

            @Override
            public void check(Database db, TestDatabase database, boolean isDone) {
                assertThat(made.id > 0).isEqualTo(isDone);
                assertThat(made.master != null).isEqualTo(isDone);
                assertThat(book.id).isEqualTo(isDone ? 0 : id);
                assertThat(database.rows("SELECT name FROM author WHERE id = " + author.id))
                        .containsExactly(isDone ? "changed" : "old");
                assertThat(database.rows("SELECT 1 FROM author WHERE name = '" + made.name + "'"))
                        .hasSize(isDone ? 1 : 0);
                assertThat(database.rows("SELECT 1 FROM book WHERE id = " + id)).hasSize(isDone ? 0 : 1);
                if (isDone) {
                    made.name = made.name + " again";
                    db.store(made);
                } else {
                    author.name = "still usable";
                    db.store(author);
                    db.store(made);
                }
            }
        });
    }

    /** On connections that the program brings, whose statements go one by one, and on those of the library's own pool, where many go in one text. */
    private static void fail(TestDatabase database, String walk, Trial trial) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            fail(database, db, faults, trial, Sample.places(walk, database.engine()), 0, faults::inUse);
        }
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults);
                Database db = Database.open(driver.url(), Model.of(Author.class), database.settings())) {
            fail(
                    database,
                    db,
                    faults,
                    trial,
                    Sample.places(walk + " of the pool", database.engine()),
                    1_000,
                    () -> TestDatabase.connectionsInUse(db));
        }
    }

    /**
     * Every call fails in every way; two in a row where it is then asked what became of the first. The places are those of one walk: through the calls with
     * the first way to fail, then through those with the next one.
     */
    private static void fail(
            TestDatabase database,
            Database db,
            Faults faults,
            Trial trial,
            PrimitiveIterator.OfInt places,
            int first,
            IntSupplier inUse) {
        int number = first;
        int place = places.nextInt();
        int before = 0;
        int struck = 0;
        for (Faults.Kind kind : Faults.Kind.values()) {
            boolean cannotHappen = !database.engine().isServer() && kind == Faults.Kind.NOT_PRIMARY
                    || kind == Faults.Kind.LOST_UNNOTICED;
            for (int times = 1; times <= (kind.name().startsWith("LOST") ? 2 : 1) && !cannotHappen; times++) {
                while (fail(database, db, faults, trial, kind, place - before, times, number++)) {
                    assertThat(inUse.getAsInt())
                            .as("connections in use after %s, call %d", kind, place - before)
                            .isZero();
                    assertThat(place - before).isLessThan(MOST_STATEMENTS);
                    struck++;
                    place = places.nextInt();
                }
                assertThat(faults.counted())
                        .as("calls that one store or transaction makes")
                        .isGreaterThanOrEqualTo(2);
                before += faults.counted();
            }
        }
        assertThat(struck).as("calls that failed").isPositive();
        assertThat(Health.of(db).verify().isClean()).isTrue();
        if (database.engine().isServer()) {
            assertThat(Health.of(db).counters().unknownOutcomes()).isZero();
        }
    }

    /** Whatever call of a read fails because its connection is lost, nobody learns of it; outside of transactions nothing was handed out yet. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    void readsAreRetriedOnAnotherConnection(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            Author author = Author.of("Austen", Book.of("Emma"), Book.of("Persuasion"));
            author.master = Author.of("Burney");
            db.store(author);
            Query<Author> query = db.query(Author.class, "books.title = 'Emma'");
            Map<String, Supplier<Object>> reads = new TreeMap<>(Map.of(
                    "get", () -> shown(db.get(Author.class, author.id)),
                    "list",
                            () -> query.list().stream()
                                    .map(FaultContractTest::shown)
                                    .toList(),
                    "page",
                            () -> query.page(10, null).objects().stream()
                                    .map(FaultContractTest::shown)
                                    .toList(),
                    "count", query::count,
                    "exists", query::exists,
                    "ids", () -> Arrays.toString(query.ids()),
                    "refresh",
                            () -> {
                                db.refresh(author);
                                return shown(author);
                            }));
            PrimitiveIterator.OfInt places = Sample.places("reads", database.engine());
            int place = places.nextInt();
            int before = 0;
            int struck = 0;
            for (Map.Entry<String, Supplier<Object>> read : reads.entrySet()) {
                Object expected = read.getValue().get();
                boolean isDone = false;
                while (!isDone) {
                    faults.strike(Faults.Kind.LOST_BEFORE, place - before, 1);
                    assertThat(read.getValue().get())
                            .as("%s, call %d", read.getKey(), place - before)
                            .isEqualTo(expected);
                    isDone = faults.stop() == 0;
                    struck += isDone ? 0 : 1;
                    place = isDone ? place : places.nextInt();
                }
                assertThat(faults.counted()).as("calls of %s", read.getKey()).isGreaterThanOrEqualTo(2);
                before += faults.counted();
            }
            assertThat(struck).as("calls that failed").isPositive();
            assertThat(faults.inUse()).isZero();
        }
    }

    private static String shown(Author author) {
        return author.name + " " + author.books.stream().map(book -> book.title).toList() + " " + author.master.name;
    }

    /** Whether there was such a call. */
    private static boolean fail(
            TestDatabase database,
            Database db,
            Faults faults,
            Trial trial,
            Faults.Kind kind,
            int call,
            int times,
            int number) {
        trial.prepare(db, number);
        faults.strike(kind, call, times);
        Throwable thrown = catchThrowable(() -> trial.run(db));
        int struck = faults.stop();
        try {
            if (kind == Faults.Kind.DISK_FULL && thrown != null) {
                assertThat(((EspalierException) thrown).code()).isEqualTo("disk-full");
            } else if (!(thrown instanceof UnknownOutcomeException)
                    || database.engine().isServer()) {
                assertThat(thrown).isNull();
            }
            // The objects are as before a transaction that was committed: OutcomeContractTest looks at those.
            if (!(thrown instanceof UnknownOutcomeException && kind == Faults.Kind.LOST_AFTER)) {
                trial.check(db, database, thrown == null);
            }
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    database + ": call " + call + " and " + (times - 1) + " more: " + kind + ": " + e.getMessage(), e);
        }
        return struck > 0;
    }
}
