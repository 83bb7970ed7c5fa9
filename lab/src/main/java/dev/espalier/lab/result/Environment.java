package dev.espalier.lab.result;

import dev.espalier.lab.measure.Medians;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The client's machine. It is also the server's, unless the target's URL names another.
 *
 * @param processor the processor's name
 * @param processors how many the virtual machine may use
 * @param memoryBytes of the machine
 * @param heapBytes the most the client's heap may take
 * @param operatingSystem name, version, architecture; on Linux the kernel
 * @param java the virtual machine
 * @param gitHash the project's commit, with a plus if files were changed since; unknown outside a clone
 * @param fsyncMillis the median time to write 4 KB to the folder of the results and have it on disk
 */
public record Environment(
        String processor,
        int processors,
        long memoryBytes,
        long heapBytes,
        String operatingSystem,
        String java,
        String gitHash,
        double fsyncMillis) {

    private static final int FSYNC_PROBES = 21;
    private static final int FSYNC_BYTES = 4_096;

    /**
     * Looks at the machine.
     *
     * @param home the project's folder
     * @param out the folder of the results, which exists
     * @return what was found
     */
    public static Environment of(Path home, Path out) {
        return new Environment(
                lineOf("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                totalMemory(),
                Runtime.getRuntime().maxMemory(),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.name") + " " + property("java.runtime.version"),
                gitHash(home),
                probeFsync(out));
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    private static long totalMemory() {
        String kilobytes = lineOf("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return kilobytes.isEmpty() ? 0 : Long.parseLong(kilobytes) * 1_024;
    }

    private static String lineOf(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String gitHash(Path home) {
        String hash = git(home, "rev-parse", "HEAD");
        return hash.isEmpty()
                ? "unknown"
                : hash
                        + (git(home, "status", "--porcelain", "--untracked-files=no")
                                        .isEmpty()
                                ? ""
                                : "+");
    }

    private static String git(Path home, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0 ? output : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static double probeFsync(Path out) {
        List<Double> millis = new ArrayList<>();
        try {
            Path probe = Files.createTempFile(out, "fsync", ".probe");
            try (FileChannel channel = FileChannel.open(probe, StandardOpenOption.WRITE)) {
                for (int number = 0; number < FSYNC_PROBES; number++) {
                    long start = System.nanoTime();
                    channel.write(ByteBuffer.allocate(FSYNC_BYTES));
                    channel.force(false);
                    millis.add((System.nanoTime() - start) / 1e6);
                }
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + out + ": " + e.getMessage(), e);
        }
        return Medians.of(millis);
    }
}
