package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Questions to a library, from a single path to groups, quantifiers and the way in which a question was answered. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Querying {

    static class Book {
        long id;
        String title;
        int year;
        Author author;
        List<Copy> copies = new ArrayList<>();
    }

    static class Copy {
        String shelf;
        boolean lent;
    }

    static class Author {
        long id;
        String name;
        String country;
    }

    private Querying() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:library.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Book.class))) {
            db.storeAll(books());

            List<Book> british = db.query(Book.class, "author.country = 'GB'").list();
            System.out.println(titles(british.stream()) + " were written in Britain");

            long either = db.query(Book.class, "copies.shelf = 'A1', copies.lent = FALSE")
                    .count();
            long both =
                    db.query(Book.class, "copies(shelf = 'A1', lent = FALSE)").count();
            System.out.println(either + " book has a copy on A1 and a copy at home, " + both + " a copy at home on A1");

            Query<Book> allLent = db.query(Book.class, "copies IS NOT EMPTY AND ALL copies(lent = TRUE)");
            System.out.println(titles(allLent.list().stream()) + ": every copy is lent");

            Query<Book> before =
                    db.query(Book.class, "year < :year ORDER BY year DESC").with("year", 1900);
            Optional<Book> latest = before.first();
            System.out.println(latest.map(book -> book.title).orElse("none") + " is the latest of " + before.count());

            List<Author> several =
                    db.query(Author.class, "COUNT(<Book.author) > 1").list();
            System.out.println(several.get(0).name + " wrote several");

            List<Book> brief = db.query(Book.class, "length(title) < 5, lower(author.name) = 'jane austen'")
                    .list();
            System.out.println(titles(brief.stream()) + " has a short title");

            List<Author> busiest = db.query(Author.class, "ORDER BY COUNT(<Book.author) DESC, lower(name) LIMIT 3")
                    .list();
            System.out.println(busiest.get(0).name + " wrote most");

            try (Stream<Book> books = db.query(Book.class, "title MATCH '%a%' IGNORE CASE").stream()) {
                System.out.println(titles(books) + " have an a in the title");
            }

            Query<Book> byTitle = db.query(Book.class, "ORDER BY title");
            Page<Book> first = byTitle.page(2, null);
            Page<Book> second = byTitle.page(2, first.next());
            System.out.println(titles(first.objects().stream()) + ", then " + titles(second.objects().stream()));

            Explanation how = db.query(Book.class, "author.name = 'Jane Austen', copies.lent = FALSE")
                    .explain();
            System.out.println(how);
            how.search()
                    .steps()
                    .forEach(step -> System.out.println(
                            step.title() + " took " + step.time().toMillis() + " ms"));
            System.out.println(db.query(Book.class, "year < 1900").explainWithEnginePlans());
            long sameAgain = db.query(Book.class, "author.name = 'Jane Austen'")
                    .strategy(SearchStrategy.STEPS)
                    .count();
            System.out.println(sameAgain + " by steps");
        }
    }

    static List<Book> books() {
        Author austen = author("Jane Austen", "GB");
        Author lem = author("Stanisław Lem", "PL");
        return List.of(
                book("Emma", 1815, austen, copy("A1", true), copy("B7", false)),
                book("Persuasion", 1817, austen, copy("A1", true)),
                book("Solaris", 1961, lem));
    }

    static String titles(Stream<Book> books) {
        return String.join(", ", books.map(book -> book.title).toList());
    }

    private static Author author(String name, String country) {
        Author author = new Author();
        author.name = name;
        author.country = country;
        return author;
    }

    private static Book book(String title, int year, Author author, Copy... copies) {
        Book book = new Book();
        book.title = title;
        book.year = year;
        book.author = author;
        book.copies.addAll(List.of(copies));
        return book;
    }

    private static Copy copy(String shelf, boolean lent) {
        Copy copy = new Copy();
        copy.shelf = shelf;
        copy.lent = lent;
        return copy;
    }
}
