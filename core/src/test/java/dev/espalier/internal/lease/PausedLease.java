package dev.espalier.internal.lease;

import static java.util.Objects.requireNonNull;

import dev.espalier.Database;
import dev.espalier.internal.Insides;
import dev.espalier.internal.jdbc.Heartbeat;
import dev.espalier.internal.store.ObjectStore;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The lease of a program, as if the program had been paused: from the first call on its timer does not renew it any more. */
public final class PausedLease {

    private PausedLease() {}

    /**
     * A lease is renewed a little after an opening and then every 20 seconds, whatever a test does just then. Whoever writes to an embedded database meanwhile
     * has to begin again, and tests count such attempts. Before it writes, a program renews its lease itself.
     */
    public static void stopRenewals(Database db) {
        ProgramLease lease = find(db);
        if (lease != null) {
            stopRenewals(lease);
        }
    }

    private static void stopRenewals(ProgramLease lease) {
        if (lease.renewal != null) {
            lease.renewal.cancel(false);
        }
        synchronized (lease) { // one that has begun ends first
            return;
        }
    }

    /** The pause was longer than the lease, by the clock of the program. */
    public static void expire(Database db) {
        of(db).validUntil = System.nanoTime() - 1;
    }

    /** Does what the timer does every 20 seconds, and soon after an opening. */
    public static void renew(Database db) {
        Heartbeat.goingOn("the lease of a test", of(db)::renew).run();
    }

    /** Waits for something that takes longer than the lease, by the clock of the program. No thread of the program renews the lease meanwhile. */
    public static void whileItEnds(Database db, Callable<?> wait) throws Exception {
        ProgramLease lease = of(db);
        synchronized (lease) {
            lease.validUntil = System.nanoTime();
            wait.call();
        }
    }

    private static ProgramLease of(Database db) {
        ProgramLease lease = requireNonNull(find(db));
        stopRenewals(lease);
        return lease;
    }

    private static @Nullable ProgramLease find(Database db) {
        return Insides.of(Database.class, db, ObjectStore.class)
                .catalog()
                .registration()
                .lease();
    }
}
