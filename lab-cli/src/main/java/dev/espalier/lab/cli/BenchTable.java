package dev.espalier.lab.cli;

import dev.espalier.bench.BenchResult;
import dev.espalier.bench.BenchResult.Line;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints the result of a benchmark as one table: a line for each operation, state and subject. */
final class BenchTable {

    private BenchTable() {}

    /** Returns one line while the run goes on. */
    static String title(Line line) {
        return String.format(
                Locale.ROOT,
                "%s, %s, %s: %.2f ms%s",
                line.operation(),
                state(line),
                line.subject(),
                line.median().millis(),
                line.ofJdbc() == null
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %.2f of jdbc", line.ofJdbc().millis()));
    }

    static void print(BenchResult<?> result, PrintWriter out) {
        out.println();
        out.println(result.server().engine() + " " + result.server().version() + ", "
                + result.environment().processors() + " x "
                + result.environment().processor() + ", " + result.spec().title());
        out.println();
        out.printf(
                Locale.ROOT,
                "%-29s %-5s %-12s %10s %8s %14s %10s %8s %7s %6s%n",
                "operation",
                "state",
                "subject",
                "median ms",
                "of jdbc",
                "95 % interval",
                "cpu ms",
                "of jdbc",
                "stmts",
                "trips");
        String before = "";
        for (Line line : result.lines()) {
            String operation = line.operation() + " " + line.state();
            if (!before.isEmpty() && !before.equals(operation)) {
                out.println();
            }
            before = operation;
            out.printf(
                    Locale.ROOT,
                    "%-29s %-5s %-12s %10.3f %8s %14s %10.3f %8s %7d %6s%n",
                    line.operation(),
                    state(line),
                    line.subject(),
                    line.median().millis(),
                    line.ofJdbc() == null ? "" : number(line.ofJdbc().millis()),
                    interval(line.ofJdbcLow(), line.ofJdbcHigh()),
                    line.median().processorMillis(),
                    line.ofJdbc() == null ? "" : number(line.ofJdbc().processorMillis()),
                    line.asked().statements(),
                    line.asked().roundTrips() == null
                            ? ""
                            : line.asked().roundTrips().toString());
        }
        out.println();
        out.flush();
    }

    private static String state(Line line) {
        return line.state().name().toLowerCase(Locale.ROOT);
    }

    private static String interval(@Nullable Double low, @Nullable Double high) {
        return low == null || high == null ? "" : number(low) + " to " + number(high);
    }

    private static String number(Double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }
}
