package dev.espalier.lab.cli;

import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.result.TortureResult.Part;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints a result of the torture: throughput of each load, retries, the result of every check. */
final class TortureTable {

    private TortureTable() {}

    static String title(Part part) {
        return part.title()
                + (part.timed()
                        ? String.format(
                                Locale.ROOT, ": %.0f operations/s", part.done().operationsPerSecond())
                        : "");
    }

    static void print(TortureResult result, PrintWriter out) {
        out.println();
        out.println(result.server().engine() + " " + result.server().version() + ", "
                + result.environment().processors() + " x "
                + result.environment().processor() + ", " + result.spec().threads() + " threads, seed "
                + result.spec().seed() + Marks.title(result.partial()));
        out.println();
        out.printf(
                Locale.ROOT,
                "%-48s %10s %8s %8s %8s %9s %8s%n",
                "",
                "operations",
                "op/s",
                "of jdbc",
                "p50 ms",
                "p99 ms",
                "max ms");
        for (Part part : result.parts()) {
            out.printf(Locale.ROOT, "%-48s %10d", part.title(), part.done().acknowledged());
            if (part.timed()) {
                out.printf(
                        Locale.ROOT,
                        " %8.0f %8s %8s %9s %8s",
                        part.done().operationsPerSecond(),
                        ratio(result.ofJdbc(part)),
                        millis("%.1f", part.times().p50Millis()),
                        millis("%.1f", part.times().p99Millis()),
                        millis("%.0f", part.times().maxMillis()));
            }
            out.println();
        }
        out.println();
        for (Part part : result.parts()) {
            out.println(title(part));
            out.println("  retries      " + counts(part.trouble().retries()));
            if (!part.trouble().faults().isEmpty()) {
                out.println("  faults       " + counts(part.trouble().faults()));
            }
            out.println("  errors       " + counts(part.trouble().errors())
                    + (part.done().unknown() == 0
                            ? ""
                            : "; outcome unknown: " + part.done().unknown()));
            part.checks().forEach(check -> print(check, out));
            out.println();
        }
    }

    private static String millis(String format, @Nullable Double millis) {
        return millis == null ? "-" : String.format(Locale.ROOT, format, millis);
    }

    private static void print(Check check, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "  %-12s %-7s %s (%d)%n",
                check.name(),
                check.holds() ? "holds" : "FAILED",
                check.promise(),
                check.looked());
        check.violations().forEach(violation -> out.println("      " + violation));
        if (check.violationCount() > check.violations().size()) {
            out.println(
                    "      and " + (check.violationCount() - check.violations().size()) + " more");
        }
    }

    private static String counts(Map<String, Long> counts) {
        return counts.isEmpty()
                ? "none"
                : counts.entrySet().stream()
                        .map(count -> count.getValue() + " x " + count.getKey())
                        .collect(Collectors.joining(", "));
    }

    private static String ratio(OptionalDouble ofJdbc) {
        return ofJdbc.isPresent() ? String.format(Locale.ROOT, "%.2f", ofJdbc.getAsDouble()) : "";
    }
}
