package dev.espalier.writes;

import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.CatalogStatements;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.repair.RepairStatements;
import dev.espalier.internal.write.RowLocks;
import dev.espalier.writes.Books.Author;
import dev.espalier.writes.Books.Book;
import dev.espalier.writes.Books.Price;
import dev.espalier.writes.Books.Remark;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Writes of which a golden file shows the statements.
 *
 * @param name the file's
 * @param title what is done
 * @param damage statements of SQLite that are run before
 */
record WriteCase(String name, String title, List<String> damage, Consumer<Play> play) {

    static final List<WriteCase> ALL = List.of(
            new WriteCase("store-new", "Stores a new book with all that it can have.", play -> play.store(full())),
            new WriteCase("store-several", "Stores three new books of one author.", play -> {
                Author author = new Author("Ada");
                Book[] books = {book(1), book(2), book(3)};
                for (Book book : books) {
                    book.author = author;
                }
                play.store((Object[]) books);
            }),
            new WriteCase(
                    "store-many",
                    "Stores 1,001 new authors: as many rows in a statement as the engine takes.",
                    play -> {
                        List<Author> authors = new ArrayList<>();
                        for (int i = 0; i < 1_001; i++) {
                            authors.add(new Author("author " + i));
                        }
                        play.store(authors.toArray());
                    }),
            new WriteCase("store-unchanged", "Stores a book that has not changed.", play -> change(play, book -> {})),
            new WriteCase(
                    "change-values",
                    "Changes the title and the price of a book, and takes its date away.",
                    play -> change(play, book -> {
                        book.title = "B";
                        book.price = new Price(new BigDecimal("2.50"), "EUR");
                        book.due = null;
                    })),
            new WriteCase("change-several", "Changes the names of three authors.", play -> {
                Author[] authors = {new Author("Ada"), new Author("Bob"), new Author("Cem")};
                play.store((Object[]) authors);
                play.show();
                for (Author author : authors) {
                    author.name += "!";
                }
                play.store((Object[]) authors);
            }),
            new WriteCase("change-reference", "Lets a book refer to an author that was stored before.", play -> {
                Book book = book(1);
                Author author = new Author("Ada");
                play.store(book, author);
                play.show();
                book.author = author;
                play.store(book);
            }),
            new WriteCase(
                    "new-reference", "Stores a new book that refers to an author that was stored before.", play -> {
                        Author author = new Author("Ada");
                        play.store(author);
                        play.show();
                        Book book = book(1);
                        book.author = author;
                        play.store(book);
                    }),
            new WriteCase(
                    "list-appended",
                    "Appends a chapter to a book's list.",
                    play -> change(play, book -> book.chapters.add("three"))),
            new WriteCase("list-moved", "Inserts a chapter in front of eight others.", play -> {
                Book book = full();
                book.chapters.clear();
                for (int i = 1; i <= 8; i++) {
                    book.chapters.add("chapter " + i);
                }
                play.store(book);
                play.show();
                book.chapters.add(0, "preface");
                play.store(book);
            }),
            new WriteCase(
                    "list-shortened",
                    "Takes the first chapter of a book away.",
                    play -> change(play, book -> book.chapters.remove(0))),
            new WriteCase(
                    "list-emptied",
                    "Takes all chapters of a book away.",
                    play -> change(play, book -> book.chapters.clear())),
            new WriteCase(
                    "set-changed",
                    "Adds a tag to a book's set and takes another one away.",
                    play -> change(play, book -> {
                        book.tags.remove("a");
                        book.tags.add("c");
                    })),
            new WriteCase(
                    "map-changed",
                    "Changes a value of a book's map.",
                    play -> change(play, book -> book.ratings.put("x", 5))),
            new WriteCase("members-changed", "Adds an author to a book's readers that was stored before.", play -> {
                Book book = full();
                Author author = new Author("Eva");
                play.store(book, author);
                play.show();
                book.readers.add(author);
                play.store(book);
            }),
            new WriteCase(
                    "compare",
                    "Stores a book of which only the version is known, and a title has changed: what is stored is compared.",
                    play -> {
                        Book book = full();
                        play.store(book);
                        play.forget();
                        play.show();
                        try {
                            book.title = "B";
                            play.store(book);
                            throw new AssertionError("the version of the book is not known");
                        } catch (StoreException e) {
                            if (!e.code().equals("unknown-version")) {
                                throw e;
                            }
                        }
                    }),
            new WriteCase("overwrite", "Replaces what is stored of a book, whatever it is.", play -> {
                Book book = full();
                play.store(book);
                play.forget();
                play.show();
                book.title = "B";
                book.chapters.add("three");
                book.tags.clear();
                play.overwrite(book);
            }),
            new WriteCase(
                    "unique-swapped",
                    "Swaps the values of two unique fields that may be null between two books.",
                    play -> {
                        Book one = book(1);
                        Book two = book(2);
                        play.store(one, two);
                        play.show();
                        one.isbn = "2";
                        two.isbn = "1";
                        play.store(one, two);
                    }),
            new WriteCase(
                    "unique-swapped-not-null",
                    "Swaps the values of two unique fields that are never null between two books.",
                    play -> {
                        Book one = book(1);
                        Book two = book(2);
                        play.store(one, two);
                        play.show();
                        one.shelf = 2;
                        two.shelf = 1;
                        play.store(one, two);
                    }),
            new WriteCase(
                    "unique-freed",
                    "Stores a new book with the unique value of one that is deleted in the same transaction.",
                    play -> {
                        Book old = book(1);
                        play.store(old);
                        play.show();
                        play.storeAndDelete(book(1), old);
                    }),
            new WriteCase("delete", "Deletes a book to which nothing refers.", play -> {
                Book book = full();
                play.store(book);
                play.show();
                play.delete(book);
            }),
            new WriteCase(
                    "delete-referenced",
                    "Deletes an author to whom references, members, keys and embedded members refer.",
                    play -> {
                        Book book = full();
                        play.store(book);
                        play.show();
                        play.delete(book.author);
                    }),
            new WriteCase(
                    "locks",
                    "Locks the rows of two authors to refer to them, to change them and to delete them.",
                    play -> {
                        Author[] authors = {new Author("Ada"), new Author("Bob")};
                        play.store((Object[]) authors);
                        play.show();
                        for (RowLock lock : RowLock.values()) {
                            RowLocks.hold(
                                    play.session(), play.schema().classTables().get(0), List.of(1L, 2L), lock);
                        }
                    }),
            new WriteCase(
                    "locks-many",
                    "Locks the rows of 33, 64 and 129 authors to refer to them, and of 33 to change them.",
                    play -> {
                        lock(play, 33, RowLock.REFER);
                        lock(play, 64, RowLock.REFER);
                        lock(play, 129, RowLock.REFER);
                        lock(play, 33, RowLock.CHANGE);
                    }),
            new WriteCase(
                    "definitions",
                    "Makes the tables and indexes of the model, and drops them.",
                    play -> CatalogStatements.definitions(play.schema(), play.session())),
            new WriteCase(
                    "load-rows",
                    "Keeps account of a bulk load: begins it, shows that it is alive, marks it as lost, takes its rows away.",
                    play -> CatalogStatements.loads(play.session(), play.layout())),
            new WriteCase(
                    "commit-markers",
                    "Makes the row of a commit marker, writes to it, looks for those that nobody uses, and removes it.",
                    play -> CatalogStatements.commits(play.session())),
            new WriteCase(
                    "ids",
                    "Takes a block of ids, and sets the counter.",
                    play -> CatalogStatements.ids(play.session())),
            new WriteCase(
                    "meta",
                    "Reads and writes the rows in which a database describes itself.",
                    play -> CatalogStatements.meta(play.schema(), play.session())),
            new WriteCase(
                    "repair",
                    "Checks a damaged database and repairs it.",
                    List.of(
                            "UPDATE book SET author_id = 99 WHERE id = 1",
                            "UPDATE author SET _version = -5 WHERE id = 2",
                            "DELETE FROM book_chapters WHERE owner = 1 AND pos = 0",
                            "INSERT INTO book_tags (owner, pos, value) VALUES (1, 2, 'a')",
                            "INSERT INTO book_readers (owner, pos, target) VALUES (1, 2, 98)",
                            "UPDATE book_remarks SET by_id = 97",
                            "INSERT INTO book_ratings (owner, pos, key, value) VALUES (77, 0, 'x', 1)"),
                    play -> RepairStatements.repair(play.session(), play.layout())));

    WriteCase(String name, String title, Consumer<Play> play) {
        this(name, title, List.of(), play);
    }

    /** Authors that are not there. */
    private static void lock(Play play, int authors, RowLock lock) {
        List<Long> ids = LongStream.rangeClosed(1, authors).boxed().toList();
        RowLocks.hold(play.session(), play.schema().classTables().get(0), ids, lock);
    }

    private static void change(Play play, Consumer<Book> change) {
        Book book = full();
        play.store(book);
        play.show();
        change.accept(book);
        play.store(book);
    }

    private static Book book(int number) {
        return new Book("book " + number, Integer.toString(number), number);
    }

    static Book full() {
        Book book = book(1);
        book.author = new Author("Ada");
        book.author.teacher = new Author("Bob");
        book.price = new Price(new BigDecimal("1.50"), "EUR");
        book.due = LocalDate.of(2026, 11, 30);
        book.chapters.addAll(List.of("one", "two"));
        book.tags.addAll(List.of("a", "b"));
        book.readers.addAll(List.of(book.author, book.author.teacher));
        book.ratings.put("x", 1);
        book.ratings.put("y", 2);
        book.letters.put(book.author, "hello");
        book.remarks.add(new Remark(book.author, "good"));
        return book;
    }

    @Override
    public String toString() {
        return name;
    }
}
