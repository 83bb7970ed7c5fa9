package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library that makes a disk slow: what it delays takes at least so long, by one head for all processes. */
class SlowDiskTest {

    private static final String SCRIPT =
            OwnServer.HOME.resolve("servers/slow-disk").toString();
    private static final int READS = 10;
    private static final int SYNCS = 4;
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    /** Reads and syncs a file of its own; prints the nanoseconds that both took. */
    public static void main(String[] arguments) throws IOException {
        try (FileChannel file =
                FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long start = System.nanoTime();
            for (int read = 0; read < READS; read++) {
                file.read(ByteBuffer.allocate(1), read);
            }
            long middle = System.nanoTime();
            for (int sync = 0; sync < SYNCS; sync++) {
                file.force(true);
            }
            System.out.println((middle - start) + " " + (System.nanoTime() - middle));
        }
    }

    private Process reader(String library, int number) throws IOException {
        Path file = Files.writeString(folder.resolve("file" + number), "x".repeat(READS));
        ProcessBuilder reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowDiskTest.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        reader.environment().putAll(Map.of("LD_PRELOAD", library));
        return reader.start();
    }

    private static String ended(Process process, int code) throws IOException, InterruptedException {
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(told).isEqualTo(code);
        return told;
    }

    @Test
    void readsAndSyncsOfAllProcessesTakeTheirTimeOneAfterTheOther() throws IOException, InterruptedException {
        assumeThat(Path.of("/usr/bin/cc")).as("a C compiler").exists();
        String library = ended(
                new ProcessBuilder(SCRIPT, "20", "30")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start(),
                0);

        long start = System.nanoTime();
        List<Process> readers = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            readers.add(reader(library, number));
        }
        for (Process process : readers) {
            String[] told = ended(process, 0).split(" ");
            assertThat(Long.parseLong(told[0]))
                    .as("nanoseconds of %d reads", READS)
                    .isGreaterThanOrEqualTo(READS * 20 * MILLI);
            assertThat(Long.parseLong(told[1]))
                    .as("nanoseconds of %d syncs", SYNCS)
                    .isGreaterThanOrEqualTo(SYNCS * 30 * MILLI);
        }
        assertThat(System.nanoTime() - start)
                .as("two processes have one head")
                .isGreaterThanOrEqualTo(2 * (READS * 20 + SYNCS * 30) * MILLI);
    }

    @Test
    void delayThatIsNoneIsRefused() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(SCRIPT, "8", "fast")
                .redirectErrorStream(true)
                .start();

        assertThat(ended(process, 2))
                .isEqualTo("slow-disk: usage: servers/slow-disk READ_MILLISECONDS SYNC_MILLISECONDS, such as 8 8");
    }
}
