package dev.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.espalier.lab.LoadLab;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadPageTest {

    @TempDir
    private Path out;

    private LoadResult run(String delay) {
        OltpSpec spec = new OltpSpec("fixed-delay:" + delay, "mariadb", OltpLoad.POINT_SELECT, 1, 1_000, "", DistributionName.UNIFORM, List.of(2, 4),
                true, "espalier_sbtest", new LoadSpec(0, Arrival.CONSTANT, 0, 600, 40, 0, 1, 1), false);
        return new LoadLab(spec, new Targets(out, out, Map.of()), out).run("", Password.NONE, new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return SecondWatcher.NONE;
            }

            @Override
            public void ended(LoadRun run) {
                // the result has it
            }
        });
    }

    @Test
    void onePageHoldsAllItNeeds() throws IOException {
        LoadPage.write(List.of(run("1ms"), run("2ms")), out);
        String page = Files.readString(out.resolve("report.html"));

        // booleans: a failing assertion on the page itself would print all of it
        assertThat(Pattern.compile("(?i)(src|href|action)\\s*=\\s*[\"']?(https?:)?//").matcher(page).find()).isFalse();
        assertThat(Pattern.compile("/\\*(data|page|charts|style)\\*/").matcher(page).find()).isFalse();
        for (String part : List.of("new Chart(", "What the figures do not say", "\"curve\"", "average_gain_percent", "\"comparison\"")) {
            assertThat(page.contains(part)).as(part).isTrue();
        }
    }

    @Test
    void resultsOfTwoMachinesAreMergedNotAveraged() {
        LoadResult fast = run("1ms");
        LoadResult slow = run("20ms");

        LoadRun merged = LoadResult.merged(List.of(fast, slow)).runs().get(1);

        assertThat(merged.connections()).isEqualTo(8);
        assertThat(merged.allDone()).isEqualTo(2 * 4 * 40);
        assertThat(merged.goodput()).isCloseTo(fast.runs().get(1).goodput() + slow.runs().get(1).goodput(), within(1e-6));
        assertThat(merged.response().count()).isEqualTo(2 * 4 * 40);
        // half of all are slow: the median of all lies at the fast half's end, the 75th percentile in the slow half
        assertThat(merged.response().percentileNanos(25) / 1e6).isBetween(1.0, 19.0);
        assertThat(merged.response().percentileNanos(75) / 1e6).isGreaterThanOrEqualTo(19.9);
        assertThat(merged.response().maxNanos()).isEqualTo(Math.max(fast.runs().get(1).response().maxNanos(), slow.runs().get(1).response().maxNanos()));
        assertThat(merged.timeline().stream().mapToLong(second -> second.done()).sum()).isEqualTo(2 * 4 * 40);
    }
}
