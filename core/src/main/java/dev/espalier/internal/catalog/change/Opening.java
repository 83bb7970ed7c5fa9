package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.FOREIGN_TABLES;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.index.IndexBuilder;
import dev.espalier.internal.catalog.index.MissingIndexes;
import dev.espalier.internal.catalog.tables.CatalogLock;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drops;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.ReadBack;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.catalog.tables.TableRows;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a database for a model. First checks, without a lock, whether the database has all that the model needs. If not, takes the definition lock,
 * checks again, and makes the changes. On engines that do not create tables in transactions, it first announces the changes in rows: a later opening
 * that finds such rows completes them before its own work, whatever its classes are. See docs/decisions/opening.md.
 */
public final class Opening {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** How often the same changes are announced if other programs may withdraw them. */
    private static final int ANNOUNCEMENTS_WITHOUT_LOCK = 10;

    private final ConnectionSource source;
    private final Session session;
    private final Dialect dialect;
    private final Place place;
    private final ChangePlanner planner;
    private final Facts facts;
    private final FillCheck check;
    private Made made = Made.NOTHING;
    /** The indexes that it is building; empty when it has built them. */
    private List<Index> building = List.of();
    /** The indexes whose building has failed because others built some of them. */
    private List<Index> builtByOthers = List.of();
    /** How often it has announced the same. */
    private int announcements;

    private @Nullable Description announcedBefore;
    /** Whether it has dropped what an interrupted finish has left. */
    private boolean hasTriedDrops;

    private final CatalogLock lock;
    private final SchemaWriter changes;
    private final AnnouncedChanges announced;

    public Opening(ConnectionSource source, Session session, ChangePlanner planner, FillCheck check) {
        this.source = source;
        this.session = session;
        this.dialect = session.dialect();
        this.place = source.place();
        this.planner = planner;
        this.facts = new StoredFacts(session);
        this.check = check;
        this.lock = new CatalogLock(source, session);
        this.changes = new SchemaWriter(source, session);
        this.announced = new AnnouncedChanges(source, session);
    }

    /**
     * Changes the database if it has to, and returns its final state.
     *
     * @return a plan of which {@link FillCheck} has something left, if that is found; then nothing was changed for it
     */
    public OpeningPlan run() {
        OpeningPlan seen = withoutLock();
        return seen == null ? alone() : seen;
    }

    /** Looks while others may work. Returns the plan if nothing has to be changed, or if there is something to check first; else null. */
    private @Nullable OpeningPlan withoutLock() {
        try {
            Found found = Found.read(session);
            if (!found.catalog().isDescribed()) {
                return null;
            }
            OpeningPlan plan = planned(found);
            boolean isInterrupted = isInterrupted(found);
            if (!isInterrupted) {
                return plan.isDone() || !check.isDone(plan) ? plan : null;
            }
            if (!plan.isDone()) {
                return null;
            }
            return source.engine().definesInTransactions() ? indexesDropped(found, plan) : completedIfFree(plan);
        } catch (SchemaException e) {
            // It may have looked between two statements of another: then there is nothing wrong when it looks alone.
            LOG.debug("looking again, alone: {}", e.getMessage());
            return null;
        }
    }

    private OpeningPlan alone() {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try {
                return source.engine().definesInTransactions() ? inTransaction() : underLock(source.lockWait());
            } catch (EspalierException e) {
                if (isBuiltMeanwhile()) {
                    continue;
                }
                // If there is no lock, two that write the same rows meet at one of them, or at the COMMIT of one. Those
                // of one process have a lock.
                if (e.errorCode() != CONFLICT
                        && !(e.errorCode() == DUPLICATE
                                && source.engine().certifiesWrites()
                                && !source.engine().isOneProcess())) {
                    throw e;
                }
                session.rollback();
                retries.pause(e);
            }
        }
    }

    private OpeningPlan planned(Found found) {
        return planner.plan(found, facts, made);
    }

    /** A bulk load that ends, or somebody with a plain client, builds indexes without the lock. In a transaction that fails the building of the same. */
    private boolean isBuiltMeanwhile() {
        if (building.isEmpty() || session.isLost()) {
            return false;
        }
        session.rollback();
        Set<String> standing = Listing.indexes(session);
        boolean isOneBuilt =
                !building.equals(builtByOthers) && building.stream().anyMatch(index -> Listing.stands(standing, index));
        builtByOthers = building;
        building = List.of();
        return isOneBuilt;
    }

    /** Whether a program works, or has died, between two statements. */
    private boolean isInterrupted(Found found) {
        return AnnouncedChanges.isAny(found) || !found.catalog().drops().isEmpty();
    }

    /** If tables are defined in transactions, only a change of the index level leaves anything to drop. Its program has the lock of builders, if it lives. */
    private OpeningPlan indexesDropped(Found found, OpeningPlan plan) {
        if (!found.catalog().drops().isEmpty() && IndexBuilder.lock(session)) {
            try {
                Drops.complete(session, found.catalog().drops(), place);
            } finally {
                IndexBuilder.unlock(session);
            }
        }
        return standing(plan.withoutStanding(), Listing.indexes(session));
    }

    /** Another opening has announced changes, and works or has died. This one has all that it needs, so it does not wait for the lock. */
    private OpeningPlan completedIfFree(OpeningPlan done) {
        try {
            return underLock(Duration.ZERO);
        } catch (EspalierException e) {
            if (!Retries.isCurable(e) || Retries.isLost(e)) {
                throw e;
            }
            session.rollback();
            return done;
        }
    }

    // ---- the lock

    private OpeningPlan inTransaction() {
        lock.beginWith(source.lockWait());
        Found found = Found.read(session);
        OpeningPlan plan = planned(found);
        if (!check.isDone(plan)) {
            session.rollback();
            return plan;
        }
        made = made.with(plan.missing(), plan.changes());
        RowSize sizes = new RowSize(dialect, place, plan.description());
        changes.create(plan.missing(), plan.missingIndexes(), sizes);
        changes.refuseForeign(plan.changes());
        Lockout.begin(session, plan.fills(), found, place);
        changes.change(plan.changes(), sizes);
        List<Index> later = apart(plan);
        OpeningPlan indexed = indexed(plan, later);
        if (!plan.isDescribed()) { // last: programs that write wait for who changes the catalog
            changes.write(plan.before(), plan.description());
        }
        session.commit();
        changes.keepRates();
        return later.isEmpty() ? indexed : indexedApart(indexed, later);
    }

    private OpeningPlan underLock(Duration wait) {
        lock.hold(wait);
        try {
            while (true) {
                Found found = Found.read(session);
                if (AnnouncedChanges.isAny(found)) {
                    announced.completeOrWithdraw(found);
                    continue;
                }
                if (!found.catalog().drops().isEmpty() && !hasTriedDrops) {
                    hasTriedDrops = true;
                    Drops.complete(session, found.catalog().drops(), place);
                    continue;
                }
                OpeningPlan plan = planned(found);
                if (!check.isDone(plan)) {
                    return plan;
                }
                if (!plan.missing().isEmpty() || !plan.changes().isEmpty()) {
                    changes.requireStrictTables();
                }
                RowSize sizes = new RowSize(dialect, place, plan.description());
                List<Table> ours = plan.missing().stream()
                        .filter(table -> !SystemTables.ALL.contains(table))
                        .toList();
                changes.create(
                        plan.missing().stream()
                                .filter(SystemTables.ALL::contains)
                                .toList(),
                        List.of(),
                        sizes);
                if (!ours.isEmpty() || !plan.changes().isEmpty()) {
                    made = made.with(ours, plan.changes());
                    changes.refuseForeign(plan.changes());
                    refuseRepetition(plan);
                    announced.announce(plan, () -> Lockout.begin(session, plan.fills(), found, place));
                    continue;
                }
                if (!plan.isDescribed()) {
                    session.beginWrite();
                    changes.write(plan.before(), plan.description());
                    session.commit();
                }
                return indexed(plan, buildingElsewhere(plan));
            }
        } finally {
            lock.release();
        }
    }

    /** Refuses to announce the same again: the plan after an announcement finds them done. Without a lock, another program may withdraw them a few times. */
    private void refuseRepetition(OpeningPlan plan) {
        announcements = plan.description().equals(announcedBefore) ? announcements + 1 : 1;
        announcedBefore = plan.description();
        if (announcements > (source.engine().certifiesWrites() ? ANNOUNCEMENTS_WITHOUT_LOCK : 1)) {
            throw ReadBack.differs(
                    "catalog",
                    "found without the changes that were made, expected with them: "
                            + String.join(", ", plan.description().differences(plan.before())));
        }
    }

    // ---- indexes

    /** The indexes that are built beside other programs, after the transaction. Unique ones are not: if two rows are equal, the opening changes nothing. */
    private List<Index> apart(OpeningPlan plan) {
        if (!dialect.buildsIndexesApart()) {
            return List.of();
        }
        List<Index> candidates = plan.missingIndexes().stream()
                .filter(index -> !index.unique() && !plan.missing().contains(index.table()))
                .toList();
        Set<String> invalid = candidates.isEmpty() ? Set.of() : MissingIndexes.invalid(session);
        Map<Table, Boolean> hasRows = new HashMap<>();
        return candidates.stream()
                .filter(index -> invalid.contains(Layout.lower(index.table().name() + "." + index.name()))
                        || hasRows.computeIfAbsent(index.table(), table -> TableRows.exist(session, table)))
                .toList();
    }

    private OpeningPlan indexedApart(OpeningPlan plan, List<Index> later) {
        try {
            if (!IndexBuilder.buildIfFree(session, later)) {
                LOG.info(
                        "{}: another program is building indexes; this one works without those that are missing",
                        place.url());
            }
        } catch (EspalierException e) {
            if (!canDoWithout(later, e)) {
                throw e;
            }
        }
        return standing(plan, Listing.indexes(session));
    }

    /** The indexes of tables from before while another program builds indexes: it builds these, too, or the next opening does. */
    private List<Index> buildingElsewhere(OpeningPlan plan) {
        List<Index> candidates = plan.missingIndexes().stream()
                .filter(index -> !index.unique() && !made.has(index.table()))
                .toList();
        if (candidates.isEmpty() || IndexBuilder.lock(session)) {
            if (!candidates.isEmpty()) {
                IndexBuilder.unlock(session);
            }
            return List.of();
        }
        return candidates;
    }

    private OpeningPlan indexed(OpeningPlan plan, List<Index> later) {
        List<Index> missing = plan.missingIndexes().stream()
                .filter(index -> !later.contains(index))
                .toList();
        if (missing.isEmpty()) {
            return plan;
        }
        building = missing;
        try {
            MissingIndexes.build(session, missing);
        } catch (EspalierException e) {
            if (!canDoWithout(missing, e)) {
                throw e;
            }
            building = List.of();
            return standing(plan, Listing.indexes(session));
        }
        building = List.of();
        Set<String> standing = Listing.indexes(session);
        List<String> taken = missing.stream()
                .filter(index -> !Listing.stands(standing, index))
                .map(Index::name)
                .toList();
        if (!taken.isEmpty()) {
            throw new SchemaException(
                    FOREIGN_TABLES,
                    place + ": the indexes " + NameList.of(taken)
                            + " could not be built: something else has these names; " + "expected none. Rename it");
        }
        return standing(plan, standing);
    }

    /** Whether the program works without the indexes, because a transaction keeps their tables locked: a later opening builds them. */
    private boolean canDoWithout(List<Index> missing, EspalierException e) {
        boolean can = e.errorCode() == LOCK_TIMEOUT
                && !session.inTransaction()
                && missing.stream().noneMatch(index -> index.unique() || made.has(index.table()));
        if (can) {
            LOG.warn("{}: this program works without indexes that are missing: {}", place.url(), e.getMessage());
        }
        return can;
    }

    private static OpeningPlan standing(OpeningPlan plan, Set<String> standing) {
        return new OpeningPlan(
                plan.schema(),
                plan.choice(),
                plan.before(),
                plan.description(),
                plan.provenDigest(),
                plan.missing(),
                plan.changes(),
                plan.schema().indexes(true, true).stream()
                        .filter(index -> Listing.stands(standing, index)
                                || plan.standing().contains(index))
                        .collect(Collectors.toSet()),
                plan.fills(),
                plan.known());
    }
}
