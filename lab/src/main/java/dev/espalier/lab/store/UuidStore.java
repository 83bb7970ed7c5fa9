package dev.espalier.lab.store;

import java.util.Optional;

import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidSession;
import org.HdrHistogram.Histogram;

/** A place for a set of UUIDs. Prepared and closed by one thread; its sessions are made by any. */
public interface UuidStore extends SessionSource<UuidSession>, AutoCloseable {

    /**
     * Fills the set, unless it holds these keys already.
     *
     * @param keys what it shall hold
     * @return whether it was filled now
     */
    boolean prepare(UuidKeys keys);

    /** @return how long lookups have waited for a connection, in nanoseconds; nothing where each thread keeps its own */
    default Optional<Histogram> acquireNanos() {
        return Optional.empty();
    }

    /** @return the bytes that the set takes, as the target counts them; 0 where it does not say */
    long sizeBytes();

    /** @return how it is asked, in a few words */
    String road();

    /** Removes the set and whatever holds it. */
    void drop();

    @Override
    void close();
}
