package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A database that the program has closed says so, whatever it is asked. */
@EngineIndependent
class ClosedContractTest {

    private static void assertClosed(Database db, Book stored) {
        Book book = Book.of("Persuasion");
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("store", () -> db.store(book));
        calls.put("change", () -> {
            stored.pages = 7;
            db.store(stored);
        });
        calls.put("delete", () -> db.delete(stored));
        calls.put("get", () -> db.get(Book.class, stored.id));
        calls.put("list", () -> db.query(Book.class, "").list());
        calls.put("useTransaction", () -> db.useTransaction(tx -> tx.store(book)));
        calls.put("useSnapshot", () -> db.useSnapshot(tx -> tx.get(Book.class, stored.id)));
        calls.put("bulk load", () -> {
            try (BulkWriter bulk = db.bulkWriter()) {
                bulk.store(book);
            }
        });
        calls.forEach((name, call) -> {
            ConnectionException thrown = catchThrowableOfType(ConnectionException.class, call);
            assertThat(thrown).as(name).isNotNull();
            assertThat(thrown.code()).as(name).isEqualTo("closed");
        });
        assertThat(book.id).isZero();
    }

    @OnEveryEngine
    void everyCallIsRefusedAfterClose(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        db.close();
        assertClosed(db, book);
    }

    @OnEveryEngine
    void everyCallIsRefusedAlthoughTheDataSourceIsOpen(TestDatabase database) throws SQLException {
        try (Faults connections = new Faults(database)) {
            Database db = database.open(connections.source(), Model.of(Book.class));
            Book book = Book.of("Emma");
            db.store(book);
            db.close();
            assertClosed(db, book);
        }
    }

    @OnEveryEngine
    void streamThatIsOpenAtCloseIsReadToItsEndOrFails(TestDatabase database) {
        Database db = database.open(Book.class);
        List<Book> books = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            books.add(Book.of("book " + i));
        }
        db.storeAll(books);
        try (Stream<Book> stream = db.query(Book.class, "").stream()) {
            Iterator<Book> all = stream.iterator();
            List<Book> read = new ArrayList<>(List.of(all.next()));
            db.close();
            Throwable thrown = catchThrowable(() -> all.forEachRemaining(read::add));
            if (thrown == null) {
                assertThat(read).hasSameSizeAs(books);
            } else {
                assertThat(thrown)
                        .isInstanceOfSatisfying(
                                EspalierException.class,
                                failure -> assertThat(failure.code()).isEqualTo("closed"));
            }
        }
    }

    /** A program that is stopped may close its database in an interrupted thread. After that its file can be removed, and no other program waits for it. */
    @OnEveryEngine
    void interruptedThreadClosesAllConnections(TestDatabase database) throws Exception {
        Set<Connection> open = ConcurrentHashMap.newKeySet();
        UnaryOperator<Connection> slowToClose = real -> {
            open.add(real);
            return Proxied.of(Connection.class, call -> {
                if (!call.name().equals("close")) {
                    return call.on(real);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                Object closed = call.on(real);
                open.remove(real);
                return closed;
            });
        };
        try (Database other = database.open(Book.class);
                FaultyDriver driver = new FaultyDriver(database.url(), slowToClose)) {
            int others = SchemaAdmin.of(other).programs().size();
            Database db = database.open(Model.of(Book.class), driver.url());
            db.store(Book.of("Emma"));
            assertThat(open).isNotEmpty();

            Thread.currentThread().interrupt();
            db.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(open).isEmpty();
            assertThat(SchemaAdmin.of(other).programs()).hasSize(others);
        }
    }
}
