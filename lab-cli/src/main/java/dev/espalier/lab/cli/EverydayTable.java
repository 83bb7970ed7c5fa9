package dev.espalier.lab.cli;

import dev.espalier.lab.result.EverydayResult;
import dev.espalier.lab.result.EverydayResult.Line;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints a result of everyday operations as one table: a line for each operation, number of threads and subject. */
final class EverydayTable {

    private EverydayTable() {}

    /** Returns one line while the run goes on. */
    static String title(Line line) {
        return String.format(
                Locale.ROOT,
                "%s, %d %s, %s: %.1f µs%s",
                line.operation(),
                line.threads(),
                line.threads() == 1 ? "thread" : "threads",
                line.subject(),
                line.times().medianMicros(),
                line.beside().ofJdbc() == null
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %.2f of jdbc", line.beside().ofJdbc()));
    }

    static void print(EverydayResult result, PrintWriter out) {
        out.println();
        out.println(result.server().engine() + " " + result.server().version() + ", "
                + result.environment().processors() + " x "
                + result.environment().processor()
                + String.format(
                        Locale.ROOT,
                        ", %,d rows, seed %d",
                        result.spec().rows(),
                        result.spec().seed())
                + (result.spec().foreignKeys() ? "" : ", no foreign keys by hand")
                + Marks.title(result.partial()));
        out.println();
        out.printf(
                Locale.ROOT,
                "%-14s %7s  %-9s %11s %21s %8s %14s %9s %10s %6s %6s%n",
                "operation",
                "threads",
                "subject",
                "median µs",
                "95 % interval",
                "of jdbc",
                "95 % interval",
                "cpu µs",
                "KB alloc.",
                "trips",
                "stmts");
        String before = "";
        for (Line line : result.lines()) {
            String operation = line.operation() + " " + line.threads();
            if (!before.isEmpty() && !before.equals(operation)) {
                out.println();
            }
            before = operation;
            out.printf(
                    Locale.ROOT,
                    "%-14s %7d  %-9s %11.1f %21s %8s %14s %9.1f %10.1f %6s %6s%n",
                    line.operation(),
                    line.threads(),
                    line.subject(),
                    line.times().medianMicros(),
                    interval("%.1f", line.times().lowMicros(), line.times().highMicros()),
                    number("%.2f", line.beside().ofJdbc()),
                    interval("%.2f", line.beside().ofJdbcLow(), line.beside().ofJdbcHigh()),
                    line.cost().cpuMicros(),
                    line.cost().allocatedBytes() / 1e3,
                    number("%.1f", line.cost().roundTrips()),
                    number("%.1f", line.cost().statements()));
        }
        out.println();
        out.flush();
    }

    private static String interval(String format, @Nullable Double low, @Nullable Double high) {
        return low == null ? "" : number(format, low) + " to " + number(format, high);
    }

    private static String number(String format, @Nullable Double number) {
        return number == null ? "" : String.format(Locale.ROOT, format, number);
    }
}
