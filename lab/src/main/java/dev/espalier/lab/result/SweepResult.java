package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.measure.PhasedResources;
import dev.espalier.lab.measure.ProcessorShares;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.target.ServerFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep: the plan, and figures of each run. The whole result of
 * each combination, with seconds and histograms, is a file of its own.
 *
 * @param header what every result begins with
 * @param plan what is run
 * @param sessions when the sweep was begun, and gone on with, in UTC
 * @param environment the machine of the lab
 * @param measured one for each combination, in the order of the plan
 */
public record SweepResult(
        @JsonUnwrapped Header header,
        SweepSpec plan,
        List<String> sessions,
        Environment environment,
        List<Measured> measured)
        implements Result {

    /**
     * The measurements of one combination.
     *
     * @param folder of its whole result, in the folder of the sweep
     * @param server its target; null before its first run
     * @param runs in the order of rounds
     * @param course what the machine did in the last run, by phases
     */
    public record Measured(
            String folder,
            @Nullable ServerFacts server,
            List<Figures> runs,
            @JsonUnwrapped PhasedResources course) {

        /** Copies the runs. */
        public Measured {
            runs = List.copyOf(Objects.requireNonNull(runs, "found a combination without runs"));
        }
    }

    /**
     * Returns how many of some runs had other processes beside them, and how much these took at most.
     *
     * @param runs of one combination
     * @return for example {@code 2 of 3 runs, up to 46 %}; nothing if none had
     */
    public static Optional<String> besideOthers(List<Figures> runs) {
        return LoadResult.beside(runs.stream().map(Figures::processors).toList());
    }

    /**
     * Figures of one run. Times are null if no operation ended.
     *
     * @param started when, in UTC
     * @param goodput operations a second
     * @param p50Millis of the response times
     * @param p90Millis of the response times
     * @param p99Millis of the response times
     * @param p999Millis of the response times
     * @param maxMillis of the response times
     * @param failedAttempts that were done again, or given up
     * @param clientCpuMicros processor time of the lab for each operation; null if unknown
     * @param serverCpuMicros processor time of the server for each operation; null if unknown
     * @param limit what was busy; null if unknown
     * @param processors the shares of lab, server and others; null if unknown, or in results of earlier versions
     */
    public record Figures(
            String started,
            double goodput,
            @Nullable Double p50Millis,
            @Nullable Double p90Millis,
            @Nullable Double p99Millis,
            @Nullable Double p999Millis,
            @Nullable Double maxMillis,
            long failedAttempts,
            @Nullable Double clientCpuMicros,
            @Nullable Double serverCpuMicros,
            @Nullable String limit,
            @Nullable ProcessorShares processors) {

        private static final double MILLI = 1e6;

        /** Results of earlier versions have zeros if no operation ended. */
        public Figures {
            if (maxMillis != null && maxMillis == 0) {
                p50Millis = p90Millis = p99Millis = p999Millis = maxMillis = null;
            }
        }

        /** @return whether other processes took so much of the processors that the figures are not those of the target alone */
        public boolean besideOthers() {
            return processors != null && processors.besideOthers();
        }

        private static @Nullable Double millis(@Nullable Long nanos) {
            return nanos == null ? null : nanos / MILLI;
        }

        /**
         * Takes the figures.
         *
         * @param run which one
         * @return its figures
         */
        public static Figures of(LoadRun run) {
            Latency times = Latency.of(run.response());
            return new Figures(
                    run.course().started(),
                    run.work().goodput(),
                    millis(times.p50Nanos()),
                    millis(times.p90Nanos()),
                    millis(times.p99Nanos()),
                    millis(times.p999Nanos()),
                    millis(times.maxNanos()),
                    run.work().failures().values().stream()
                            .mapToLong(Long::longValue)
                            .sum(),
                    run.cost().clientCpuMicros(),
                    run.cost().serverCpuMicros(),
                    run.cost().limit(),
                    run.cost().processors());
        }
    }

    /**
     * The difference between two values of an axis, all other values being equal.
     *
     * @param axis the option
     * @param a its first value
     * @param b another value
     * @param others the values of the other axes
     * @param figure {@code goodput}, {@code p50Millis} or {@code p99Millis}
     * @param difference B's median minus A's
     * @param low the lower end of its 95 % interval, by bootstrap
     * @param high the upper end
     * @param ratio B's median by A's; null if A's is 0
     * @param runs of A and of B, the fewer of both; an interval of fewer than 5 says little
     */
    public record Difference(
            String axis,
            String a,
            String b,
            Map<String, String> others,
            String figure,
            double difference,
            double low,
            double high,
            @Nullable Double ratio,
            int runs) {}

    /**
     * How much more one value of an axis does than the first one, in operations a second, over all numbers of connections.
     *
     * @param axis the option
     * @param a its first value
     * @param b another value
     * @param others the values of the other axes but {@code connections}
     * @param percentByConnections the gain by number of connections
     * @param percent the mean of them
     * @param low the lower end of its 95 % interval, by bootstrap
     * @param high the upper end
     * @param runs of A and of B, the fewest; an interval of fewer than 5 says little
     */
    public record Gain(
            String axis,
            String a,
            String b,
            Map<String, String> others,
            Map<Integer, Double> percentByConnections,
            double percent,
            double low,
            double high,
            int runs) {}

    /** Checks that all parts are there. */
    public SweepResult {
        Objects.requireNonNull(plan, "found no plan");
        sessions = List.copyOf(Objects.requireNonNull(sessions, "found no sessions"));
        Objects.requireNonNull(environment, "found no environment");
        measured = List.copyOf(Objects.requireNonNull(measured, "found no measured combinations"));
        if (measured.size() != plan.cells().size()) {
            throw new SpecException("found " + measured.size() + " measured combinations, expected "
                    + plan.cells().size() + " as planned");
        }
    }

    /** @return differences between the first value of each axis but {@code connections} and each other one */
    public List<Difference> differences() {
        List<Difference> differences = new ArrayList<>();
        plan.axes().forEach((axis, values) -> {
            if (!axis.equals("connections") && values.size() > 1) {
                for (String other : values.subList(1, values.size())) {
                    differences.addAll(differences(axis, values.get(0), other));
                }
            }
        });
        return differences;
    }

    private List<Difference> differences(String axis, String a, String b) {
        List<Difference> differences = new ArrayList<>();
        for (Pair pair : pairs(axis, a, b)) {
            difference(axis, a, b, pair, "goodput", Figures::goodput).ifPresent(differences::add);
            difference(axis, a, b, pair, "p50Millis", Figures::p50Millis).ifPresent(differences::add);
            difference(axis, a, b, pair, "p99Millis", Figures::p99Millis).ifPresent(differences::add);
        }
        return differences;
    }

    /**
     * Returns the gains over all numbers of connections.
     *
     * @return one for each other value of each axis and each combination of the remaining ones; none if there is one number of connections
     */
    public List<Gain> gains() {
        List<Gain> gains = new ArrayList<>();
        plan.axes().forEach((axis, values) -> {
            if (!axis.equals("connections") && plan.axes().containsKey("connections")) {
                for (String other : values.subList(1, values.size())) {
                    Map<Map<String, String>, List<Pair>> alike = new LinkedHashMap<>();
                    pairs(axis, values.get(0), other).stream()
                            .filter(pair -> Arrays.stream(figures(pair.cellA(), Figures::goodput))
                                    .allMatch(goodput -> goodput > 0)) // no percentage of nothing
                            .forEach(pair -> alike.computeIfAbsent(
                                            without("connections", pair.others()), key -> new ArrayList<>())
                                    .add(pair));
                    alike.forEach((others, pairs) -> gains.add(gain(axis, values.get(0), other, others, pairs)));
                }
            }
        });
        return gains;
    }

    private Gain gain(String axis, String a, String b, Map<String, String> others, List<Pair> pairs) {
        List<double[]> ofA = new ArrayList<>();
        List<double[]> ofB = new ArrayList<>();
        Map<Integer, Double> percents = new TreeMap<>();
        int runs = Integer.MAX_VALUE;
        for (Pair pair : pairs) {
            double[] goodputA = figures(pair.cellA(), Figures::goodput);
            double[] goodputB = figures(pair.cellB(), Figures::goodput);
            ofA.add(goodputA);
            ofB.add(goodputB);
            runs = Math.min(runs, Math.min(goodputA.length, goodputB.length));
            percents.put(
                    Integer.valueOf(pair.others().get("connections")), (median(goodputB) / median(goodputA) - 1) * 100);
        }
        double mean = percents.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        Bootstrap.Interval interval = Bootstrap.ofMeanRatio(ofA, ofB);
        return new Gain(
                axis, a, b, others, percents, mean, (interval.low() - 1) * 100, (interval.high() - 1) * 100, runs);
    }

    /** Two combinations that differ in one axis. */
    private record Pair(int cellA, int cellB, Map<String, String> others) {}

    /** Both were run at least once. */
    private List<Pair> pairs(String axis, String a, String b) {
        List<Pair> pairs = new ArrayList<>();
        for (int cell = 0; cell < measured.size(); cell++) {
            Map<String, String> values = plan.cells().get(cell).values();
            if (a.equals(values.get(axis))) {
                Map<String, String> others = without(axis, values);
                Map<String, String> wanted = new LinkedHashMap<>(values);
                wanted.put(axis, b);
                int at = position(wanted, axis, b, others);
                if (at >= 0
                        && !measured.get(cell).runs().isEmpty()
                        && !measured.get(at).runs().isEmpty()) {
                    pairs.add(new Pair(cell, at, others));
                }
            }
        }
        return pairs;
    }

    /** The combination with that value, all others being equal; or the only one there is, if an option has no effect with that value. */
    private int position(Map<String, String> wanted, String axis, String b, Map<String, String> others) {
        for (int cell = 0; cell < measured.size(); cell++) {
            if (plan.cells().get(cell).values().equals(wanted)) {
                return cell;
            }
        }
        for (int cell = 0; cell < measured.size(); cell++) {
            Map<String, String> values = plan.cells().get(cell).values();
            if (b.equals(values.get(axis))
                    && others.entrySet().containsAll(without(axis, values).entrySet())) {
                return cell;
            }
        }
        return -1;
    }

    /** Nothing if no run of a side has the figure. */
    private Optional<Difference> difference(
            String axis, String a, String b, Pair pair, String figure, Function<Figures, @Nullable Double> value) {
        double[] ofA = figures(pair.cellA(), value);
        double[] ofB = figures(pair.cellB(), value);
        if (ofA.length == 0 || ofB.length == 0) {
            return Optional.empty();
        }
        Bootstrap.Interval interval = Bootstrap.ofDifference(ofA, ofB);
        double medianA = median(ofA);
        double medianB = median(ofB);
        return Optional.of(new Difference(
                axis,
                a,
                b,
                pair.others(),
                figure,
                medianB - medianA,
                interval.low(),
                interval.high(),
                medianA == 0 ? null : medianB / medianA,
                Math.min(ofA.length, ofB.length)));
    }

    private double[] figures(int cell, Function<Figures, @Nullable Double> value) {
        return measured.get(cell).runs().stream()
                .map(value)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static double median(double[] figures) {
        List<Double> all = new ArrayList<>();
        for (double figure : figures) {
            all.add(figure);
        }
        return Medians.of(all);
    }

    private static Map<String, String> without(String axis, Map<String, String> values) {
        Map<String, String> others = new LinkedHashMap<>(values);
        others.remove(axis);
        return Collections.unmodifiableMap(others);
    }
}
