package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("pure")
class PublicApiTest {

    @Test
    void everyPublicMemberIsDocumented(@TempDir Path folder) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int result = ToolProvider.findFirst("javadoc")
                .orElseThrow()
                .run(
                        out,
                        out,
                        "-quiet",
                        "-Xdoclint:all",
                        "-Xmaxwarns",
                        "1000",
                        "-d",
                        folder.toString(),
                        "-sourcepath",
                        "src/main/java",
                        "--module-path",
                        jars(),
                        "dev.espalier",
                        "dev.espalier.error",
                        "dev.espalier.annotation",
                        "dev.espalier.typed",
                        "dev.espalier.verification",
                        "dev.espalier.health",
                        "dev.espalier.evolution");
        assertThat(said.toString(StandardCharsets.UTF_8).lines().filter(PublicApiTest::isComplaint))
                .isEmpty();
        assertThat(result).isZero();
    }

    /** Not that a driver's module name is made from its file name. */
    private static boolean isComplaint(String line) {
        return (line.contains("warning:") || line.contains("error:")) && !line.contains("automatic");
    }

    private static String jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
