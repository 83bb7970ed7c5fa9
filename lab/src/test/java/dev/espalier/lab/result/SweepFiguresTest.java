package dev.espalier.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.measure.ProcessorShares;
import dev.espalier.lab.result.SweepResult.Figures;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SweepFiguresTest {

    private static Figures figures(@Nullable Double millis, @Nullable Integer others) {
        return new Figures(
                "",
                0,
                millis,
                millis,
                millis,
                millis,
                millis,
                0,
                null,
                null,
                null,
                new ProcessorShares(99, 1, 0, others));
    }

    @Test
    void zeroOfAnOlderResultWithoutTimesIsNull() {
        assertThat(figures(0.0, null)).isEqualTo(figures(null, null));
    }

    @Test
    void runsBesideOthersAreCounted() {
        assertThat(SweepResult.besideOthers(List.of(figures(1.0, 46), figures(1.0, 10), figures(1.0, 11))))
                .contains("2 of 3 runs, up to 46 %");
        assertThat(SweepResult.besideOthers(List.of(figures(1.0, null), figures(1.0, 0))))
                .isEmpty();
    }
}
