package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

class StoreContractTest {

    static class Author {
        long id;
        String name;
        List<Book> books = new ArrayList<>();

        Author(String name, Book... books) {
            this.name = name;
            this.books.addAll(List.of(books));
        }
    }

    static class Book {
        long id;
        String title;

        Book(String title) {
            this.title = title;
        }
    }

    @OnEveryEngine
    void objectsStandInPlainTables(TestDatabase database) {
        Database db = database.open(Author.class);
        db.store(new Author("Austen", new Book("Emma"), new Book("Persuasion")));
        assertThat(database.rows("SELECT id, name FROM author")).containsExactly("1|Austen");
        assertThat(database.rows("SELECT id, title FROM book ORDER BY id")).containsExactly("2|Emma", "3|Persuasion");
        assertThat(database.rows("SELECT owner, pos, target FROM author_books ORDER BY owner, pos")).containsExactly("1|0|2", "1|1|3");
    }
}
