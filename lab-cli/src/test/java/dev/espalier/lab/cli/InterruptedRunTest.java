package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.Espalier;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.testing.Sample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C, as a terminal sends it to a process of its own. */
class InterruptedRunTest {

    private static final int SIGINT = 2;
    /** More than an empty database has. */
    private static final long LOADED_BYTES = 500_000;
    /** More than there are threads: some of them were acknowledged. */
    private static final int ENTRIES = 50;

    @TempDir
    private Path out;

    @Test
    void ctrlCLeavesAReadablePartialResult() throws IOException, InterruptedException {
        Process run = start(
                "oltp", words("--on fixed-delay:1ms --load point-select --connections 2 --warm-up 0 --seconds 3600"));
        try (BufferedReader lines = lines(run)) {
            String line = lines.readLine();
            while (line != null && !line.contains("measured")) {
                line = lines.readLine();
            }
            assertThat(line).as("a second was reported").isNotNull();

            assertThat(endedByCtrlC(run, lines))
                    .last()
                    .isEqualTo("Written: " + out.resolve(ResultFile.NAME) + ", partial");
        } finally {
            run.destroyForcibly();
        }
        LoadResult result = (LoadResult) ResultFile.read(out);
        assertThat(result.partial()).isTrue();
        assertThat(result.runs()).hasSize(1);
        assertThat(result.runs().get(0).course().partial()).isTrue();
        assertThat(result.runs().get(0).work().allDone()).isPositive();
        assertThat(CommandRun.run("lab", "report", out.toString()).out()).startsWith("ended early: a partial result\n");
    }

    /** They would go on for hours, in this process and in one of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"--contention=hot", "--client-kills=2"})
    void aTortureThatIsEndedByCtrlCIsCheckedAsFarAsItCame(String option) throws IOException, InterruptedException {
        Process run = start("torture", "--subject", "espalier", "--seconds", "36000", "--threads", "4", option);
        try (BufferedReader lines = lines(run)) {
            while (run.isAlive()
                    && database("_torture_espalier.db")
                            .filter(file -> entries(file) >= ENTRIES)
                            .isEmpty()) {
                lookAgainSoon();
            }
            assertThat(run.isAlive()).as("it works").isTrue();

            assertThat(endedByCtrlC(run, lines))
                    .last()
                    .isEqualTo("Written: " + out.resolve(ResultFile.NAME) + " and " + out.resolve(ReportPage.NAME)
                            + ", partial");
        } finally {
            run.destroyForcibly();
        }
        TortureResult result = (TortureResult) ResultFile.read(out);
        assertThat(result.partial()).isTrue();
        assertThat(result.parts()).singleElement().satisfies(part -> {
            assertThat(part.partial()).isTrue();
            assertThat(part.done().acknowledged()).isPositive();
            assertThat(part.checks()).isNotEmpty().allMatch(Check::holds);
        });
        assertThat(out.resolve("data")).isEmptyDirectory();
        assertThat(CommandRun.run("lab", "report", out.toString()).out()).contains("ended early: a partial result");
    }

    /** The file of a database of the run, as soon as it is there. */
    private Optional<Path> database(String ending) {
        try (Stream<Path> files = Files.list(out.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(ending)).findFirst();
        } catch (IOException e) {
            return Optional.empty(); // no folder yet
        }
    }

    /** Transfers that were committed, as another process sees them. */
    private static int entries(Path database) {
        try {
            return strings("jdbc:sqlite:" + database, "SELECT number FROM entry")
                    .size();
        } catch (SQLException e) {
            return 0; // the table is not there yet, or somebody is making it
        }
    }

    private static List<Arguments> large() {
        return Sample.among(
                "ended while it loads",
                List.of(
                        Arguments.of("oltp", "--rows=1000000000"),
                        Arguments.of("forty-tables", "--rows=10000000000"),
                        Arguments.of("key-value", "--rows=1000000000"),
                        Arguments.of("uuid-set", "--size=100000000"),
                        Arguments.of("evolution", "--objects=10000000"),
                        Arguments.of("objects", "--objects=1000m --no-warm-up --subject=espalier"),
                        Arguments.of("objects", "--objects=1000m --no-warm-up --subject=jdbc")));
    }

    /** So much is loaded that nobody waits for it: the process ends soon, and leaves nothing half made. */
    @ParameterizedTest
    @MethodSource("large")
    void whatIsLoadedIsDroppedByCtrlC(String pack, String options) throws IOException, InterruptedException {
        Process run = start(pack, options.split(" "));
        try (BufferedReader lines = lines(run)) {
            awaitData(run, LOADED_BYTES);

            // evolution prints the head of its table first
            assertThat(endedByCtrlC(run, lines)).last().isEqualTo("Ended before the first run; nothing is written");
            assertThat(out).isEmptyDirectory();
        } finally {
            run.destroyForcibly();
        }
    }

    @Test
    void ctrlCKeepsExistingTablesAndDropsHalfLoadedOnes() throws IOException, InterruptedException, SQLException {
        String url =
                "jdbc:sqlite:" + Files.createDirectories(out.resolve("data")).resolve("mine.db");
        execute(
                url,
                "CREATE TABLE sbtest1 (id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER, c CHAR(120), pad CHAR(60))",
                "INSERT INTO sbtest1 (k) VALUES (7)");
        Process run = start("oltp", "--load", "insert", "--database", "mine", "--keep", "--rows", "1000000000");
        try (BufferedReader lines = lines(run)) {
            awaitData(run, LOADED_BYTES);

            assertThat(endedByCtrlC(run, lines)).containsExactly("Ended before the first run; nothing is written");
        } finally {
            run.destroyForcibly();
        }
        assertThat(strings(url, "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'sbtest%'"))
                .containsExactly("sbtest1");
        assertThat(strings(url, "SELECT k FROM sbtest1")).containsExactly("7");
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> strings(String url, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private Process start(String pack, String... options) throws IOException {
        String[] command = words(
                "{} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp {} {} lab run {} --out {} {}",
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Espalier.class.getName(),
                pack,
                out,
                options);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static BufferedReader lines(Process run) {
        return new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits until the databases have become so large: it works. */
    private void awaitData(Process run, long bytes) throws IOException {
        while (run.isAlive() && bytes(out.resolve("data")) < bytes) {
            lookAgainSoon();
        }
        assertThat(run.isAlive()).as("it works").isTrue();
    }

    /** Nothing reports when the process has come so far; asking all the time would take the processor that it needs. */
    private static void lookAgainSoon() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }

    /** Sends Ctrl-C and gives all that was printed afterwards, when the process has ended. */
    private static List<String> endedByCtrlC(Process run, BufferedReader lines)
            throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal(), Long.toString(run.pid()))
                        .start()
                        .waitFor())
                .isZero();
        List<String> printed = lines.lines().toList();
        assertThat(run.waitFor()).as("ended by a signal").isNotZero();
        return printed;
    }

    private static long bytes(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /** What a shell starts in the background ignores SIGINT, and so does all that it starts. SIGTERM ends a run in the same way. */
    private static String signal() throws IOException {
        Path status = Path.of("/proc/self/status");
        long ignored = !Files.exists(status)
                ? 0
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .mapToLong(line -> Long.parseUnsignedLong(
                                line.substring("SigIgn:".length()).strip(), 16))
                        .findFirst()
                        .orElse(0);
        return (ignored & 1 << SIGINT - 1) == 0 ? "INT" : "TERM";
    }
}
