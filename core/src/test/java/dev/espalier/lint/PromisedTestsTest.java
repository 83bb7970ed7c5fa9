package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The guide's table of guarantees names an existing test in each cell. */
@Tag("pure")
class PromisedTestsTest {

    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

    private List<Path> tests = List.of();

    @BeforeEach
    void findTests() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java/dev/espalier/contract"))) {
            tests = files.toList();
        }
    }

    @Test
    void everyCellNamesATestThatExists() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "guide", "transactions.md"));
        List<String> rows = guide.substring(guide.indexOf("## Guarantees"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| |") && !line.startsWith("| ---"))
                .toList();
        assertThat(rows).hasSize(5);
        for (String row : rows) {
            List<String> cells = Arrays.stream(row.split("\\|")).skip(2).toList();
            assertThat(cells)
                    .hasSize(3)
                    .allSatisfy(cell ->
                            assertThat(TEST.matcher(cell).find()).as(cell).isTrue());
            assertThat(TEST.matcher(row).results()).allSatisfy(test -> assertExists(test.group(1), test.group(2)));
        }
    }

    private void assertExists(String type, String method) {
        assertThat(tests)
                .filteredOn(file -> file.endsWith(type + ".java"))
                .as(type)
                .hasSize(1)
                .allSatisfy(file -> {
                    if (method != null) {
                        assertThat(file).content().contains("void " + method + "(");
                    }
                });
    }
}
