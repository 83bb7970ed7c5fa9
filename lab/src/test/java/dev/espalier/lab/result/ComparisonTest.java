package dev.espalier.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.lab.CompareLab;
import dev.espalier.lab.LoadLab;
import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.Comparison.Verdict;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

    private static final double MILLI = 1e6;
    private static final int RUNS = 5;

    @TempDir
    private Path out;

    private static double[] doubles(double... values) {
        return values;
    }

    @Test
    void rankTestGivesTheTabulatedProbabilities() {
        // Mann and Whitney's table: 5 and 5 runs, U = 0, 1 and 2
        assertThat(RankTest.p(doubles(1, 2, 3, 4, 5), doubles(6, 7, 8, 9, 10))).isCloseTo(2 / 252.0, within(1e-12));
        assertThat(RankTest.p(doubles(1, 2, 3, 4, 6), doubles(5, 7, 8, 9, 10))).isCloseTo(4 / 252.0, within(1e-12));
        assertThat(RankTest.p(doubles(1, 2, 3, 4, 7), doubles(5, 6, 8, 9, 10))).isCloseTo(8 / 252.0, within(1e-12));
        assertThat(RankTest.p(doubles(1, 1, 1), doubles(1, 1, 1))).isEqualTo(1);
        assertThat(RankTest.p(doubles(1, 2), doubles(3, 4))).isCloseTo(2 / 6.0, within(1e-12));
    }

    @Test
    void normalDistributionComparesManyRuns() {
        Random random = new Random(1);
        double[] a = random.doubles(200).toArray();
        double[] b = random.doubles(200).toArray();
        assertThat(RankTest.p(a, b)).isBetween(0.01, 1.0);
        assertThat(RankTest.p(a, DoubleStream.of(b).map(value -> value + 0.2).toArray()))
                .isLessThan(1e-6);
    }

    /** Verdicts on figures that vary by 2 % from run to run, as throughput does on a quiet machine. */
    private static Map<Verdict, Long> verdicts(double factor, double spread, int tries) {
        Random random = new Random(20_261_121);
        List<Verdict> found = new ArrayList<>();
        for (int attempt = 0; attempt < tries; attempt++) {
            List<Double> a = random.doubles(RUNS)
                    .mapToObj(drawn -> 1_000 * (1 + spread * random.nextGaussian()))
                    .toList();
            List<Double> b = random.doubles(RUNS)
                    .mapToObj(drawn -> 1_000 * factor * (1 + spread * random.nextGaussian()))
                    .toList();
            found.add(Comparison.of("goodput", 1, true, a, b).verdict());
        }
        return found.stream().collect(Collectors.groupingBy(verdict -> verdict, Collectors.counting()));
    }

    @Test
    void oneInAHundredComparisonsWithItselfIsWrong() {
        Map<Verdict, Long> same = verdicts(1, 0.02, 400);
        assertThat(same.get(Verdict.NO_DIFFERENCE_SHOWN)).isGreaterThan(385);
        assertThat(verdicts(0.9, 0.02, 100).get(Verdict.WORSE)).isGreaterThan(96);
        assertThat(verdicts(1.1, 0.02, 100).get(Verdict.BETTER)).isGreaterThan(96);
        assertThat(verdicts(1, 0.2, 100).get(Verdict.UNSTABLE)).isGreaterThan(90);
    }

    @Test
    void fewerThanFiveRunsGiveNoVerdict() {
        assertThat(Comparison.of("goodput", 1, true, List.of(1.0, 1.0, 1.0, 1.0), List.of(2.0, 2.0, 2.0, 2.0))
                        .verdict())
                .isEqualTo(Verdict.UNSTABLE);
    }

    @Test
    void runsWithoutTimesAreNotCompared() {
        Comparison none = Comparison.of("p50", 1, false, List.of(), List.of(1.0, 2.0));

        assertThat(none.verdict().words()).isEqualTo("not measured");
        assertThat(none.medianA()).isNull();
        assertThat(none.medianB()).isEqualTo(1.5);
        assertThat(none.ratio()).isNull();
        assertThat(none.p()).isNull();
    }

    @Test
    void nothingDoneHasNoRatio() {
        Comparison found =
                Comparison.of("goodput", 1, true, List.of(0.0, 0.0, 0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0, 1.0, 1.0));

        assertThat(found.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(found.ratio()).isNull();
        assertThat(found.high()).isNull();
    }

    private static OltpSpec target(String delay) {
        return new OltpSpec(
                "fixed-delay:" + delay,
                DataSpec.of("mariadb", "espalier_sbtest", false),
                OltpLoad.POINT_SELECT,
                new OltpSpec.Size(1, 1_000),
                DistributionName.UNIFORM,
                List.of(16),
                true,
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, 5, 0, RUNS, 1));
    }

    private static Comparison compared(String a, String b, Path folder) {
        Targets targets = new Targets(folder, folder, Map.of());
        CompareLab lab = new CompareLab(
                new CompareLab.Side(target(a), targets, "", Password.NONE, Agents.NONE),
                new CompareLab.Side(target(b), targets, "", Password.NONE, Agents.NONE),
                folder);
        return lab
                .run(new LoadLab.Watcher() {
                    @Override
                    public SecondWatcher starts(int number, int of, String title) {
                        return SecondWatcher.NONE;
                    }

                    @Override
                    public void ended(LoadRun run) {
                        // compared below
                    }
                })
                .comparisons()
                .stream()
                .filter(one -> one.figure().equals("p50"))
                .findFirst()
                .orElseThrow();
    }

    /** A busy machine wakes threads late, so what is certain of each run is the least that it takes; verdicts on made-up figures are tested above. */
    @Test
    void realTargetsAreComparedByTheTimesOfTheirRuns() {
        Comparison found = compared("20ms", "40ms", out);

        assertThat(found.a())
                .hasSize(RUNS)
                .allSatisfy(nanos -> assertThat(nanos / MILLI).isGreaterThan(19));
        assertThat(found.b())
                .hasSize(RUNS)
                .allSatisfy(nanos -> assertThat(nanos / MILLI).isGreaterThan(39));
        assertThat(found).isEqualTo(Comparison.of("p50", 16, false, found.a(), found.b()));
    }
}
