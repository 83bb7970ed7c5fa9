package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Explanation;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** For a library without indexes, an explanation names the indexes that a query lacks, and they are built. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class MissingIndexes {

    static class Book {
        long id;
        String title;
        List<Copy> copies = new ArrayList<>();
    }

    static class Copy {
        long id;
        String shelf;
    }

    private MissingIndexes() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) throws SQLException {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:copies.db");
    }

    static void run(String url) throws SQLException {
        Explanation how;
        try (Database db =
                Database.open(url, Model.of(Book.class), Settings.defaults().indexes(IndexLevel.NONE))) {
            db.storeAll(books());
            how = db.query(Book.class, "copies.shelf = 'B7'").explain();
        }
        System.out.print(how);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (Explanation.Advice index : how.advice()) {
                System.out.println(index.place() + " promises " + Math.round(index.gain()) + " times fewer rows");
                statement.execute(index.statement());
            }
        }
        try (Database db = Database.open(url, Model.of(Book.class))) {
            System.out.println(db.query(Book.class, "copies.shelf = 'B7'")
                    .explain()
                    .search()
                    .reason());
        }
    }

    private static List<Book> books() {
        List<Book> books = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Book book = new Book();
            book.title = "Volume " + i;
            for (int room = 0; room < 2; room++) {
                Copy copy = new Copy();
                copy.shelf = (char) ('A' + room) + Integer.toString(i / 10);
                book.copies.add(copy);
            }
            books.add(book);
        }
        return books;
    }
}
