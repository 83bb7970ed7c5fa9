package dev.espalier.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Row;
import dev.espalier.error.QueryException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The examples of the page {@code docs/reference/selections.md} hold. */
class SelectionReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/selections.md");
    private static final Pattern EXAMPLE = Pattern.compile("(\\w+) (.*?) ?select (.*?) -> (.*)");
    private static final Pattern MISTAKE = Pattern.compile("(\\w+) (.*?) ?select (.*)");

    @OnEveryEngine
    void everyExampleGivesTheRowsOnThePage(TestDatabase database) {
        try (Database db = open(database)) {
            List<String> wrong = new ArrayList<>();
            for (String line : blocks("rows").stream().flatMap(String::lines).toList()) {
                Matcher parts = EXAMPLE.matcher(line);
                assertThat(parts.matches()).as("an example: %s", line).isTrue();
                String found = db
                        .query(type(parts.group(1)), parts.group(2).strip())
                        .select(parts.group(3).strip())
                        .list()
                        .stream()
                        .map(SelectionReferenceTest::text)
                        .collect(Collectors.joining(" | "));
                if (!found.equals(parts.group(4))) {
                    wrong.add("\n" + line + "\n  found " + found);
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    @OnEveryEngine
    void everyMistakeGivesTheErrorOnThePage(TestDatabase database) {
        try (Database db = open(database)) {
            for (String block : blocks("rows-error")) {
                String first = block.lines().findFirst().orElseThrow();
                Matcher parts = MISTAKE.matcher(first);
                assertThat(parts.matches()).as("a mistake: %s", first).isTrue();
                QueryException error = catchThrowableOfType(
                        QueryException.class,
                        () -> db.query(type(parts.group(1)), parts.group(2).strip())
                                .select(parts.group(3).strip())
                                .list());
                assertThat(error).as(first).isNotNull();
                assertThat(error.getMessage())
                        .isEqualTo(block.substring(first.length() + 1).stripTrailing());
            }
        }
    }

    private static Database open(TestDatabase database) {
        Database db = database.open(Club.CLASSES.toArray(Class<?>[]::new));
        db.storeAll(Club.objects());
        return db;
    }

    private static String text(Row row) {
        return row.values().stream().map(SelectionReferenceTest::text).collect(Collectors.joining(", "));
    }

    private static String text(Object value) {
        return value == null
                ? "-"
                : value instanceof List<?> rows
                        ? rows.stream().map(row -> text((Row) row)).collect(Collectors.joining(" | ", "[", "]"))
                        : value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    private static Class<?> type(String name) {
        return Club.CLASSES.stream()
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> blocks(String language) {
        try {
            List<String> blocks = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                    .matcher(Files.readString(PAGE))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .toList();
            assertThat(blocks).isNotEmpty();
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
