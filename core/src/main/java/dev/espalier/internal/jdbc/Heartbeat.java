package dev.espalier.internal.jdbc;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a sign of life again and again, in a thread of its own, until it is closed. */
public final class Heartbeat implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    private final ScheduledExecutorService thread;

    /**
     * @param name of the thread
     * @param every the time before the first one, and between the end of one and the next
     * @param beat gives the sign
     */
    @SuppressWarnings("FutureReturnValueIgnored") // each failure is logged
    public Heartbeat(String name, Duration every, Runnable beat) {
        thread = Executors.newSingleThreadScheduledExecutor(Workers.daemons(name));
        thread.scheduleWithFixedDelay(goingOn(name, beat), every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * The same work for an executor that repeats it: one that throws would not be repeated. A failure is logged, and the work is done again when it is due; an
     * error is a warning, because nobody else learns of it.
     */
    public static Runnable goingOn(String name, Runnable beat) {
        return () -> {
            try {
                beat.run();
            } catch (RuntimeException e) {
                LOG.debug("{} failed, and will be repeated", name, e);
            } catch (Error e) {
                LOG.warn("{} failed, and will be repeated", name, e);
            }
        };
    }

    /** Ends it; one that is being given is interrupted. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
