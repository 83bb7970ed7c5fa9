package dev.espalier.rql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The golden corpus: files that begin with a line saying what they show, the rest being a query; beside each what every stage makes of
 * it. Run the tests with {@code -Despalier.corpus.write=true} to write what is missing or has changed, and read the difference.
 */
public final class Corpus {

    private static final Path ROOT = Path.of("src/test/resources/corpus");
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");

    private Corpus() {
    }

    /** The cases of one folder, by name. */
    public static List<Case> in(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".rql")).sorted().map(Case::new).collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One query of the corpus. */
    public record Case(Path file) {

        /** The text without the first line and the last line's end. */
        public String query() {
            String content = read(file);
            return content.substring(content.indexOf('\n') + 1).replaceFirst("\n$", "");
        }

        /** What is kept beside the query as the result of a stage; when asked to, writes the new result first. */
        public String expected(String stage, String actual) {
            Path golden = file.resolveSibling(file.getFileName().toString().replaceFirst("\\.rql$", "." + stage));
            if (WRITE) {
                write(golden, actual);
            }
            return read(golden);
        }

        @Override
        public String toString() {
            return file.getFileName().toString();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("write it with -Despalier.corpus.write=true", e);
        }
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
