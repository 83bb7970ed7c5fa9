package dev.espalier.transaction;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.write.Versions;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Sends writes in a transaction, again and again while other transactions are in its way. Safe for any number of threads. */
public final class CommitLoop {

    /** What is cured by sending the same writes again. */
    private static final Set<String> CURABLE = Set.of("conflict", "lock-timeout");

    private final ConnectionSource source;
    private final Duration deadline;
    private final Consumer<Retry> listener;

    /**
     * @param deadline after how long no new attempt is made
     * @param listener is told of each further attempt
     */
    public CommitLoop(ConnectionSource source, Duration deadline, Consumer<Retry> listener) {
        this.source = source;
        this.deadline = deadline;
        this.listener = listener;
    }

    /**
     * Sends the writes and commits them.
     *
     * @return what this has done to the objects' versions
     * @throws EspalierException what stood in the way, rolled back; or the last conflict, with the earlier ones suppressed in it,
     *     when the deadline has passed
     */
    public Versions commit(Writes writes) {
        return commit(writes, missed -> {});
    }

    /** @param missed is told of the object that was not there any longer, or not as it was known, before this throws */
    Versions commit(Writes writes, LongConsumer missed) {
        Retries retries = new Retries(Retry.Kind.REPLAY, listener, deadline, Integer.MAX_VALUE);
        while (true) {
            try (Attempt attempt = Attempt.toWrite(source)) {
                send(attempt, writes, missed);
                attempt.commit();
                return attempt.versions();
            } catch (DatabaseException e) {
                if (!isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    private static void send(Attempt attempt, Writes writes, LongConsumer missed) {
        try {
            attempt.send(writes.all());
        } catch (EspalierException e) {
            missed.accept(attempt.versions().missed());
            throw e;
        }
    }

    static boolean isCurable(EspalierException e) {
        return CURABLE.contains(e.code());
    }
}
