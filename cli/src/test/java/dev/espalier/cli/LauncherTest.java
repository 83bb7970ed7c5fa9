package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that hands over to Java. */
@Tag("pure")
class LauncherTest {

    @TempDir
    private Path folder;

    /** The number of a closed one is that of the next file that is opened: Java would read its own libraries as input. */
    @Test
    void closedStandardInputIsAnEmptyOne() throws Exception {
        assumeThat(System.getProperty("os.name")).as("it is for Unix shells").doesNotContain("Windows");
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path java = Files.createFile(
                bin.resolve("java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(java, "#!/bin/sh\nexec cat\n");
        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        "home=. program=none; . \"$1\"; java_home=$2 native=-Dnone=none; run '' shell <&-",
                        "sh",
                        Path.of("src", "dist", "lib", "launcher.sh")
                                .toAbsolutePath()
                                .toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(shell.exitValue()).isZero();
    }

    /** Java would not find the jar in a folder such as Gärten, nor the caller's file ä.db. */
    @Test
    void localeCBecomesOneWithAllLetters() throws Exception {
        assertThat(localeOf("LANG=C")).isEqualTo("C.UTF-8");
        assertThat(localeOf("LANG=de_DE.UTF-8 LC_ALL=POSIX")).isEqualTo("C.UTF-8");
        assertThat(localeOf(":")).isEqualTo("C.UTF-8");
        assertThat(localeOf("LANG=de_DE.UTF-8")).isEqualTo("none");
        assertThat(localeOf("LANG=C LC_CTYPE=en_GB.UTF-8")).isEqualTo("none");
    }

    private static String localeOf(String variables) throws Exception {
        assumeThat(System.getProperty("os.name")).as("it is for Unix shells").doesNotContain("Windows");
        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        "unset LANG LC_CTYPE LC_ALL; " + variables + "; . \"$1\"; printf %s \"${LC_ALL:-none}\"",
                        "sh",
                        Path.of("src", "dist", "lib", "launcher.sh")
                                .toAbsolutePath()
                                .toString())
                .redirectErrorStream(true)
                .start();
        String locale = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return locale;
    }
}
