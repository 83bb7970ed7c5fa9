package dev.espalier.lab.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/** Medians of several figures. */
public final class Medians {

    private Medians() {
    }

    /**
     * Returns the median; the mean of the two middle figures if their number is even.
     *
     * @param figures the figures; those that were not measured are null
     * @return the median, or null where nothing was measured
     */
    public static Double of(Collection<Double> figures) {
        double[] sorted = figures.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).toArray();
        if (sorted.length == 0) {
            return null;
        }
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
