package dev.espalier.lab.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.MachinePart;
import dev.espalier.lab.measure.Mark;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.measure.MergedRuns;
import dev.espalier.lab.measure.ProcessorShares;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.ServerState;
import dev.espalier.lab.measure.WatchedMachine;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.target.ServerFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The data of one result on the page: figures instead of histograms.
 *
 * @param title what was run and where
 * @param pack what was run
 * @param started when
 * @param partial whether it was ended before the last run
 * @param version of Espalier
 * @param spec the whole specification
 * @param environment the machine of the lab
 * @param server the target
 * @param options of the target's sessions
 * @param machines that made the connections, by where their agents listen
 * @param groups one for each number of connections
 */
record LoadView(
        String title,
        String pack,
        String started,
        boolean partial,
        String version,
        PackSpec spec,
        Environment environment,
        ServerFacts server,
        Map<String, String> options,
        Map<String, Environment> machines,
        List<Group> groups) {

    /** The number of points of the percentile curve: each step halves the remainder. */
    private static final int CURVE_STEPS = 20;

    private static final double MILLI = 1e6;
    private static final double HUNDRED = 100;

    /**
     * All runs with one number of connections.
     *
     * @param connections how many
     * @param runs how many runs
     * @param loop {@code closed} or {@code open}
     * @param work what was done, and how fast
     * @param cost what it took
     * @param course how it went, second by second
     * @param server the state in which each run found the server
     * @param machines what each load machine did in the last run; empty if there was one
     * @param watched what other machines did in the last run
     */
    record Group(
            int connections,
            int runs,
            String loop,
            @JsonUnwrapped Work work,
            @JsonUnwrapped Cost cost,
            @JsonUnwrapped Course course,
            List<ServerState> server,
            List<Machine> machines,
            List<WatchedMachine> watched) {}

    /**
     * The operations of a group.
     *
     * @param goodput median of the runs, operations a second
     * @param goodputs of each run
     * @param variation of the seconds that count: standard deviation by mean, of the last run
     * @param types one for each kind of operation, histograms of all runs merged
     * @param wentOn operations that were under way at the end of a run, of all runs
     * @param failures of all runs, by code
     * @param backlog of all runs
     * @param leastShare operations of the connection that did the fewest in the last run
     * @param greatestShare operations of the connection that did the most in the last run
     */
    record Work(
            double goodput,
            List<Double> goodputs,
            double variation,
            List<OfType> types,
            long wentOn,
            Map<String, Long> failures,
            long backlog,
            long leastShare,
            long greatestShare) {}

    /**
     * The resources that a group used.
     *
     * @param clientCpuMicros of an operation, median; null if not known
     * @param serverCpuMicros of an operation, median; null if not known
     * @param limit of the last run; null if not known
     * @param processors of the run in which others took the most; null if not known
     * @param besideOthers whether they took so much of them in a run that the figures are not those of the target alone
     * @param connecting waits for a connection in the last run; null if there were none
     * @param counters of the last run
     */
    record Cost(
            @Nullable Double clientCpuMicros,
            @Nullable Double serverCpuMicros,
            @Nullable String limit,
            @Nullable ProcessorShares processors,
            boolean besideOthers,
            @Nullable OfType connecting,
            Map<String, Double> counters) {}

    /**
     * How it went.
     *
     * @param curve percentiles of the response times of all kinds
     * @param seconds of the last run
     * @param resources of the last run
     * @param marks of the last run
     */
    record Course(List<Point> curve, List<Second> seconds, List<ResourceSample> resources, List<Mark> marks) {}

    /** One load machine in one run. Its times are null if it was lost. */
    record Machine(
            String machine,
            int connections,
            @Nullable OfType response,
            @Nullable String limit,
            double clockOffsetMillis,
            double startWithinMicros,
            @Nullable String lost,
            List<ResourceSample> resources) {

        static Machine of(MachinePart part) {
            return new Machine(
                    part.machine(),
                    part.connections(),
                    part.response() == null
                            ? null
                            : OfType.of("all", part.goodput(), part.response().decode()),
                    part.limit(),
                    part.clockOffsetMillis(),
                    part.startWithinMicros(),
                    part.lost(),
                    part.resources());
        }
    }

    /** Times of one kind of operation, in milliseconds; null if there are none. */
    record OfType(
            String type,
            long count,
            double goodput,
            @Nullable Double p50,
            @Nullable Double p90,
            @Nullable Double p95,
            @Nullable Double p99,
            @Nullable Double p999,
            @Nullable Double p9999,
            @Nullable Double max) {

        static OfType of(String type, double goodput, LatencyHistogram counted) {
            Latency times = Latency.of(counted);
            return new OfType(
                    type,
                    times.count(),
                    goodput,
                    millis(times.p50Nanos()),
                    millis(times.p90Nanos()),
                    millis(times.p95Nanos()),
                    millis(times.p99Nanos()),
                    millis(times.p999Nanos()),
                    millis(times.p9999Nanos()),
                    millis(times.maxNanos()));
        }
    }

    /** A percentile, and the time that it stayed within, in milliseconds. */
    record Point(double percentile, double millis) {}

    /** One second: operations done, and their times in milliseconds, which are null if none ended. */
    record Second(
            int second,
            String phase,
            long done,
            @Nullable Double p50,
            @Nullable Double p99,
            @Nullable Double max,
            long failures,
            long backlog) {}

    static LoadView of(LoadResult result) {
        List<Group> groups = result.runs().stream()
                .map(run -> run.course().connections())
                .distinct()
                .map(connections -> group(
                        connections,
                        result.runs().stream()
                                .filter(run -> run.course().connections() == connections)
                                .toList()))
                .toList();
        return new LoadView(
                result.pack() + " on " + result.server().engine(),
                result.pack(),
                result.header().started(),
                result.partial(),
                result.header().version(),
                result.spec(),
                result.environment(),
                result.server(),
                result.driverOptions(),
                result.machines(),
                groups);
    }

    private static Group group(int connections, List<LoadRun> runs) {
        LoadRun last = runs.get(runs.size() - 1);
        List<OfType> types = new ArrayList<>();
        for (int type = 0; type < last.work().operations().size(); type++) {
            LatencyHistogram merged = new LatencyHistogram();
            List<Double> goodputs = new ArrayList<>();
            for (LoadRun run : runs) {
                merged.add(run.work().operations().get(type).response().decode());
                goodputs.add(run.work().operations().get(type).goodput());
            }
            types.add(OfType.of(last.work().operations().get(type).type(), Medians.of(goodputs), merged));
        }
        LatencyHistogram all = new LatencyHistogram();
        runs.forEach(run -> all.add(run.response()));
        List<Double> goodputs = runs.stream().map(run -> run.work().goodput()).toList();
        Work work = new Work(
                Medians.of(goodputs),
                goodputs,
                variation(last),
                types,
                runs.stream().mapToLong(run -> run.work().doneAfterEnd()).sum(),
                failures(runs),
                runs.stream().mapToLong(run -> run.work().backlog()).sum(),
                last.work().leastShare(),
                last.work().greatestShare());
        Cost cost = new Cost(
                Medians.ofMeasured(
                        runs.stream().map(run -> run.cost().clientCpuMicros()).toList()),
                Medians.ofMeasured(
                        runs.stream().map(run -> run.cost().serverCpuMicros()).toList()),
                last.cost().limit(),
                MergedRuns.processors(runs),
                runs.stream().anyMatch(run -> run.cost().besideOthers()),
                connecting(last.cost().connecting()),
                last.cost().counters());
        Course course = new Course(
                curve(all), last.timeline().stream().map(LoadView::second).toList(), last.resources(), last.marks());
        return new Group(
                connections,
                runs.size(),
                last.course().loop(),
                work,
                cost,
                course,
                runs.stream().map(LoadRun::server).toList(),
                last.machines().stream().map(Machine::of).toList(),
                last.watched());
    }

    private static @Nullable OfType connecting(@Nullable Latency waits) {
        return waits == null ? null : OfType.of("to get a connection", 0, waits.decode());
    }

    private static Map<String, Long> failures(List<LoadRun> runs) {
        Map<String, Long> all = new TreeMap<>();
        runs.forEach(run -> run.work().failures().forEach((code, count) -> all.merge(code, count, Long::sum)));
        return all;
    }

    /** Returns the variation of the throughput over the measured seconds, without the last one, which may be incomplete. */
    private static double variation(LoadRun run) {
        List<Long> done = run.timeline().stream()
                .filter(second -> second.phase().equals("measured"))
                .map(SecondFigures::done)
                .toList();
        double mean = done.stream().mapToLong(Long::longValue).average().orElse(0);
        double squares = done.stream()
                .mapToDouble(count -> (count - mean) * (count - mean))
                .average()
                .orElse(0);
        return mean == 0 ? 0 : Math.sqrt(squares) / mean;
    }

    private static List<Point> curve(LatencyHistogram times) {
        List<Point> curve = new ArrayList<>();
        double left = HUNDRED;
        for (int step = 0; step < CURVE_STEPS && left / HUNDRED * times.count() >= 1; step++) {
            curve.add(new Point(HUNDRED - left, times.percentileNanos(HUNDRED - left) / MILLI));
            left /= 2;
        }
        return curve.stream()
                .sorted(Comparator.comparingDouble(Point::percentile))
                .toList();
    }

    private static Second second(SecondFigures second) {
        Latency times = second.response();
        return new Second(
                second.second(),
                second.phase(),
                second.done(),
                millis(times.p50Nanos()),
                millis(times.p99Nanos()),
                millis(times.maxNanos()),
                second.failures().values().stream().mapToLong(Long::longValue).sum(),
                second.backlog());
    }

    private static @Nullable Double millis(@Nullable Long nanos) {
        return nanos == null ? null : nanos / MILLI;
    }
}
