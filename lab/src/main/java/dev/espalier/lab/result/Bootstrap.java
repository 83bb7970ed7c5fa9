package dev.espalier.lab.result;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Intervals by drawing the figures anew, with replacement (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993). */
public final class Bootstrap {

    private static final int RESAMPLES = 10_000;
    private static final long SEED = 1;

    private Bootstrap() {}

    /**
     * A 95 % interval.
     *
     * @param low the lower end
     * @param high the upper end
     */
    public record Interval(double low, double high) {

        private static Interval of(double[] resampled) {
            Arrays.sort(resampled);
            return new Interval(resampled[(int) (RESAMPLES * 0.025)], resampled[(int) (RESAMPLES * 0.975)]);
        }
    }

    /**
     * Returns the interval of the median.
     *
     * @param figures at least one
     * @return the interval
     */
    public static Interval ofMedian(double[] figures) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] medians = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            medians[resample] = resampledMedian(figures, random);
        }
        return Interval.of(medians);
    }

    /**
     * Returns the interval of B's median by A's.
     *
     * @param a figures of A
     * @param b figures of B
     * @return the interval
     */
    public static Interval ofRatio(double[] a, double[] b) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ratios = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            ratios[resample] = resampledMedian(b, random) / resampledMedian(a, random);
        }
        return Interval.of(ratios);
    }

    /** Returns the interval of B's median minus A's. */
    static Interval ofDifference(double[] a, double[] b) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] differences = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            differences[resample] = resampledMedian(b, random) - resampledMedian(a, random);
        }
        return Interval.of(differences);
    }

    /** Returns the interval of the mean over several places of B's median by A's. */
    static Interval ofMeanRatio(List<double[]> a, List<double[]> b) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] means = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double sum = 0;
            for (int place = 0; place < a.size(); place++) {
                sum += resampledMedian(b.get(place), random) / resampledMedian(a.get(place), random);
            }
            means[resample] = sum / a.size();
        }
        return Interval.of(means);
    }

    private static double resampledMedian(double[] figures, SplittableRandom random) {
        double[] drawn = new double[figures.length];
        for (int index = 0; index < drawn.length; index++) {
            drawn[index] = figures[random.nextInt(figures.length)];
        }
        Arrays.sort(drawn);
        int middle = drawn.length / 2;
        return drawn.length % 2 == 1 ? drawn[middle] : (drawn[middle - 1] + drawn[middle]) / 2;
    }
}
