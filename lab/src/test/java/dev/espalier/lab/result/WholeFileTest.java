package dev.espalier.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    /** Linux's device on which there is never room. */
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path folder;

    @Test
    void writeReplacesTheOldFile() throws IOException {
        Path file = folder.resolve("result.json");

        WholeFile.write(file, "old");
        WholeFile.write(file, "new");

        assertThat(file).hasContent("new");
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void fullDiskKeepsTheOldFileAndLeavesNoOther() throws IOException {
        assumeThat(FULL).exists();
        Path file = Files.writeString(folder.resolve("result.json"), "old");
        Files.createSymbolicLink(folder.resolve("result.json.half"), FULL);

        assertThatThrownBy(() -> WholeFile.write(file, "new"))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": No space left on device");

        assertThat(file).hasContent("old");
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
    }
}
