package dev.espalier.lab.cli;

import dev.espalier.cli.Times;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Published;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.subject.TransactionCounts;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Prints a result as one table: each figure, the published one, and the ratio. */
final class ResultTable {

    private static final String SPACE = "  ";

    private ResultTable() {}

    static void print(RunResult result, PrintWriter out) {
        List<Column> columns = columns();
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::title).toList());
        for (Cell cell : result.cells()) {
            Optional<Published> published = Published.of(cell.objects(), cell.indexes());
            lines.add(columns.stream().map(column -> column.ours.apply(cell)).toList());
            published.ifPresent(known -> {
                lines.add(columns.stream()
                        .map(column -> column.published.apply(known))
                        .toList());
                lines.add(columns.stream()
                        .map(column -> column.ratio(cell, known))
                        .toList());
            });
        }
        out.println();
        out.println(result.server().engine() + " " + result.server().version() + ", "
                + result.environment().processors() + " x "
                + result.environment().processor() + "; published: " + Published.HARDWARE
                + Marks.title(result.partial()));
        out.println();
        int[] widths = new int[columns.size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        for (List<String> line : lines) {
            out.println(padded(line, widths));
        }
        out.println();
        for (Cell cell : result.cells()) {
            TransactionCounts met = cell.transactions();
            if (met != null) {
                out.printf(
                        Locale.ROOT,
                        "%s 12 x %s %s: %,d transactions, %,.0f/s; %,d retries%s, of which %,d after deadlocks; pauses of all writers %.3f s%n",
                        cell.subject(),
                        Sizes.word(cell.objects()),
                        cell.indexes(),
                        met.transactions(),
                        met.transactions() / cell.creation().createSeconds(),
                        met.retries().values().stream()
                                .mapToLong(Long::longValue)
                                .sum(),
                        met.retries().isEmpty() ? "" : " " + met.retries(),
                        met.deadlocks(),
                        met.pauseSeconds());
            }
        }
        out.flush();
    }

    private static String padded(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String gap = " ".repeat(widths[column] - line.get(column).length());
            text.append(column == 0 ? line.get(column) + gap : SPACE + gap + line.get(column));
        }
        return text.toString().stripTrailing();
    }

    /**
     * One figure.
     *
     * @param ours as text
     * @param published as text
     * @param better how many times better ours is, null if there is nothing to compare
     */
    private record Column(
            String title,
            Function<Cell, String> ours,
            Function<Published, String> published,
            @Nullable Better better) {

        String ratio(Cell cell, Published known) {
            @Nullable Double times = better == null ? null : better.times(cell, known);
            return times == null ? "" : "x " + figures(times);
        }
    }

    @FunctionalInterface
    private interface Better {
        @Nullable
        Double times(Cell cell, Published known);
    }

    private static List<Column> columns() {
        return List.of(
                new Column(
                        "",
                        cell -> cell.subject() + " 12 x " + Sizes.word(cell.objects()) + " " + cell.indexes(),
                        known -> SPACE + "published",
                        null),
                new Column(
                        "objects/s",
                        cell -> whole(cell.creation().objectsPerSecond()),
                        known -> whole(known.objectsPerSecond()),
                        (cell, known) -> cell.creation().objectsPerSecond() / known.objectsPerSecond()),
                new Column(
                        "MB",
                        cell -> megabytes(bytes(cell), "unknown"),
                        known -> megabytes(known.bytes(), ""),
                        (cell, known) -> known.bytes() == null ? null : times(known.bytes(), bytes(cell))),
                new Column(
                        "found",
                        cell -> cell.search().found() == null
                                ? ""
                                : String.valueOf(cell.search().found()),
                        known -> String.valueOf(known.found()),
                        null),
                new Column(
                        "cold search s",
                        cell -> Times.seconds(cell.search().coldSearchSeconds()),
                        known -> Times.seconds(known.coldSearchSeconds()),
                        (cell, known) ->
                                times(known.coldSearchSeconds(), cell.search().coldSearchSeconds())),
                new Column(
                        "objects s",
                        cell -> Times.seconds(cell.search().coldCreateSeconds()),
                        known -> Times.seconds(known.coldCreateSeconds()),
                        (cell, known) ->
                                times(known.coldCreateSeconds(), cell.search().coldCreateSeconds())),
                new Column(
                        "warm search s",
                        cell -> Times.seconds(cell.search().warmSearchSeconds()),
                        known -> Times.seconds(known.warmSearchSeconds()),
                        (cell, known) ->
                                times(known.warmSearchSeconds(), cell.search().warmSearchSeconds())),
                new Column(
                        "objects s",
                        cell -> Times.seconds(cell.search().warmCreateSeconds()),
                        known -> Times.seconds(known.warmCreateSeconds()),
                        (cell, known) ->
                                times(known.warmCreateSeconds(), cell.search().warmCreateSeconds())),
                new Column(
                        "structures/s",
                        cell -> whole(cell.structures().structureObjectsPerSecond()),
                        known -> "",
                        null),
                new Column(
                        "cache",
                        cell -> cell.search().coldLevel() == null
                                ? ""
                                : cell.search().coldLevel(),
                        known -> "",
                        null));
    }

    /** Null if the engine does not report it; older results have a 0 then. */
    private static @Nullable Long bytes(Cell cell) {
        Long bytes = cell.creation().bytes();
        return bytes == null || bytes == 0 ? null : bytes;
    }

    private static String megabytes(@Nullable Long bytes, String unknown) {
        return bytes == null ? unknown : whole(bytes / 1e6);
    }

    private static @Nullable Double times(double published, @Nullable Number ours) {
        return ours == null ? null : published / ours.doubleValue();
    }

    private static String whole(@Nullable Double number) {
        return number == null ? "" : String.format(Locale.ROOT, "%,.0f", number);
    }

    private static String figures(double times) {
        return String.format(Locale.ROOT, times < 10 ? "%.1f" : "%,.0f", times);
    }
}
