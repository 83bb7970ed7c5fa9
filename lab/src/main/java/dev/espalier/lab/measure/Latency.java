package dev.espalier.lab.measure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The measured times in a result, in nanoseconds. If nothing was measured all but the count and the histogram are null: no time is not a time of zero.
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
        @Nullable Double meanNanos,
        @Nullable Long p50Nanos,
        @Nullable Long p90Nanos,
        @Nullable Long p95Nanos,
        @Nullable Long p99Nanos,
        @Nullable Long p999Nanos,
        @Nullable Long p9999Nanos,
        @Nullable Long maxNanos,
        String histogram) {

    /** Checks that the counts are there. Results of earlier versions have zeros if nothing was measured. */
    public Latency {
        Objects.requireNonNull(histogram, "found times without their histogram");
        if (count == 0) {
            meanNanos = null;
            p50Nanos = p90Nanos = p95Nanos = p99Nanos = p999Nanos = p9999Nanos = maxNanos = null;
        }
    }

    /**
     * Returns the figures of a histogram.
     *
     * @param counted stays as it is
     * @return its figures
     */
    public static Latency of(LatencyHistogram counted) {
        if (counted.count() == 0) {
            return new Latency(0, null, null, null, null, null, null, null, null, counted.encoded());
        }
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
        return LatencyHistogram.decode(histogram, maxNanos == null ? 0 : maxNanos);
    }
}
