package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.Transaction;
import dev.espalier.annotation.Index;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.Background;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A query that was compiled sees the state of now: what a transaction has stored and not sent, what was deleted, and whatever indexes stand. */
class RepeatedReadsContractTest {

    static class Shelf {
        long id;
        String name;
        Integer place;
        List<Book> books = new ArrayList<>();
        List<String> tags = new ArrayList<>();
    }

    static class Book {
        long id;

        @Index
        String title;

        @Index
        Integer pages;

        Shelf shelf;
        List<String> words = new ArrayList<>();
    }

    private static Book book(String title, Integer pages, Shelf shelf) {
        Book book = new Book();
        book.title = title;
        book.pages = pages;
        book.shelf = shelf;
        book.words.add("w" + pages);
        return book;
    }

    private static final List<String> TEXTS = List.of(
            "title = 't'",
            "title = 't' ORDER BY pages DESC",
            "id > 0 ORDER BY pages LIMIT 3",
            "id > 0 ORDER BY pages DESC LIMIT 3",
            "shelf.name = 's'",
            "words = 'w1'",
            "words = 'w1' ORDER BY pages DESC LIMIT 2",
            "words = 'w1' LIMIT 2",
            "id > 0 ORDER BY title, pages LIMIT 100",
            "pages IS NULL");

    private static List<Book> books(Shelf shelf) {
        List<Book> books = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            books.add(book(i % 2 == 0 ? "t" : "u" + i, i % 3 == 0 ? null : i % 4, i % 4 == 0 ? null : shelf));
        }
        return books;
    }

    private static Shelf shelf() {
        Shelf shelf = new Shelf();
        shelf.name = "s";
        return shelf;
    }

    /** Returns the answers of ids, list, count, exists and first as one text. */
    private static String found(Query<Book> query) {
        long[] ids = query.ids();
        List<Long> listed = query.list().stream().map(book -> book.id).toList();
        return Arrays.toString(ids)
                + listed
                + query.count()
                + query.exists()
                + query.first().map(book -> book.id).orElse(0L);
    }

    private static void requireTheSame(Query<Book> query, String text) {
        assertThat(found(query)).as(text).isEqualTo(found(query.strategy(SearchStrategy.STEPS)));
    }

    @OnEveryEngine
    void repeatedQueriesOfATransactionSeeEachOfItsChanges(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            Shelf shelf = shelf();
            List<Book> books = books(shelf);
            db.storeAll(books);
            for (int round = 0; round < 3; round++) {
                int at = round;
                for (String text : TEXTS) {
                    requireTheSame(db.query(Book.class, text), text);
                    db.useTransaction(tx -> change(tx, text, books.get(at), books.get(19 - at).id, shelf));
                    requireTheSame(db.query(Book.class, text), text);
                }
            }
        }
    }

    private static void change(Transaction tx, String text, Book one, long other, Shelf shelf) {
        Shelf fresh = shelf();
        tx.store(fresh);
        tx.store(book("t", null, fresh));
        assertThat(tx.query(Book.class, "shelf = :v").with("v", fresh).list()).hasSize(1);
        Book known = tx.query(Book.class, "id = :v").with("v", one.id).one();
        known.title = "t".equals(known.title) ? "u" : "t";
        known.pages = 1;
        known.words.add(0, "w1");
        tx.store(known);
        assertThat(found(tx.query(Book.class, text)))
                .as(text)
                .isEqualTo(found(tx.query(Book.class, text).strategy(SearchStrategy.STEPS)));
        Book changed = tx.get(Book.class, other);
        changed.pages = changed.pages == null ? (Integer) 2 : null;
        tx.store(changed);
        tx.store(book("t", 0, shelf));
        requireTheSame(tx.query(Book.class, text), text);
        assertThat(tx.query(Book.class, "id = :v").with("v", one.id).one()).isSameAs(known);
    }

    /** An index on a sort key is followed only as long as enough objects have a value. */
    @OnEveryEngine
    void repeatedQueriesSeeFewerObjectsAndThenMore(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            Shelf shelf = shelf();
            List<Book> books = books(shelf);
            db.storeAll(books);
            for (Book book : books) {
                db.delete(book);
                TEXTS.forEach(text -> requireTheSame(db.query(Book.class, text), text));
            }
            for (int i = 0; i < 12; i++) {
                db.store(book("t", i % 5 == 0 ? null : i % 3, i % 2 == 0 ? shelf : null));
                TEXTS.forEach(text -> requireTheSame(db.query(Book.class, text), text));
            }
        }
    }

    @OnEveryEngine
    void repeatedQueriesFindTheSameWhileIndexesComeAndGo(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf()));
            List<String> expected = TEXTS.stream()
                    .map(text -> found(db.query(Book.class, text).strategy(SearchStrategy.STEPS)))
                    .toList();
            AtomicBoolean isOver = new AtomicBoolean();
            List<CompletableFuture<Void>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(Background.run(() -> {
                    do {
                        for (int at = 0; at < expected.size(); at++) {
                            assertThat(found(db.query(Book.class, TEXTS.get(at))))
                                    .as(TEXTS.get(at))
                                    .isEqualTo(expected.get(at));
                        }
                    } while (!isOver.get());
                }));
            }
            try {
                for (int i = 0; i < 2; i++) {
                    SchemaAdmin.of(db).indexes(IndexLevel.NONE);
                    SchemaAdmin.of(db).indexes(IndexLevel.BOTH);
                }
            } finally {
                isOver.set(true);
            }
            readers.forEach(reader -> assertThat(reader).succeedsWithin(Duration.ofMinutes(2)));
        }
    }
}
