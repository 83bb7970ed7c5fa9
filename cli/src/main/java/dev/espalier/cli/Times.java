package dev.espalier.cli;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats times for a terminal, each column in one unit: the shorter a time, the more digits. */
public final class Times {

    private static final double NANOS_OF_MILLI = 1e6;

    private Times() {}

    /**
     * Formats in milliseconds: what lies in a process takes less than a thousandth of one.
     *
     * @param nanos in nanoseconds; null if nothing was measured
     * @return digits without the unit; a dash if nothing was measured
     */
    public static String millis(@Nullable Number nanos) {
        if (nanos == null) {
            return "-";
        }
        double millis = nanos.doubleValue() / NANOS_OF_MILLI;
        return String.format(Locale.ROOT, millis < 0.01 ? "%.6f" : millis < 10 ? "%.3f" : "%,.1f", millis);
    }

    /**
     * Formats in seconds below two minutes, then in minutes, then in hours and minutes: for a remaining time.
     *
     * @param time how long
     * @return digits and units
     */
    public static String rough(Duration time) {
        long seconds = time.plusMillis(500).toSeconds();
        return seconds < 120
                ? seconds + " s"
                : seconds < 7_200
                        ? (seconds + 30) / 60 + " min"
                        : seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    }

    /**
     * Formats in seconds.
     *
     * @param seconds null if it was not measured
     * @return digits without the unit; nothing if it was not measured
     */
    public static String seconds(@Nullable Double seconds) {
        return seconds == null ? "" : String.format(Locale.ROOT, seconds < 0.01 ? "%.6f" : "%.4f", seconds);
    }
}
