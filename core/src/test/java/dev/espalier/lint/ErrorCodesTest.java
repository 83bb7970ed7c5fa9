package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The reference of errors has the codes of {@link ErrorCode} with their meanings. {@code -Despalier.corpus.write=true} writes its tables
 * anew; the text around them is written by hand.
 */
@Tag("pure")
class ErrorCodesTest {

    private static final Path MAIN = Path.of("src/main/java/dev/espalier");
    private static final Path ENUM = MAIN.resolve("error/ErrorCode.java");
    private static final Path PAGE = Path.of("../docs/reference/errors.md");
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");

    /** The heading of an exception, the text under it, and its table. */
    private static final Pattern SECTION =
            Pattern.compile("(?s)(## `(\\w+)`: [^\n]*\n.*?<!-- table -->\n)(.*?)(<!-- end of table -->\n)");

    private static final Pattern NO_WORD = Pattern.compile("\\W+");

    @Test
    void pageHasTheTablesOfTheEnum() throws IOException {
        String page = Files.readString(PAGE);
        String expected = SECTION.matcher(page)
                .replaceAll(section ->
                        Matcher.quoteReplacement(section.group(1) + table(section.group(2)) + section.group(4)));
        if (WRITE) {
            Files.writeString(PAGE, expected);
            return;
        }
        assertThat(page)
                .as("run with -Despalier.corpus.write=true if the change is meant")
                .isEqualTo(expected);
    }

    @Test
    void pageHasASectionForEachException() throws IOException {
        List<String> sections = SECTION.matcher(Files.readString(PAGE))
                .results()
                .map(section -> section.group(2))
                .toList();
        assertThat(sections)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(EspalierException.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Test
    void librarySourcesUseEachCode() throws IOException {
        Set<ErrorCode> unused = EnumSet.allOf(ErrorCode.class);
        try (Stream<Path> files = Files.walk(MAIN)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java") && !path.equals(ENUM))
                    .toList()) {
                String body = Files.readString(file).replaceAll("(?m)^import .*$|^ *(/\\*\\*|\\*) .*$", "");
                Set<String> words = new HashSet<>(List.of(NO_WORD.split(body)));
                unused.removeIf(code -> words.contains(code.name()));
            }
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void textsAreWordsWithHyphensThatTellExceptionsApart() {
        assertThat(ErrorCode.values()).allSatisfy(code -> {
            assertThat(code.code()).matches("[a-z]+(-[a-z]+)*");
            assertThat(code.meaning()).doesNotContain("\n", "|").doesNotEndWith(".");
            assertThat(code.cure()).isNotBlank().doesNotContain("\n", "|").doesNotEndWith(".");
        });
        assertThat(Arrays.stream(ErrorCode.values())
                        .map(code -> code.exception().getSimpleName() + " " + code.code()))
                .doesNotHaveDuplicates();
    }

    /** A reader of the code sees in the comment what a reader of the log sees in the meaning. */
    @Test
    void commentsOfTheConstantsAreTheirMeanings() throws IOException {
        List<String> comments = Pattern.compile("(?s)    /\\*\\*((?:(?!\\*/).)*)\\*/\n    ([A-Z][A-Z_]*)\\(\\s*\"")
                .matcher(Files.readString(ENUM))
                .results()
                .map(ErrorCodesTest::meaning)
                .toList();
        assertThat(comments)
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values())
                        .map(code -> code.name() + ": " + capitalised(code.meaning()) + ".")
                        .toList());
    }

    private static String meaning(MatchResult constant) {
        String comment = constant.group(1).replaceAll("\\s+(\\* ?)?", " ").strip();
        return constant.group(2) + ": " + comment.replaceAll("\\{@code ([^}]*)}", "`$1`");
    }

    private static String capitalised(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String table(String exception) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.exception().getSimpleName().equals(exception))
                .map(code -> "| `" + code.code() + "` | " + (code.retryable() ? "yes" : "no") + " | " + code.meaning()
                        + " | " + code.cure() + " |\n")
                .collect(Collectors.joining(
                        "", "| code | retryable | meaning | what to do |\n| --- | --- | --- | --- |\n", ""));
    }
}
