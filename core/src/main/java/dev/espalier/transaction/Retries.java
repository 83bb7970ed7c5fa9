package dev.espalier.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The attempts of one call that have failed, and the pauses after them. For one thread. */
final class Retries {

    private static final long SHORTEST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final Retry.Kind kind;
    private final Consumer<Retry> listener;
    private final long deadline;
    private final int most;
    private final List<EspalierException> failures = new ArrayList<>();

    /**
     * @param time after which no further attempt is made
     * @param most how many attempts fail before it is given up
     */
    Retries(Retry.Kind kind, Consumer<Retry> listener, Duration time, int most) {
        this.kind = kind;
        this.listener = listener;
        this.deadline = System.nanoTime() + time.toNanos();
        this.most = most;
    }

    /**
     * Waits before the next attempt.
     *
     * @throws EspalierException the reason, with the earlier ones suppressed in it, if there shall be no further attempt
     */
    void pause(EspalierException reason) {
        if (failures.size() + 1 >= most || System.nanoTime() >= deadline) {
            throw ended(reason);
        }
        failures.add(reason);
        long pauseMillis = pauseMillis();
        listener.accept(new Retry(kind, failures.size(), reason, Duration.ofMillis(pauseMillis)));
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reason.addSuppressed(e);
            throw reason;
        }
    }

    /** What ended it, with all that was met before suppressed in it. */
    <T extends Throwable> T ended(T last) {
        failures.stream().filter(failure -> failure != last).forEach(last::addSuppressed);
        failures.clear();
        return last;
    }

    /**
     * Full jitter: anything from nothing to a ceiling that doubles (Brooker, "Exponential Backoff And Jitter", AWS Architecture
     * Blog, 2015).
     */
    private long pauseMillis() {
        long ceiling = Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(failures.size(), 10));
        return ThreadLocalRandom.current().nextLong(ceiling + 1);
    }
}
