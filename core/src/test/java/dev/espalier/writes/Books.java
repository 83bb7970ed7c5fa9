package dev.espalier.writes;

import dev.espalier.annotation.Unique;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A small model with everything that a write can meet: references, unique values, embedded records, lists, sets and maps. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Books {

    static final Class<?>[] CLASSES = {Author.class, Book.class};

    private Books() {}

    static class Author {
        long id;
        String name;
        Author teacher;

        Author() {}

        Author(String name) {
            this.name = name;
        }
    }

    record Price(BigDecimal amount, String currency) {}

    record Remark(Author by, String text) {}

    static class Book {
        long id;
        String title;

        @Unique
        String isbn;

        @Unique
        int shelf;

        Author author;
        Price price;
        LocalDate due;
        List<String> chapters = new ArrayList<>();
        Set<String> tags = new LinkedHashSet<>();
        List<Author> readers = new ArrayList<>();
        Map<String, Integer> ratings = new LinkedHashMap<>();
        Map<Author, String> letters = new LinkedHashMap<>();
        List<Remark> remarks = new ArrayList<>();

        Book() {}

        Book(String title, String isbn, int shelf) {
            this.title = title;
            this.isbn = isbn;
            this.shelf = shelf;
        }
    }
}
