package dev.espalier.lab.report;

import dev.espalier.lab.result.Comparison;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.PublishedReport;
import dev.espalier.lab.result.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The page of one load or several. The first load is the baseline of the others of its pack. */
public final class LoadPage {

    private LoadPage() {}

    /** One result compared with the first. */
    private record Compared(int result, List<Comparison> comparisons) {}

    /**
     * Writes the page; a reader sees the old page or the new one, never half of it.
     *
     * @param results at least one
     * @param folder that exists
     * @return the file
     */
    public static Path write(List<LoadResult> results, Path folder) throws IOException {
        return ReportPage.write(html(results), folder);
    }

    static String html(List<LoadResult> results) throws IOException {
        Map<String, Object> data = new HashMap<>();
        data.put("results", results.stream().map(LoadView::of).toList());
        data.put("comparisons", comparisons(results));
        data.put(
                "published",
                results.stream()
                        .map(LoadResult::pack)
                        .distinct()
                        .map(PublishedReport::of)
                        .filter(Objects::nonNull)
                        .toList());
        return ReportPage.page("load.html", "load.js", ResultFile.json(data));
    }

    private static List<Compared> comparisons(List<LoadResult> results) {
        List<Compared> compared = new ArrayList<>();
        LoadResult first = results.get(0);
        for (int other = 1; other < results.size(); other++) {
            LoadResult second = results.get(other);
            if (first.pack().equals(second.pack())) {
                compared.add(new Compared(other, Comparison.of(first, second)));
            }
        }
        return compared;
    }
}
