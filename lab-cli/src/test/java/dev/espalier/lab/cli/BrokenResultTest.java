package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A result that somebody has changed is refused by its name and by what is wrong with it, whoever reads it. */
class BrokenResultTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @BeforeEach
    void run() {
        assertThat(CommandRun.run(words(
                                "lab run oltp --on noop --connections 2 --warm-up 0 --operations 5 --quiet --out {}",
                                folder))
                        .code())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /spec                                   | null         | is not a result: found no spec
            /server                                 | null         | is not a result: found no server
            /environment                            | null         | is not a result: found no environment
            /runs                                   | null         | is not a result: found no runs
            /spec/rows                              | 5            | is not a result: --rows: found 5, expected a number from 100 to 1000000000
            /runs/0/operations                      | null         | is not a result: found a run without operations
            /runs/0/timeline                        | null         | is not a result: found a run without timeline
            /runs/0/operations/0/response/histogram | null         | is not a result: found times without their histogram
            /runs/0/operations/0/response/histogram | "AAAA"       | is not a result: not an encoded histogram
            /runs/0/operations/0/response/histogram | "%%"         | is not a result: not an encoded histogram
            /format                                 | 2            | : found format 2, expected 1
            """)
    void errorNamesTheBrokenPart(String where, String value, String message) throws IOException {
        Path file = folder.resolve("result.json");
        ObjectNode result = (ObjectNode) JSON.readTree(file.toFile());
        int last = where.lastIndexOf('/');
        ((ObjectNode) result.at(where.substring(0, last))).set(where.substring(last + 1), JSON.readTree(value));
        JSON.writeValue(file.toFile(), result);

        for (List<String> reader : List.of(
                List.of("report", folder.toString()),
                List.of("rerun", folder.toString()),
                List.of("compare", folder.toString(), folder.toString()))) {
            Ended ended = CommandRun.run(
                    Stream.concat(Stream.of("lab"), reader.stream()).toArray(String[]::new));

            assertThat(ended.err())
                    .as("%s", reader)
                    .contains("espalier: " + file)
                    .contains(message.strip())
                    .hasLineCount(1);
            assertThat(ended.code()).isEqualTo(2);
        }
    }

    @Test
    void resultFileCanBeNamedInsteadOfItsFolder() throws IOException {
        Files.delete(folder.resolve("report.html"));

        assertThat(CommandRun.run("lab", "report", folder.resolve("result.json").toString())
                        .out())
                .endsWith("Written: " + folder.resolve("report.html") + "\n");
        assertThat(folder.resolve("report.html")).exists();
    }

    @Test
    void mergeRefusesTheSameResultTwice() {
        assertThat(CommandRun.run(
                        "lab",
                        "report",
                        "--merge",
                        folder.toString(),
                        folder.resolve("result.json").toString()))
                .isEqualTo(new Ended(
                        2,
                        "",
                        "espalier: lab report: found " + folder.resolve("result.json")
                                + " twice, expected each result once\n"));
    }

    @Test
    void mergeRefusesResultsOfSeveralRuns() {
        String other = folder.resolve("other").toString();
        assertThat(CommandRun.run(words(
                                "lab run oltp --on noop --connections 2 --warm-up 0 --operations 5 --repeats 2 --quiet --out {}",
                                other))
                        .code())
                .isZero();

        assertThat(CommandRun.run("lab", "report", "--merge", folder.toString(), other)
                        .err())
                .isEqualTo(
                        "espalier: found results of 1 and 2 runs, expected parts of one load: as many of each, made at the same times\n");
    }

    @Test
    void mergeRefusesResultsOfOtherOperations() {
        String other = folder.resolve("other").toString();
        assertThat(CommandRun.run(words(
                                "lab run oltp --on noop --load insert --connections 2 --warm-up 0 --operations 5 --quiet --out {}",
                                other))
                        .code())
                .isZero();

        assertThat(CommandRun.run("lab", "report", "--merge", folder.toString(), other)
                        .err())
                .isEqualTo(
                        "espalier: found results of oltp (read-only) and oltp (insert), expected parts of one load\n");
    }
}
