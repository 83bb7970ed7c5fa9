package dev.espalier.lab.measure;

import java.util.Objects;

/**
 * The measured times in a result, in nanoseconds.
 *
 * @param count how many
 * @param meanNanos their mean
 * @param p50Nanos half stayed within; the others likewise
 * @param p90Nanos 90 %
 * @param p95Nanos 95 %
 * @param p99Nanos 99 %
 * @param p999Nanos 99.9 %
 * @param p9999Nanos 99.99 %
 * @param maxNanos the greatest, exactly
 * @param histogram all counts, HdrHistogram V2, compressed, Base64
 */
public record Latency(
        long count,
        double meanNanos,
        long p50Nanos,
        long p90Nanos,
        long p95Nanos,
        long p99Nanos,
        long p999Nanos,
        long p9999Nanos,
        long maxNanos,
        String histogram) {

    /** Checks that the counts are there. */
    public Latency {
        Objects.requireNonNull(histogram, "found times without their histogram");
    }

    /**
     * Returns the figures of a histogram.
     *
     * @param counted stays as it is
     * @return its figures
     */
    public static Latency of(LatencyHistogram counted) {
        return new Latency(
                counted.count(),
                counted.meanNanos(),
                counted.percentileNanos(50),
                counted.percentileNanos(90),
                counted.percentileNanos(95),
                counted.percentileNanos(99),
                counted.percentileNanos(99.9),
                counted.percentileNanos(99.99),
                counted.maxNanos(),
                counted.encoded());
    }

    /** @return the histogram itself */
    public LatencyHistogram decode() {
        return LatencyHistogram.decode(histogram, maxNanos);
    }
}
