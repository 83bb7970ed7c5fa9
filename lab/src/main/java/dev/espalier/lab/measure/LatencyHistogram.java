package dev.espalier.lab.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A histogram of times, in nanoseconds to three digits, with the exact maximum. Histograms are merged, never averaged. For one thread. */
public final class LatencyHistogram {

    private static final int DIGITS = 3;

    private final Histogram histogram;
    private long maxNanos;

    /** Creates an empty histogram. */
    public LatencyHistogram() {
        this(new Histogram(DIGITS), 0);
        histogram.setAutoResize(true);
    }

    private LatencyHistogram(Histogram histogram, long maxNanos) {
        this.histogram = histogram;
        this.maxNanos = maxNanos;
    }

    /**
     * Returns a histogram of existing counts.
     *
     * @param counted nanoseconds to three digits; stays as it is
     * @return a copy
     */
    public static LatencyHistogram of(Histogram counted) {
        LatencyHistogram copy = new LatencyHistogram();
        copy.histogram.add(counted);
        copy.maxNanos = counted.getMaxValue();
        return copy;
    }

    /**
     * Counts one.
     *
     * @param nanos measured; less than nothing counts as nothing
     */
    public void record(long nanos) {
        long counted = Math.max(0, nanos);
        histogram.recordValue(counted);
        maxNanos = Math.max(maxNanos, counted);
    }

    /**
     * Counts what another one has counted, too.
     *
     * @param other stays as it is
     */
    public void add(LatencyHistogram other) {
        histogram.add(other.histogram);
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    /** @return how many times were measured */
    public long count() {
        return histogram.getTotalCount();
    }

    /** @return the greatest, exactly, of one time at least */
    public long maxNanos() {
        requireTimes();
        return maxNanos;
    }

    /** @return the mean of one time at least, to three digits */
    public double meanNanos() {
        requireTimes();
        return histogram.getMean();
    }

    /**
     * Returns a percentile of one time at least.
     *
     * @param percentile from 0 to 100
     * @return nanoseconds, to three digits and never more than the greatest
     */
    public long percentileNanos(double percentile) {
        requireTimes();
        return Math.min(maxNanos, histogram.getValueAtPercentile(percentile));
    }

    /** HdrHistogram gives 0 for the percentiles of nothing. */
    private void requireTimes() {
        if (count() == 0) {
            throw new IllegalStateException("found no times, expected one at least");
        }
    }

    /** @return the counts in HdrHistogram's own compressed form (V2), as Base64 */
    public String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads what {@link #encoded} wrote.
     *
     * @param text Base64
     * @param maxNanos the greatest, which the counts know to three digits only
     * @return the histogram
     */
    public static LatencyHistogram decode(String text, long maxNanos) {
        try {
            Histogram read = Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
            LatencyHistogram decoded = new LatencyHistogram();
            decoded.histogram.add(read);
            decoded.maxNanos = maxNanos;
            return decoded;
        } catch (DataFormatException | RuntimeException e) { // whatever its decoder meets
            throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
        }
    }
}
