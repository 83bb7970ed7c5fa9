package dev.espalier.lab.report;

import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.EvolutionResult.Change;
import dev.espalier.lab.result.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of one run of the evolution: each change beside the same one by hand. */
public final class EvolutionPage {

    private EvolutionPage() {}

    /** The figures of a change that the page computes from the result. The last two are null if nothing was done by hand. */
    private record Figures(
            double seconds,
            @Nullable Double byHand,
            @Nullable Double ratio) {}

    /**
     * Writes the page beside its result; a reader sees the old page or the new one, never half of it.
     *
     * @param result what was measured
     * @param folder that exists
     * @return the file
     */
    public static Path write(EvolutionResult result, Path folder) throws IOException {
        List<Figures> figures =
                result.changes().stream().map(EvolutionPage::figures).toList();
        return ReportPage.write(
                ReportPage.page(
                        "evolution.html",
                        "evolution.js",
                        ResultFile.json(Map.of("result", result, "figures", figures))),
                folder);
    }

    private static Figures figures(Change change) {
        boolean isAlone = change.byHand().isEmpty();
        return new Figures(change.median(), isAlone ? null : change.medianByHand(), isAlone ? null : change.ratio());
    }
}
