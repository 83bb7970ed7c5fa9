package dev.espalier.lab.store;

import dev.espalier.lab.spec.SetHome;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidSession;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** A store for a set of UUIDs. One thread prepares and closes it; any thread opens sessions. */
public interface UuidStore extends Store<UuidKeys, UuidSession> {

    /**
     * Returns the store that a run names. Connects to SQL servers once, to others on demand.
     *
     * @param spec of the run
     * @param threads how many will look keys up, at most: the size of a pool
     * @param targets where targets are found
     * @param user the account, empty for that of the variables
     * @param password the account's password
     * @return the store
     */
    static UuidStore of(UuidSetSpec spec, int threads, Targets targets, String user, Password password) {
        for (SetHome home : SetHome.values()) {
            if (home.word().equals(spec.target().toLowerCase(Locale.ROOT))) {
                return new ProcessUuidStore(home);
            }
        }
        OtherServer server = OtherServer.find(spec.target(), targets, user, password);
        if (server != null) {
            return switch (server.protocol()) {
                case REDIS -> new RedisUuidStore(server.address(), spec.client());
                case TARANTOOL, MONGODB ->
                    throw new SpecException(
                            "--on: found '" + spec.target() + "', expected sqlite, mysql, mariadb, postgres, tidb,"
                                    + " redis, valkey, hash-set, sorted-array, sorted-off-heap, open-addressing or a URL of one of these");
            };
        }
        TargetDatabase database = targets.find(spec.target(), user, password).database(spec.database());
        return new SqlUuidStore(
                database,
                JdbcSessions.of(database, spec.data().driver(), true),
                spec.way(),
                StorageEngine.of(
                        database.target(),
                        spec.data().engine(),
                        targets.server().cache()),
                threads);
    }

    /** @return how long lookups have waited for a connection, in nanoseconds; nothing if each thread keeps its own */
    default Optional<Histogram> acquireNanos() {
        return Optional.empty();
    }
}
