package dev.espalier.contract.samples;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Unique;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A small model whose tables are easy to read. */
public final class Library {

    private Library() {}

    public static class Author {
        public long id;
        public String name;
        public Author master;
        public List<Book> books = new ArrayList<>();
        public Set<Author> friends = new LinkedHashSet<>();
        public Map<String, Book> byTitle = new LinkedHashMap<>();

        public static Author of(String name, Book... books) {
            Author author = new Author();
            author.name = name;
            author.books.addAll(List.of(books));
            return author;
        }
    }

    public static class Book {
        public long id;
        public String title;
        public int pages;

        public static Book of(String title) {
            Book book = new Book();
            book.title = title;
            return book;
        }
    }

    public static class Member {
        public long id;

        @Unique
        public String card;

        @Index
        public String name;

        public String note;
        public Integer born;

        @Unique
        public Book borrowed;

        public static Member of(String card) {
            Member member = new Member();
            member.card = card;
            return member;
        }
    }
}
