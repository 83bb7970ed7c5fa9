package dev.espalier.lab.report;

import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.report.BarChart.Bar;
import dev.espalier.lab.report.BarChart.Group;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Published;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.SweepResult.Figures;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.workload.ObjectClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The charts of a page in Markdown: files beside it. */
final class MarkdownCharts {

    private static final String CONNECTIONS = "connections";
    private static final String TARGET = "on";
    private static final String PUBLISHED = "published";

    private MarkdownCharts() {}

    /**
     * One chart.
     *
     * @param file its name beside the page
     * @param title its first line
     * @param svg the picture
     */
    record Chart(String file, String title, String svg) {}

    /** Returns the charts of a sweep; none if nothing was run. */
    static List<Chart> of(SweepResult result) {
        List<Chart> charts = new ArrayList<>();
        String rounds =
                "a line from the least to the greatest of " + result.plan().repeats() + " rounds";
        add(charts, "rate.svg", "Operations a second", "More is better; " + rounds, groups(result, Figures::goodput));
        add(
                charts,
                "p99.svg",
                "Milliseconds in which 99 of 100 operations ended",
                "Less is better; " + rounds,
                groups(result, Figures::p99Millis));
        return charts;
    }

    /** Bars of several targets stand together; else those that differ in the first axis of the plan. */
    private static List<Group> groups(SweepResult result, Function<Figures, @Nullable Double> figure) {
        List<String> axes = result.plan().axes().entrySet().stream()
                .filter(axis -> axis.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
        String labelled = axes.isEmpty() || axes.contains(TARGET) ? TARGET : axes.get(0);
        Map<String, List<Bar>> groups = new LinkedHashMap<>();
        for (int cell = 0; cell < result.measured().size(); cell++) {
            Map<String, String> values = result.plan().cells().get(cell).values();
            List<Double> measured = measured(result.measured().get(cell).runs(), figure);
            if (!measured.isEmpty()) {
                String title = axes.stream()
                        .filter(axis -> !axis.equals(labelled) && values.containsKey(axis))
                        .map(axis -> name(axis, values.getOrDefault(axis, "")))
                        .collect(Collectors.joining(", "));
                String label = values.getOrDefault(labelled, result.pack());
                int colour = Math.max(
                        0,
                        result.plan().axes().getOrDefault(labelled, List.of()).indexOf(label));
                groups.computeIfAbsent(title, key -> new ArrayList<>())
                        .add(bar(name(labelled, label), measured, colour));
            }
        }
        return groups(groups);
    }

    private static String name(String axis, String value) {
        return axis.equals(CONNECTIONS)
                ? value + (value.equals("1") ? " connection" : " connections")
                : MarkdownTables.value(value);
    }

    /** Returns the charts of runs of {@code objects}, with the published figures beside those of MySQL. */
    static List<Chart> of(List<RunResult> results) {
        List<Chart> charts = new ArrayList<>();
        add(
                charts,
                "search.svg",
                "Seconds of the first search, by a path of four steps",
                "Less is better; by objects of each of 12 classes, and index level",
                groups(results, (cell, run) -> run.search().coldSearchSeconds(), Published::coldSearchSeconds));
        add(
                charts,
                "created.svg",
                "Objects created in a second",
                "More is better; by objects of each of 12 classes, and index level; published: by transactions",
                groups(
                        results,
                        (cell, run) -> (double) cell.objects() * ObjectClass.values().length / run.createSeconds(),
                        Published::objectsPerSecond));
        add(
                charts,
                "structures.svg",
                "Objects loaded in a second, in complete structures",
                "More is better; by objects of each of 12 classes, and index level",
                groups(
                        results,
                        (cell, run) -> run.structureSeconds() == null || run.structureObjects() == null
                                ? null
                                : run.structureObjects() / run.structureSeconds(),
                        published -> null));
        return charts;
    }

    private static List<Group> groups(
            List<RunResult> results,
            BiFunction<Cell, CellRun, @Nullable Double> figure,
            Function<Published, @Nullable Double> published) {
        List<String> subjects = results.stream()
                .flatMap(result -> result.cells().stream())
                .map(Cell::subject)
                .distinct()
                .toList();
        Map<String, List<Bar>> groups = new LinkedHashMap<>();
        for (RunResult result : results) {
            String on = results.size() == 1
                    ? ""
                    : result.server().engine() + ", by " + MarkdownTables.created(result) + ": ";
            for (Cell cell : result.cells()) {
                List<Double> measured = measured(cell.runs(), run -> figure.apply(cell, run));
                if (!measured.isEmpty()) {
                    groups.computeIfAbsent(on + title(cell), key -> new ArrayList<>())
                            .add(bar(cell.subject(), measured, subjects.indexOf(cell.subject())));
                }
            }
            for (Cell cell : result.cells()) {
                List<Bar> bars = groups.getOrDefault(on + title(cell), List.of());
                MarkdownTables.published(result, cell)
                        .map(published)
                        .filter(known -> !bars.isEmpty()
                                && bars.stream().noneMatch(bar -> bar.label().equals(PUBLISHED)))
                        .ifPresent(known -> bars.add(bar(PUBLISHED, List.of(known), BarChart.GREY)));
            }
        }
        return groups(groups);
    }

    private static String title(Cell cell) {
        return "12 x " + Sizes.word(cell.objects()) + ", index level " + cell.indexes();
    }

    private static void add(List<Chart> charts, String file, String title, String explained, List<Group> groups) {
        if (!groups.isEmpty()) {
            charts.add(new Chart(file, title, BarChart.svg(title, explained, groups)));
        }
    }

    private static <T> List<Double> measured(List<T> runs, Function<T, @Nullable Double> figure) {
        return runs.stream().map(figure).filter(Objects::nonNull).toList();
    }

    private static Bar bar(String label, List<Double> measured, int colour) {
        double median = Medians.of(measured);
        return new Bar(
                label,
                median,
                Collections.min(measured),
                Collections.max(measured),
                MarkdownTables.rate(median),
                colour);
    }

    private static List<Group> groups(Map<String, List<Bar>> bars) {
        return bars.entrySet().stream()
                .map(group -> new Group(group.getKey(), group.getValue()))
                .toList();
    }
}
