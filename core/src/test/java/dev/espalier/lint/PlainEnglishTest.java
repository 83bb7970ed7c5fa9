package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One term for each thing: the glossary of CONTRIBUTING.md holds in sources and documents. */
@Tag("pure")
class PlainEnglishTest {

    /** A phrase that is not used, and the term that replaces it. */
    private record Replaced(Pattern phrase, String term) {

        private Replaced(String phrase, String term) {
            this(Pattern.compile(phrase), term);
        }
    }

    private static final List<Replaced> REPLACED = List.of(
            new Replaced("\\bany longer\\b", "the present state: is not there, is finished"),
            new Replaced("\\bin vain\\b", "stale, failed, or without effect"),
            new Replaced("\\b[Bb](?:ring|rings|rought)\\b(?: \\S+){0,6} up\\s+to\\s+date", "refresh, or update"),
            new Replaced("\\b[Tt](?:ry|ries|ried|rying)\\b(?: it)? again\\b", "retry"),
            new Replaced("\\b[Ll]ong ways?\\b", "reference chain"));

    private static final Path PROJECT = Path.of("..");
    private static final Pattern ENTRY = Pattern.compile("(?m)^\\| ([^|`]+) \\| [^|]+ \\| `(\\w+)` \\|$");

    @Test
    void glossaryNamesExistingClassesInAlphabeticalOrder() throws IOException {
        String text = Files.readString(PROJECT.resolve("CONTRIBUTING.md"));
        List<MatchResult> entries = ENTRY.matcher(text.substring(text.indexOf("## Glossary")))
                .results()
                .toList();
        Set<String> classes = files("core/src/main", ".java").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());

        assertThat(entries).hasSizeGreaterThan(40);
        assertThat(entries).extracting(entry -> entry.group(1)).isSorted().doesNotHaveDuplicates();
        assertThat(entries).extracting(entry -> entry.group(2)).isSubsetOf(classes);
    }

    @Test
    void replacedWordsStayOutOfSourcesAndDocuments() throws IOException {
        List<Path> files = new ArrayList<>(files("docs", ".md"));
        for (String module : List.of("core", "rootdb", "lab", "cli", "processor", "examples", "transfer", "yaml")) {
            files.addAll(files(module + "/src/main", ".java"));
        }
        files.addAll(List.of(PROJECT.resolve("README.md"), PROJECT.resolve("ARCHITECTURE.md")));

        List<String> violations = new ArrayList<>();
        for (Path file : files) {
            String text = Files.readString(file).replaceAll("\\s*\\n\\s*(?:\\*|//)? ?", " ");
            REPLACED.forEach(replaced -> replaced.phrase()
                    .matcher(text)
                    .results()
                    .forEach(found -> violations.add(
                            PROJECT.relativize(file) + ": '" + found.group() + "'; write " + replaced.term())));
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void testNamesAreStatements() throws IOException {
        Pattern name =
                Pattern.compile("@(?:Test|OnEveryEngine|ParameterizedTest|RepeatedTest)\\b[^;{]*?\\bvoid (\\w+)\\(");
        Pattern clause = Pattern.compile("(?:(?:what|who|where|which|whatever|whoever|whose|how|why)[A-Z].*|.*_.*)");
        List<String> violations = new ArrayList<>();
        for (String module : List.of(
                "bench", "cli", "console", "core", "examples", "lab", "processor", "rootdb", "transfer", "yaml")) {
            for (Path file : files(module + "/src/test", "Test.java")) {
                name.matcher(Files.readString(file))
                        .results()
                        .map(found -> found.group(1))
                        .filter(clause.asMatchPredicate())
                        .forEach(found -> violations.add(PROJECT.relativize(file) + ": " + found
                                + "; write a statement in camelCase, subject first"));
            }
        }
        assertThat(violations).isEmpty();
    }

    private static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(PROJECT.resolve(folder))) {
            return all.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }
}
