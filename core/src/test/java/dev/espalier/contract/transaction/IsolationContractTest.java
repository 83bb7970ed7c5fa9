package dev.espalier.contract.transaction;

import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** The anomalies that there are not, each by its name. */
class IsolationContractTest {

    private static final int THREADS = 8;
    private static final int INCREMENTS = 10;

    @OnEveryEngine
    void noDirtyRead(TestDatabase database) {
        Database db = database.open(Book.class);
        Book book = Book.of("Emma");
        db.store(book);
        List<Integer> seen = new ArrayList<>();
        Throwable thrown = catchThrowable(() -> db.useTransaction(tx -> {
            book.pages = 7;
            tx.store(book);
            assertThat(tx.query(Book.class, "pages = 7").count()).isEqualTo(1);
            seen.add(elsewhere(() -> db.get(Book.class, book.id).pages));
            seen.add(elsewhere(() -> db.inTransaction(inner -> {
                return inner.query(Book.class, "").one().pages;
            })));
            throw new IllegalStateException("undone");
        }));
        assertThat(thrown).hasMessage("undone");
        seen.add(db.get(Book.class, book.id).pages);
        assertThat(seen).containsExactly(0, 0, 0);
    }

    /** One object is read before a transfer between both, the other after it. */
    @OnEveryEngine
    void noReadSkew(TestDatabase database) {
        Database db = database.open(Book.class);
        Book one = Book.of("one");
        Book two = Book.of("two");
        one.pages = 100;
        db.storeAll(List.of(one, two));
        List<Integer> sums = new ArrayList<>();
        db.useSnapshot(tx -> {
            sums.add(sumAroundATransfer(db, tx, one.id, two.id));
        });
        db.useTransaction(tx -> {
            sums.add(sumAroundATransfer(db, tx, one.id, two.id));
        });
        assertThat(sums).containsExactly(100, 100);
        assertThat(database.rows("SELECT pages FROM book ORDER BY id")).containsExactly("80", "20");
    }

    /** On SQLite such work has the turn to write, and there is no elsewhere. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, TIDB})
    @AlsoOnTiDb("the snapshot of a retry begins with BEGIN PESSIMISTIC")
    void noReadSkewInRetriedWork(TestDatabase database) {
        Database db = database.open(Book.class);
        Book one = Book.of("one");
        Book two = Book.of("two");
        Book wanted = Book.of("wanted");
        one.pages = 100;
        db.storeAll(List.of(one, two, wanted));
        List<Integer> seen = new ArrayList<>();
        List<Integer> sums = new ArrayList<>();
        db.useTransaction(tx -> {
            Book mine = tx.get(Book.class, wanted.id);
            seen.add(mine.pages);
            if (seen.size() == 1) {
                elsewhere(() -> {
                    wanted.pages = 7;
                    db.store(wanted);
                    return null;
                });
            } else {
                sums.add(sumAroundATransfer(db, tx, one.id, two.id));
            }
            mine.pages++;
            tx.store(mine);
        });
        assertThat(seen).containsExactly(0, 7);
        assertThat(sums).containsExactly(100);
        assertThat(database.rows("SELECT pages FROM book ORDER BY id")).containsExactly("90", "10", "8");
    }

    private static int sumAroundATransfer(Database db, Transaction tx, long one, long two) {
        int before = tx.get(Book.class, one).pages;
        elsewhere(() -> {
            List<Book> both = db.getAll(Book.class, List.of(one, two));
            both.get(0).pages -= 10;
            both.get(1).pages += 10;
            db.storeAll(both);
            return null;
        });
        assertThat(tx.query(Book.class, "title = 'one'").one().pages).isEqualTo(before);
        return before + tx.query(Book.class, "title = 'two'").one().pages;
    }

    @OnEveryEngine
    void noLostUpdate(TestDatabase database) throws Exception {
        Database db = database.open(Book.class);
        Book counter = Book.of("counter");
        db.store(counter);
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> done = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            done.add(executor.submit(() -> {
                for (int i = 0; i < INCREMENTS; i++) {
                    db.useTransaction(tx -> {
                        Book mine = tx.get(Book.class, counter.id);
                        mine.pages++;
                        tx.store(mine);
                    });
                }
            }));
        }
        for (Future<?> each : done) {
            each.get();
        }
        executor.shutdown();
        int expected = THREADS * INCREMENTS;
        assertThat(database.rows("SELECT pages, _version FROM book")).containsExactly(expected + "|" + expected);
    }

    /** What another thread sees, which is in no transaction. */
    private static <T> T elsewhere(Supplier<T> call) {
        return Background.call(call).join();
    }
}
