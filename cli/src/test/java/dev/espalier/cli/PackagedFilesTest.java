package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagedFilesTest {

    private static final List<String> REQUESTS = List.of(".TH ", ".SH ", ".B ", ".nf", ".fi");

    @TempDir
    private Path folder;

    @Test
    void manualHasASectionForEachCommandAndNoRequestFromItsTexts() {
        String manual = PackagedFiles.manual(Espalier.commandLine());

        assertThat(manual).startsWith(".TH ESPALIER 1\n.SH NAME\nespalier \\- Stores plain Java");
        for (String command : List.of("espalier query", "espalier schema", "espalier schema plan")) {
            assertThat(manual.lines()).containsOnlyOnce(".SH \"" + command + "\"");
        }
        assertThat(manual.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                .allMatch(line -> REQUESTS.stream().anyMatch(line::startsWith));
        assertThat(manual).contains("\\-\\-password\\-env=NAME").doesNotContain(" -");
    }

    @Test
    void completionKnowsTheCommands() throws IOException {
        PackagedFiles.main(new String[] {folder.toString()});

        assertThat(folder.resolve("completion").resolve("espalier.sh"))
                .content()
                .contains("checksum console copy export import query schema shell verify")
                .as("what zsh needs to read it")
                .contains("autoload -U +X bashcompinit && bashcompinit", "complete -F _complete_espalier");
        assertThat(folder.resolve("man").resolve("man1").resolve("espalier.1")).isNotEmptyFile();
    }
}
