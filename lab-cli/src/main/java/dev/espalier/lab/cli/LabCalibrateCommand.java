package dev.espalier.lab.cli;

import dev.espalier.cli.Times;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.result.Calibration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab calibrate}: how fine this machine and the lab can measure. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        description =
                "Measures the machine and the lab itself for 20 s: the clock, the most operations, a known delay, disk writes, stalls.",
        footerHeading = "%nExample:%n",
        footer = {"  espalier lab calibrate", ""})
final class LabCalibrateCommand implements Callable<Integer> {

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder on the disk to probe. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(out);
        Calibration found = Calibration.of(Folders.home(), out);
        PrintWriter terminal = command.commandLine().getOut();
        line(
                terminal,
                "machine",
                "%d x %s, %s",
                found.environment().processors(),
                found.environment().processor(),
                found.environment().java());
        line(
                terminal,
                "clock",
                "reading it takes %.0f ns, its smallest step %d ns",
                found.clockCostNanos(),
                found.clockStepNanos());
        line(terminal, "noop", "%,.0f operations a second: the most the lab can do", found.noopPerSecond());
        Latency five = found.fiveMillis();
        line(
                terminal,
                "delay of 5 ms",
                "p50 %s  p99 %s  p99.9 %s  max %s ms",
                Times.millis(five.p50Nanos()),
                Times.millis(five.p99Nanos()),
                Times.millis(five.p999Nanos()),
                Times.millis(five.maxNanos()));
        line(
                terminal,
                "disk",
                "4 KB are on disk after %.3f ms (median)",
                found.environment().fsyncMillis());
        Latency late = found.oversleep();
        line(
                terminal,
                "stalls",
                "a thread that sleeps wakes late by p50 %s  p99 %s  p99.9 %s  max %s ms",
                Times.millis(late.p50Nanos()),
                Times.millis(late.p99Nanos()),
                Times.millis(late.p999Nanos()),
                Times.millis(late.maxNanos()));
        terminal.flush();
        return 0;
    }

    private static void line(PrintWriter terminal, String what, String format, Object... values) {
        terminal.printf(Locale.ROOT, "%-14s %s%n", what, String.format(Locale.ROOT, format, values));
    }
}
