package dev.espalier.lab.report;

import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.result.TortureResult.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The page of one run of the torture: throughput of each load, retries, the result of every check. */
public final class TorturePage {

    private TorturePage() {}

    /** The figures of a load that a page needs and the result does not have: {@code ofJdbc} is null if there is nothing beside. */
    private record Named(String title, @Nullable Double ofJdbc) {}

    /**
     * Writes the page beside its result; a reader sees the old page or the new one, never half of it.
     *
     * @param result what was done, and what was found
     * @param folder that exists
     * @return the file
     */
    public static Path write(TortureResult result, Path folder) throws IOException {
        List<Named> loads = result.parts().stream()
                .map(part -> named(part, result.ofJdbc(part)))
                .toList();
        return ReportPage.write(
                ReportPage.page(
                        "torture.html", "torture.js", ResultFile.json(Map.of("result", result, "loads", loads))),
                folder);
    }

    private static Named named(Part part, OptionalDouble ofJdbc) {
        return new Named(part.title(), ofJdbc.isPresent() ? ofJdbc.getAsDouble() : null);
    }
}
