package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.write.Versions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop makes attempts until the outcome of one is final. */
@NullUnmarked // tests give null on purpose
class RetryLoopTest {

    private static final Outcome COMMITTED = new Outcome.Committed(new Versions());

    @TempDir
    Path folder;

    private final List<Retry> seen = new ArrayList<>();

    @Test
    void retryableOutcomesAreRetriedUntilTheCommit() {
        Outcome.Retryable stale = new Outcome.Retryable(error(STALE), Outcome.Delay.NONE, 7);
        Outcome.Retryable conflict = new Outcome.Retryable(error(CONFLICT), Outcome.Delay.BACKOFF, 0);

        assertThat(run(Duration.ofMinutes(1), stale, conflict, stale, COMMITTED))
                .isSameAs(COMMITTED);
        assertThat(seen).extracting(retry -> retry.reason().code()).containsExactly("stale", "conflict", "stale");
        assertThat(seen).extracting(Retry::attempt).containsExactly(1, 2, 3);
        assertThat(seen.get(0).pause()).isZero();
    }

    @Test
    void otherOutcomesAreFinalAndCarryTheEarlierErrors() {
        EspalierException conflict = error(CONFLICT);
        for (Outcome last : List.of(
                new Outcome.Stale(error(STALE), 7),
                new Outcome.Failed(new IllegalStateException()),
                new Outcome.Unknown(new UnknownOutcomeException("", 1, 1, conflict)))) {
            assertThat(run(
                            Duration.ofMinutes(1),
                            new Outcome.Retryable(conflict, Outcome.Delay.NONE, 0),
                            last,
                            COMMITTED))
                    .isSameAs(last);
            assertThat(last.reason().getSuppressed()).containsExactly(conflict);
        }
    }

    @Test
    void retriesEndAfterTheTransactionTimeout() {
        EspalierException conflict = error(CONFLICT);

        assertThat(run(Duration.ZERO, new Outcome.Retryable(conflict, Outcome.Delay.BACKOFF, 0), COMMITTED))
                .isEqualTo(new Outcome.Failed(conflict));
        assertThat(seen).isEmpty();
    }

    private Outcome run(Duration transactionTimeout, Outcome... outcomes) {
        Iterator<Outcome> attempts = List.of(outcomes).iterator();
        ConnectionOptions options = new ConnectionOptions(
                null,
                null,
                1,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ZERO,
                transactionTimeout,
                seen::add);
        try (ConnectionSource source = ConnectionSource.open("jdbc:sqlite:" + folder.resolve("loop.db"), options)) {
            return RetryLoop.run(attempts::next, source.retries(Retry.Kind.REPLAY));
        }
    }

    private static EspalierException error(ErrorCode code) {
        return new DatabaseException(code, "made up");
    }
}
