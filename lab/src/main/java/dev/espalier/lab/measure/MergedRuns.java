package dev.espalier.lab.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Merges the runs of several machines of one load: rates and counts are added, histograms merged, second by second too. */
public final class MergedRuns {

    private MergedRuns() {}

    /**
     * Merges.
     *
     * @param runs one of each machine, at least one, with the same kinds of operations
     * @return as if one machine had made it; the resources of several machines have no sum and are left out
     */
    public static LoadRun of(List<LoadRun> runs) {
        LoadRun first = runs.get(0);
        if (runs.size() == 1) {
            return first;
        }
        List<OperationFigures> operations = new ArrayList<>();
        for (int type = 0; type < first.work().operations().size(); type++) {
            int at = type;
            operations.add(operations(
                    runs.stream().map(run -> run.work().operations().get(at)).toList()));
        }
        Map<String, Long> failures = new TreeMap<>();
        runs.forEach(run -> run.work().failures().forEach((code, count) -> failures.merge(code, count, Long::sum)));
        LoadRun.Course course = new LoadRun.Course(
                first.course().started(),
                runs.stream().mapToInt(run -> run.course().connections()).sum(),
                first.course().loop(),
                runs.stream().mapToDouble(run -> run.course().seconds()).max().orElseThrow(),
                runs.stream().anyMatch(run -> run.course().partial()));
        LoadRun.Work work = new LoadRun.Work(
                runs.stream().mapToDouble(run -> run.work().goodput()).sum(),
                done(runs),
                operations,
                failures,
                runs.stream().mapToLong(run -> run.work().backlog()).sum(),
                runs.stream().mapToLong(run -> run.work().leastShare()).min().orElseThrow(),
                runs.stream().mapToLong(run -> run.work().greatestShare()).max().orElseThrow(),
                runs.stream().flatMap(run -> run.work().fingerprints().stream()).toList());
        LoadRun.Cost cost = new LoadRun.Cost(
                clientMicros(runs),
                serverMicros(runs),
                limit(runs),
                processors(runs),
                connecting(runs),
                counters(runs));
        return new LoadRun(
                course,
                work,
                cost,
                seconds(runs.stream().map(LoadRun::timeline).toList()),
                List.of(),
                List.of(),
                first.server(),
                first.marks(),
                first.watched());
    }

    /** Returns the client's processor time for each operation, weighted by the operations of each machine. */
    private static @Nullable Double clientMicros(List<LoadRun> runs) {
        double micros = 0;
        for (LoadRun run : runs) {
            Double ofEach = run.cost().clientCpuMicros();
            if (run.work().allDone() > 0) {
                if (ofEach == null) {
                    return null;
                }
                micros += ofEach * run.work().allDone();
            }
        }
        return done(runs) == 0 ? null : micros / done(runs);
    }

    /** Returns the server's processor time for each operation: the server that one machine sees serves the operations of all. */
    private static @Nullable Double serverMicros(List<LoadRun> runs) {
        for (LoadRun run : runs) {
            Double ofEach = run.cost().serverCpuMicros();
            if (ofEach != null && done(runs) > 0) {
                return ofEach * run.work().allDone() / done(runs);
            }
        }
        return null;
    }

    private static Map<String, Double> counters(List<LoadRun> runs) {
        Map<String, Double> counters = new TreeMap<>();
        runs.stream()
                .filter(run -> !run.cost().counters().isEmpty() && done(runs) > 0)
                .findFirst()
                .ifPresent(run -> run.cost()
                        .counters()
                        .forEach((name, count) ->
                                counters.put(name, count * run.work().allDone() / done(runs))));
        return counters;
    }

    private static long done(List<LoadRun> runs) {
        return runs.stream().mapToLong(run -> run.work().allDone()).sum();
    }

    /** Returns the bottleneck of merged runs. One saturated machine limits all. */
    private static @Nullable String limit(List<LoadRun> runs) {
        return Stream.of("client", "processors", "others", "target")
                .filter(word ->
                        runs.stream().anyMatch(run -> word.equals(run.cost().limit())))
                .findFirst()
                .orElse(runs.get(0).cost().limit());
    }

    /**
     * Returns the shares of the processors in the run in which others took the most.
     *
     * @param runs of several machines, or one after the other
     * @return its shares; null if none are known
     */
    public static @Nullable ProcessorShares processors(List<LoadRun> runs) {
        return runs.stream()
                .map(run -> run.cost().processors())
                .filter(Objects::nonNull)
                .max(Comparator.comparingInt(shares -> Objects.requireNonNullElse(shares.othersPercent(), 0)))
                .orElse(null);
    }

    private static @Nullable Latency connecting(List<LoadRun> runs) {
        List<Latency> waits = runs.stream()
                .map(run -> run.cost().connecting())
                .filter(Objects::nonNull)
                .toList();
        return waits.isEmpty() ? null : latency(waits.stream());
    }

    private static OperationFigures operations(List<OperationFigures> parts) {
        return new OperationFigures(
                parts.get(0).type(),
                parts.stream().mapToLong(OperationFigures::done).sum(),
                parts.stream().mapToLong(OperationFigures::doneAfterEnd).sum(),
                parts.stream().mapToLong(OperationFigures::givenUp).sum(),
                parts.stream().mapToLong(OperationFigures::unknown).sum(),
                parts.stream().mapToLong(OperationFigures::failedAttempts).sum(),
                parts.stream().mapToDouble(OperationFigures::goodput).sum(),
                parts.stream().mapToDouble(OperationFigures::throughput).sum(),
                latency(parts.stream().map(OperationFigures::response)),
                latency(parts.stream().map(OperationFigures::service)));
    }

    private static Latency latency(Stream<Latency> parts) {
        LatencyHistogram all = new LatencyHistogram();
        parts.map(Latency::decode).forEach(all::add);
        return Latency.of(all);
    }

    /** Merges the seconds; there are as many as in the longest run. */
    private static List<SecondFigures> seconds(List<List<SecondFigures>> timelines) {
        List<SecondFigures> merged = new ArrayList<>();
        int longest = timelines.stream().mapToInt(List::size).max().orElseThrow();
        for (int at = 0; at < longest; at++) {
            int second = at;
            merged.add(second(timelines.stream()
                    .filter(timeline -> second < timeline.size())
                    .map(timeline -> timeline.get(second))
                    .toList()));
        }
        return merged;
    }

    /**
     * Merges one second.
     *
     * @param parts of each machine, at least one
     * @return the second of all
     */
    public static SecondFigures second(List<SecondFigures> parts) {
        Map<String, Long> failures = new TreeMap<>();
        parts.forEach(part -> part.failures().forEach((code, count) -> failures.merge(code, count, Long::sum)));
        Map<String, List<SecondFigures.OfType>> types = new TreeMap<>();
        parts.forEach(part -> part.operations()
                .forEach(one -> types.computeIfAbsent(one.type(), type -> new ArrayList<>())
                        .add(one)));
        List<SecondFigures.OfType> operations = new ArrayList<>();
        types.forEach((type, list) -> operations.add(new SecondFigures.OfType(
                type,
                list.stream().mapToLong(SecondFigures.OfType::done).sum(),
                latency(list.stream().map(SecondFigures.OfType::response)))));
        return new SecondFigures(
                parts.get(0).second(),
                parts.get(0).phase(),
                failures,
                parts.stream().mapToLong(SecondFigures::backlog).sum(),
                operations);
    }
}
