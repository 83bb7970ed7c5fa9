package dev.espalier.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("pure")
class CaseFileTest {

    private static final String TWO = "=== first\n\n-- a header\n\n== part\n  text\n\n=== second\nother\n";

    @TempDir
    private Path folder;

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("topic.txt"), content);
    }

    @Test
    void casesAreReadByNameInTheirOrder() throws IOException {
        assertThat(CaseFile.read(file(TWO)))
                .containsExactly(
                        Map.entry("first", "\n-- a header\n\n== part\n  text\n"), Map.entry("second", "other\n"));
    }

    @Test
    void casesAreWrittenAsTheyWereRead() throws IOException {
        Path file = file(TWO);

        CaseFile.write(file, CaseFile.read(file));

        assertThat(file).hasContent(TWO);
    }

    @Test
    void emptyLinesBetweenCasesDoNotMatter() throws IOException {
        assertThat(CaseFile.read(file("\n=== first\none\n=== second\ntwo\n\n\n=== third")))
                .containsExactly(Map.entry("first", "one\n"), Map.entry("second", "two\n"), Map.entry("third", "\n"));
    }

    @Test
    void textBeforeTheFirstCaseIsRefused() {
        assertThatThrownBy(() -> CaseFile.read(file("-- a header\n" + TWO)))
                .hasMessageContaining("topic.txt: found '-- a header', expected '=== NAME'");
    }

    @Test
    void fileWithoutCasesIsRefused() {
        assertThatThrownBy(() -> CaseFile.read(file("\n")))
                .hasMessageContaining("topic.txt: found 'nothing', expected '=== NAME'");
    }

    @Test
    void twoCasesOfOneNameAreRefused() {
        assertThatThrownBy(() -> CaseFile.read(file(TWO + "\n=== first\nagain\n")))
                .hasMessageContaining("topic.txt: found two cases 'first', expected one of each name");
    }
}
