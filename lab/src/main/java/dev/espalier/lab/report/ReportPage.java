package dev.espalier.lab.report;

import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Published;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The page of one run: HTML with the result as JSON. A script on the page draws tables and charts. The file contains everything, including
 * the chart library.
 */
public final class ReportPage {

    /** The file's name in the folder of a run. */
    public static final String NAME = "report.html";

    private static final String CHARTS = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

    private ReportPage() {}

    /**
     * Writes the page beside its result; a reader sees the old page or the new one, never half of it.
     *
     * @param result what was measured
     * @param folder that exists
     * @return the file
     */
    public static Path write(RunResult result, Path folder) throws IOException {
        return write(html(result), folder);
    }

    static Path write(String html, Path folder) throws IOException {
        return WholeFile.write(folder.resolve(NAME), html);
    }

    /**
     * Returns the page.
     *
     * @param result what was measured
     * @return HTML
     */
    static String html(RunResult result) throws IOException {
        List<Published> published = new ArrayList<>();
        for (Cell cell : result.cells()) {
            Optional<Published> known = Published.of(cell.objects(), cell.indexes());
            known.filter(one -> !published.contains(one)).ifPresent(published::add);
        }
        String data = ResultFile.json(
                Map.of("result", result, "published", published, "publishedHardware", Published.HARDWARE));
        return page("report.html", "report.js", data);
    }

    /** Returns a page with its data and script, from the common frame. */
    static String page(String frame, String script, String data) throws IOException {
        return resource(frame)
                .replace("/*style*/", resource("report.css"))
                .replace("/*charts*/", resource(CHARTS).replaceAll("(?m)^//# sourceMappingURL=.*$", ""))
                .replace("/*data*/", data.replace("<", "\\u003c"))
                .replace(
                        "/*page*/",
                        resource("check.js") + resource("page.js") + resource("resources.js") + resource(script));
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = ReportPage.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("the build lacks the resource " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
