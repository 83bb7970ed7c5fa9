package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program logs once for each class that its structures are large, and the bound in the log makes them small. */
class LoggedStructuresTest {

    private static final String LOGGER = "dev.espalier.internal.graph.GraphLoader";

    static class Book {
        long id;
        List<Page> pages = new ArrayList<>();
    }

    static class Page {
        long id;
    }

    static class Loan {
        long id;
        Book book;
    }

    @TempDir
    private Path folder;

    @Test
    void aLargeStructureIsOneLineWithTheBoundThatCutsIt() throws Exception {
        assertThat(printed())
                .filteredOn(line -> line.contains("came with"))
                .singleElement()
                .asString()
                .contains(
                        "1 object of class Loan came with 10,002 other objects, 10,001 of them by Book.pages; stopAt(\"pages\")");
    }

    /** Reads a large structure; in a process of its own, since tests log only errors. */
    static final class Program {

        private Program() {}

        /** @param arguments the URL */
        public static void main(String[] arguments) {
            Model model = Model.of(Loan.class, Book.class, Page.class);
            Loan loan = new Loan();
            loan.book = new Book();
            IntStream.rangeClosed(0, 10_000).forEach(i -> loan.book.pages.add(new Page()));
            try (Database db = Database.open(arguments[0], model)) {
                db.store(loan);
                db.get(Loan.class, loan.id, bounds -> bounds.stopAt("pages"));
            }
            Settings cut = Settings.defaults().bounds(Loan.class, bounds -> bounds.stopAt("pages"));
            try (Database db = Database.open(arguments[0], model, cut)) {
                db.query(Loan.class, "").list();
            }
            try (Database db = Database.open(arguments[0], model)) {
                db.get(Loan.class, loan.id);
                db.query(Loan.class, "").list();
            }
        }
    }

    private List<String> printed() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.log." + LOGGER + "=info",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Program.class.getName(),
                        "jdbc:sqlite:" + folder.resolve("loans.db"))
                .redirectErrorStream(true)
                .start();
        try {
            String all = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor()).as(all).isZero();
            return all.lines().toList();
        } finally {
            program.destroyForcibly();
        }
    }
}
