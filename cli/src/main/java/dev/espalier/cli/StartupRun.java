package dev.espalier.cli;

import dev.espalier.Database;
import dev.espalier.Model;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Runs short commands on a small database of its own. The launcher lets the virtual machine write down the classes that this loads, and every later command
 * starts with them.
 */
final class StartupRun {

    private StartupRun() {}

    /** An object with what most models have. */
    @SuppressWarnings("unused") // stored and read
    static final class Item {
        private @Nullable Long id;
        private @Nullable String name;
        private @Nullable Item next;

        Item() {}

        Item(String name, @Nullable Item next) {
            this.name = name;
            this.next = next;
        }
    }

    /** @param arguments none */
    public static void main(String[] arguments) throws IOException {
        run(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    }

    static void run(PrintWriter out) throws IOException {
        Path folder = Files.createTempDirectory("espalier-startup");
        Path file = folder.resolve("items.db");
        try {
            String url = "jdbc:sqlite:" + file;
            try (Database db = Database.open(url, Model.of(Item.class))) {
                db.store(new Item("first", new Item("second", null)));
            }
            run(out, "--version");
            run(out, "--help");
            run(out, "query", url, "Item", "next.name = 'second' ORDER BY name");
            run(out, "query", url, "Item", "--jsonl");
            run(out, "schema", "show", url);
        } finally {
            delete(folder);
        }
    }

    private static void run(PrintWriter out, String... arguments) {
        CommandLine line = Espalier.commandLineFor(arguments);
        line.setOut(out);
        int code = line.execute(arguments);
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", arguments) + ": ended with " + code);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            files.forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        Files.delete(folder);
    }
}
