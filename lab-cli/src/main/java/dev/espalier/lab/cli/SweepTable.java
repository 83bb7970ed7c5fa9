package dev.espalier.lab.cli;

import dev.espalier.cli.Times;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.SweepResult.Figures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A sweep as a table: a line for each combination, medians of its rounds. */
final class SweepTable {

    private static final double NANOS_OF_MILLI = 1e6;

    private SweepTable() {}

    static void print(SweepResult result, PrintWriter terminal) {
        int widest = result.plan().cells().stream()
                .mapToInt(cell -> cell.title().length())
                .max()
                .orElse(1);
        String format = "%-" + Math.max(widest, 11) + "s %12s %9s %9s %9s %7s%n";
        terminal.printf(Locale.ROOT, format, "combination", "done/s", "p50, ms", "p99, ms", "max, ms", "rounds");
        for (int cell = 0; cell < result.measured().size(); cell++) {
            List<Figures> runs = result.measured().get(cell).runs();
            terminal.printf(
                    Locale.ROOT,
                    format,
                    result.plan().cells().get(cell).title(),
                    runs.isEmpty() ? "" : rate(runs),
                    millis(runs, Figures::p50Millis),
                    millis(runs, Figures::p99Millis),
                    millis(runs, Figures::maxMillis),
                    runs.size()
                            + SweepResult.besideOthers(runs)
                                    .map(mark -> "  beside others in " + mark)
                                    .orElse(""));
        }
        terminal.flush();
    }

    private static String millis(List<Figures> runs, Function<Figures, @Nullable Double> figure) {
        Double median = Medians.ofMeasured(runs.stream().map(figure).toList());
        return runs.isEmpty() ? "" : Times.millis(median == null ? null : median * NANOS_OF_MILLI);
    }

    private static String rate(List<Figures> runs) {
        return LoadTerminal.rate(Medians.of(runs.stream().map(Figures::goodput).toList()));
    }
}
