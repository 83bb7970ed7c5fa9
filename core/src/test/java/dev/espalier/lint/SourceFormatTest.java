package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The sources of all modules: imports sorted block by block, with static ones first; no tabs, no blanks at the end of a line, one line end at
 * the end of a file, no import whose name the file does not have. {@code -Despalier.corpus.write=true} makes them so. Everything else of the
 * format is left to people: a formatter would rewrite each file.
 */
@Tag("pure")
class SourceFormatTest {

    private static final Path MODULES = Path.of("..");
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");
    private static final Pattern NO_WORD = Pattern.compile("\\W+");

    @Test
    void sourcesHaveTheFormat() throws IOException {
        List<Path> sources = sources();
        assertThat(sources).hasSizeGreaterThan(500);
        List<Path> wrong = new ArrayList<>();
        for (Path source : sources) {
            String text = Files.readString(source);
            String formatted = formatted(text);
            if (!text.equals(formatted)) {
                wrong.add(source);
                if (WRITE) {
                    Files.writeString(source, formatted);
                }
            }
        }
        assertThat(WRITE ? List.of() : wrong).as("run with -Despalier.corpus.write=true").isEmpty();
    }

    @Test
    void formatIsAsTold() {
        assertThat(formatted("import b.B;\nimport b.A.C;\nimport b.A;\nimport static z.z;\n\nimport a.A;\nimport a.Z;\n\nclass A {  \n\tB<C> a = z;\n}\n\n"))
                .isEqualTo("import static z.z;\nimport b.A;\nimport b.A.C;\nimport b.B;\n\nimport a.A;\n\nclass A {\n    B<C> a = z;\n}\n");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(MODULES)) {
            for (Path module : modules.filter(folder -> Files.isDirectory(folder.resolve("src"))).toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    private static String formatted(String text) {
        List<String> lines = new ArrayList<>();
        List<String> imports = new ArrayList<>();
        Set<String> words = new HashSet<>(List.of(NO_WORD.split(text.replaceAll("(?m)^import .*$", ""))));
        for (String line : text.replace("\t", "    ").replaceAll("[ \r]+(?=\n)", "").stripTrailing().split("\n", -1)) {
            if (!line.startsWith("import ")) {
                addSorted(imports, lines);
                lines.add(line);
            } else if (line.endsWith(".*;") || words.contains(line.replaceAll(".*\\.|;", ""))) {
                imports.add(line);
            }
        }
        addSorted(imports, lines);
        return String.join("\n", lines) + "\n";
    }

    /** Moves a block of imports to the lines; a class comes before those that are nested in it. */
    private static void addSorted(List<String> imports, List<String> lines) {
        imports.stream().sorted(Comparator.comparing((String line) -> !line.startsWith("import static ")).thenComparing(line -> line.replace(";", "")))
                .forEach(lines::add);
        imports.clear();
    }
}
