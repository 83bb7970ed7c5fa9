package dev.espalier.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicApiTest {

    @Test
    void everythingPublicForUsersIsDocumented(@TempDir Path folder) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int result = ToolProvider.findFirst("javadoc").orElseThrow().run(out, out, "-quiet", "-Xdoclint:all", "-d", folder.toString(),
                "-sourcepath", "src/main/java", "-classpath", System.getProperty("java.class.path"), "--ignore-source-errors",
                "dev.espalier", "dev.espalier.error", "dev.espalier.annotation");
        assertThat(said.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("warning:") || line.contains("error:"))
                        .filter(line -> !line.contains("module-info")))
                .as("javadoc ended with " + result)
                .isEmpty();
    }
}
