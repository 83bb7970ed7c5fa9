package dev.espalier.lab.report;

import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.result.AsPublished;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Published;
import dev.espalier.lab.result.PublishedReport;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.SweepResult.Figures;
import dev.espalier.lab.result.SweepResult.Gain;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.spec.SpecException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result as Markdown: where it was measured, the figures, and the published ones beside them. A figure that is not known stands as such. */
public final class MarkdownTables {

    /** The line behind which the figures of a page begin. */
    public static final String BEGIN = "<!-- measured -->";
    /** The line before which they end. */
    public static final String END = "<!-- end of measured -->";

    private static final String UNKNOWN = "not known";
    /** The times of runs in which no operation ended. */
    private static final String NONE = "-";

    private static final String PUBLISHED_CREATION = "transactions, indexes before";

    private static final double GIGA = 1e9;

    private final StringBuilder text = new StringBuilder();

    private MarkdownTables() {}

    /**
     * Writes a sweep down.
     *
     * @param result what was measured
     * @return paragraphs and tables
     */
    public static String of(SweepResult result) {
        MarkdownTables page = new MarkdownTables();
        Set<String> servers = new LinkedHashSet<>();
        result.measured().stream()
                .filter(one -> one.server() != null)
                .forEach(one ->
                        servers.add((one.server().engine() + " " + one.server().version()).strip()));
        page.where(
                result.environment(),
                String.join(", ", servers),
                result.header().started(),
                result.header().version(),
                result.partial());
        page.line(
                "Medians of " + result.plan().repeats() + (result.plan().repeats() == 1 ? " round" : " rounds")
                        + "; behind the rate the least and the greatest. Times in milliseconds, processor time of an operation in µs.",
                "");
        List<String> axes = List.copyOf(result.plan().axes().keySet());
        List<List<String>> rows = new ArrayList<>();
        for (int cell = 0; cell < result.measured().size(); cell++) {
            Map<String, String> values = result.plan().cells().get(cell).values();
            List<String> row = new ArrayList<>(axes.stream()
                    .map(axis -> value(values.getOrDefault(axis, "")))
                    .toList());
            row.addAll(figures(result.measured().get(cell).runs()));
            rows.add(row);
        }
        List<String> titles = new ArrayList<>(axes);
        titles.addAll(
                List.of("operations/s", "p50", "p99", "max", "failed attempts", "lab, µs", "server, µs", "limited by"));
        page.table(titles, rows);
        page.gains(result);
        page.published(result);
        return page.text.toString();
    }

    /**
     * Writes runs of {@code objects} down, in one table.
     *
     * @param results what was measured, on one machine; at least one
     * @return paragraphs and a table
     */
    public static String of(List<RunResult> results) {
        MarkdownTables page = new MarkdownTables();
        RunResult first = results.get(0);
        for (RunResult other : results) {
            if (!machine(other).equals(machine(first)) || !version(other).equals(version(first))) {
                throw new SpecException(
                        "--into: found results of " + machine(first) + " with " + version(first) + " and of "
                                + machine(other) + " with " + version(other) + ", expected one machine and version");
            }
        }
        page.where(
                first.environment(),
                results.stream()
                        .map(result ->
                                result.server().engine() + " " + result.server().version())
                        .distinct()
                        .collect(Collectors.joining(", ")),
                results.stream()
                        .map(result -> result.header().started())
                        .sorted()
                        .distinct()
                        .collect(Collectors.joining(", ")),
                first.header().version(),
                results.stream().anyMatch(RunResult::partial));
        page.line("Medians of the repeats; times in seconds. Published: " + Published.HARDWARE + ".", "");
        List<List<String>> rows = new ArrayList<>();
        for (RunResult result : results) {
            for (Cell cell : result.cells()) {
                List<String> row = row(cell);
                if (results.size() > 1) {
                    row.add(1, cell.target());
                    row.add(2, created(result));
                }
                rows.add(row);
                published(result, cell).ifPresent(known -> {
                    List<String> published = row(known);
                    if (results.size() > 1) {
                        published.add(1, "mysql");
                        published.add(2, PUBLISHED_CREATION);
                    }
                    if (!rows.contains(published)) {
                        rows.add(published);
                    }
                });
            }
        }
        List<String> titles = new ArrayList<>(List.of(
                "",
                "objects",
                "indexes",
                "created/s",
                "search, cold",
                "object creation, cold",
                "search, warm",
                "object creation, warm",
                "structures, objects/s",
                "retries"));
        if (results.size() > 1) {
            titles.add(1, "on");
            titles.add(2, "created by");
        }
        page.table(titles, rows);
        return page.text.toString();
    }

    private static String machine(RunResult result) {
        return result.environment().processors() + " x " + result.environment().processor();
    }

    private static String version(RunResult result) {
        return result.header().version() + ", commit " + result.environment().gitHash();
    }

    /** The published figures beside which a cell stands: they are MySQL's. */
    static Optional<Published> published(RunResult result, Cell cell) {
        return result.cells().stream().anyMatch(other -> other.target().equals("mysql"))
                ? Published.of(cell.objects(), cell.indexes())
                : Optional.empty();
    }

    /** How the databases of a run were filled. */
    static String created(RunResult result) {
        return result.spec().making().create().word() + ", indexes "
                + result.spec().making().indexWhen().word();
    }

    private static List<String> row(Cell cell) {
        return new ArrayList<>(List.of(
                cell.subject(),
                "12 x " + Sizes.word(cell.objects()),
                cell.indexes(),
                whole(cell.creation().objectsPerSecond()),
                seconds(cell.search().coldSearchSeconds()),
                seconds(cell.search().coldCreateSeconds()),
                seconds(cell.search().warmSearchSeconds()),
                seconds(cell.search().warmCreateSeconds()),
                cell.structures().structureObjectsPerSecond() == null
                        ? UNKNOWN
                        : whole(cell.structures().structureObjectsPerSecond()),
                cell.transactions() == null
                        ? ""
                        : whole(cell.transactions().retries().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())));
    }

    private static List<String> row(Published known) {
        return new ArrayList<>(List.of(
                "published",
                "12 x " + Sizes.word(known.objects()),
                known.indexes(),
                whole(known.objectsPerSecond()),
                seconds(known.coldSearchSeconds()),
                seconds(known.coldCreateSeconds()),
                seconds(known.warmSearchSeconds()),
                seconds(known.warmCreateSeconds()),
                "",
                ""));
    }

    private void where(Environment machine, String servers, String started, String version, boolean partial) {
        line(
                "Measured " + started + (partial ? ", ended early: a partial result" : "") + ", with Espalier "
                        + version + ", commit " + machine.gitHash() + ".",
                "",
                "Machine: " + machine.processors() + " x " + machine.processor() + ", "
                        + (machine.memoryBytes() == 0
                                ? "memory " + UNKNOWN
                                : String.format(Locale.ROOT, "%.0f GB", machine.memoryBytes() / GIGA))
                        + ", " + machine.operatingSystem() + ", " + machine.java()
                        + String.format(
                                Locale.ROOT, "; a write of 4 KB reaches the disk in %.3f ms.", machine.fsyncMillis()),
                "",
                "Servers: " + (servers.isEmpty() ? UNKNOWN : servers) + ".",
                "");
    }

    private void gains(SweepResult result) {
        List<Gain> gains = result.gains();
        PublishedReport report = PublishedReport.of(result.pack());
        if (!gains.isEmpty()) {
            line(
                    "Operations a second of another value by those of the first one, gain in per cent, average over all numbers of connections:",
                    "");
            table(
                    List.of("", "with", "gain, %", "95 % interval", "published, %"),
                    gains.stream()
                            .map(gain -> List.of(
                                    gain.axis() + ": " + value(gain.b()) + " over " + value(gain.a()),
                                    String.join(
                                            ", ",
                                            gain.others().values().stream()
                                                    .map(MarkdownTables::value)
                                                    .toList()),
                                    percent(gain.percent()),
                                    percent(gain.low()) + " to " + percent(gain.high()),
                                    report == null
                                                    || !report.gainPercent()
                                                            .containsKey(gain.others()
                                                                    .get("load"))
                                            ? ""
                                            : percent(report.gainPercent()
                                                    .get(gain.others().get("load")))))
                            .toList());
        }
    }

    private void published(SweepResult result) {
        PublishedReport report = PublishedReport.of(result.pack());
        if (report == null) {
            return;
        }
        line("Published: " + report.title() + ".", "");
        table(report.columns(), report.rows());
        table(
                List.of("", "published", "here", ""),
                AsPublished.of(result.plan(), report).stream()
                        .map(one -> List.of(
                                one.what(), one.published(), one.measured(), one.same() ? "same" : "not the same"))
                        .toList());
    }

    private static List<String> figures(List<Figures> runs) {
        if (runs.isEmpty()) {
            return List.of("not run", "", "", "", "", "", "", "");
        }
        List<Double> rates = runs.stream().map(Figures::goodput).toList();
        String spread = runs.size() == 1
                ? ""
                : " (" + rate(rates.stream().min(Double::compare).orElseThrow()) + " to "
                        + rate(rates.stream().max(Double::compare).orElseThrow()) + ")";
        return List.of(
                rate(Medians.of(rates)) + spread,
                millis(runs, Figures::p50Millis),
                millis(runs, Figures::p99Millis),
                millis(runs, Figures::maxMillis),
                whole(runs.stream().mapToLong(Figures::failedAttempts).sum()),
                micros(runs, Figures::clientCpuMicros),
                micros(runs, Figures::serverCpuMicros),
                limits(runs));
    }

    private static String limits(List<Figures> runs) {
        Set<String> words = new LinkedHashSet<>();
        for (Figures run : runs) {
            words.add(run.limit() == null ? UNKNOWN : run.limit());
        }
        SweepResult.besideOthers(runs).ifPresent(mark -> words.add("beside others in " + mark));
        return String.join(", ", words);
    }

    private static String micros(List<Figures> runs, Function<Figures, @Nullable Double> figure) {
        Double median = Medians.ofMeasured(runs.stream().map(figure).toList());
        return median == null ? UNKNOWN : whole(median);
    }

    private static String millis(List<Figures> runs, Function<Figures, @Nullable Double> figure) {
        Double median = Medians.ofMeasured(runs.stream().map(figure).toList());
        return median == null ? NONE : threeDigits(median);
    }

    private static String seconds(@Nullable Double seconds) {
        return seconds == null ? UNKNOWN : threeDigits(seconds);
    }

    private static String threeDigits(double number) {
        return new BigDecimal(number).round(new MathContext(3)).toPlainString();
    }

    private static String percent(double percent) {
        return String.format(Locale.ROOT, "%+.1f", percent);
    }

    /** Operations a second, of which an open loop may do less than one. */
    static String rate(double perSecond) {
        return perSecond == 0 || perSecond >= 100 ? whole(perSecond) : threeDigits(perSecond);
    }

    private static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    /** A folder of the machine says nothing elsewhere: its last name does. */
    static String value(String value) {
        return value.startsWith("/") ? value.substring(value.lastIndexOf('/') + 1) : value;
    }

    private void table(List<String> titles, List<List<String>> rows) {
        line(row(titles), row(titles.stream().map(title -> "---").toList()));
        rows.forEach(row -> line(row(row)));
        line("");
    }

    private static String row(List<String> cells) {
        return ("| "
                        + String.join(
                                " | ",
                                cells.stream()
                                        .map(cell -> cell.replace("|", "\\|"))
                                        .toList()) + " |")
                .replace("|  |", "| |")
                .replace("|  |", "| |");
    }

    private void line(String... lines) {
        for (String line : lines) {
            text.append(line).append('\n');
        }
    }
}
