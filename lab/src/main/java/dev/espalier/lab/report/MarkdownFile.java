package dev.espalier.lab.report;

import dev.espalier.lab.report.MarkdownCharts.Chart;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.WholeFile;
import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A page in Markdown with a place for measured figures, between {@link MarkdownTables#BEGIN} and {@link MarkdownTables#END}; all else is written by hand. */
public final class MarkdownFile {

    private MarkdownFile() {}

    /**
     * Puts a result, or several of {@code objects}, into a page; what stood there goes. Charts and the results themselves, compressed, become files beside
     * the page.
     *
     * @param results of one sweep, or of {@code objects}, by the names of their files, without an ending; at least one
     * @param page which exists, and has the place
     */
    public static void fill(Map<String, Result> results, Path page) throws IOException {
        Result first = results.values().iterator().next();
        String tables;
        List<Chart> charts;
        if (results.values().stream().allMatch(RunResult.class::isInstance)) {
            List<RunResult> objects =
                    results.values().stream().map(RunResult.class::cast).toList();
            tables = MarkdownTables.of(objects);
            charts = MarkdownCharts.of(objects);
        } else if (results.size() > 1) {
            throw new SpecException("--into: found several results, expected one, or several of objects");
        } else if (first instanceof SweepResult sweep) {
            tables = MarkdownTables.of(sweep);
            charts = MarkdownCharts.of(sweep);
        } else {
            throw new SpecException("--into: found a result of " + first.pack()
                    + " that is no sweep, expected one of lab sweep, lab publish or objects");
        }
        if (!Files.isRegularFile(page)) {
            throw new SpecException(
                    "--into: found no file " + page + ", expected a page with the line " + MarkdownTables.BEGIN);
        }
        String text = Files.readString(page);
        int begin = text.indexOf(MarkdownTables.BEGIN + "\n");
        int end = text.indexOf(MarkdownTables.END, begin + 1);
        if (begin < 0 || end < 0) {
            throw new SpecException("--into: found no place in " + page + ", expected the lines " + MarkdownTables.BEGIN
                    + " and " + MarkdownTables.END);
        }
        Path folder = page.toAbsolutePath().resolveSibling("");
        StringBuilder pictures = new StringBuilder();
        for (Chart chart : charts) {
            WholeFile.write(folder.resolve(chart.file()), chart.svg());
            pictures.append("![%s](%s)\n\n".formatted(chart.title(), chart.file()));
        }
        ResultFile.deleteCompressed(folder); // what was kept under the name of a single result
        List<String> whole = new ArrayList<>();
        for (Map.Entry<String, Result> result : results.entrySet()) {
            Path file = ResultFile.writeCompressed(result.getValue(), folder, result.getKey());
            whole.add("[%1$s](%1$s)".formatted(file.getFileName()));
        }
        String measured =
                pictures + tables + "All that was measured, for `lab report`: " + String.join(", ", whole) + ".\n\n";
        WholeFile.write(page, text.substring(0, begin) + MarkdownTables.BEGIN + "\n" + measured + text.substring(end));
    }
}
