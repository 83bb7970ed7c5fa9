package dev.espalier.contract.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;

/** Which objects a bulk load takes for new, which for stored, and which it refuses. */
@EngineIndependent
class BulkIdsContractTest {

    static class Link {
        String name;
        Link next;

        static Link of(String name, Link next) {
            Link link = new Link();
            link.name = name;
            link.next = next;
            return link;
        }
    }

    record Card(Long id, String text) {}

    static class Box {
        long id;
        Card card;
    }

    private static String codeOf(Runnable call) {
        return catchThrowable(call::run) instanceof EspalierException e ? e.code() : "none";
    }

    private static void cancelled(BulkWriter bulk) {
        bulk.cancel();
        assertThat(codeOf(bulk::close)).isEqualTo("cancelled");
    }

    private static String count(TestDatabase database, String table) {
        return database.rows("SELECT COUNT(*) FROM " + table).get(0);
    }

    @OnEveryEngine
    void failedLoadMakesItsObjectsNewAgain(TestDatabase database) {
        Database db = database.open(Author.class);
        Book shared = Book.of("shared");
        Book before = Book.of("before");
        db.store(before);
        long idBefore = before.id;
        List<Author> authors = IntStream.range(0, 5_000)
                .mapToObj(i -> Author.of("author " + i, Book.of("book " + i), shared, before))
                .toList();
        BulkWriter bulk = db.bulkWriter();
        authors.forEach(bulk::store);
        cancelled(bulk);
        assertThat(authors).allMatch(author -> author.id == 0 && author.books.get(0).id == 0);
        assertThat(shared.id).isZero();
        assertThat(before.id).isEqualTo(idBefore);
        try (BulkWriter again = db.bulkWriter()) {
            again.storeAll(authors);
        }
        assertThat(count(database, "author")).isEqualTo("5000");
        assertThat(count(database, "book")).isEqualTo("5002");
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void failedLoadMakesObjectsWithoutAnIdFieldNewAgain(TestDatabase database) {
        Database db = database.open(Link.class);
        Link last = Link.of("last", null);
        Link first = Link.of("first", last);
        BulkWriter bulk = db.bulkWriter();
        bulk.store(first);
        first.next = null;
        cancelled(bulk);
        assertThat(db.idOf(first)).isZero();
        assertThat(db.idOf(last)).as("no root leads to it").isZero();
        first.next = last;
        db.store(first);
        assertThat(database.rows("SELECT name FROM link ORDER BY name")).containsExactly("first", "last");
    }

    @OnEveryEngine
    void failedLoadMakesUnreachableObjectsNewAgain(TestDatabase database) {
        Database db = database.open(Author.class);
        Book emma = Book.of("Emma");
        Book persuasion = Book.of("Persuasion");
        Book sanditon = Book.of("Sanditon");
        Author author = Author.of("Austen", emma, persuasion, sanditon);
        BulkWriter bulk = db.bulkWriter();
        bulk.store(author);
        author.books.clear();
        cancelled(bulk);
        assertThat(db.idOf(emma)).isZero();
        db.store(emma);
        db.useTransaction(tx -> {
            tx.store(persuasion);
        });
        author.books.addAll(List.of(emma, persuasion, sanditon));
        try (BulkWriter again = db.bulkWriter()) {
            again.store(author);
        }
        assertThat(database.rows("SELECT title FROM book ORDER BY title"))
                .containsExactly("Emma", "Persuasion", "Sanditon");
        assertThat(count(database, "author_books")).isEqualTo("3");
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void objectWithAnOwnIdIsRefused(TestDatabase database) {
        Database db = database.open(Author.class, Box.class);
        Author author = Author.of("Austen");
        author.id = 77;
        BulkWriter bulk = db.bulkWriter();
        Throwable thrown = catchThrowable(() -> bulk.store(author));
        assertThat(thrown).hasMessageContaining("Author 77");
        assertThat(((EspalierException) thrown).code()).isEqualTo("unknown-id");
        assertThat(codeOf(bulk::close)).isEqualTo("unknown-id");
        assertThat(author.id).isEqualTo(77);

        BulkWriter records = db.bulkWriter();
        assertThat(codeOf(() -> records.store(new Card(78L, "a card")))).isEqualTo("unknown-id");
        assertThat(codeOf(records::close)).isEqualTo("unknown-id");
        assertThat(count(database, "card")).isEqualTo("0");
    }

    @OnEveryEngine
    void referenceToAnUnknownIdIsLookedUp(TestDatabase database) {
        Book emma = Book.of("Emma");
        Card card = new Card(null, "a card");
        try (Database before = database.open(Author.class, Box.class)) {
            before.storeAll(List.of(emma, card));
        }
        Database db = database.open(Author.class, Box.class);
        Book copy = Book.of("Emma");
        copy.id = emma.id;
        Box box = new Box();
        box.card = new Card(Long.parseLong(database.rows("SELECT id FROM card").get(0)), "a card");
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(Author.of("Austen", copy));
            bulk.store(box);
        }
        assertThat(db.query(Author.class, "books.title = 'Emma'").count()).isEqualTo(1);
        assertThat(db.query(Box.class, "card.text = 'a card'").count()).isEqualTo(1);
        assertThat(count(database, "card")).isEqualTo("1");

        Book unknown = Book.of("unknown");
        unknown.id = 7_000_000;
        BulkWriter bulk = db.bulkWriter();
        Throwable ignored = catchThrowable(() -> bulk.store(Author.of("Brontë", unknown)));
        assertThat(catchThrowable(bulk::close))
                .hasMessageContaining("Book 7000000")
                .extracting(e -> ((EspalierException) e).code())
                .isEqualTo("target-not-found");
        assertThat(database.rows("SELECT name FROM author")).containsExactly("Austen");
    }

    @OnEveryEngine
    void referencesToManyUnknownIdsAreLookedUp(TestDatabase database) {
        List<Book> books =
                IntStream.range(0, 2_500).mapToObj(i -> Book.of("book " + i)).toList();
        try (Database before = database.open(Author.class);
                BulkWriter bulk = before.bulkWriter()) {
            bulk.storeAll(books);
        }
        Database db = database.open(Author.class);
        try (BulkWriter bulk = db.bulkWriter()) {
            books.forEach(book -> bulk.store(Author.of("of " + book.title, book)));
        }
        assertThat(Health.of(db).verify()).hasToString("clean");
        books.get(1_234).id = 9_000_000;
        BulkWriter bulk = db.bulkWriter();
        Throwable ignored =
                catchThrowable(() -> books.forEach(book -> bulk.store(Author.of("again " + book.title, book))));
        assertThat(codeOf(bulk::close)).isEqualTo("target-not-found");
        assertThat(count(database, "author")).isEqualTo("2500");
    }

    @OnEveryEngine
    void referencesToObjectsOfAFailedLoadFailTheLoad(TestDatabase database) {
        Database db = database.open(Author.class);
        Book emma = Book.of("Emma");
        Author author = Author.of("Austen", emma);
        BulkWriter first = db.bulkWriter(BulkWriter.Indexes.BEFORE);
        BulkWriter second = db.bulkWriter(BulkWriter.Indexes.BEFORE);
        first.store(emma);
        second.store(author);
        cancelled(first);
        assertThat(codeOf(second::close)).isEqualTo("target-not-found");
        assertThat(author.id).isZero();
        try (BulkWriter again = db.bulkWriter()) {
            again.store(author);
        }
        assertThat(Health.of(db).verify()).hasToString("clean");
        assertThat(count(database, "author") + count(database, "book")).isEqualTo("11");
    }

    @OnEveryEngine
    void objectsOfEarlierLoadsCountAsStored(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen", Book.of("Emma"));
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(author);
            bulk.store(author);
        }
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(author);
            bulk.store(author.books.get(0));
        }
        assertThat(count(database, "author")).isEqualTo("1");
        assertThat(count(database, "book")).isEqualTo("1");
    }

    @OnEveryEngine
    void changedStoredObjectIsRefused(TestDatabase database) {
        Database db = database.open(Author.class);
        Author author = Author.of("Austen");
        db.store(author);
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(author);
        }
        author.books.add(Book.of("Emma"));
        BulkWriter bulk = db.bulkWriter();
        Throwable thrown = catchThrowable(() -> bulk.store(author));
        assertThat(thrown).hasMessageContaining("Author " + author.id);
        assertThat(((EspalierException) thrown).code()).isEqualTo("not-new");
        assertThat(codeOf(bulk::close)).isEqualTo("not-new");
        assertThat(author.id).isPositive();
        db.store(author);
        assertThat(count(database, "book")).isEqualTo("1");
    }

    @OnEveryEngine
    void bulkLoadIsRefusedWithinATransaction(TestDatabase database) {
        Database db = database.open(Author.class);
        BulkWriter outside = db.bulkWriter();
        db.useSnapshot(tx -> {
            assertThat(codeOf(() -> db.bulkWriter())).isEqualTo("write-in-read");
            assertThat(codeOf(() -> db.bulkWriter(BulkWriter.Indexes.AFTER))).isEqualTo("write-in-read");
            assertThat(codeOf(() -> outside.store(Author.of("Austen")))).isEqualTo("write-in-read");
        });
        db.useTransaction(tx -> {
            assertThat(codeOf(() -> db.bulkWriter())).isEqualTo("in-transaction");
            assertThat(codeOf(() -> db.bulkWriter(BulkWriter.Indexes.AFTER))).isEqualTo("in-transaction");
            assertThat(codeOf(() -> outside.store(Author.of("Austen")))).isEqualTo("in-transaction");
            assertThat(codeOf(outside::close)).isEqualTo("in-transaction");
        });
        outside.store(Author.of("Brontë"));
        outside.close();
        assertThat(database.rows("SELECT name FROM author")).containsExactly("Brontë");
    }
}
