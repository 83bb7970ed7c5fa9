package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.bulk.BulkContractTest;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Statement;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An error of the virtual machine at any call to the database stays what it is, and leaves nothing half done: no connection, no turn, no load. */
@EngineIndependent
class ErrorsContractTest {

    /** Only what was not given back is waited for. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(5);

    /**
     * Does work again and again, until no call is left to fail: at first its first call to the database fails, then its second one, and so on.
     *
     * @param check is given what the work has thrown
     */
    private static void atEachCall(Faults faults, Runnable work, Consumer<Throwable> check) {
        for (int call = 1; ; call++) {
            faults.before(call, () -> {
                throw new OutOfMemoryError("of a test");
            });
            Throwable thrown = catchThrowable(work::run);
            if (!faults.wasPaused()) {
                faults.before(0, null);
                assertThat(thrown).isNull();
                assertThat(call).isGreaterThan(1);
                return;
            }
            assertThat(thrown)
                    .as("call " + call)
                    .isExactlyInstanceOf(OutOfMemoryError.class)
                    .hasMessage("of a test");
            try {
                check.accept(thrown);
            } catch (AssertionError e) {
                e.addSuppressed(thrown); // says where
                throw e;
            }
        }
    }

    /** Another thread does not have what this one has kept. */
    private static void inAnotherThread(Runnable work) {
        FutureTask<Void> task = new FutureTask<>(work, null);
        new Thread(task).start();
        try {
            task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @OnEveryEngine
    void aSessionLeavesNeitherItsConnectionNorItsTurn(TestDatabase database) throws Exception {
        database.open(Author.class).close();
        try (Faults faults = new Faults(database);
                ConnectionSource source = ConnectionSource.open(
                        faults.source(),
                        new ConnectionOptions(
                                null,
                                null,
                                4,
                                Duration.ofMinutes(5),
                                LOCK_WAIT,
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                retry -> {}))) {
            for (Supplier<Session> made : List.<Supplier<Session>>of(
                    source::session,
                    source::writer,
                    source::bulkSession,
                    source::definer,
                    () -> source.begun(Session::beginWrite))) {
                atEachCall(
                        faults,
                        () -> {
                            try (Session session = made.get()) {
                                session.queryLong(Statement.of("SELECT COUNT(*) FROM author"));
                                session.rollback();
                            }
                        },
                        thrown -> {
                            inAnotherThread(() -> source.turnToWrite().close());
                            assertThat(faults.inUse()).isZero();
                        });
            }
        }
    }

    /** It has a connection beside the library's own pool. */
    @OnEveryEngine
    void aSecondWriterLeavesNoTurn(TestDatabase database) throws Exception {
        database.open(Author.class).close();
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults);
                ConnectionSource source = ConnectionSource.open(
                        driver.url(),
                        new ConnectionOptions(
                                database.user(),
                                database.password(),
                                4,
                                Duration.ofMinutes(5),
                                LOCK_WAIT,
                                Duration.ZERO,
                                Duration.ofMinutes(1),
                                retry -> {}))) {
            atEachCall(
                    faults,
                    () -> {
                        try (Session session = source.secondWriter()) {
                            session.queryLong(Statement.of("SELECT COUNT(*) FROM author"));
                        }
                    },
                    thrown -> inAnotherThread(() -> source.turnToWrite().close()));
        }
    }

    @OnEveryEngine
    void aTransactionLeavesNothingToOthers(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(
                        faults.source(),
                        Model.of(Author.class),
                        TestDatabase.patient().lockWait(LOCK_WAIT))) {
            atEachCall(faults, () -> db.store(Author.of("Austen")), thrown -> {
                inAnotherThread(() -> db.store(Book.of("Emma")));
                assertThat(faults.inUse()).isZero();
            });
            atEachCall(
                    faults,
                    () -> db.useTransaction(transaction -> {
                        Author author = db.query(Author.class, "").first().orElseThrow();
                        author.name += "!";
                        transaction.store(author);
                    }),
                    thrown -> {
                        inAnotherThread(() -> db.store(Book.of("Emma")));
                        assertThat(faults.inUse()).isZero();
                    });
        }
    }

    @OnEveryEngine
    void aRollbackThatFailsDoesNotHideWhatTheWorkHasThrown(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            db.store(Author.of("Austen"));
            assertThatThrownBy(() -> db.useTransaction(transaction -> {
                        db.query(Author.class, "").list();
                        faults.during("ROLLBACK", () -> {
                            throw new OutOfMemoryError("of a test");
                        });
                        throw new IllegalStateException("of the work");
                    }))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessage("of the work")
                    .satisfies(e -> assertThat(e.getSuppressed()).hasOnlyElementsOfType(OutOfMemoryError.class));
            assertThat(faults.inUse()).isZero();
        }
    }

    static class Shelf {
        long id;
        int number;
        List<String> notes = new Notes();
    }

    /** A list that cannot be cleared. */
    static final class Notes extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void clear() {
            throw new StackOverflowError("of a test");
        }
    }

    @OnEveryEngine
    void aCollectionThatCannotBeRestoredLeavesAllElseRestored(TestDatabase database) {
        Database db = database.open(Shelf.class);
        List<Shelf> shelves = IntStream.range(0, 20).mapToObj(i -> new Shelf()).toList();
        assertThatThrownBy(() -> db.useTransaction(transaction -> {
                    shelves.forEach(transaction::remember);
                    for (Shelf shelf : shelves) {
                        shelf.number = 1;
                        shelf.notes.add("new");
                    }
                    transaction.storeAll(shelves);
                    throw new IllegalStateException("of the work");
                }))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("of the work")
                .satisfies(e -> assertThat(e.getSuppressed()).hasOnlyElementsOfType(StackOverflowError.class));
        assertThat(shelves).allMatch(shelf -> shelf.number == 0 && shelf.id == 0);
    }

    @OnEveryEngine
    void aStreamLeavesNoConnection(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = database.open(faults.source(), Model.of(Author.class))) {
            db.store(Author.of("Austen"));
            atEachCall(
                    faults,
                    () -> {
                        try (Stream<Author> authors = db.query(Author.class, "").stream()) {
                            assertThat(authors).hasSize(1);
                        }
                    },
                    thrown -> assertThat(faults.inUse()).isZero());
        }
    }

    /** Only on a server does a program write its row while it opens. */
    @OnEveryEngine
    void anOpeningLeavesNoProgram(TestDatabase database) throws Exception {
        database.open(Author.class).close();
        try (Faults faults = new Faults(database)) {
            List<Database> opened = new ArrayList<>();
            atEachCall(faults, () -> opened.add(database.open(faults.source(), Model.of(Author.class))), thrown -> {
                assertThat(database.rows("SELECT COUNT(*) FROM espalier_programs"))
                        .containsExactly("0");
                assertThat(faults.inUse()).isZero();
            });
            opened.forEach(Database::close);
        }
    }

    /** By a pool of the library's own: what a user's connection had before is set again after a COMMIT, where a failure comes too late to undo anything. */
    @OnEveryEngine
    void aLoadIsUndone(TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults);
                Database db = database.open(Model.of(Author.class), driver.url())) {
            List<String> indexes = BulkContractTest.indexes(database);
            List<Author> authors = new ArrayList<>();
            atEachCall(
                    faults,
                    () -> {
                        authors.clear();
                        IntStream.range(0, 20)
                                .forEach(i -> authors.add(Author.of("author " + i, Book.of("book " + i))));
                        try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.AFTER)) {
                            bulk.storeAll(authors);
                        }
                    },
                    thrown -> {
                        for (String table : List.of("author", "book", "author_books", "espalier_loads")) {
                            assertThat(database.rows("SELECT COUNT(*) FROM " + table))
                                    .as(table)
                                    .containsExactly("0");
                        }
                        assertThat(BulkContractTest.indexes(database)).isEqualTo(indexes);
                        assertThat(authors).allMatch(author -> author.id == 0);
                    });
            assertThat(database.rows("SELECT COUNT(*) FROM author")).containsExactly("20");
        }
    }

    @OnEveryEngine
    void aSourceIsClosedWhateverFailsMeanwhile(TestDatabase database) {
        ConnectionSource source = ConnectionSource.open(
                database.url(),
                new ConnectionOptions(
                        database.user(),
                        database.password(),
                        4,
                        LOCK_WAIT,
                        LOCK_WAIT,
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        retry -> {}));
        AtomicBoolean isSecondDone = new AtomicBoolean();
        source.beforeClose(() -> {
            throw new OutOfMemoryError("of a test");
        });
        source.beforeClose(() -> isSecondDone.set(true));
        assertThatThrownBy(source::close).isExactlyInstanceOf(OutOfMemoryError.class);
        assertThat(isSecondDone).isTrue();
        assertThatThrownBy(source::session).hasMessageContaining("the program has closed this database");
    }
}
