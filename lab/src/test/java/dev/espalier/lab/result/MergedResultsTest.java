package dev.espalier.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.lab.LoadLab;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedResultsTest {

    private static final int OPERATIONS = 40;

    @TempDir
    private Path out;

    private LoadResult run(String delay) {
        OltpSpec spec = new OltpSpec(
                "fixed-delay:" + delay,
                DataSpec.of("mariadb", "espalier_sbtest", false),
                OltpLoad.POINT_SELECT,
                new OltpSpec.Size(1, 1_000),
                DistributionName.UNIFORM,
                List.of(2, 4),
                true,
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, OPERATIONS, 0, 1, 1));
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
    void resultsOfTwoMachinesAreMergedNotAveraged() {
        LoadResult fast = run("1ms");
        LoadResult slow = run("20ms");

        LoadRun merged = LoadResult.merged(List.of(fast, slow)).runs().get(1);

        int done = 2 * 4 * OPERATIONS;
        assertThat(merged.course().connections()).isEqualTo(8);
        assertThat(merged.work().allDone()).isEqualTo(done);
        assertThat(merged.work().goodput())
                .isCloseTo(
                        fast.runs().get(1).work().goodput()
                                + slow.runs().get(1).work().goodput(),
                        within(1e-6));
        assertThat(merged.response().count()).isEqualTo(done);
        // half of all are slow: no percentile above the 50th is below their delay
        assertThat(merged.response().percentileNanos(25))
                .isEqualTo(fast.runs().get(1).response().percentileNanos(50));
        assertThat(merged.response().percentileNanos(75) / 1e6).isGreaterThanOrEqualTo(19.9);
        assertThat(merged.response().maxNanos())
                .isEqualTo(Math.max(
                        fast.runs().get(1).response().maxNanos(),
                        slow.runs().get(1).response().maxNanos()));
        assertThat(merged.timeline().stream().mapToLong(second -> second.done()).sum())
                .isEqualTo(done);
    }
}
