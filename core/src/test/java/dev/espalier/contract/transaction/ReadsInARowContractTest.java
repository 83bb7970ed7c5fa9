package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.LimitException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A connection that has only read for a while may read in auto-commit; its transactions are transactions all the same. */
class ReadsInARowContractTest {

    private static final int MANY = 200;

    static class Author {
        long id;
        String name = "Ann";
    }

    static class Book {
        long id;
        String title = "first";
        Author author = new Author();
        List<Author> readers = new ArrayList<>(List.of(new Author(), new Author()));
    }

    private static void read(Database db, long id) {
        for (int i = 0; i < MANY; i++) {
            db.get(Book.class, id);
        }
    }

    @OnEveryEngine
    void transactionsAfterManyReadsAreUndone(TestDatabase database) {
        Database db = database.open(Model.of(Book.class), database.settings().poolSize(1));
        Book book = new Book();
        db.store(book);
        for (int round = 0; round < 3; round++) {
            read(db, book.id);
            RuntimeException undo = new RuntimeException();
            assertThatThrownBy(() -> db.useTransaction(tx -> {
                        Book mine = tx.get(Book.class, book.id);
                        mine.title = "second";
                        mine.readers.clear();
                        tx.store(mine);
                        tx.store(new Book());
                        assertThat(tx.query(Book.class, "title = 'second'").count())
                                .isEqualTo(1);
                        throw undo;
                    }))
                    .isSameAs(undo);
            assertThat(db.query(Book.class, "").list()).singleElement().satisfies(only -> {
                assertThat(only.title).isEqualTo("first");
                assertThat(only.readers).hasSize(2);
            });
        }
    }

    @OnEveryEngine
    void readsAfterManyReadsSeeWhatOthersCommit(TestDatabase database) {
        Database db = database.open(Model.of(Book.class), database.settings().poolSize(1));
        Database other = database.open(Book.class);
        Book book = new Book();
        other.store(book);
        for (int i = 0; i < 3; i++) {
            read(db, book.id);
            // This ends in the middle of a text.
            assertThatThrownBy(() -> db.query(Book.class, "").maxObjects(1).list())
                    .isInstanceOf(LimitException.class);
            book.title = "title " + i;
            other.store(book);
            assertThat(db.get(Book.class, book.id).title).isEqualTo(book.title);
            assertThat(db.query(Book.class, "title = :title")
                            .with("title", book.title)
                            .one()
                            .readers)
                    .hasSize(2);
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void connectionThatIsLostAfterManyReadsIsGivenBack(TestDatabase database) throws Exception {
        Book book = new Book();
        database.open(Book.class).store(book);
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults);
                Database db = Database.open(
                        driver.url(),
                        Model.of(Book.class),
                        database.settings().poolSize(1).connectTimeout(Duration.ofSeconds(3)))) {
            for (int i = 0; i < 3; i++) {
                db.useSnapshot(tx -> tx.query(Book.class, "").list()); // turns it off
                faults.strikeAutoCommit(Faults.Kind.LOST_BEFORE);
                read(db, book.id);
                assertThat(faults.stop()).isEqualTo(1);
            }
        }
    }
}
