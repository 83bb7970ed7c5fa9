package dev.espalier.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void theShopRuns(@TempDir Path folder) {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Shop.run("jdbc:sqlite:" + folder.resolve("shop.db"));
        } finally {
            System.setOut(console);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines().limit(2)).containsExactly(
                "1 late, first line: anvil", "0 orders with more than one of something");
    }

    /** Every line of Java in the documents stands in a program that is compiled, whatever its indentation. */
    @Test
    void theDocumentsQuoteProgramsThatAreCompiled() throws IOException {
        String programs = lines(Path.of("src/main/java"), ".java");
        for (Path document : documents()) {
            Matcher block = JAVA_BLOCK.matcher(Files.readString(document));
            while (block.find()) {
                for (String line : block.group(1).lines().map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("//")).toList()) {
                    assertThat(programs).as(document.getFileName() + " quotes").contains(line);
                }
            }
        }
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> guides = Files.walk(ROOT.resolve("docs")); Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(top, guides).filter(path -> path.toString().endsWith(".md")).toList();
        }
    }

    private static String lines(Path folder, String ending) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(ending)).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
