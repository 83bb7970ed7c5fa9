package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs have databases of their own, and a repeated run a folder of its own. */
class LeftoversTest {

    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void run() {
        out = folder.resolve("first");
        assertThat(oltp("--keep").out())
                .containsPattern(
                        "Kept: the database (espalier_lab_r\\d{12}_\\w{4}_oltp); --database \\1 uses it again");
    }

    private Ended oltp(String... options) {
        return CommandRun.run(words(
                "lab run oltp --on sqlite --tables 1 --rows 100 --connections 1 --warm-up 0 --operations 2 --quiet --out {} {}",
                out,
                options));
    }

    private List<String> databases(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of.resolve("data"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".db"))
                    .map(name -> name.replace(".db", ""))
                    .toList();
        }
    }

    @Test
    void databasesOfRunsAreListedAndRemoved() throws IOException {
        String kept = databases(out).get(0);
        String run = kept.replaceAll("espalier_lab_|_oltp", "");
        assertThat(oltp().out()).doesNotContain("Kept");
        assertThat(databases(out)).as("another run drops its own").containsExactly(kept);

        assertThat(leftovers().out())
                .startsWith(kept + "  run " + run + ", began 20")
                .endsWith(" UTC\n");
        assertThat(leftovers("--remove", "r1").err())
                .isEqualTo("espalier: --remove: found 'r1', expected all, or one of " + run + "\n");
        assertThat(leftovers("--remove", run).out()).startsWith(kept).endsWith(", removed\n");
        assertThat(out.resolve("data")).isEmptyDirectory();
        assertThat(leftovers("--remove", "all").out()).isEqualTo("No run has left a database\n");
    }

    private Ended leftovers(String... options) {
        return CommandRun.run(words("lab leftovers --on sqlite --out {} {}", out, options));
    }

    @Test
    void rerunWritesIntoAFolderOfItsOwn() throws IOException {
        String before = Files.readString(out.resolve("result.json"));
        List<String> kept = databases(out);

        assertThat(CommandRun.run("lab", "rerun", out.toString(), "--quiet").out())
                .contains("Written: " + out + "-rerun/result.json");
        assertThat(CommandRun.run("lab", "rerun", out.resolve("result.json").toString(), "--quiet")
                        .out())
                .contains("Written: " + out + "-rerun-2/result.json");
        Ended refused = CommandRun.run("lab", "rerun", out.toString(), "--out", out.toString());

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .startsWith("espalier: --out: found " + out
                        + ", the folder of the result that is repeated; expected another one");
        assertThat(out.resolve("result.json")).hasContent(before);
        assertThat(databases(out)).isEqualTo(kept);
        assertThat(databases(folder.resolve("first-rerun")))
                .as("the rerun kept its own")
                .hasSize(1)
                .doesNotContainAnyElementsOf(kept);
    }
}
