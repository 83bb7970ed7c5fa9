package dev.espalier.contract;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Unique;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A small model whose tables are easy to read. */
final class Library {

    private Library() {}

    static class Author {
        long id;
        String name;
        Author master;
        List<Book> books = new ArrayList<>();
        Set<Author> friends = new LinkedHashSet<>();
        Map<String, Book> byTitle = new LinkedHashMap<>();

        static Author of(String name, Book... books) {
            Author author = new Author();
            author.name = name;
            author.books.addAll(List.of(books));
            return author;
        }
    }

    static class Book {
        long id;
        String title;
        int pages;

        static Book of(String title) {
            Book book = new Book();
            book.title = title;
            return book;
        }
    }

    static class Member {
        long id;

        @Unique
        String card;

        @Index
        String name;

        String note;
        Integer born;

        @Unique
        Book borrowed;

        static Member of(String card) {
            Member member = new Member();
            member.card = card;
            return member;
        }
    }
}
