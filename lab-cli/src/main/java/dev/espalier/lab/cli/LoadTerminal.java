package dev.espalier.lab.cli;

import dev.espalier.cli.LiveLines;
import dev.espalier.cli.Times;
import dev.espalier.lab.LoadLab;
import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.MachinePart;
import dev.espalier.lab.measure.OperationFigures;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.WatchedMachine;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.TargetKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Shows a running load: one line per second, or three updated lines on a terminal, and a few for each run. */
final class LoadTerminal implements LoadLab.Watcher {

    private final PrintWriter out;
    private final boolean quiet;
    private final boolean terminal;
    private final LiveLines live;

    LoadTerminal(PrintWriter out, boolean quiet) {
        this(out, quiet, Boolean.getBoolean("espalier.terminal"));
    }

    LoadTerminal(PrintWriter out, boolean quiet, boolean terminal) {
        this.out = out;
        this.quiet = quiet;
        this.terminal = terminal;
        this.live = new LiveLines(out);
    }

    /** Runs to the end, or to Ctrl-C: then the result so far is written, marked as partial. */
    int run(PackSpec spec, AccountOptions account, Path folder, Agents agents) {
        LoadLab lab = new LoadLab(spec, Folders.targets(folder), folder, agents);
        return StoppedRun.ends(folder, lab::stop, out, () -> {
            LoadResult result = lab.run(account.user(), account.password(), this);
            out.println("Written: " + folder.resolve(ResultFile.NAME) + Marks.written(result.partial()));
            boolean holdsDatabases = TargetKind.of(spec.target())
                    .filter(TargetKind.WITH_DATABASES::contains)
                    .isPresent();
            LabLeftoversCommand.printKept(result.spec().database(), spec.keep() && holdsDatabases, out);
            return check(result);
        });
    }

    /** Prints cold runs that were warm, and returns the exit code: their results are kept with a label, but the command fails. */
    int check(LoadResult result) {
        List<LoadRun> warm = result.notCold();
        warm.forEach(run -> out.println("Not cold, " + run.course().connections() + " connections, "
                + run.course().started() + ": " + run.server().howCold()));
        out.flush();
        boolean lost =
                result.runs().stream().flatMap(run -> run.machines().stream()).anyMatch(part -> part.lost() != null);
        return lost || !warm.isEmpty() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    @Override
    public SecondWatcher starts(int number, int of, String title) {
        if (!quiet) {
            out.printf(Locale.ROOT, "run %d of %d: %s%n", number, of, title);
            out.flush();
        }
        return quiet ? SecondWatcher.NONE : this::second;
    }

    private void second(SecondFigures second, @Nullable ResourceSample resources) {
        Latency response = second.response();
        String progress =
                String.format(Locale.ROOT, "%5d s  %-8s %,9d/s", second.second(), second.phase(), second.done());
        String times = String.format(
                Locale.ROOT,
                "  p50 %s  p99 %s  max %s ms",
                Times.millis(response.p50Nanos()),
                Times.millis(response.p99Nanos()),
                Times.millis(response.maxNanos()));
        StringBuilder trouble = new StringBuilder(
                second.backlog() > 0 ? String.format(Locale.ROOT, "  backlog %,d", second.backlog()) : "");
        second.failures()
                .forEach((code, count) ->
                        trouble.append("  ").append(code).append(" x ").append(count));
        String processors = resources == null ? "" : "  CPU " + resources.processorPercent() + " %";
        if (terminal) {
            live.show(List.of(progress + processors, times, trouble.toString()));
        } else {
            out.println(progress + times + trouble + processors);
            out.flush();
        }
    }

    @Override
    public void ended(LoadRun run) {
        live.clear();
        if (run.course().partial()) {
            out.println(Marks.PARTIAL);
        }
        operations(run);
        if (run.work().backlog() > 0) {
            out.printf(
                    Locale.ROOT,
                    "  backlog at the end: %,d operations should have started and did not%n",
                    run.work().backlog());
        }
        if (run.cost().connecting() != null) {
            out.printf(
                    Locale.ROOT,
                    "  to get a connection: p50 %s  p99 %s  max %s ms%n",
                    Times.millis(run.cost().connecting().p50Nanos()),
                    Times.millis(run.cost().connecting().p99Nanos()),
                    Times.millis(run.cost().connecting().maxNanos()));
        }
        if (run.server().cache() != null) {
            out.println("  cache: " + run.server().howCold());
        }
        if (run.server().workingSet() != null) {
            out.println("  working set: " + run.server().workingSet().words());
        }
        run.pagesRead()
                .ifPresent(pages -> out.println(
                        pages == 0
                                ? "  pages read by the server: none, all were in its buffer"
                                : String.format(
                                        Locale.ROOT, "  pages read by the server: %,d, warm-up included", pages)));
        if (run.cost().limit() != null) {
            out.println("  limited by "
                    + (run.cost().limit().equals("others")
                            ? "other processes"
                            : "the " + run.cost().limit()));
        }
        if (run.cost().processors() != null) {
            out.println("  processors " + run.cost().processors().words());
        }
        if (run.cost().besideOthers()) {
            out.println(Marks.BESIDE_OTHERS);
        }
        out.printf(
                Locale.ROOT,
                "  processor time of each operation: lab %s, server %s%n",
                micros(run.cost().clientCpuMicros()),
                micros(run.cost().serverCpuMicros()));
        if (run.course().connections() > 1) {
            out.printf(
                    Locale.ROOT,
                    "  shares: each connection did %,d to %,d operations, warm-up included%n",
                    run.work().leastShare(),
                    run.work().greatestShare());
        }
        run.machines().forEach(this::machine);
        run.watched().forEach(this::watched);
        out.flush();
    }

    /** A line of rates and one of times for each kind of operation, or one that says that none ended. */
    private void operations(LoadRun run) {
        List<OperationFigures> seen = run.work().operations().stream()
                .filter(figures -> figures.done() + figures.failedAttempts() + figures.doneAfterEnd() > 0)
                .toList();
        String loop =
                run.course().connections() + " connections, " + run.course().loop() + " loop: ";
        if (seen.isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "%sno operation ended in the time that counts, none went on after it%s%n",
                    loop,
                    run.work().allDone() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "; %,d ended in the warm-up",
                                    run.work().allDone()));
        }
        for (OperationFigures figures : seen) {
            Latency response = figures.response();
            boolean hasEnded = figures.done() + figures.failedAttempts() > 0;
            out.println(figures.type() + ", " + loop
                    + (hasEnded
                            ? rate(figures.goodput()) + "/s"
                            : String.format(
                                    Locale.ROOT,
                                    "none ended in the %s s that count, %,d went on after them",
                                    seconds(run.course().seconds()),
                                    figures.doneAfterEnd())));
            out.printf(
                    Locale.ROOT,
                    "  p50 %s  p95 %s  p99 %s  p99.9 %s  max %s ms%n",
                    Times.millis(response.p50Nanos()),
                    Times.millis(response.p95Nanos()),
                    Times.millis(response.p99Nanos()),
                    Times.millis(response.p999Nanos()),
                    Times.millis(response.maxNanos()));
            if (figures.failedAttempts() > 0) {
                out.printf(
                        Locale.ROOT,
                        "  failed attempts %,d, given up %,d, unknown %,d%n",
                        figures.failedAttempts(),
                        figures.givenUp(),
                        figures.unknown());
            }
        }
    }

    /** Formats operations a second, of which an open loop may do less than one. */
    static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.3f" : "%,.1f", perSecond);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds == Math.rint(seconds) ? "%,.0f" : "%,.3f", seconds);
    }

    private void machine(MachinePart part) {
        String title = String.format(Locale.ROOT, "  agent %s, %d connections: ", part.machine(), part.connections());
        Latency response = part.response();
        if (response == null) {
            out.println(title + "lost: " + part.lost() + "; what it did is not in the figures");
        } else {
            out.printf(
                    Locale.ROOT,
                    "%s%s/s  p50 %s  p99 %s  max %s ms; clock ahead by %.3f ms, start within %.0f µs%n",
                    title,
                    rate(part.goodput()),
                    Times.millis(response.p50Nanos()),
                    Times.millis(response.p99Nanos()),
                    Times.millis(response.maxNanos()),
                    part.clockOffsetMillis(),
                    part.startWithinMicros());
        }
    }

    private void watched(WatchedMachine machine) {
        String busy = machine.resources().isEmpty()
                ? "nothing is known of it"
                : String.format(
                        Locale.ROOT,
                        "processors %.0f %% busy, %.0f %% waited for disks",
                        machine.resources().stream()
                                .mapToInt(ResourceSample::processorPercent)
                                .average()
                                .orElseThrow(),
                        machine.resources().stream()
                                .map(ResourceSample::processors)
                                .filter(Objects::nonNull)
                                .mapToInt(ResourceSample.Processors::waitPercent)
                                .average()
                                .orElse(0));
        out.println("  watched " + machine.machine() + ": " + busy
                + (machine.lost() == null ? "" : "; lost: " + machine.lost()));
    }

    private static String micros(@Nullable Double micros) {
        return micros == null ? "not known" : String.format(Locale.ROOT, "%,.0f µs", micros);
    }
}
