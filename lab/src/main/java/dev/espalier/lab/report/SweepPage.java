package dev.espalier.lab.report;

import dev.espalier.lab.result.AsPublished;
import dev.espalier.lab.result.PublishedReport;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.SweepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page of a sweep: a table of all combinations, curves by connections, differences with intervals, and the published figures. */
public final class SweepPage {

    private SweepPage() {}

    /**
     * Writes the page; a reader sees the old page or the new one, never half of it.
     *
     * @param result what was measured
     * @param folder that exists
     * @return the file
     */
    public static Path write(SweepResult result, Path folder) throws IOException {
        Map<String, Object> data = new HashMap<>();
        data.put("result", result);
        data.put("differences", result.differences());
        data.put("gains", result.gains());
        PublishedReport report = PublishedReport.of(result.pack());
        data.put("published", report);
        data.put("asPublished", report == null ? List.of() : AsPublished.of(result.plan(), report));
        return ReportPage.write(ReportPage.page("sweep.html", "sweep.js", ResultFile.json(data)), folder);
    }
}
