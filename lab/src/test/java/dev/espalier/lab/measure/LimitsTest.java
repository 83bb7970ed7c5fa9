package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.load.Load;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.LoadSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static @Nullable String limit(double rate, long backlog, @Nullable ProcessorShares processors) {
        return Limits.of(
                new LoadSpec(rate, Arrival.CONSTANT, 0, 1, 0, 0, 1, 1),
                List.of(new Load.Share(1, "", backlog, 0, 0)),
                processors);
    }

    private static @Nullable String limit(int busy, int lab, @Nullable Integer server, @Nullable Integer others) {
        return limit(0, 0, new ProcessorShares(busy, lab, server, others));
    }

    @Test
    void processorsThatOthersTookAreNotTheLimitOfTheTarget() {
        assertThat(limit(100, 1, 0, 98)).isEqualTo("others");
        assertThat(limit(100, 1, null, 98)).isEqualTo("others");
        assertThat(limit(100, 1, 97, 1)).isEqualTo("processors");
        assertThat(limit(100, 30, 40, 29)).isEqualTo("processors");
        assertThat(limit(100, 60, 30, 9)).isEqualTo("client");
        assertThat(limit(89, 1, 0, 88)).isEqualTo("target");
    }

    @Test
    void serverThatIsNotSeenMayBeTheOneThatTookTheProcessors() {
        assertThat(limit(100, 1, null, null)).isEqualTo("processors");
    }

    @Test
    void machineThatTellsNothingHasNoLimitButTheRate() {
        assertThat(limit(0, 0, null)).isNull();
        assertThat(limit(10, 1, null)).isNull();
        assertThat(limit(10, 0, null)).isEqualTo("rate");
    }

    @Test
    void moreThanATenthIsForeignLoad() {
        assertThat(new ProcessorShares(20, 5, 5, 10).besideOthers()).isFalse();
        assertThat(new ProcessorShares(20, 5, 4, 11).besideOthers()).isTrue();
        assertThat(new ProcessorShares(100, 5, null, null).besideOthers()).isFalse();
    }
}
