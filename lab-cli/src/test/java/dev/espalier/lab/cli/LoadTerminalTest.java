package dev.espalier.lab.cli;

import static dev.espalier.cli.CommandRun.run;
import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.lab.measure.SecondFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTerminalTest {

    @TempDir
    private Path folder;

    private Ended runs(String on, String options) {
        return run(words(
                "lab run oltp --on " + on + " --load point-select --quiet --warm-up 0 " + options + " --out {}",
                folder));
    }

    @Test
    void secondWithoutOperationsHasADashForEachTime() {
        StringWriter out = new StringWriter();

        new LoadTerminal(new PrintWriter(out), false, false)
                .starts(1, 1, "oltp")
                .second(new SecondFigures(4, "measured", Map.of(), 0, List.of()), null);

        assertThat(out.toString().lines().toList())
                .containsExactly("run 1 of 1: oltp", "    4 s  measured         0/s  p50 -  p99 -  max - ms");
    }

    @Test
    void runInWhichNoOperationEndedSaysSo() {
        Ended ended = runs("fixed-delay:1100ms", "--seconds 1 --connections 3");

        assertThat(ended.out())
                .contains(
                        "point-select, 3 connections, closed loop: none ended in the 1 s that count, 3 went on after them\n  p50 1,1");
        assertThat(ended.code()).isZero();
    }

    @Test
    void runOfWarmUpAloneSaysSo() {
        Ended ended = run(words(
                "lab run oltp --on noop --load point-select --quiet --warm-up 5 --seconds 1 --operations 3 --connections 2 --out {}",
                folder));

        assertThat(ended.out())
                .contains(
                        "2 connections, closed loop: no operation ended in the time that counts, none went on after it; 6 ended in the warm-up\n");
    }

    /** As a machine writes it on which another process took nearly half of the processors. */
    private void writeOthers(String othersPercent) throws IOException {
        Path file = folder.resolve("result.json");
        String edited = Files.readString(file)
                .replaceFirst(
                        "(\"limit\" : [^\\n]*\\n *\"processors\" : )(null|\\{[^}]*})",
                        "$1{\"busyPercent\": 98, \"labPercent\": 2, \"serverPercent\": null, \"othersPercent\": "
                                + othersPercent + "}");
        Files.writeString(file, edited);
    }

    @Test
    void comparisonMarksRunsBesideOtherProcesses() throws IOException {
        runs("noop", "--seconds 1 --connections 1");

        writeOthers("46");
        assertThat(run(words("lab compare {} {}", folder, folder)).out())
                .contains("A ran beside other processes in 1 of 1 runs, up to 46 % of the processors\n"
                        + "B ran beside other processes in 1 of 1 runs, up to 46 % of the processors\n");
        run(words("lab report {}", folder));
        assertThat(folder.resolve("report.html")).content().contains("\"besideOthers\" : true");

        writeOthers("10");
        assertThat(run(words("lab compare {} {}", folder, folder)).out()).doesNotContain("beside");
        writeOthers("null");
        assertThat(run(words("lab compare {} {}", folder, folder)).out()).doesNotContain("beside");
    }

    @Test
    void runNamesTheSharesOfTheProcessors() {
        assumeThat(Path.of("/proc/stat")).exists();

        assertThat(runs("noop", "--seconds 2 --connections 1").out())
                .containsPattern("  processors \\d+ % busy: lab \\d+ %, others \\d+ %\n");
    }

    @Test
    void comparisonOfRunsWithoutTimesSaysSo() {
        runs("fixed-delay:1100ms", "--seconds 1 --connections 1");
        Path other = folder.resolve("other");
        run(words(
                "lab run oltp --on noop --load point-select --quiet --warm-up 0 --seconds 1 --connections 1 --out {}",
                other));

        assertThat(run(words("lab compare {} {}", folder, other)).out())
                .containsPattern("1 goodput, /s +0\\.000 +[0-9.,]+ +- +- +[0-9.]+ +unstable\n");
    }
}
