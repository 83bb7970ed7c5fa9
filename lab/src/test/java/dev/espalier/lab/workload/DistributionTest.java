package dev.espalier.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Shares that follow from the definitions, in a million draws from 1 to 100,000. */
class DistributionTest {

    private static final int DRAWS = 1_000_000;
    private static final int IDS = 100_000;

    private static double share(Distribution distribution, IntPredicate of) {
        RandomStream random = new RandomStream(1, 1);
        int hits = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            int id = distribution.draw(random, IDS);
            assertThat(id >= 1 && id <= IDS).isTrue();
            hits += of.test(id) ? 1 : 0;
        }
        return (double) hits / DRAWS;
    }

    @Test
    void uniformDrawsEveryIdEquallyOften() {
        assertThat(share(new Distribution.Uniform(), id -> id <= IDS / 10)).isCloseTo(0.1, within(0.002));
    }

    @Test
    void specialDrawsThreeQuartersFromTheHundredthInTheMiddle() {
        // and of the bell's quarter about 4 % fall there, too
        assertThat(share(new Distribution.Special(), id -> Math.abs(id - IDS / 2) <= IDS / 200))
                .isCloseTo(0.76, within(0.01));
    }

    @Test
    void paretoDrawsFourFifthsFromOneFifth() {
        assertThat(share(new Distribution.Pareto(), id -> id <= IDS / 5)).isCloseTo(0.8, within(0.002));
    }

    @Test
    void zipfianDrawsAsOftenAsTheLawSays() {
        double sum = 0;
        for (int id = 1; id <= IDS; id++) {
            sum += Math.pow(id, -0.8);
        }
        assertThat(share(new Distribution.Zipfian(), id -> id == 1)).isCloseTo(1 / sum, within(0.001));
        assertThat(share(new Distribution.Zipfian(), id -> id == 10))
                .isCloseTo(Math.pow(10, -0.8) / sum, within(0.001));
    }
}
