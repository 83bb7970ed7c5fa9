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
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The reference of errors has the codes of {@link ErrorCode}, and what its comments say of them. {@code -Despalier.corpus.write=true} writes its tables
 * anew; the text around them is written by hand.
 */
@Tag("pure")
class ErrorCodesTest {

    private static final Path MAIN = Path.of("src/main/java/dev/espalier");
    /** A module that uses codes of its own kind of failures. */
    private static final Path TRANSFER = Path.of("../transfer/src/main/java/dev/espalier");

    private static final Path ENUM = MAIN.resolve("error/ErrorCode.java");
    private static final Path PAGE = Path.of("../docs/reference/errors.md");
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");

    /** The heading of an exception, the text under it, and its table. */
    private static final Pattern SECTION =
            Pattern.compile("(?s)(## `(\\w+)`: [^\n]*\n.*?<!-- table -->\n)(.*?)(<!-- end of table -->\n)");

    /** Such as LIMIT and MySQL. */
    private static final Pattern IS_NAME = Pattern.compile("\\w+[A-Z]|Java ");

    private static final Pattern NO_WORD = Pattern.compile("\\W+");

    @Test
    void pageHasTheTablesOfTheEnum() throws IOException {
        Map<ErrorCode, Said> said = said();
        String page = Files.readString(PAGE);
        String expected = SECTION.matcher(page)
                .replaceAll(section ->
                        Matcher.quoteReplacement(section.group(1) + table(section.group(2), said) + section.group(4)));
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
        try (Stream<Path> core = Files.walk(MAIN);
                Stream<Path> transfer = Files.walk(TRANSFER)) {
            for (Path file : Stream.concat(core, transfer)
                    .filter(path -> path.toString().endsWith(".java") && !path.equals(ENUM))
                    .toList()) {
                String body = Files.readString(file).replaceAll("(?m)^import .*$|^ *(/\\*\\*|\\*) .*$", "");
                Set<String> words = new HashSet<>(List.of(NO_WORD.split(body)));
                unused.removeIf(code -> words.contains(code.name()));
            }
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void eachConstantHasAMeaningAndSaysWhatToDo() throws IOException {
        assertThat(said().keySet()).containsExactlyInAnyOrder(ErrorCode.values());
    }

    private static String table(String exception, Map<ErrorCode, Said> said) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.exception().getSimpleName().equals(exception))
                .map(code -> "| `" + code.code() + "` | " + (code.retryable() ? "yes" : "no") + " | "
                        + said.get(code).meaning() + " | " + said.get(code).cure() + " |\n")
                .collect(Collectors.joining(
                        "", "| code | retryable | meaning | what to do |\n| --- | --- | --- | --- |\n", ""));
    }

    /** The two paragraphs of a constant's comment, as the page has them. */
    private record Said(String meaning, String cure) {}

    private static Map<ErrorCode, Said> said() throws IOException {
        return Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*?)<p>((?:(?!\\*/).)*)\\*/\n    ([A-Z][A-Z_]*)\\(")
                .matcher(Files.readString(ENUM))
                .results()
                .collect(Collectors.toMap(
                        constant -> ErrorCode.valueOf(constant.group(3)),
                        constant -> new Said(phrase(constant.group(1)), phrase(constant.group(2)))));
    }

    /** The text of a paragraph without its full stop, in lower case where it is no name. */
    private static String phrase(String paragraph) {
        String text = paragraph
                .replaceAll("(?m)^ *\\* ?", "")
                .strip()
                .replaceAll("\\s+", " ")
                .replaceAll("\\{@code ((?:[^{}]|\\{[^}]*})*)}", "`$1`");
        assertThat(text).doesNotContain("|").endsWith(".");
        String phrase = text.substring(0, text.length() - 1);
        return IS_NAME.matcher(phrase).lookingAt()
                ? phrase
                : phrase.substring(0, 1).toLowerCase(Locale.ROOT) + phrase.substring(1);
    }
}
