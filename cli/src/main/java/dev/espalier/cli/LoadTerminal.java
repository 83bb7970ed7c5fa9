package dev.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;

import dev.espalier.lab.LoadLab;
import dev.espalier.lab.StoppedException;
import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.MachinePart;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.PackSpec;
import picocli.CommandLine;

/** Runs a load before somebody's eyes: a line for each second, on a terminal three that stay in their place, and a few for each run. */
final class LoadTerminal implements LoadLab.Watcher {

    private static final double MILLI = 1e6;

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
        return untilStopped(lab::stop, out, () -> {
            LoadResult result = lab.run(account.user(), account.password(), this);
            out.println("Written: " + folder.resolve(ResultFile.NAME) + (result.partial() ? ", partial" : ""));
            return check(result);
        });
    }

    /** A run that should have been cold and was not is kept, labelled; but the command has failed. */
    int check(LoadResult result) {
        List<LoadRun> warm = result.notCold();
        warm.forEach(run -> out.println("Not cold, " + run.connections() + " connections, " + run.started() + ": " + run.server().howCold()));
        out.flush();
        boolean lost = result.runs().stream().flatMap(run -> run.machines().stream()).anyMatch(part -> part.lost() != null);
        return lost || !warm.isEmpty() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    /** Does work that Ctrl-C stops: the process ends when the work has, so all that has to be said is said within it. */
    static int untilStopped(Runnable stop, PrintWriter out, IntSupplier work) {
        CountDownLatch done = new CountDownLatch(1);
        Thread stopper = new Thread(() -> {
            stop.run();
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "lab-stop");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            return work.getAsInt();
        } catch (StoppedException e) {
            out.println("Ended before the first run; nothing is written");
            out.flush();
            return CommandLine.ExitCode.SOFTWARE;
        } finally {
            done.countDown();
            forget(stopper);
        }
    }

    private static void forget(Thread stopper) {
        try {
            Runtime.getRuntime().removeShutdownHook(stopper);
        } catch (IllegalStateException e) {
            // it is running: this is the end that it waited for
        }
    }

    @Override
    public SecondWatcher starts(int number, int of, String title) {
        if (!quiet) {
            out.printf(Locale.ROOT, "run %d of %d: %s%n", number, of, title);
            out.flush();
        }
        return quiet ? SecondWatcher.NONE : this::second;
    }

    private void second(SecondFigures second, ResourceSample resources) {
        LatencyHistogram response = new LatencyHistogram();
        second.operations().forEach(type -> response.add(type.response().decode()));
        String progress = String.format(Locale.ROOT, "%5d s  %-8s %,9d/s", second.second(), second.phase(), second.done());
        String times = String.format(Locale.ROOT, "  p50 %s  p99 %s  max %s ms", millis(response.percentileNanos(50)),
                millis(response.percentileNanos(99)), millis(response.maxNanos()));
        StringBuilder trouble = new StringBuilder(second.backlog() > 0 ? String.format(Locale.ROOT, "  backlog %,d", second.backlog()) : "");
        second.failures().forEach((code, count) -> trouble.append("  ").append(code).append(" x ").append(count));
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
        run.operations().stream().filter(figures -> figures.done() + figures.failedAttempts() > 0).forEach(figures -> {
            Latency response = figures.response();
            out.printf(Locale.ROOT, "%s, %d connections, %s loop: %,.1f/s%n  p50 %s  p95 %s  p99 %s  p99.9 %s  max %s ms", figures.type(),
                    run.connections(), run.loop(), figures.goodput(), millis(response.p50Nanos()), millis(response.p95Nanos()),
                    millis(response.p99Nanos()), millis(response.p999Nanos()), millis(response.maxNanos()));
            if (figures.failedAttempts() > 0) {
                out.printf(Locale.ROOT, "%n  failed attempts %,d, given up %,d, unknown %,d", figures.failedAttempts(), figures.givenUp(),
                        figures.unknown());
            }
            out.println();
        });
        if (run.backlog() > 0) {
            out.printf(Locale.ROOT, "  backlog at the end: %,d operations should have started and did not%n", run.backlog());
        }
        if (run.connecting() != null) {
            out.printf(Locale.ROOT, "  to get a connection: p50 %s  p99 %s  max %s ms%n", millis(run.connecting().p50Nanos()),
                    millis(run.connecting().p99Nanos()), millis(run.connecting().maxNanos()));
        }
        if (run.server().cache() != null) {
            out.println("  cache: " + run.server().howCold());
        }
        if (run.server().workingSet() != null) {
            out.println("  working set: " + run.server().workingSet().words());
        }
        run.pagesRead().ifPresent(pages -> out.println(pages == 0 ? "  pages read by the server: none, all were in its buffer"
                : String.format(Locale.ROOT, "  pages read by the server: %,d, warm-up included", pages)));
        out.printf(Locale.ROOT, "  limited by the %s%n  processor time of each operation: lab %s, server %s%n", run.limit(),
                micros(run.clientCpuMicros()), micros(run.serverCpuMicros()));
        if (run.connections() > 1) {
            out.printf(Locale.ROOT, "  shares: each connection did %,d to %,d operations, warm-up included%n", run.leastShare(), run.greatestShare());
        }
        run.machines().forEach(this::machine);
        out.flush();
    }

    private void machine(MachinePart part) {
        String title = String.format(Locale.ROOT, "  agent %s, %d connections: ", part.machine(), part.connections());
        if (part.lost() != null) {
            out.println(title + "lost: " + part.lost() + "; what it did is not in the figures");
        } else {
            out.printf(Locale.ROOT, "%s%,.1f/s  p50 %s  p99 %s  max %s ms; clock ahead by %.3f ms, start within %.0f µs%n", title, part.goodput(),
                    millis(part.response().p50Nanos()), millis(part.response().p99Nanos()), millis(part.response().maxNanos()),
                    part.clockOffsetMillis(), part.startWithinMicros());
        }
    }

    private static String micros(Double micros) {
        return micros == null ? "not known" : String.format(Locale.ROOT, "%,.0f µs", micros);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, nanos < MILLI / 100 ? "%.6f" : nanos < 10 * MILLI ? "%.3f" : "%,.1f", nanos / MILLI);
    }
}
