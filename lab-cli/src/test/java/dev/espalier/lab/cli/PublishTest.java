package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.lab.result.AsPublished;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.PublishedReport;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.SweepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Published reports as one command. */
@NullUnmarked // what it asks for is there
class PublishTest {

    @TempDir
    private Path folder;

    private Ended publish(String... words) {
        return CommandRun.run(words("lab publish --quiet --out {} {}", folder.resolve("out"), words));
    }

    private static List<AsPublished> asPublished(SweepResult result) {
        return AsPublished.of(result.plan(), PublishedReport.of(result.pack()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp                            | 40 combinations, 3 rounds, shuffled: 120 runs
            oltp --on mysql,postgres --load=read-only | 10 combinations, 3 rounds, shuffled: 30 runs
            uuid-set                        | 20 combinations, 3 rounds, shuffled: 60 runs
            forty-tables                    | 3 combinations, 3 rounds, shuffled: 9 runs
            key-value                       | 3 combinations, 3 rounds, shuffled: 9 runs
            """)
    void reportBringsItsOptions(String words, String runs) {
        Ended plan = publish(words("--plan " + words));

        assertThat(plan.err()).isEmpty();
        assertThat(plan.out()).contains(runs);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void objectsRunAsPublished() {
        assertThat(publish("--plan", "objects", "--on", "sqlite", "--objects", "1k")
                        .out())
                .isEqualTo("espalier lab run objects --on sqlite --create transactions --index-when before"
                        + " --indexes none,values,relations,both --threads 20 --objects 1k --repeats 3 --go-on --out "
                        + folder.resolve("out") + "\n");
        assertThat(
                        publish(
                                words(
                                        "--rounds 1 objects --on sqlite --objects 1k --indexes none --threads 2 --subject jdbc --no-warm-up")))
                .satisfies(ended -> {
                    assertThat(ended.err()).isEmpty();
                    assertThat(ended.code()).isZero();
                });
        assertThat(folder.resolve("out/report.html")).exists();
    }

    @Test
    void resultSaysWhatIsAsPublished() throws IOException {
        assertThat(publish(
                                words(
                                        "--rounds 1 oltp --on noop,fixed-delay:5ms --load point-select,read-only --connections 64,2 --rows 100 --warm-up 0 --operations 3"))
                        .err())
                .isEmpty();

        SweepResult result = (SweepResult) ResultFile.read(folder.resolve("out"));
        assertThat(asPublished(result))
                .extracting(AsPublished::what, AsPublished::published, AsPublished::measured, AsPublished::same)
                .containsExactly(
                        tuple(
                                "load",
                                "read-only, point-select, read-write, update-key",
                                "point-select, read-only",
                                false),
                        tuple("tables", "8", "2", false),
                        tuple("rows", "10,000,000", "100", false),
                        tuple("connections", "64, 128, 256, 512, 1024", "2, 64", false),
                        tuple("rounds", "3", "1", false));
        assertThat(folder.resolve("out/report.html")).content().contains("Published figures", "\"gainPercent\"");
    }

    @Test
    void valuesOfTheReportAreTheSame() throws IOException {
        assertThat(publish(words("--rounds 1 uuid-set --on hash-set --size 1k,2k --warm-up 0 --operations 3"))
                        .err())
                .isEmpty();

        SweepResult result = (SweepResult) ResultFile.read(folder.resolve("out"));
        assertThat(asPublished(result))
                .filteredOn(AsPublished::same)
                .extracting(AsPublished::what)
                .containsExactly("missPercent", "connections");
        assertThat(asPublished(result))
                .filteredOn(one -> one.what().equals("size"))
                .extracting(AsPublished::measured)
                .containsExactly("1000, 2000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp --on noop         | load tables rows connections rounds
            forty-tables --on noop | tables connections insert-full: rows
            key-value --on noop    | rows keys rounds batch connections
            """)
    void resultOfEachReportIsCompared(String words, String compared) throws IOException {
        assertThat(publish(words("--rounds 1 " + words + " --connections 1 --rows 100 --warm-up 0 --operations 3"))
                        .err())
                .isEmpty();

        String whats = String.join(
                " ",
                asPublished((SweepResult) ResultFile.read(folder.resolve("out"))).stream()
                        .map(AsPublished::what)
                        .toList());
        assertThat(whats).contains(compared.split(" "));
    }

    @Test
    void resultFillsItsPlaceInAPageAndNothingElse() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"), "# Title\n\n<!-- measured -->\nold\n<!-- end of measured -->\nbehind\n");
        assertThat(publish(
                                words(
                                        "--rounds 2 oltp --on noop,fixed-delay:5ms --load point-select,read-only --connections 1,2 --warm-up 0 --operations 3"))
                        .err())
                .isEmpty();

        Ended ended = fill(page, "out");

        assertThat(ended.err()).isEmpty();
        assertThat(page)
                .content()
                .startsWith("# Title\n\n<!-- measured -->\n![Operations a second](rate.svg)\n\n![")
                .endsWith("<!-- end of measured -->\nbehind\n")
                .doesNotContain("old\n")
                .contains(
                        "| on | load | connections | operations/s | p50 | p99 | max | failed attempts | lab, µs | server, µs | limited by |\n")
                .containsPattern(
                        "\\| noop \\| point-select \\| 1 \\| [\\d,.]+ \\([\\d,.]+ to [\\d,.]+\\) \\|.* \\| not known \\|")
                .contains("| on: fixed-delay:5ms over noop |", "| +34.0 |", "| rounds | 3 | 2 | not the same |");
        String filled = Files.readString(page);
        fill(page, "out");
        assertThat(page).as("a second time").content().isEqualTo(filled);
        assertThat(filled).contains("(rate.svg)", "(p99.svg)", "(result.json.gz)");
        assertThat(folder.resolve("rate.svg")).content().contains(">noop<", ">read-only, 2 connections<");
        assertThat(folder.resolve("p99.svg")).content().contains(">fixed-delay:5ms<");
        assertThat(ResultFile.json(ResultFile.read(folder)))
                .isEqualTo(ResultFile.json(ResultFile.read(folder.resolve("out"))));
    }

    @Test
    void objectsOfSeveralTargetsFillOnePage() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"), "# Title\n\n<!-- measured -->\n<!-- end of measured -->\n");
        assertThat(publish(words("--rounds 1 objects --on sqlite,h2 --objects 100 --indexes none,both --no-warm-up"))
                        .err())
                .isEmpty();

        Ended ended = fill(page, "out/sqlite", "out/h2");

        assertThat(ended.err()).isEmpty();
        assertThat(page)
                .content()
                .contains("(search.svg)", "(created.svg)", "(structures.svg)", "(sqlite.json.gz)", "(h2.json.gz)")
                .contains(
                        "| | on | created by | objects |",
                        "| espalier | sqlite | transactions, indexes before | 12 x 100 | none |",
                        "| jdbc | h2 | transactions, indexes before | 12 x 100 | both |");
        for (String chart : List.of("search.svg", "created.svg", "structures.svg")) {
            assertThat(folder.resolve(chart))
                    .content()
                    .contains(
                            ">SQLite, by transactions, indexes before: 12 x 100, index level none<",
                            ">espalier<",
                            ">jdbc<");
        }
        assertThat(ResultFile.read(folder.resolve("h2.json.gz")).pack()).isEqualTo("objects");
    }

    @Test
    void objectsGoOnWithTheLevelsThatAreMissing() throws IOException {
        String words =
                "--rounds 1 objects --on sqlite --objects 100 --indexes none,both --no-warm-up --subject espalier";
        publish(words(words));
        RunResult whole = (RunResult) ResultFile.read(folder.resolve("out"));
        ResultFile.write(
                new RunResult(
                        whole.header(),
                        whole.seed(),
                        whole.spec(),
                        whole.environment(),
                        whole.server(),
                        whole.cells().subList(0, 1)),
                folder.resolve("out"));

        assertThat(publish(words(words)).err()).isEmpty();

        RunResult again = (RunResult) ResultFile.read(folder.resolve("out"));
        assertThat(again.cells()).extracting(Cell::indexes).containsExactly("none", "both");
        assertThat(again.cells().get(0)).isEqualTo(whole.cells().get(0));
        assertThat(again.cells().get(1))
                .as("measured again")
                .isNotEqualTo(whole.cells().get(1));

        assertThat(publish(words(words)).code()).as("nothing is missing").isZero();
        assertThat(ResultFile.json(ResultFile.read(folder.resolve("out")))).isEqualTo(ResultFile.json(again));
    }

    @Test
    void objectsDoNotGoOnWithAnotherRun() throws IOException {
        String words = "--rounds 1 objects --on sqlite --objects 100 --indexes none --no-warm-up --subject ";
        publish(words(words + "espalier"));
        String before = Files.readString(folder.resolve("out/result.json"));

        assertThat(publish(words(words + "jdbc"))).satisfies(ended -> {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err())
                    .isEqualTo("espalier: --go-on: found another result in " + folder.resolve("out")
                            + ", expected none, or one of this very run, which then goes on\n");
        });
        assertThat(folder.resolve("out/result.json")).content().isEqualTo(before);
    }

    @Test
    void resultIsKeptUnderTheNameOfItsFolder() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"), "# Title\n\n<!-- measured -->\n<!-- end of measured -->\n");
        publish(words("--rounds 1 objects --on sqlite --objects 100 --indexes none --no-warm-up --subject espalier"));
        for (String place : List.of("bulk/h2", "single/h2", "again/single/h2")) {
            Files.createDirectories(folder.resolve(place));
            Files.copy(folder.resolve("out/result.json"), folder.resolve(place).resolve("result.json"));
        }

        assertThat(fill(page, "bulk/h2", "single/h2").err()).isEmpty();
        assertThat(page).content().contains("(bulk-h2.json.gz)", "(single-h2.json.gz)");
        assertThat(fill(page, "single/h2", "again/single/h2").err())
                .startsWith("espalier: --into: found two folders named single-h2, expected a name of its own for each");
    }

    @Test
    void keptResultsOfOnePageFillItAgain() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"), "# Title\n\n<!-- measured -->\n<!-- end of measured -->\n");
        publish(words("--rounds 1 objects --on sqlite --objects 100 --indexes none --no-warm-up --subject espalier"));
        for (String place : List.of("one", "two")) {
            Files.createDirectories(folder.resolve(place));
            Files.copy(folder.resolve("out/result.json"), folder.resolve(place).resolve("result.json"));
        }
        fill(page, "one", "two");
        String first = Files.readString(page);

        assertThat(fill(page, "one.json.gz", "two.json.gz").err()).isEmpty();
        assertThat(page).content().isEqualTo(first).contains("(one.json.gz)", "(two.json.gz)");
        assertThat(fill(page, "one.json.gz", "one.json.gz").err()).contains("twice, expected each result once");
    }

    @Test
    void resultOfAnotherVersionDoesNotGoOn() throws IOException {
        String words = "--rounds 1 objects --on sqlite --objects 100 --indexes none --no-warm-up --subject espalier";
        publish(words(words));
        Path result = folder.resolve("out/result.json");
        Files.writeString(result, Files.readString(result).replaceFirst("(\"version\" : )\"[^\"]*\"", "$1\"0.1\""));

        assertThat(publish(words(words)).err()).contains("--go-on: found a result of Espalier 0.1 in ");
    }

    private Ended fill(Path page, String... results) {
        List<String> words = new ArrayList<>(List.of("lab", "report", "--into", page.toString()));
        Stream.of(results).map(result -> folder.resolve(result).toString()).forEach(words::add);
        return CommandRun.run(words.toArray(String[]::new));
    }

    @Test
    void keptResultHasNoPathsOfTheMachine() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"), "# Title\n\n<!-- measured -->\n<!-- end of measured -->\n");
        String url = "jdbc:sqlite:" + folder.resolve("deep/within/objects.db");
        Files.createDirectories(folder.resolve("deep/within"));
        publish(words("--rounds 1 oltp --load point-select --connections 1 --rows 100 --warm-up 0 --operations 3 --on "
                + url));
        assertThat(folder.resolve("out/result.json")).content().contains(url);

        assertThat(fill(page, "out").err()).isEmpty();

        assertThat(ResultFile.json(ResultFile.read(folder)))
                .contains("jdbc:sqlite:objects.db")
                .doesNotContain(folder.toString(), "within/");
    }

    @Test
    void compressedResultThatIsDamagedIsRefused() throws IOException {
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Files.writeString(kept.resolve("result.json.gz"), "no gzip");

        assertThat(CommandRun.run("lab", "report", kept.toString())).satisfies(ended -> {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).startsWith("espalier: " + kept.resolve("result.json.gz") + " is not a result: ");
        });
    }

    @Test
    void pageWithoutThePlaceIsRefused() throws IOException {
        assertThat(publish(
                                words(
                                        "--rounds 1 oltp --on noop --load point-select --connections 1 --warm-up 0 --operations 3"))
                        .err())
                .isEmpty();
        Path page = Files.writeString(folder.resolve("page.md"), "# Title\n");

        assertThat(CommandRun.run(
                        "lab",
                        "report",
                        "--into",
                        page.toString(),
                        folder.resolve("out").toString()))
                .satisfies(ended -> {
                    assertThat(ended.code()).isEqualTo(2);
                    assertThat(ended.err())
                            .isEqualTo("espalier: --into: found no place in " + page
                                    + ", expected the lines <!-- measured --> and <!-- end of measured -->\n");
                });
        assertThat(page).content().isEqualTo("# Title\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"objects", "uuid-set", "forty-tables", "oltp", "key-value"})
    void commandOfEachPageOfResultsIsOne(String report) throws IOException {
        String page = Files.readString(Path.of("../docs/results", report, "README.md"))
                .replace("\\\n", "")
                .replace("$(servers/slow-disk 8 8)", "/slow.so")
                .replace("\"", "");
        String command = page.lines()
                .filter(line -> line.startsWith("./espalier lab publish "))
                .findFirst()
                .orElseThrow();
        assertThat(page)
                .contains(
                        "./espalier lab report --into docs/results/" + report + "/README.md out/"
                                + (report.equals("objects") ? "bulk/* out/single/*" : report) + "\n",
                        "<!-- measured -->\n",
                        "<!-- end of measured -->\n");

        Ended plan = CommandRun.run(command.replace("./espalier lab publish ", "lab publish --plan ")
                .trim()
                .split("\\s+"));

        assertThat(plan.err()).isEmpty();
        assertThat(plan.out()).contains(report.equals("objects") ? "espalier lab run objects" : " runs");
    }

    @Test
    void gainIsTheMeanOverAllConnections() throws IOException {
        assertThat(publish(
                                words(
                                        "--rounds 1 oltp --on fixed-delay:5ms,noop --load point-select --connections 1,2 --warm-up 0 --operations 5"))
                        .err())
                .isEmpty();

        SweepResult result = (SweepResult) ResultFile.read(folder.resolve("out"));
        assertThat(result.gains()).singleElement().satisfies(gain -> {
            assertThat(gain.b()).isEqualTo("noop");
            assertThat(gain.percentByConnections()).containsOnlyKeys(1, 2);
            double mean = gain.percentByConnections().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow();
            assertThat(gain.percent()).isEqualTo(mean);
            // one run of each: drawn anew, it is the same run
            assertThat(gain.low()).isCloseTo(mean, within(0.001));
            assertThat(gain.high()).isCloseTo(mean, within(0.001));
            assertThat(gain.runs()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            torture             | lab publish: found 'torture', expected a report: objects, uuid-set, forty-tables, oltp or key-value
            oltp --way pool     | lab sweep: found '--way', expected an option of oltp
            """)
    void mistakesAreReportedBeforeAnythingIsRun(String words, String message) {
        assertThat(publish(words.split(" "))).isEqualTo(new Ended(2, "", "espalier: " + message + "\n"));
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
