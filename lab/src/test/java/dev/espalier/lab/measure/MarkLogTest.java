package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.measure.Mark.Kind;
import dev.espalier.lab.measure.MarkLog.Answer;
import org.junit.jupiter.api.Test;

/** What a server says of itself second by second, and the marks that come of it. */
class MarkLogTest {

    private static final long MEGABYTE = 1_000_000;

    private final MarkLog log = new MarkLog();

    @Test
    void consecutiveSecondsWithACheckpointAreOneMark() {
        long[] checkpointed = {7, 7, 9, 14, 14, 14, 17};
        for (int second = 0; second < checkpointed.length; second++) {
            log.answered(second, new Answer(100 + second, checkpointed[second] * MEGABYTE));
        }

        assertThat(log.marks())
                .containsExactly(
                        new Mark(Kind.CHECKPOINT, 2, 3, "checkpoint, 7 MB"),
                        new Mark(Kind.CHECKPOINT, 6, 6, "checkpoint, 3 MB"));
    }

    @Test
    void smallBackgroundWritesAreNoCheckpoint() {
        log.answered(0, new Answer(5, 0));
        log.answered(1, new Answer(6, MEGABYTE - 1));

        assertThat(log.marks()).isEmpty();
    }

    @Test
    void lowerUptimeMarksARestartAtTheStartOfTheSilence() {
        log.answered(0, new Answer(1_000, 50 * MEGABYTE));
        log.silent(1);
        log.silent(2);
        log.answered(3, new Answer(1, 90 * MEGABYTE));
        log.answered(4, new Answer(2, 90 * MEGABYTE));

        assertThat(log.marks())
                .as("what moved while it was down is no checkpoint")
                .containsExactly(new Mark(Kind.RESTART, 1, 3, "restart"));
    }

    @Test
    void silenceWithoutALowerUptimeIsNoRestart() {
        log.answered(0, new Answer(1_000, 0));
        log.silent(1);
        log.answered(2, new Answer(1_002, 0));

        assertThat(log.marks()).isEmpty();
    }
}
