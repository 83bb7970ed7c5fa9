package dev.espalier.lab.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Medians of several figures. */
public final class Medians {

    private Medians() {}

    /**
     * Returns the median; the mean of the two middle figures if their number is even.
     *
     * @param figures the figures, at least one
     * @return the median
     */
    public static double of(Collection<Double> figures) {
        double[] sorted = figures.stream().mapToDouble(Double::doubleValue).toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no figures");
        }
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * Returns the median of what was measured.
     *
     * @param figures the figures; those that were not measured are null
     * @return the median, or null if nothing was measured
     */
    public static @Nullable Double ofMeasured(Collection<? extends @Nullable Double> figures) {
        List<Double> measured = new ArrayList<>();
        for (Double figure : figures) {
            if (figure != null) {
                measured.add(figure);
            }
        }
        return measured.isEmpty() ? null : of(measured);
    }
}
