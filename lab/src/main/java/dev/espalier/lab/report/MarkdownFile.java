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
import java.util.List;

/** A page in Markdown with a place for measured figures, between {@link MarkdownTables#BEGIN} and {@link MarkdownTables#END}; all else is written by hand. */
public final class MarkdownFile {

    private MarkdownFile() {}

    /**
     * Puts a result into a page; what stood there goes. Charts and the result itself, compressed, become files beside the page.
     *
     * @param result of a sweep, or of {@code objects}
     * @param page which exists, and has the place
     */
    public static void fill(Result result, Path page) throws IOException {
        String tables;
        List<Chart> charts;
        if (result instanceof SweepResult sweep) {
            tables = MarkdownTables.of(sweep);
            charts = MarkdownCharts.of(sweep);
        } else if (result instanceof RunResult objects) {
            tables = MarkdownTables.of(objects);
            charts = MarkdownCharts.of(objects);
        } else {
            throw new SpecException("--into: found a result of " + result.pack()
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
        Path whole = ResultFile.writeCompressed(result, folder);
        String measured = pictures
                + tables
                + "The whole result: [%1$s](%1$s), which `lab report` reads.\n\n".formatted(whole.getFileName());
        WholeFile.write(page, text.substring(0, begin) + MarkdownTables.BEGIN + "\n" + measured + text.substring(end));
    }
}
