package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.SweepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every combination of the given values, planned, run, resumed. */
class SweepTest {

    @TempDir
    private Path folder;

    private Ended sweep(String out, String... words) {
        return CommandRun.run(words("lab sweep --quiet --out {} {}", folder.resolve(out), words));
    }

    @Test
    void planIsPrintedWithItsTime() {
        Ended plan = sweep(
                "plan",
                words(
                        "--plan --rounds 5 uuid-set --on mysql,redis,hash-set --way pool,thread,new --size=1m,10m --connections 1,5..7 --warm-up 1 --seconds 9"));

        // --way has no effect on Redis and in the process
        assertThat(plan).isEqualTo(new Ended(0, """
                  on: mysql, redis, hash-set
                  way: pool, thread, new
                  size: 1m, 10m
                  connections: 1, 5, 6, 7
                40 combinations, 5 rounds, shuffled: 200 runs
                About 33 min 20 s of warm-ups and measured seconds; loading of the data comes before
                """, ""));
        assertThat(folder.resolve("plan")).doesNotExist();
    }

    @Test
    void everyCombinationIsRunInEachRound() throws IOException {
        Ended ended = sweep(
                "done",
                words(
                        "--rounds 2 key-value --on sqlite,noop --rows 200,400 --way select,in --connections 1,2 --keys 10 --warm-up 0 --operations 20"));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        SweepResult result = (SweepResult) ResultFile.read(folder.resolve("done"));
        assertThat(result.partial()).isFalse();
        assertThat(result.measured()).hasSize(12 + 4 - 4).allSatisfy(one -> {
            assertThat(one.runs()).hasSize(2);
            LoadResult whole =
                    (LoadResult) ResultFile.read(folder.resolve("done").resolve(one.folder()));
            assertThat(whole.runs()).hasSize(2);
        });
        assertThat(result.differences())
                .extracting(SweepResult.Difference::axis)
                .contains("on", "rows", "way")
                .doesNotContain("connections");
        assertThat(folder.resolve("done/data"))
                .as("each set of data is dropped")
                .isEmptyDirectory();
        assertThat(ResultFile.json(ResultFile.read(folder.resolve("done"))))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
        Files.delete(folder.resolve("done/report.html"));
        assertThat(CommandRun.run("lab", "report", folder.resolve("done").toString())
                        .out())
                .contains("on sqlite, rows 400, way in, connections 2 ");
        assertThat(folder.resolve("done/report.html")).exists();
    }

    /** As after a kill: two combinations were not run, and one had been run once. */
    @Test
    void sweepGoesOnWithTheRunsThatAreMissing() throws IOException {
        String[] words = {
            "--rounds",
            "2",
            "oltp",
            "--on",
            "noop",
            "--load",
            "point-select,read-only",
            "--connections",
            "1..3",
            "--warm-up",
            "0",
            "--operations",
            "3"
        };
        assertThat(sweep("killed", words).code()).isZero();
        Path out = folder.resolve("killed");
        List<String> before = started(out);
        Path cells = out.resolve("cells");
        for (String lost : List.of("002-point-select-2", "005-read-only-2")) {
            Files.delete(cells.resolve(lost).resolve("result.json"));
        }

        Ended again = sweep("killed", words);

        assertThat(again.out())
                .contains("6 combinations, 2 rounds, shuffled: 12 runs, of which 8 are there already\n")
                .doesNotContain("run 1 of");
        SweepResult result = (SweepResult) ResultFile.read(out);
        assertThat(result.partial()).isFalse();
        assertThat(result.sessions()).hasSize(2);
        assertThat(result.measured()).allMatch(one -> one.runs().size() == 2);
        assertThat(started(out))
                .as("whole results that were there")
                .containsAll(before.stream()
                        .filter(one -> !one.startsWith("002") && !one.startsWith("005"))
                        .toList());
        assertThat(sweep("killed", "--rounds", "3", "oltp", "--on", "noop").err())
                .isEqualTo("espalier: --out: found another result in " + out
                        + ", expected none, or one of this very sweep, which then goes on\n");
    }

    private static List<String> started(Path out) throws IOException {
        SweepResult result = (SweepResult) ResultFile.read(out);
        return result.measured().stream()
                .flatMap(one -> one.runs().stream()
                        .map(run ->
                                one.folder().substring("cells/".length()) + " " + run.started() + " " + run.goodput()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            objects                                  | lab sweep: found 'objects', expected a pack that loads a target: oltp, key-value, uuid-set, forty-tables
            key-value --on mysql --engine InnoDB,MEMORY --preload malloc,jemalloc | --engine: found MEMORY and several ways to start mysql, expected one: a restart empties its tables
            oltp --way pool,thread                   | lab sweep: found '--way', expected an option of oltp
            oltp --on noop --connections 5..2        | --connections: found '5..2', expected a range such as 1..10
            oltp --on noop --connections 1,,2        | --connections: found '1,,2', expected values with commas between them
            oltp --on noop --arrival constant,poisson | --arrival: found it in a closed loop, expected it with --rate
            oltp --on noop --rows 5,500              | --rows: found 5, expected a number from 100 to 1000000000
            oltp --on noop --repeats 5               | --repeats: found it with oltp, expected it before the pack, as rounds
            oltp --on noop --load                    | --load: found nothing, expected a value, or several with commas between them
            key-value --on jdbc:postgresql://127.0.0.1:1/x --rows 5,6 --database one | --database: found one for data that differ, expected none: each set of data gets a database of its own
            """)
    void mistakesAreReportedBeforeAnythingIsRun(String words, String message) {
        assertThat(sweep("refused", words.split(" "))).isEqualTo(new Ended(2, "", "espalier: " + message + "\n"));
        assertThat(folder.resolve("refused")).doesNotExist();
    }
}
