package dev.espalier.lab.store;

import java.util.Optional;

import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;

/** A place for rows {@code (id, value1, value2)}. Prepared and closed by one thread; its sessions are made by any. */
public interface KeyValueStore extends SessionSource<KeyValueSession>, AutoCloseable {

    /** Rows in one statement or one batch of the filling. */
    int ROWS_AT_ONCE = 1_000;

    /**
     * The store that a run names. Connects to SQL servers once, to others when they are asked.
     *
     * @param spec of the run
     * @param targets where targets are found
     * @param user the account, empty for that of the variables
     * @param password the account's password
     * @return the store
     */
    static KeyValueStore of(KeyValueSpec spec, Targets targets, String user, Password password) {
        OtherServer server = OtherServer.find(spec.target(), targets, user, password);
        if (server != null) {
            return switch (server.protocol()) {
                case REDIS -> new RedisKeyValueStore(server.address(), spec.client());
                case TARANTOOL -> new TarantoolKeyValueStore(server.address());
                case MONGODB -> new MongoKeyValueStore(server.address());
            };
        }
        Place place = targets.find(spec.target(), user, password).place(spec.database());
        return new SqlKeyValueStore(place, JdbcSessions.of(place, spec.driver(), true), spec.way(), spec.engine());
    }

    /**
     * Fills the store, unless it holds these rows already.
     *
     * @param rows what it shall hold
     * @return whether it was filled now
     */
    boolean prepare(KeyValueRows rows);

    /** @return what a result has to name about the target */
    ServerFacts facts();

    /** @return the URL of the server, whose process may be watched; nothing where there is none */
    Optional<String> url();

    /** @return the SQL database, whose server may be asked for its counters and restarted */
    default Optional<Place> database() {
        return Optional.empty();
    }

    /** @return the bytes that the rows take, as the target counts them; 0 where it does not say */
    long sizeBytes();

    /** @return how it is asked, in a few words */
    String road();

    /** Removes the rows and whatever holds them. */
    void drop();

    @Override
    void close();
}
