package dev.espalier.lab.result;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.Medians;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of B with A by one figure; the unit is the run.
 *
 * @param figure what is compared: {@code goodput}, {@code p50} or {@code p99}
 * @param connections with which
 * @param a of each run of A that has the figure
 * @param b of each run of B that has it
 * @param medianA the median of A; null if no run has the figure, as the times of runs in which no operation ended
 * @param medianB the median of B; null likewise
 * @param ratio B's median by A's; null if one of them is not there, or a run of A has done nothing
 * @param low the lower end of the ratio's 95 % interval, by bootstrap
 * @param high its upper end
 * @param p how probable it is that runs of one thing lie so far apart (Mann-Whitney, two-sided)
 * @param verdict about B
 */
public record Comparison(
        String figure,
        int connections,
        List<Double> a,
        List<Double> b,
        @Nullable Double medianA,
        @Nullable Double medianB,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double p,
        Verdict verdict) {

    /**
     * The significance level. With five runs each, the smallest possible p is 2 of 252: all runs of one side are beyond all of the other.
     */
    static final double LEVEL = 0.01;
    /** The minimum number of runs: with fewer, no p is below the level. */
    static final int FEWEST_RUNS = 5;
    /** The maximum width of the interval relative to the ratio: a wider one could hide a relevant difference. */
    static final double WIDEST = 0.2;

    /** The verdict on B. */
    public enum Verdict {
        /** B is better than A. */
        BETTER,
        /** B is worse than A. */
        WORSE,
        /** A difference, if there is one, is smaller than what these runs can show. */
        NO_DIFFERENCE_SHOWN,
        /** The runs vary too much, or are too few, to say anything. */
        UNSTABLE,
        /** One of them has no such figure. */
        NOT_MEASURED;

        /** @return as it is shown */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Copies the lists. */
    public Comparison {
        a = List.copyOf(a);
        b = List.copyOf(b);
    }

    /**
     * Compares two results with every number of connections that both have.
     *
     * @param a the one that is compared with
     * @param b the one about which verdicts are given
     * @return three comparisons for each number of connections
     */
    public static List<Comparison> of(LoadResult a, LoadResult b) {
        return a.runs().stream()
                .map(run -> run.course().connections())
                .distinct()
                .flatMap(connections -> of(connections, a.runs(), b.runs()).stream())
                .toList();
    }

    /**
     * Compares the runs with one number of connections by goodput, median and 99th percentile of the response time.
     *
     * @param connections how many
     * @param runsA runs of A, of which those with other numbers are left out
     * @param runsB runs of B, likewise
     * @return three comparisons, or none if one side has no such run
     */
    public static List<Comparison> of(int connections, List<LoadRun> runsA, List<LoadRun> runsB) {
        List<LoadRun> a = runsA.stream()
                .filter(run -> run.course().connections() == connections
                        && !run.course().partial())
                .toList();
        List<LoadRun> b = runsB.stream()
                .filter(run -> run.course().connections() == connections
                        && !run.course().partial())
                .toList();
        if (a.isEmpty() || b.isEmpty()) {
            return List.of();
        }
        return List.of(
                of(
                        "goodput",
                        connections,
                        true,
                        a.stream().map(run -> run.work().goodput()).toList(),
                        b.stream().map(run -> run.work().goodput()).toList()),
                of("p50", connections, false, percentiles(a, 50), percentiles(b, 50)),
                of("p99", connections, false, percentiles(a, 99), percentiles(b, 99)));
    }

    private static List<Double> percentiles(List<LoadRun> runs, double percentile) {
        return runs.stream()
                .map(LoadRun::response)
                .filter(times -> times.count() > 0)
                .map(times -> (double) times.percentileNanos(percentile))
                .toList();
    }

    /**
     * Compares figures.
     *
     * @param figure what they are
     * @param connections with which
     * @param moreIsBetter whether a greater figure is better
     * @param a of each run of A that has it
     * @param b of each run of B that has it
     * @return the comparison
     */
    public static Comparison of(String figure, int connections, boolean moreIsBetter, List<Double> a, List<Double> b) {
        Double medianA = Medians.ofMeasured(a);
        Double medianB = Medians.ofMeasured(b);
        if (medianA == null || medianB == null) {
            return new Comparison(
                    figure, connections, a, b, medianA, medianB, null, null, null, null, Verdict.NOT_MEASURED);
        }
        double[] first = a.stream().mapToDouble(Double::doubleValue).toArray();
        double[] second = b.stream().mapToDouble(Double::doubleValue).toArray();
        double p = RankTest.p(first, second);
        boolean enough = Math.min(a.size(), b.size()) >= FEWEST_RUNS;
        if (a.contains(0.0)) {
            Verdict verdict = enough && p < LEVEL
                    ? medianB > medianA == moreIsBetter ? Verdict.BETTER : Verdict.WORSE
                    : Verdict.UNSTABLE;
            return new Comparison(figure, connections, a, b, medianA, medianB, null, null, null, p, verdict);
        }
        Bootstrap.Interval interval = Bootstrap.ofRatio(first, second);
        double low = interval.low();
        double high = interval.high();
        double ratio = medianB / medianA;
        Verdict verdict;
        if (enough && p < LEVEL && (low > 1 || high < 1)) {
            verdict = low > 1 == moreIsBetter ? Verdict.BETTER : Verdict.WORSE;
        } else {
            verdict = enough && high - low <= WIDEST * ratio ? Verdict.NO_DIFFERENCE_SHOWN : Verdict.UNSTABLE;
        }
        return new Comparison(figure, connections, a, b, medianA, medianB, ratio, low, high, p, verdict);
    }
}
