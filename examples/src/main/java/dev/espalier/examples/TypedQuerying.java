package dev.espalier.examples;

import static dev.espalier.typed.Functions.length;
import static dev.espalier.typed.Functions.lower;
import static dev.espalier.typed.Words.all;
import static dev.espalier.typed.Words.any;
import static dev.espalier.typed.Words.count;
import static dev.espalier.typed.Words.from;
import static dev.espalier.typed.Words.holds;
import static dev.espalier.typed.Words.parameter;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Typed;
import dev.espalier.examples.Querying.Author;
import dev.espalier.examples.Querying.Book;
import dev.espalier.examples.Querying_.Author_;
import dev.espalier.examples.Querying_.Book_;
import dev.espalier.examples.Querying_.Copy_;
import dev.espalier.typed.Condition;
import dev.espalier.typed.Parameter;
import dev.espalier.typed.RowCondition;
import java.util.List;

/** The questions of {@link Querying} in Java, so that the compiler checks them. */
@Typed(Book.class)
public final class TypedQuerying {

    private TypedQuerying() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:library.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Book.class))) {
            db.storeAll(Querying.books());

            List<Book> british =
                    db.query(Book.class, Book_.author().country().eq("GB")).list();
            System.out.println(Querying.titles(british.stream()) + " were written in Britain");

            long both = db.query(
                            Book.class,
                            any(
                                    Book_.copies(),
                                    Copy_.shelf().eq("A1").and(Copy_.lent().eq(false))))
                    .count();
            System.out.println(both + " book has a copy at home on A1");

            Condition<Book> allLent = Book_.copies()
                    .isNotEmpty()
                    .and(all(Book_.copies(), Copy_.lent().eq(true)));
            System.out.println(Querying.titles(db.query(Book.class, allLent).stream()) + ": every copy is lent");

            Parameter<Number> year = parameter("year");
            Book latest = db.query(
                            Book.class,
                            Book_.year()
                                    .lt(year)
                                    .orderBy(Book_.year().descending())
                                    .limit(1))
                    .with(year, 1900)
                    .one();
            System.out.println(latest.title + " is the latest");

            List<Author> several = db.query(
                            Author.class, count(Author_.bookWithAuthor()).gt(1))
                    .list();
            System.out.println(several.get(0).name + " wrote several");

            RowCondition<Book> isBrief =
                    length(Book_.title()).lt(5).and(lower(Book_.author().name()).eq("jane austen"));
            List<Book> brief = db.query(Book.class, holds(isBrief)).list();
            System.out.println(Querying.titles(brief.stream()) + " has a short title");

            System.out.println(Book_.title()
                    .match("%a%")
                    .ignoreCase()
                    .or(Book_.year().in(from(1815).below(1900))));
        }
    }
}
