package dev.espalier.transaction;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.write.Versions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends writes in a transaction, again and again while other transactions are in its way. Safe for any number of threads. */
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
     * Sends the writes and commits them.
     *
     * @return what this has done to the objects' versions
     * @throws EspalierException what stood in the way, rolled back; or the last conflict, with the earlier ones suppressed in it,
     *     when the deadline has passed
     */
    public Versions commit(Writes writes) {
        long start = System.nanoTime();
        DatabaseException earlier = null;
        for (int attempt = 1; ; attempt++) {
            try (Attempt next = Attempt.toWrite(source)) {
                next.send(writes.all());
                next.commit();
                return next.versions();
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
