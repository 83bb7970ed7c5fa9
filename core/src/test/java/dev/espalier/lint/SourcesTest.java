package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds for all source files. */
@Tag("pure")
class SourcesTest {

    private static final Path MAIN = Path.of("src/main/java/dev/espalier");
    private static final Pattern MACHINE_PATH =
            Pattern.compile("[\"' =(](/(?:home|root|work|Users|opt|mnt)/\\w|[A-Z]:\\\\\\\\)");
    private static final Pattern SQL = Pattern.compile(
            "\"(?:INSERT INTO|UPDATE|DELETE FROM|SELECT|CREATE TABLE|CREATE (?:UNIQUE )?INDEX|ALTER TABLE|DROP) [^\"\n]*\"");
    private static final Pattern REGISTRY =
            Pattern.compile("https?://[\\w.-]*(?:repo1?|maven|nexus|artifactory|registry|proxy)\\.[\\w.-]+");

    /** As CONTRIBUTING says: the checks of null skip a package without the mark. */
    @Test
    void everyPackageIsMarkedForTheChecksOfNull() throws IOException {
        TreeSet<Path> unmarked = new TreeSet<>();
        for (String module : List.of(
                "core",
                "rootdb",
                "processor",
                "yaml",
                "transfer",
                "maven-plugin",
                "console",
                "lab",
                "bench",
                "cli",
                "lab-cli",
                "examples")) {
            for (Path file : files(Path.of("..", module, "src/main/java"), ".java")) {
                Path marked = file.resolveSibling("package-info.java");
                if (!file.endsWith("module-info.java")
                        && !(Files.exists(marked) && Files.readString(marked).contains("NullMarked\npackage "))) {
                    unmarked.add(file.getParent());
                }
            }
        }
        assertThat(unmarked).isEmpty();
    }

    /** Statements are trees of package {@code sql} until {@code dialect} renders them; only engines have texts of their own. */
    @Test
    void onlyDialectAndEnginesHaveSqlText() throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path file : files(MAIN, ".java")) {
            String own = packageOf(file);
            if (!own.startsWith("internal.dialect") && !own.startsWith("internal.engine")) {
                Matcher sql = SQL.matcher(Files.readString(file));
                while (sql.find()) {
                    texts.add(MAIN.relativize(file) + ": " + sql.group());
                }
            }
        }
        assertThat(texts).isEmpty();
    }

    @Test
    void noFileNamesThisMachineOrARegistry() throws IOException {
        List<String> violations = new ArrayList<>();
        for (Path file : files(Path.of("src"), ".java", ".properties", ".xml")) {
            String text = Files.readString(file);
            for (Pattern forbidden : List.of(MACHINE_PATH, REGISTRY)) {
                Matcher found = forbidden.matcher(text);
                if (found.find() && !file.endsWith("SourcesTest.java")) {
                    violations.add(file + ": " + found.group());
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    private static String packageOf(Path file) {
        Path below = MAIN.relativize(file).getParent();
        return below == null ? "" : below.toString().replace(java.io.File.separatorChar, '.');
    }

    private static List<Path> files(Path folder, String... endings) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .toList();
        }
    }
}
