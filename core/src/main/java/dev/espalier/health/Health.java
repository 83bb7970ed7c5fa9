package dev.espalier.health;

import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.Insides;
import dev.espalier.internal.opening.OpeningSettings;
import dev.espalier.internal.opening.Openings;
import dev.espalier.internal.repair.Verifier;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.verification.Verification;
import dev.espalier.verification.VerificationProgress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The health of a database: damage and its repair, sizes, connections, commits and retries. Safe for concurrent use.
 *
 * <pre>{@code
 * Health health = Health.of(db);
 * health.verify().findings().forEach(finding -> log.warn("{}", finding));
 * health.pool().ifPresent(pool -> gauge.set(pool.waiting()));
 * }</pre>
 */
public final class Health {

    private final ObjectStore store;

    private Health(ObjectStore store) {
        this.store = store;
    }

    /**
     * Returns the health of an open database. Uses its connections.
     *
     * @param database an open database
     * @return its health
     */
    public static Health of(Database database) {
        return new Health(Insides.of(Database.class, database, ObjectStore.class));
    }

    /**
     * Checks the database for damage: that all references lead to objects, that collections are numbered, that indexes stand, and more;
     * see {@link dev.espalier.verification.Damage}. Reads every table, in one snapshot; changes nothing.
     *
     * @return the damage that was found
     */
    public Verification verify() {
        return verify(progress -> {});
    }

    /**
     * Checks the database for damage and reports its progress; see {@link #verify()}.
     *
     * @param listener is called by this thread before each check, and at the end
     * @return the damage that was found
     */
    public Verification verify(Consumer<VerificationProgress> listener) {
        return store.verify(Arguments.required("listener", listener, "one"));
    }

    /**
     * Checks a database without the classes of its objects.
     *
     * @param url of a JDBC driver; a SQLite file must be there
     * @param settings user, password and more
     * @return the damage that was found
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are kept there
     */
    public static Verification verify(String url, Settings settings) {
        return Openings.existing(url, inside(settings), source -> new Verifier(source).verify());
    }

    /**
     * Repairs the repairable damage of the database in one transaction, then builds missing indexes. {@link dev.espalier.verification.Damage} has
     * the repair of each kind of damage. Nothing else is changed. A changed object gets a new version, so that a program which holds it
     * is refused as stale. No bulk load may be running.
     *
     * @return the damage that is left
     * @throws dev.espalier.error.DatabaseException {@code load-running} if a bulk load is running; nothing was changed
     */
    public Verification repair() {
        return store.repair();
    }

    /**
     * Repairs a database without the classes of its objects; see {@link #repair()}.
     *
     * @param url of a JDBC driver; a SQLite file must be there
     * @param settings user, password and more
     * @return the damage that is left
     */
    public static Verification repair(String url, Settings settings) {
        return Openings.existing(url, inside(settings), source -> new Verifier(source).repair());
    }

    /**
     * Returns the size of the database: the engine's own count of bytes for all tables and indexes, for SQLite the file's.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return store.sizeBytes();
    }

    /**
     * Returns the size of each table. SQLite counts the pages of its file, and reads all of it for that.
     *
     * @return the tables of the model; none if the engine does not report their sizes
     */
    public List<TableSize> tableSizes() {
        return store.tableSizes().stream()
                .map(table -> new TableSize(table.table(), table.rows(), table.indexes()))
                .toList();
    }

    /**
     * Returns the state of the connection pool at this moment. Costs no round trip.
     *
     * @return the pool; empty if the database was opened by a {@code DataSource}
     */
    public Optional<PoolState> pool() {
        return store.source().pool().map(pool -> new PoolState(pool.size(), pool.open(), pool.inUse(), pool.waiting()));
    }

    /**
     * Returns the numbers of commits, retries and unknown outcomes since the database was opened.
     *
     * @return the counts as they are now
     */
    public Counters counters() {
        return Counters.of(store.counters());
    }

    private static OpeningSettings inside(Settings settings) {
        return Insides.of(Settings.class, settings, OpeningSettings.class);
    }
}
