package dev.espalier.transaction;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work in a transaction, again and again while other transactions are in its way. Safe for any number of threads. */
public final class CommitLoop {

    private static final Logger LOG = LoggerFactory.getLogger(CommitLoop.class);

    /** What is cured by sending the same writes again. */
    private static final Set<String> CURABLE = Set.of("conflict", "lock-timeout");

    private static final long SHORTEST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final ConnectionSource source;
    private final Duration deadline;

    /** @param deadline after how long no new attempt is made */
    public CommitLoop(ConnectionSource source, Duration deadline) {
        this.source = source;
        this.deadline = deadline;
    }

    /**
     * Does the work and commits it.
     *
     * @param work may be run several times; looks at nothing that an earlier run has changed
     * @throws EspalierException what the work threw, rolled back; or the last conflict, with the earlier ones suppressed in it,
     *     when the deadline has passed
     */
    public <T> T commit(Function<Session, T> work) {
        long start = System.nanoTime();
        DatabaseException earlier = null;
        for (int attempt = 1; ; attempt++) {
            try (Session session = source.writer()) {
                session.beginWrite();
                T result = work.apply(session);
                session.commit();
                return result;
            } catch (DatabaseException e) {
                if (earlier != null) {
                    e.addSuppressed(earlier);
                }
                if (!CURABLE.contains(e.code()) || System.nanoTime() - start > deadline.toNanos()) {
                    throw e;
                }
                earlier = e;
                LOG.debug("attempt {} met {}; sending the same writes again", attempt, e.code());
                pause(attempt, e);
            }
        }
    }

    /**
     * Full jitter: anything from nothing to a ceiling that doubles (Brooker, "Exponential Backoff And Jitter", AWS Architecture
     * Blog, 2015).
     */
    private static void pause(int attempt, DatabaseException reason) {
        long ceiling = Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(attempt, 10));
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(ceiling + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reason.addSuppressed(e);
            throw reason;
        }
    }
}
