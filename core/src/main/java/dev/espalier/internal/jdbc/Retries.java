package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.CLOSED;
import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.INTERRUPTED;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_PRIMARY;
import static dev.espalier.error.ErrorCode.UNREACHABLE;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The attempts of one call that have failed, and the pauses after them. For one thread. */
public final class Retries {

    /** Errors that pass: a conflict with another transaction, a lost connection, a server that is down or has become a replica. */
    private static final Set<ErrorCode> CURABLE = EnumSet.of(CONFLICT, LOCK_TIMEOUT, UNREACHABLE, NOT_PRIMARY);

    private static final long SHORTEST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final Retry.Kind kind;
    private final Consumer<Retry> listener;
    private final long start = System.nanoTime();
    private final Duration forLocks;
    private final Duration forPrimary;
    private final Duration forAll;
    private final int most;
    private int pauses;
    private final List<EspalierException> failures = new ArrayList<>();

    /**
     * @param listener receives each further attempt
     * @param forLocks after how long no further attempt is made if a lock was not had in time
     * @param forPrimary the same if the server could only be read; it is not known whether that passes
     * @param forAll after how long none is made whatever the reason
     * @param most how many attempts fail before it is given up
     */
    Retries(
            Retry.Kind kind,
            Consumer<Retry> listener,
            Duration forLocks,
            Duration forPrimary,
            Duration forAll,
            int most) {
        this.kind = kind;
        this.listener = listener;
        this.forLocks = forLocks;
        this.forPrimary = forPrimary;
        this.forAll = forAll;
        this.most = most;
    }

    /** Whether the same may succeed a little later. */
    public static boolean isCurable(EspalierException failure) {
        return CURABLE.contains(failure.errorCode());
    }

    /** Whether the connection was lost, so that what was last sent over it may have had its effect or not. */
    public static boolean isLost(EspalierException failure) {
        return failure.errorCode() == UNREACHABLE || failure.errorCode() == CLOSED;
    }

    /** How long it has been tried by now. */
    public Duration time() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /**
     * Waits before the next attempt.
     *
     * @throws EspalierException the reason, with the earlier ones suppressed in it, if there shall be no further attempt;
     *     {@code interrupted} if the thread was interrupted
     */
    public void pause(EspalierException reason) {
        long pauseMillis = pauseMillis();
        pauses++;
        again(reason, pauseMillis);
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ended(new DatabaseException(
                    INTERRUPTED, "interrupted while waiting for a retry after: " + reason.getMessage(), e));
        }
    }

    /**
     * There is going to be a further attempt at once.
     *
     * @throws EspalierException the reason, with the earlier ones suppressed in it, if there shall be none
     */
    public void again(EspalierException reason) {
        again(reason, 0);
    }

    private void again(EspalierException reason, long pauseMillis) {
        if (failures.size() + 1 >= most || time().compareTo(longest(reason.errorCode())) >= 0) {
            throw ended(reason);
        }
        failures.add(reason);
        listener.accept(new Retry(kind, failures.size(), reason, Duration.ofMillis(pauseMillis)));
    }

    private Duration longest(ErrorCode reason) {
        return switch (reason) {
            case LOCK_TIMEOUT -> forLocks;
            case NOT_PRIMARY -> forPrimary;
            default -> forAll;
        };
    }

    /** What ended it, with all that was met before suppressed in it. */
    public <T extends Throwable> T ended(T last) {
        failures.stream().filter(failure -> failure != last).forEach(last::addSuppressed);
        failures.clear();
        return last;
    }

    /**
     * Full jitter: anything from nothing to a ceiling that doubles (Brooker, "Exponential Backoff And Jitter", AWS Architecture
     * Blog, 2015).
     */
    private long pauseMillis() {
        long ceiling = Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(pauses + 1, 10));
        return ThreadLocalRandom.current().nextLong(ceiling + 1);
    }
}
