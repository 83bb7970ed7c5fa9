package dev.espalier.internal.catalog.copy;

import static dev.espalier.error.ErrorCode.COPY_RUNNING;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.FOREIGN_TABLES;
import static dev.espalier.error.ErrorCode.LOAD_LOST;
import static dev.espalier.error.ErrorCode.NOT_EMPTY;
import static dev.espalier.error.ErrorCode.TOO_MANY_INDEXES;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.RowSize;
import dev.espalier.internal.catalog.index.MissingIndexes;
import dev.espalier.internal.catalog.tables.CatalogLock;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Heartbeat;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.lease.Fence;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.LoadPurpose;
import dev.espalier.internal.lease.LoadRows;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Delete;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database that is being filled with the contents of another one. Until the end, the rows of the catalog that make it a database have names that begin
 * otherwise: so no program opens it, and a later attempt finds out what was begun. The end is one transaction. Safe for any number of threads.
 *
 * <p>The rows -1, -2 ... of {@link SystemTables#LOADS} are its leases, one for each sender, so that senders do not wait for each other.
 */
public final class CopyTarget implements Fence, AutoCloseable {

    /** How long a process that does not show itself counts as alive. A paused one finds out at its next COMMIT that it has lost the lease. */
    private static final long LEASE_MILLIS = 15_000;

    private static final Duration RENEWED_EVERY = Duration.ofSeconds(3);
    private static final int LEASES = 8;
    private static final Logger LOG = LoggerFactory.getLogger(CopyTarget.class);

    private final ConnectionSource source;
    private final Contents contents;
    private final String name = UUID.randomUUID().toString();
    private final boolean isResumed;
    private final Heartbeat heartbeat;

    private CopyTarget(ConnectionSource source, Contents contents, Consumer<String> onWait) {
        this.source = source;
        this.contents = contents;
        this.isResumed = begin(onWait);
        createTables();
        heartbeat = new Heartbeat("espalier-copy-heartbeat", RENEWED_EVERY, this::renew);
    }

    /**
     * Takes a database without objects, or one that an earlier attempt has begun to fill with the same contents.
     *
     * @param onWait receives a line for each wait
     * @throws SchemaException {@code not-empty}, {@code foreign-tables}, {@code copy-running}, {@code row-too-large}, {@code too-many-indexes} or {@code unique-bytes}; nothing was changed
     */
    public static CopyTarget of(ConnectionSource source, Contents contents, Consumer<String> onWait) {
        return new CopyTarget(source, contents, onWait);
    }

    /**
     * Whether the database is whole and has the same model already.
     *
     * @throws SchemaException {@code not-empty} if it is whole and has another one
     */
    public static boolean hasSameModel(Session session, Contents contents, Place place) {
        Found found = Found.readUnfinished(session);
        if (!found.catalog().isDescribed() && !found.catalog().isAnnounced()) {
            return false;
        }
        Description standing = found.catalog().isDescribed() ? found.catalog().described(place) : Description.NONE;
        if (!isSame(standing, contents.description())) {
            throw new SchemaException(
                    NOT_EMPTY,
                    place
                            + ": found a database with another model; expected one without objects. Name another database");
        }
        return true;
    }

    /** The list of what was dropped, and the indexes, may differ. */
    private static boolean isSame(Description one, Description other) {
        return one.tables().equals(other.tables())
                && one.javaNames().equals(other.javaNames())
                && one.numbered().equals(other.numbered());
    }

    /** Whether an earlier attempt has begun. */
    public boolean isResumed() {
        return isResumed;
    }

    // ---- the beginning

    private boolean begin(Consumer<String> onWait) {
        long seen = -1;
        while (true) {
            try (Session session = source.writer()) {
                Found before = Found.readUnfinished(session);
                if (!before.tables().contains(SystemTables.META.name())) {
                    refuseUnfit(session, before); // before anything is made in a database of others
                }
                SystemTables.ALL.forEach(table -> session.dialect()
                        .render(new Definition.CreateTable(table))
                        .forEach(session::execute));
                Found found = Found.readUnfinished(session);
                refuseOther(found);
                List<LoadRows.Row> leases = LoadRows.of(session, null);
                if (leases.isEmpty()) {
                    boolean isResumed = found.catalog().copied(source.place()) != null;
                    if (!isResumed) {
                        refuseUnfit(session, found);
                    }
                    announce(session);
                    source.adopt(session);
                    return isResumed;
                }
                long touched =
                        leases.stream().mapToLong(LoadRows.Row::touched).max().orElseThrow();
                if (seen >= 0 && touched != seen) {
                    throw new SchemaException(
                            COPY_RUNNING,
                            source.place()
                                    + ": found another process that copies or imports into it; expected none. Wait for its end");
                }
                long left = touched + LEASE_MILLIS - LoadRows.now(session);
                if (left <= 0) {
                    takeOver(session, leases.get(0).load(), touched);
                } else if (seen < 0) {
                    onWait.accept("another process copied into " + source.place() + " " + (LEASE_MILLIS - left) / 1_000
                            + " s ago; waiting " + (left / 1_000 + 1) + " s for its end");
                }
                seen = touched;
            } catch (EspalierException e) {
                if (e.errorCode() != DUPLICATE) { // another process has announced itself at the same time
                    throw e;
                }
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException(
                    dev.espalier.error.ErrorCode.INTERRUPTED, "interrupted while another copy was waited for", e);
        }
    }

    private void refuseOther(Found found) {
        boolean isWhole = found.catalog().isDescribed() || found.catalog().isAnnounced();
        Description begun = found.catalog().copied(source.place());
        if (isWhole) {
            throw new SchemaException(
                    NOT_EMPTY,
                    source.place()
                            + ": found a database of Espalier; expected one without objects. Name another database");
        }
        if (begun != null && !begun.equals(contents.description())) {
            throw new SchemaException(
                    NOT_EMPTY,
                    source.place()
                            + ": found the unfinished copy of a database with another model; expected a database without objects."
                            + " Complete that copy, or drop its tables");
        }
    }

    private void refuseUnfit(Session session, Found found) {
        refuseForeign(session, found);
        chosenIndexes();
        sizes().refuse(contents.tables().values().stream().map(Table::name).toList());
    }

    private void refuseForeign(Session session, Found found) {
        Set<String> wanted = contents.tables().values().stream()
                .map(table -> Layout.lower(table.name()))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> present = new TreeSet<>(Listing.takenNames(session));
        found.tables().forEach(table -> present.add(Layout.lower(table)));
        wanted.retainAll(present);
        if (!wanted.isEmpty()) {
            throw new SchemaException(
                    FOREIGN_TABLES,
                    source.place() + ": there are tables or views already that were not made by Espalier: "
                            + NameList.of(wanted) + "; expected none. Name another database or schema");
        }
    }

    /** Two copies that do so meet at the primary keys of the leases. Programs that open the database keep off: one may have made its tables since the catalog was read. */
    private void announce(Session session) {
        CatalogLock lock = new CatalogLock(source, session);
        boolean inTransaction = session.engine().definesInTransactions();
        if (inTransaction) {
            lock.beginWith(source.lockWait());
        } else {
            lock.hold(source.lockWait());
        }
        try {
            if (!inTransaction) {
                session.beginWrite();
            }
            refuseOther(Found.readUnfinished(session));
            insertLeases(session);
            CatalogTables.beginCopy(session, contents.description());
            session.commit();
        } finally {
            lock.release();
        }
    }

    private void insertLeases(Session session) {
        for (int i = 1; i <= LEASES; i++) {
            LoadRows.insert(session, -i, 1, name, LoadPurpose.COPY);
        }
    }

    private static void takeOver(Session session, String dead, long touched) {
        session.beginWrite();
        List<LoadRows.Row> locked = LoadRows.locked(session, LoadRows.of(session, dead));
        if (locked.stream().allMatch(row -> row.touched() <= touched)) {
            LoadRows.delete(session, dead);
        }
        session.commit();
    }

    private void createTables() {
        try (Session session = source.writer()) {
            Set<String> present =
                    Listing.tables(session).stream().map(Layout::lower).collect(Collectors.toSet());
            session.engine().sessions().requireStrictTables(session.connection());
            // One flush to the disk instead of one for each table.
            boolean inTransaction = session.engine().definesInTransactions();
            if (inTransaction) {
                session.beginWrite();
            }
            contents.tables().values().stream()
                    .filter(table -> !present.contains(Layout.lower(table.name())))
                    .forEach(table -> sizes().define(
                                    table,
                                    () -> session.dialect()
                                            .render(new Definition.CreateTable(table))
                                            .forEach(session::execute)));
            if (inTransaction) {
                session.commit();
            }
        } catch (SQLException e) {
            throw source.translate(e, "making the tables");
        }
    }

    private RowSize sizes() {
        return new RowSize(source.dialect(), source.place(), contents.description());
    }

    // ---- the lease

    private void renew() {
        try (Session session = source.writer()) {
            session.beginWrite();
            LoadRows.touch(session, name);
            session.commit();
        }
    }

    @Override
    public void check(Session session, int sender) {
        long lease = -1L - sender % LEASES;
        if (LoadRows.locked(session, lease, name, RowLock.REFER) == null) {
            throw lost();
        }
        if (!session.dialect().limits().parallelWriters() || session.engine().certifiesWrites()) {
            LoadRows.touch(session, lease);
        }
    }

    private DatabaseException lost() {
        return new DatabaseException(
                LOAD_LOST,
                source.place() + ": another process has taken over the copy, because this one had not shown itself for "
                        + LEASE_MILLIS / 1_000 + " s. That process completes it");
    }

    // ---- rows

    /** Deletes all rows of a table. */
    public void clear(Table table) {
        try (Session session = source.writer()) {
            session.beginWrite();
            session.update(session.dialect().render(new Delete(table, null)));
            check(session, 0);
            session.commit();
        }
    }

    // ---- the end

    private List<Index> chosenIndexes() {
        String level = contents.description().level();
        boolean both = level.equals("both");
        if (!source.dialect().hasUniqueBytes()) {
            IndexChoice.refuseUniqueBytes(contents.schema(), source.dialect().name());
        }
        IndexChoice choice = IndexChoice.of(
                contents.schema(),
                both || level.equals("values"),
                both || level.equals("relations"),
                source.dialect().limits().indexesPerTable());
        if (!choice.left().isEmpty()) {
            throw new SchemaException(
                    TOO_MANY_INDEXES,
                    source.place() + ": found " + choice.left().size()
                            + " indexes for which a table of this engine has no room; expected none."
                            + " Change the index level of the other database first: espalier schema apply --indexes");
        }
        return choice.chosen();
    }

    /** The indexes that the database should have, by their tables; each list is built by {@link #build}. */
    public List<List<Index>> indexes() {
        return List.copyOf(chosenIndexes().stream()
                .collect(Collectors.groupingBy(index -> index.table().name().toLowerCase(Locale.ROOT)))
                .values());
    }

    /** Builds indexes of one table; those that stand stay. */
    public void build(List<Index> indexes) {
        define(session -> MissingIndexes.build(session, indexes.get(0).table(), indexes));
    }

    /** Updates the statistics of the planner. */
    public void analyze(Collection<Table> tables) {
        define(session ->
                tables.forEach(table -> session.execute(source.dialect().analyze(table))));
    }

    /** If definitions are part of transactions, the lease is renewed in the same one: nobody can take it before. */
    private void define(Consumer<Session> work) {
        try (Session session = source.bulkSession();
                ConnectionSource.Turn turn = source.turnToWrite()) {
            boolean inTransaction = session.engine().definesInTransactions();
            if (inTransaction) {
                session.beginWrite();
            }
            work.accept(session);
            if (inTransaction) {
                check(session, 0);
                session.commit();
            }
        }
    }

    /** Makes it a database, in one transaction. */
    public void end() {
        heartbeat.close();
        try (Session session = source.writer()) {
            session.beginWrite();
            if (LoadRows.locked(session, LoadRows.of(session, name)).isEmpty()) {
                throw lost();
            }
            CatalogTables.endCopy(session, contents.description());
            Ids.restart(session, contents.nextId());
            LoadRows.delete(session, name);
            session.commit();
        }
    }

    /** Gives up the lease, so that the next attempt need not wait for its end. What was copied stays for it. */
    @Override
    public void close() {
        heartbeat.close();
        Workers.evenIfInterrupted(this::removeOwnLeases);
    }

    private void removeOwnLeases() {
        try (Session session = source.writer()) {
            session.beginWrite();
            LoadRows.delete(session, name);
            session.commit();
        } catch (RuntimeException e) {
            LOG.debug("the lease of the copy ends by itself", e);
        }
    }
}
