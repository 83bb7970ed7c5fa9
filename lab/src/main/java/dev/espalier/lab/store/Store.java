package dev.espalier.lab.store;

import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.Session;
import java.util.Map;
import java.util.Optional;

/**
 * A store for the data of a pack of lookups. One thread prepares and closes it; any thread opens sessions.
 *
 * @param <K> what it holds
 * @param <S> how it is asked
 */
public interface Store<K, S extends Session> extends SessionSource<S>, AutoCloseable {

    /**
     * Fills the store, unless it holds these already.
     *
     * @param contents what it shall hold
     * @return whether it was filled now
     */
    boolean prepare(K contents);

    /** @return what a result has to name about the target */
    ServerFacts facts();

    /** @return the URL of the server, whose process may be watched; nothing if there is none */
    Optional<String> url();

    /** @return the SQL database, whose server may be asked for its counters and restarted */
    default Optional<TargetDatabase> database() {
        return Optional.empty();
    }

    /** @return the bytes that the contents take, as the target counts them; 0 if it does not say */
    long sizeBytes();

    /** @return how it is asked, in a few words */
    String road();

    /** @return what a result says of how it is asked: the way, and the bytes if the target reports them */
    default Map<String, String> access() {
        long bytes = sizeBytes();
        return bytes > 0 ? Map.of("way", road(), "bytes", Long.toString(bytes)) : Map.of("way", road());
    }

    /** Removes the contents and whatever holds them. */
    void drop();

    @Override
    void close();
}
