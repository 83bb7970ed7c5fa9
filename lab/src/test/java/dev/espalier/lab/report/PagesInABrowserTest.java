package dev.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.LoadLab;
import dev.espalier.lab.SweepLab;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.Phase;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.spec.SweepSpec.Cell;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.spec.TortureSpec.Contention;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Targets;
import dev.espalier.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every pack's page in a headless browser: no error, nothing on the console, every chart drawn. The page of the objects is opened by
 * {@link dev.espalier.lab.PublishedExperimentTest}.
 */
class PagesInABrowserTest {

    @TempDir
    private Path out;

    private static List<String> packs() {
        return Sample.among("pages", List.of("oltp", "key-value", "uuid-set", "forty-tables"));
    }

    @ParameterizedTest
    @MethodSource("packs")
    void everyChartOfALoadIsDrawn(String pack) throws IOException {
        Browser browser = Browser.orSkip();
        LoadResult result = run(spec(pack, "sqlite", loading(1)));

        browser.showsAllCharts(pack, LoadPage.write(List.of(result), out));
    }

    /** Three seconds of each phase, of which a busy machine may miss some. */
    @Test
    void realRunHasChartsOfTheMachineUnderEachPhase() throws IOException {
        Browser browser = Browser.orSkip();
        assumeThat(Path.of("/proc/diskstats")).as("what Linux counts").isReadable();
        LoadSpec loading = new LoadSpec(100, Arrival.CONSTANT, 3, 3, 0, 10, 1, 5);
        LoadResult result = run(spec("key-value", "sqlite", loading).withConnections(List.of(1)));

        LoadRun run = result.runs().get(0);
        assertThat(run.phased().phases()).extracting(Phase::name).startsWith("warm-up", "measured");
        assertThat(run.resources()).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.client()).as("the lab's user and system").isNotNull();
            assertThat(sample.server()).as("SQLite has no server").isNull();
        });
        assertThat(browser.showsAllCharts("phases", LoadPage.write(List.of(result), out), 2))
                .contains("<h4>warm-up, 0 to 3 s</h4>", "<h4>measured, 3 to ", "Processors for the lab, % of all");
    }

    @Test
    void pageComparesTwoLoads() throws IOException {
        Browser browser = Browser.orSkip();
        // both at once: their times are not looked at
        List<LoadResult> results = Stream.of("sqlite", "noop")
                .map(target -> CompletableFuture.supplyAsync(
                        () -> run(spec("key-value", target, loading(1)), out.resolve(target))))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        Path page = LoadPage.write(results, out);

        assertThat(Files.readString(page)).contains("\"verdict\"");
        browser.showsAllCharts("compared", page);
    }

    /** Curves by connections, a difference between two ways, and one combination that was not run. */
    @Test
    void everyChartOfASweepIsDrawn() throws IOException {
        Browser browser = Browser.orSkip();
        LoadSpec loading = loading(0);
        List<Cell> cells = new ArrayList<>();
        for (String on : List.of("sqlite", "noop")) {
            for (int connections : List.of(1, 2)) {
                cells.add(new Cell(
                        Map.of("on", on, "connections", String.valueOf(connections)),
                        spec("key-value", on, loading).inDatabase("").withConnections(List.of(connections))));
            }
        }
        SweepSpec plan = new SweepSpec(
                "key-value",
                Map.of("on", List.of("sqlite", "noop"), "connections", List.of("1", "2")),
                cells,
                1,
                SweepSpec.Order.INTERLEAVED,
                1);
        SweepLab lab = new SweepLab(plan, new Targets(out, out.resolve("data"), System.getenv()), out);
        int[] runs = new int[1];
        SweepResult result = lab.run("", Password.NONE, watcher(run -> {
            if (++runs[0] == 3) {
                lab.stop();
            }
        }));

        assertThat(result.partial()).isTrue();
        assertThat(result.measured()).extracting(one -> one.runs().size()).containsExactly(1, 1, 1, 0);
        assertThat(browser.showsAllCharts("sweep", out.resolve(ReportPage.NAME)))
                .contains("3 of 4 runs done", "on: noop minus sqlite");
        assertThat(out.resolve("data")).isEmptyDirectory();
    }

    /** Each connection is in its first operation when the two seconds that count end. */
    @Test
    void runInWhichNoOperationEndedSaysSo() throws IOException {
        Browser browser = Browser.orSkip();
        LoadSpec loading = new LoadSpec(0, Arrival.CONSTANT, 0, 2, 0, 0, 1, 5);
        LoadResult silent = run(spec("oltp", "fixed-delay:2100ms", loading));
        Path page = LoadPage.write(List.of(silent, run(spec("oltp", "noop", loading(0)))), out);

        assertThat(Files.readString(page)).containsPattern("\"done\" : 0,\\s+\"p50\" : null");
        assertThat(browser.showsAllCharts("silent", page))
                .contains("none ended, 1 went on", "none ended, 2 went on", "<td>0/s</td>", "<td>-</td><td>-</td>");
    }

    @Test
    void runBesideOtherProcessesIsMarked() throws IOException {
        Browser browser = Browser.orSkip();
        run(spec("oltp", "noop", loading(1)));
        Path file = out.resolve(ResultFile.NAME);
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst(
                                "(\"limit\" : [^\\n]*\\n *\"processors\" : )(null|\\{[^}]*})",
                                "$1{\"busyPercent\": 98, \"labPercent\": 2, \"serverPercent\": 7, \"othersPercent\": 89}"));
        Path page = LoadPage.write(List.of((LoadResult) ResultFile.read(file)), out);

        assertThat(browser.showsAllCharts("beside", page))
                .contains(
                        "<td class=\"bad\">lab 2 %, server 7 %, others 89 %</td>",
                        "Beside other processes, which took more than 10 % of the processors: 1 connection: lab 2 %, server 7 %, others 89 %");
    }

    /** A checkpoint and a restart are added to the warm-up's end, which every run has. */
    @Test
    void curvesShowTheMarks() throws IOException {
        Browser browser = Browser.orSkip();
        run(spec("oltp", "noop", loading(1)));
        Path file = out.resolve(ResultFile.NAME);
        Files.writeString(file, Files.readString(file).replace("\"marks\" : [", """
                "marks" : [ {"kind": "CHECKPOINT", "second": 0, "until": 1, "label": "checkpoint, 5 MB"},
                {"kind": "RESTART", "second": 1, "until": 1, "label": "restart"},"""));
        Path page = LoadPage.write(List.of((LoadResult) ResultFile.read(file)), out);

        // three in the curve of each number of connections
        assertThat(Browser.attribute(browser.showsAllCharts("marks", page), "data-marks"))
                .contains("6");
    }

    /** All that a page of the torture can show: figures beside JDBC, retries, faults, errors, and a check that was not kept. */
    @Test
    void everyChartOfATortureIsDrawn() throws IOException {
        Browser browser = Browser.orSkip();
        TortureResult result = torture();
        Path page = TorturePage.write(result, out);

        assertThat(browser.showsAllCharts("torture", page))
                .contains(
                        "<td>espalier, hot objects</td><td>300</td><td>0.50</td>",
                        "<td>jdbc, hot objects, ended early after 3 s</td>",
                        "ended early: a partial result",
                        "<td class=\"bad\">21 violations<small>looked at 900</small></td><td class=\"good\">holds<small>looked at 900</small></td>",
                        "lost: 19\nand 1 more",
                        "<td>server killed</td><td>faults</td><td>3</td>",
                        "<td>unreachable</td><td>errors</td><td></td><td>4</td>");
    }

    /** One change that has nothing by hand, and two that have. */
    @Test
    void everyChartOfAnEvolutionIsDrawn() throws IOException {
        Browser browser = Browser.orSkip();
        TortureResult other = torture();
        EvolutionResult result = new EvolutionResult(
                new Header(Header.FORMAT, "evolution", "1", "2026-11-22T03:00:00Z", true),
                new EvolutionSpec("postgres", 12, 1_000_000, 3, 8),
                other.environment(),
                other.server(),
                List.of(
                        new EvolutionResult.Change("open, nothing to change", List.of(0.5, 0.4, 0.6), List.of()),
                        new EvolutionResult.Change(
                                "a computed attribute", List.of(12.5, 12.0, 13.0), List.of(10.0, 10.0, 11.0)),
                        new EvolutionResult.Change(
                                "level none to both", List.of(30.0, 33.0, 30.0), List.of(30.0, 30.0, 31.0))));
        Path page = EvolutionPage.write(result, out);

        assertThat(browser.showsAllCharts("evolution", page, 1))
                .contains(
                        "<td>a computed attribute</td><td>12.5</td><td>10.0</td><td>1.25</td><td>12.5, 12.0, 13.0</td>",
                        "<td>open, nothing to change</td><td>0.500</td><td></td><td></td>",
                        "ended early: a partial result",
                        "12 classes with 1,000,000 objects each");
    }

    private static TortureResult torture() {
        List<String> lost =
                IntStream.range(0, 21).mapToObj(number -> "lost: " + number).toList();
        Check broken = Check.of("acknowledged", "what was acknowledged is there", 900, lost);
        Check kept = Check.of("acknowledged", "what was acknowledged is there", 900, List.of());
        List<TortureResult.Part> parts = List.of(
                new TortureResult.Part(
                        SubjectName.ESPALIER,
                        Contention.HOT,
                        false,
                        new TortureResult.Done(1_200, 2, List.of(290L, 310L, 300L), 300),
                        new TortureResult.Times(4.5, 80.0, 400.0),
                        new TortureResult.Trouble(
                                Map.of("rerun after stale", 70L, "look-up of a COMMIT", 3L),
                                Map.of(),
                                Map.of("server killed", 3L)),
                        List.of(broken)),
                new TortureResult.Part(
                        SubjectName.JDBC,
                        Contention.HOT,
                        true,
                        new TortureResult.Done(2_400, 0, List.of(590L, 610L, 600L), 600),
                        new TortureResult.Times(2.5, 40.0, 300.0),
                        new TortureResult.Trouble(Map.of("40001", 9L), Map.of("unreachable", 4L), Map.of()),
                        List.of(kept)));
        return new TortureResult(
                new Header(Header.FORMAT, "torture", "1", "2026-11-22T03:00:00Z", true),
                new TortureSpec(
                        "postgres",
                        List.of(SubjectName.ESPALIER, SubjectName.JDBC),
                        List.of(Contention.HOT),
                        20,
                        3,
                        20,
                        1,
                        Faults.NONE),
                new Environment("a processor", 2, 8_000_000_000L, 500_000_000L, "Linux", "Java 17", "0123abcd", 1.5),
                new ServerFacts(
                        "PostgreSQL", "18", "a driver", "jdbc:postgresql://127.0.0.1/x", true, Map.of("fsync", "on")),
                parts);
    }

    /** A hundred operations in one second are enough for a page, and leave the processors to other tests. */
    private static LoadSpec loading(int warmUp) {
        return new LoadSpec(100, Arrival.CONSTANT, warmUp, 1, 0, 10, 1, 5);
    }

    private static PackSpec spec(String pack, String target, LoadSpec loading) {
        return switch (pack) {
            case "oltp" ->
                new OltpSpec(
                        target,
                        DataSpec.of("mysql", "espalier_sbtest", false),
                        OltpLoad.POINT_SELECT,
                        new OltpSpec.Size(1, 500),
                        DistributionName.UNIFORM,
                        List.of(1, 2),
                        true,
                        loading);
            case "key-value" ->
                new KeyValueSpec(
                        target,
                        DataSpec.of("mysql", "espalier_lab_key_value", false),
                        RedisClientName.LETTUCE,
                        KeyValueSpec.Rows.of(500),
                        new KeyValueSpec.Reads(ReadWay.SELECT, 100, 1, 0),
                        List.of(1, 2),
                        loading);
            case "uuid-set" ->
                new UuidSetSpec(
                        target,
                        DataSpec.of("mysql", "espalier_lab_uuid_set", false),
                        RedisClientName.LETTUCE,
                        ConnectionWay.POOL,
                        500,
                        10,
                        List.of(1, 2),
                        loading);
            default ->
                new FortyTablesSpec(
                        target,
                        DataSpec.of("mysql", "espalier_lab_forty_tables", false),
                        FortyTablesLoad.INSERT_FULL,
                        new FortyTablesSpec.Size(2, 200),
                        5,
                        WorkingSetSize.Of.ROWS,
                        List.of(1, 2),
                        loading);
        };
    }

    private LoadResult run(PackSpec spec) {
        return run(spec, out);
    }

    private static LoadResult run(PackSpec spec, Path out) {
        return new LoadLab(spec, new Targets(out, out, System.getenv()), out)
                .run("", Password.NONE, watcher(run -> {}));
    }

    private static LoadLab.Watcher watcher(Consumer<LoadRun> ended) {
        return new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return SecondWatcher.NONE;
            }

            @Override
            public void ended(LoadRun run) {
                assertThat(run.course().partial()).isFalse();
                ended.accept(run);
            }
        };
    }
}
