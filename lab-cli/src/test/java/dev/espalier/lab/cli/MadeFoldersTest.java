package dev.espalier.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("pure")
class MadeFoldersTest {

    @TempDir
    private Path home;

    @Test
    void emptyFoldersThatTheRunHasMadeAreDeleted() throws IOException {
        Path out = home.resolve("runs").resolve("today");
        MadeFolders made = new MadeFolders(out);
        Files.createDirectories(out.resolve("data"));
        Files.createDirectories(out.resolve("a").resolve("data"));
        Files.writeString(out.resolve("live.json"), "{}");

        made.deleteEmpty();

        assertThat(home).isEmptyDirectory();
    }

    @Test
    void foldersThatHoldSomethingStay() throws IOException {
        Path out = home.resolve("out");
        MadeFolders made = new MadeFolders(out);
        Files.createDirectories(out.resolve("b"));
        Path kept = Files.createDirectories(out.resolve("data")).resolve("kept.db");
        Files.writeString(kept, "data");

        made.deleteEmpty();

        assertThat(kept).exists();
        assertThat(out.resolve("b")).doesNotExist();
    }

    @Test
    void foldersThatWereThereStay() throws IOException {
        Path out = Files.createDirectories(home.resolve("out"));
        Files.createDirectories(out.resolve("mine"));
        MadeFolders made = new MadeFolders(out);
        Files.createDirectories(out.resolve("data"));

        made.deleteEmpty();

        assertThat(out).isDirectoryContaining(path -> path.endsWith("mine"));
        assertThat(out.resolve("data")).doesNotExist();
    }
}
