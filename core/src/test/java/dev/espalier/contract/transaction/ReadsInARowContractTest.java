package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.LimitException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
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
}
