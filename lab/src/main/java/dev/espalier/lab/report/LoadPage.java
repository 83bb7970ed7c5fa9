package dev.espalier.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.result.Comparison;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;

/**
 * The page of one or several results of loads: the first is what the others are compared with. One file that opens without a network.
 */
public final class LoadPage {

    /** Where a curve of percentiles has its points: each nine further out has the same room. */
    private static final double[] PERCENTILES = {0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99, 99.999, 100};

    private LoadPage() {
    }

    /** One second, all kinds of operations together; times in nanoseconds. */
    private record Second(int second, String phase, long done, long failed, long backlog, long p50, long p99, long max) {
    }

    /** A point of a curve: how much is within, and how long. */
    private record Point(double percentile, long nanos) {
    }

    /** A run without its histograms. */
    private record Run(int connections, String loop, boolean partial, double goodput, long backlog, long leastShare, long greatestShare, String limit,
                       Double clientCpuMicros, Double serverCpuMicros, Map<String, Long> failures, long failedAttempts, long p50, long p99,
                       long p999, long max, List<Point> curve, List<Second> timeline, List<ResourceSample> resources, Map<String, Double> counters) {
    }

    /** A result as the page shows it. */
    private record Shown(String name, String pack, String version, String started, boolean partial, Object spec, Object environment, Object server,
                         Map<String, String> driverOptions, List<Run> runs) {
    }

    /**
     * Writes the page.
     *
     * @param results at least one, of one pack
     * @param folder where, which exists
     * @return the file
     */
    public static Path write(List<LoadResult> results, Path folder) throws IOException {
        Path half = folder.resolve(ReportPage.NAME + ".half");
        Files.writeString(half, html(results));
        return Files.move(half, folder.resolve(ReportPage.NAME), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    static String html(List<LoadResult> results) throws IOException {
        List<Shown> shown = new ArrayList<>();
        List<Map<String, Object>> comparisons = new ArrayList<>();
        for (LoadResult result : results) {
            String name = results.size() == 1 ? "" : (char) ('A' + shown.size()) + ": ";
            shown.add(shown(name + result.server().engine(), result));
            if (shown.size() > 1) {
                for (Comparison one : Comparison.of(results.get(0), result)) {
                    comparisons.add(Map.of("of", shown.get(shown.size() - 1).name, "comparison", one, "words", one.verdict().words()));
                }
            }
        }
        String data = ResultFile.json(Map.of("results", shown, "comparisons", comparisons, "published", published(results.get(0).pack())));
        return ReportPage.fill("load.html", "load.js", data);
    }

    private static Shown shown(String name, LoadResult result) {
        return new Shown(name, result.pack(), result.version(), result.started(), result.partial(), result.spec(), result.environment(),
                result.server(), result.driverOptions(), result.runs().stream().map(LoadPage::run).toList());
    }

    private static Run run(LoadRun run) {
        LatencyHistogram response = run.response();
        List<Point> curve = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            curve.add(new Point(percentile, response.percentileNanos(percentile)));
        }
        return new Run(run.connections(), run.loop(), run.partial(), run.goodput(), run.backlog(), run.leastShare(), run.greatestShare(), run.limit(),
                run.clientCpuMicros(), run.serverCpuMicros(), run.failures(),
                run.operations().stream().mapToLong(figures -> figures.failedAttempts()).sum(), response.percentileNanos(50),
                response.percentileNanos(99), response.percentileNanos(99.9), response.maxNanos(), curve,
                run.timeline().stream().map(LoadPage::second).toList(), run.resources(), run.counters());
    }

    private static Second second(SecondFigures second) {
        LatencyHistogram all = new LatencyHistogram();
        second.operations().stream().map(SecondFigures.OfType::response).map(Latency::decode).forEach(all::add);
        return new Second(second.second(), second.phase(), second.done(), second.failures().values().stream().mapToLong(Long::longValue).sum(),
                second.backlog(), all.percentileNanos(50), all.percentileNanos(99), all.maxNanos());
    }

    /** The published table of a pack: its lines, the names of the columns first. */
    private static List<List<String>> published(String pack) throws IOException {
        try (InputStream stream = LoadPage.class.getResourceAsStream("published-" + pack + ".csv")) {
            return stream == null ? List.of() : new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .map(line -> List.of(line.split(",", -1))).toList();
        }
    }
}
