package dev.espalier.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URISyntaxException;
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
    void everyPublicMemberIsDocumented(@TempDir Path folder) throws URISyntaxException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int result = ToolProvider.findFirst("javadoc")
                .orElseThrow()
                .run(
                        out,
                        out,
                        "-quiet",
                        "-Xdoclint:all",
                        "-d",
                        folder.toString(),
                        "-sourcepath",
                        "src/main/java",
                        "--module-path",
                        modules(),
                        "dev.espalier.transfer");
        assertThat(said.toString(StandardCharsets.UTF_8).lines().filter(PublicApiTest::isComplaint))
                .isEmpty();
        assertThat(result).isZero();
    }

    /** Not that a driver's module name is made from its file name. */
    private static boolean isComplaint(String line) {
        return (line.contains("warning:") || line.contains("error:")) && !line.contains("automatic");
    }

    /** Core, as a folder or a jar, and the libraries. */
    private static String modules() throws URISyntaxException {
        Path core = Path.of(Database.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return core
                + File.pathSeparator
                + Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(path -> path.endsWith(".jar") && !path.contains("espalier-"))
                        .collect(Collectors.joining(File.pathSeparator));
    }
}
