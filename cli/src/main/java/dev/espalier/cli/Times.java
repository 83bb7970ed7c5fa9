package dev.espalier.cli;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats times for a terminal, each column in one unit: the shorter a time, the more digits. */
final class Times {

    private static final double NANOS_OF_MILLI = 1e6;

    private Times() {}

    /** In milliseconds: what lies in a process takes less than a thousandth of one. */
    static String millis(double nanos) {
        double millis = nanos / NANOS_OF_MILLI;
        return String.format(Locale.ROOT, millis < 0.01 ? "%.6f" : millis < 10 ? "%.3f" : "%,.1f", millis);
    }

    /** In seconds below two minutes, then in minutes, then in hours and minutes: for a remaining time. */
    static String rough(Duration time) {
        long seconds = time.plusMillis(500).toSeconds();
        return seconds < 120
                ? seconds + " s"
                : seconds < 7_200
                        ? (seconds + 30) / 60 + " min"
                        : seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    }

    /** In seconds; nothing where it was not measured. */
    static String seconds(@Nullable Double seconds) {
        return seconds == null ? "" : String.format(Locale.ROOT, seconds < 0.01 ? "%.6f" : "%.4f", seconds);
    }
}
