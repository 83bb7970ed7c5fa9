package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ctrl-C, as a terminal sends it to a process of its own. */
class InterruptedRunTest {

    private static final int SIGINT = 2;
    /** More than an empty database has. */
    private static final long LOADED_BYTES = 100_000;

    @TempDir
    private Path out;

    @Test
    void aRunThatIsEndedByCtrlCLeavesAPartialResultThatCanBeRead() throws IOException, InterruptedException {
        Process run = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"),
                Espalier.class.getName(), "lab", "run", "oltp", "--on", "fixed-delay:1ms", "--load", "point-select", "--connections", "2", "--warm-up", "0",
                "--seconds", "3600", "--out", out.toString()).redirectErrorStream(true).start();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.contains("measured")) {
                line = lines.readLine();
            }
            assertThat(line).as("a second was told of").isNotNull();

            assertThat(new ProcessBuilder("kill", "-" + signal(), Long.toString(run.pid())).start().waitFor()).isZero();

            assertThat(lines.lines()).as("the end of what it printed").last().isEqualTo("Written: " + out.resolve(ResultFile.NAME) + ", partial");
        } finally {
            run.destroyForcibly();
        }
        assertThat(run.waitFor()).as("ended by a signal").isNotZero();
        LoadResult result = (LoadResult) ResultFile.read(out);
        assertThat(result.partial()).isTrue();
        assertThat(result.runs()).hasSize(1);
        assertThat(result.runs().get(0).partial()).isTrue();
        assertThat(result.runs().get(0).allDone()).isPositive();
    }

    /** So much is loaded that nobody waits for it: the process ends soon, and leaves nothing half made. */
    @ParameterizedTest
    @CsvSource({"oltp, --rows, 1000000000", "forty-tables, --rows, 10000000000", "key-value, --rows, 1000000000", "uuid-set, --size, 10000000"})
    void whatIsLoadedIsDroppedByCtrlC(String pack, String option, String size) throws IOException, InterruptedException {
        Process run = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"),
                Espalier.class.getName(), "lab", "run", pack, option, size, "--out", out.toString()).redirectErrorStream(true).start();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8))) {
            Path data = out.resolve("data");
            while (run.isAlive() && bytes(data) < LOADED_BYTES) {
                Thread.onSpinWait();
            }
            assertThat(run.isAlive()).as("it loads").isTrue();

            assertThat(new ProcessBuilder("kill", "-" + signal(), Long.toString(run.pid())).start().waitFor()).isZero();

            assertThat(lines.lines()).as("all that it printed").containsExactly("Ended before the first run; nothing is written");
            assertThat(run.waitFor()).as("ended by a signal").isNotZero();
            assertThat(data).isEmptyDirectory();
            assertThat(out.resolve(ResultFile.NAME)).doesNotExist();
        } finally {
            run.destroyForcibly();
        }
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
        long ignored = !Files.exists(status) ? 0 : Files.readAllLines(status).stream().filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16)).findFirst().orElse(0);
        return (ignored & 1 << SIGINT - 1) == 0 ? "INT" : "TERM";
    }
}
