package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reference of errors names each code that the sources have, no other, and says of each rightly whether trying again makes sense. */
@Tag("pure")
class ErrorCodesTest {

    private static final Path MAIN = Path.of("src/main/java/dev/espalier");
    private static final Path PAGE = Path.of("../docs/reference/errors.md");

    /** How each package makes its errors; the code is an argument of its own, and behind it may stand whether to try again. */
    private static final Map<String, String> MAKERS = Map.of("plan", "at|atEnd", "model", "add|refuse|Refused", "rql", "error|marked", "jdbc", "database|connection",
            "error", "super");
    private static final String OF_ALL = "new (?:Model|Schema|Query|Connection|Store|NotFound|Limit|Database)Exception";

    private static final Pattern AGAIN = Pattern.compile("\\btrue, (?:error|cause|e|null)\\b");

    @Test
    void pageAndSourcesHaveTheSameCodes() throws IOException {
        Map<String, Boolean> inSources = inSources();
        Map<String, Boolean> onPage = onPage();
        assertThat(inSources).hasSizeGreaterThan(90).containsKeys("stale", "unknown-field", "commit-unknown", "bad-id");
        assertThat(onPage.keySet()).containsExactlyElementsOf(inSources.keySet());
        assertThat(onPage).isEqualTo(inSources);
    }

    /** Each code, and whether the same call may succeed later. */
    private static Map<String, Boolean> inSources() throws IOException {
        Map<String, Boolean> codes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(MAIN)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String makers = MAKERS.getOrDefault(MAIN.relativize(file).getName(0).toString(), OF_ALL);
                Matcher made = Pattern.compile("(?s)\\b(?:" + makers + "|" + OF_ALL + ")\\((?:[^\"();]|\\([^();]*\\))*\"([a-z]+(?:-[a-z]+)*)\"\\s*[,)](.*?);\n")
                        .matcher(Files.readString(file));
                while (made.find()) {
                    codes.merge(made.group(1), AGAIN.matcher(made.group(2)).find(), Boolean::logicalOr);
                }
            }
        }
        return codes;
    }

    private static Map<String, Boolean> onPage() throws IOException {
        Map<String, Boolean> codes = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (yes|no) \\|").matcher(Files.readString(PAGE));
        while (row.find()) {
            codes.merge(row.group(1), row.group(2).equals("yes"), Boolean::logicalOr);
        }
        return codes;
    }
}
