package dev.espalier.lab.store;

import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;

/** A store for rows {@code (id, value1, value2)}. One thread prepares and closes it; any thread opens sessions. */
public interface KeyValueStore extends Store<KeyValueRows, KeyValueSession> {

    /** Rows in one statement or one batch of the filling. */
    int ROWS_AT_ONCE = 1_000;

    /**
     * Returns the store that a run names. Connects to SQL servers once, to others on demand.
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
        TargetDatabase database = targets.find(spec.target(), user, password).database(spec.database());
        return new SqlKeyValueStore(
                database,
                JdbcSessions.of(database, spec.data().driver(), true),
                spec.reads().way(),
                StorageEngine.of(
                        database.target(),
                        spec.data().engine(),
                        targets.server().cache()),
                spec.stored().nullable());
    }
}
