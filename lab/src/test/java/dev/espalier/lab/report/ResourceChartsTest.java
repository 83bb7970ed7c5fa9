package dev.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.measure.Phase;
import dev.espalier.lab.measure.PhasedResources;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.target.ServerFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages draw charts of a machine under each phase of the work if there are samples. */
@Tag("pure")
class ResourceChartsTest {

    @TempDir
    private Path out;

    private static ResourceSample sample(int second) {
        return new ResourceSample(
                second,
                60,
                20,
                40,
                300,
                1_200,
                4_000,
                1.5,
                20.25,
                new ResourceSample.Processors(45, 15, 8),
                new ResourceSample.Disks("vda", 30, 0, 900, null, 0.75),
                new ResourceSample.Share(15, 5),
                new ResourceSample.Share(30, 10));
    }

    private static EvolutionResult result(PhasedResources seen) {
        return new EvolutionResult(
                new Header(Header.FORMAT, "evolution", "1", "2026-11-22T03:00:00Z", false),
                new EvolutionSpec("postgres", 12, 1_000_000, 1, 0),
                new Environment("a processor", 2, 8_000_000_000L, 500_000_000L, "Linux", "Java 17", "0123abcd", 1.5),
                new ServerFacts("PostgreSQL", "18", "a driver", "jdbc:postgresql://127.0.0.1/x", true, Map.of()),
                List.of(new EvolutionResult.Change("int to long", List.of(5.0), List.of(6.0)).with(seen)));
    }

    /** The fourth and the fifth second have no sample, and nothing of the first phase has one. */
    private static PhasedResources seen() {
        return new PhasedResources(
                List.of(new Phase("prepare 1", 0), new Phase("the library 1", 0.4), new Phase("by hand 1", 7)),
                List.of(sample(1), sample(2), sample(3), sample(6), sample(7), sample(8)));
    }

    @Test
    void everyPhaseWithASampleHasItsCharts() throws IOException {
        Browser browser = Browser.orSkip();
        String page = browser.showsAllCharts("resources", EvolutionPage.write(result(seen()), out), 1);

        assertThat(Browser.attribute(page, "data-curves")).contains("16 of 16");
        assertThat(page)
                .contains(
                        "<h4>the library 1, 0.4 to 7 s</h4>",
                        "<h4>by hand 1, 7 to 8 s</h4>",
                        "Too short for a sample: prepare 1, 0 to 0.4 s.",
                        "Disk vda: reads and writes a second",
                        "processors for the server, % of all, by hand 1: user up to 30, system up to 10",
                        "disk vda: ms of a read or a write, the library 1: a write up to 0.75");
    }

    @Test
    void secondsWithoutASampleAreAGap() throws IOException {
        Browser browser = Browser.orSkip();
        String page = browser.showsAllCharts("gaps", EvolutionPage.write(result(seen()), out), 1);
        int library = page.indexOf("<h4>the library 1");
        String memory = page.substring(page.indexOf("Memory, MB", library), page.indexOf("<h4>by hand 1"));

        // of the server and of the lab, each in two pieces: seconds 1 to 3, and 6 to 7
        assertThat(memory.split("<path", -1)).hasSize(1 + 2 * 2);
    }

    @Test
    void machineThatToldNothingHasNoChart() throws IOException {
        Browser browser = Browser.orSkip();
        String page = browser.showsAllCharts("no-resources", EvolutionPage.write(result(PhasedResources.NONE), out), 1);

        assertThat(Browser.attribute(page, "data-curves")).contains("0 of 0");
        assertThat(page).contains("<p>The machine told nothing: it is not Linux, or no change took a second.</p>");
    }

    @Test
    void eachSampleIsOneLineOfTheResult() throws IOException {
        String json = Files.readString(ResultFile.write(result(seen()), out));

        assertThat(json.lines().filter(line -> line.contains("\"processorPercent\"")))
                .hasSize(6)
                .allMatch(line -> line.contains("\"writeMillis\":0.75") && line.length() < 500)
                .noneMatch(line -> line.contains("null"));
        assertThat(((EvolutionResult) ResultFile.read(out)).changes().get(0).course())
                .isEqualTo(seen());
    }

    @Test
    void resultOfAnEarlierVersionHasNoResources() throws IOException {
        Path file = ResultFile.write(result(PhasedResources.NONE), out);
        Files.writeString(
                file, Files.readString(file).replaceAll(",\\s*\"phases\" : \\[ ],\\s*\"resources\" : \\[ ]", ""));

        assertThat(Files.readString(file)).doesNotContain("phases");
        assertThat(((EvolutionResult) ResultFile.read(out)).changes().get(0).course())
                .isEqualTo(PhasedResources.NONE);
    }
}
