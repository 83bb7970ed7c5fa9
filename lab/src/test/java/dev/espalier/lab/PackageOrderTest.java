package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A package imports only packages that stand before it in the reading order. */
@NullUnmarked // what it asks for is there
class PackageOrderTest {

    private static final List<String> ORDER = List.of(
            "spec",
            "workload",
            "target",
            "store",
            "subject",
            "load",
            "measure",
            "result",
            "report",
            "agent",
            "isolation",
            "torture",
            "everyday",
            "evolution");
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?dev\\.espalier\\.lab\\.([a-z]+)\\.");
    private static final Path SOURCES = Path.of("src/main/java/dev/espalier/lab");

    @Test
    void packagesImportOnlyPackagesAboveThem() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                int own = ORDER.indexOf(file.getParent().getFileName().toString());
                Matcher imports = IMPORT.matcher(Files.readString(file));
                while (own >= 0 && imports.find()) {
                    if (ORDER.indexOf(imports.group(1)) > own) {
                        wrong.add(file + " imports " + imports.group(1));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyPackageIsInTheOrder() throws IOException {
        try (Stream<Path> folders = Files.list(SOURCES)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(ORDER);
        }
    }
}
