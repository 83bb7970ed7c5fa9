package dev.espalier.lab.report;

import dev.espalier.lab.result.EverydayResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EverydayOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of one run of everyday operations: each subject beside {@code jdbc}, and all figures. */
public final class EverydayPage {

    private EverydayPage() {}

    /**
     * Writes the page beside its result; a reader sees the old page or the new one, never half of it.
     *
     * @param result what was measured
     * @param folder that exists
     * @return the file
     */
    public static Path write(EverydayResult result, Path folder) throws IOException {
        Map<String, String> titles = Arrays.stream(EverydayOperation.values())
                .collect(Collectors.toMap(EverydayOperation::word, EverydayOperation::title));
        return ReportPage.write(
                ReportPage.page(
                        "everyday.html", "everyday.js", ResultFile.json(Map.of("result", result, "titles", titles))),
                folder);
    }
}
