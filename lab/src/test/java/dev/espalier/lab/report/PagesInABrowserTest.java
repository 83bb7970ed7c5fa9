package dev.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.espalier.lab.LoadLab;
import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.Progress;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.TortureSpec.Contention;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pack's page in a headless browser: no error, nothing on the console, every chart drawn. Pictures stay in {@code target/pages}. */
class PagesInABrowserTest {

    private static final Path PICTURES = Path.of("target", "pages");
    private static final LoadSpec LOADING = new LoadSpec(0, Arrival.CONSTANT, 1, 3, 0, 10, 2, 5);

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(strings = {"oltp", "key-value", "uuid-set", "forty-tables"})
    void everyChartOfALoadIsDrawn(String pack) throws IOException {
        String browser = browser();
        LoadResult result = run(spec(pack, "sqlite"));

        showsAllCharts(browser, pack, LoadPage.write(List.of(result), out));
    }

    @Test
    void pageComparesTwoLoads() throws IOException {
        String browser = browser();
        Path page = LoadPage.write(List.of(run(spec("key-value", "sqlite")), run(spec("key-value", "noop"))), out);

        assertThat(Files.readString(page)).contains("\"verdict\"");
        showsAllCharts(browser, "compared", page);
    }

    /** A checkpoint and a restart are added to the warm-up's end, which every run has. */
    @Test
    void curvesShowTheMarks() throws IOException {
        String browser = browser();
        run(spec("oltp", "noop"));
        Path file = out.resolve(ResultFile.NAME);
        Files.writeString(file, Files.readString(file).replace("\"marks\" : [", """
                "marks" : [ {"kind": "CHECKPOINT", "second": 1, "until": 2, "label": "checkpoint, 5 MB"},
                {"kind": "RESTART", "second": 3, "until": 3, "label": "restart"},"""));
        Path page = LoadPage.write(List.of((LoadResult) ResultFile.read(file)), out);

        // three in the curve of each number of connections
        assertThat(attribute(showsAllCharts(browser, "marks", page), "data-marks")).contains("6");
    }

    @Test
    void everyChartOfTheObjectsIsDrawn() throws IOException {
        String browser = browser();
        ObjectsSpec spec = new ObjectsSpec("sqlite", List.of(100_000), List.of(Indexes.NONE, Indexes.BOTH), List.of(SubjectName.ESPALIER, SubjectName.JDBC), 2,
                List.of(CacheState.values()), 1, false, false);
        new ObjectsLab(spec, new Targets(out, out.resolve("data"), Map.of()).find("sqlite", "", Password.NONE), out, out).run(new ObjectsLab.Listener() {
            @Override
            public Progress database(int database, String title) {
                return (stage, part) -> { };
            }

            @Override
            public void cell(Cell cell) {
                // the page shows it
            }
        });

        assertThat(showsAllCharts(browser, "objects", out.resolve(ReportPage.NAME))).contains("<td>espalier 12 × 100K none<small>published</small></td>",
                "<td>jdbc 12 × 100K both<small>published</small></td>");
    }

    /** All that a page of the torture can show: figures beside JDBC, retries, faults, errors, and a check that was not kept. */
    @Test
    void everyChartOfATortureIsDrawn() throws IOException {
        String browser = browser();
        TortureResult result = torture();
        Path page = TorturePage.write(result, out);

        assertThat(showsAllCharts(browser, "torture", page)).contains("<td>espalier, hot objects</td><td>300</td><td>0.50</td>", "<td>jdbc, hot objects, ended early after 3 s</td>", "ended early: a partial result",
                "<td class=\"bad\">21 violations<small>looked at 900</small></td><td class=\"good\">holds<small>looked at 900</small></td>",
                "lost: 19\nand 1 more", "<td>server killed</td><td>faults</td><td>3</td>", "<td>unreachable</td><td>errors</td><td></td><td>4</td>");
    }

    private static TortureResult torture() {
        List<String> lost = IntStream.range(0, 21).mapToObj(number -> "lost: " + number).toList();
        Check broken = Check.of("acknowledged", "what was acknowledged is there", 900, lost);
        Check kept = Check.of("acknowledged", "what was acknowledged is there", 900, List.of());
        List<TortureResult.Part> parts = List.of(
                new TortureResult.Part(SubjectName.ESPALIER, Contention.HOT, false, 1_200, 2, List.of(290L, 310L, 300L), 300, 4.5, 80, 400,
                        Map.of("rerun after stale", 70L, "look-up of a COMMIT", 3L), Map.of(), Map.of("server killed", 3L), List.of(broken)),
                new TortureResult.Part(SubjectName.JDBC, Contention.HOT, true, 2_400, 0, List.of(590L, 610L, 600L), 600, 2.5, 40, 300,
                        Map.of("40001", 9L), Map.of("unreachable", 4L), Map.of(), List.of(kept)));
        return new TortureResult(TortureResult.FORMAT, "torture", "1", "2026-11-22T03:00:00Z", true, new TortureSpec("postgres",
                List.of(SubjectName.ESPALIER, SubjectName.JDBC), List.of(Contention.HOT), 20, 3, 20, 1, Faults.NONE),
                new Environment("a processor", 2, 8_000_000_000L, 500_000_000L, "Linux", "Java 17", "0123abcd", 1.5),
                new ServerFacts("PostgreSQL", "18", "a driver", "jdbc:postgresql://127.0.0.1/x", true, Map.of("fsync", "on")), parts);
    }

    /** The page as the browser has it in the end. */
    private static String showsAllCharts(String browser, String name, Path page) throws IOException {
        Files.createDirectories(PICTURES);
        Path picture = PICTURES.resolve(name + ".png").toAbsolutePath();
        String dom = start(browser, picture, page);

        assertThat(attribute(dom, "data-errors")).as("errors on the page").isEmpty();
        Matcher charts = Pattern.compile("(\\d+) of (\\d+)").matcher(attribute(dom, "data-charts").orElse(""));
        assertThat(charts.matches()).as("the page has counted its charts: %s", attribute(dom, "data-charts")).isTrue();
        assertThat(charts.group(1)).as("charts drawn").isEqualTo(charts.group(2));
        assertThat(Integer.parseInt(charts.group(1))).as("charts").isGreaterThanOrEqualTo(3);
        assertThat(picture).isNotEmptyFile();
        return dom;
    }

    private static Optional<String> attribute(String dom, String name) {
        Matcher found = Pattern.compile(name + "=\"([^\"]*)\"").matcher(dom.substring(0, Math.min(dom.length(), 4_000)));
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** What the browser prints; a page has nothing to say on its console. It reaches no network: its own services are off, and the page names none. */
    private static String start(String browser, Path picture, Path page) throws IOException {
        Path profile = Files.createTempDirectory("espalier-browser");
        List<String> command = new ArrayList<>(List.of(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--enable-logging=stderr", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                "--user-data-dir=" + profile, "--window-size=1280,2400", "--virtual-time-budget=10000", "--dump-dom", "--screenshot=" + picture, page.toUri().toString()));
        Path complaints = profile.resolve("stderr");
        Process process = new ProcessBuilder(command).redirectError(complaints.toFile()).start();
        try {
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("%s ended with", browser).isZero();
            assertThat(Files.readAllLines(complaints)).as("what the page says on the console").noneMatch(line -> line.contains(":CONSOLE"));
            return printed;
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            delete(profile);
        }
    }

    /** As far as the browser's own helpers, which end after it, leave it alone. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            System.err.println(folder + " is left: " + e);
        }
    }

    private static String browser() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(Path::of)
                .flatMap(folder -> Stream.of(folder.resolve("chromium"), folder.resolve("google-chrome"), folder.resolve("chromium-browser")))
                .filter(Files::isExecutable).findFirst();
        assumeThat(found).as("a browser: install the package chromium").isPresent();
        return found.get().toString();
    }

    private static PackSpec spec(String pack, String target) {
        return switch (pack) {
            case "oltp" -> new OltpSpec(target, "mysql", OltpLoad.POINT_SELECT, 1, 500, "", DistributionName.UNIFORM, List.of(1, 2), true,
                    "espalier_sbtest", LOADING, false);
            case "key-value" -> new KeyValueSpec(target, "mysql", RedisClientName.LETTUCE, ReadWay.SELECT, "", 500, 100, 1, 0, List.of(1, 2),
                    "espalier_lab_key_value", LOADING, false);
            case "uuid-set" -> new UuidSetSpec(target, "mysql", RedisClientName.LETTUCE, ConnectionWay.POOL, 500, 10, "", List.of(1, 2),
                    "espalier_lab_uuid_set", LOADING, false);
            default -> new FortyTablesSpec(target, "mysql", FortyTablesLoad.INSERT_FULL, 2, 200, 5, WorkingSetSize.Of.ROWS, "", List.of(1, 2),
                    "espalier_lab_forty_tables", LOADING, false);
        };
    }

    private LoadResult run(PackSpec spec) {
        return new LoadLab(spec, new Targets(out, out, System.getenv()), out).run("", Password.NONE, new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return SecondWatcher.NONE;
            }

            @Override
            public void ended(LoadRun run) {
                assertThat(run.partial()).isFalse();
            }
        });
    }
}
