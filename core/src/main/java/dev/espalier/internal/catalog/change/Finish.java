package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.IN_USE;
import static dev.espalier.error.ErrorCode.STILL_USED;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.CatalogLock;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.DroppedName.Occasion;
import dev.espalier.internal.catalog.tables.Drops;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.ProgramLease;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.NameList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Drops what a model has no more. If tables are not dropped in transactions, the catalog first forgets what goes and remembers that it is still to be
 * dropped, in one transaction; whoever opens the database next completes an interrupted finish.
 */
public final class Finish {

    private final ConnectionSource source;
    private final Session session;
    private final Place place;
    private final ChangePlanner planner;
    private final boolean isForced;

    /**
     * Drops what a model has no more.
     *
     * @param isForced whether to do so while programs are open that know some of it
     * @throws SchemaException {@code in-use} if they are and it is not forced; {@code still-used} if objects that stay would be damaged; those of
     *     {@link #plan(ConnectionSource, Session, Wanted)}; nothing was dropped
     */
    public static FinishPlan run(ConnectionSource source, Wanted wanted, boolean isForced) {
        try (Session session = source.writer()) {
            return new Finish(source, session, ChangePlanner.of(source, session, wanted), isForced).run();
        }
    }

    /**
     * Plans a finish, and drops nothing.
     *
     * @throws SchemaException {@code schema-change} if the database does not have all that the model has; {@code renamed} or {@code model-mismatch} if it
     *     does not fit
     */
    public static FinishPlan plan(ConnectionSource source, Session session, Wanted wanted) {
        return plan(session, ChangePlanner.of(source, session, wanted), Found.read(session), source.place());
    }

    /** @param isForced whether programs that are open and know what goes are disregarded */
    private Finish(ConnectionSource source, Session session, ChangePlanner planner, boolean isForced) {
        this.source = source;
        this.session = session;
        this.place = source.place();
        this.planner = planner;
        this.isForced = isForced;
    }

    /** Drops it, and returns what was dropped. */
    private FinishPlan run() {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try {
                return source.engine().definesInTransactions() ? inTransaction() : underLock();
            } catch (EspalierException e) {
                if (session.isLost() || !Retries.isCurable(e)) {
                    throw e;
                }
                session.rollback();
                retries.pause(e);
            }
        }
    }

    private FinishPlan inTransaction() {
        new CatalogLock(source, session).beginWith(source.lockWait());
        FinishPlan plan = checked(Found.read(session));
        CatalogTables.write(session, plan.before(), plan.after());
        Drops.perform(session, plan.drops(), place, () -> {});
        session.commit();
        return plan;
    }

    private FinishPlan underLock() {
        CatalogLock lock = new CatalogLock(source, session);
        lock.hold(source.lockWait());
        try {
            AnnouncedChanges.completePending(source, session);
            Found found = Found.read(session);
            List<Drop> left = found.catalog().drops();
            if (!left.isEmpty()) {
                Drops.perform(session, left, place, () -> {});
                Drops.finished(session, left);
                found = Found.read(session);
            }
            FinishPlan plan = checked(found);
            if (!plan.isDone()) {
                drop(plan);
            }
            return plan;
        } finally {
            lock.release();
        }
    }

    private void drop(FinishPlan plan) {
        session.beginWrite();
        CatalogTables.write(session, plan.before(), plan.after());
        CatalogTables.putDrops(session, plan.drops());
        session.commit();
        boolean[] hasDropped = new boolean[1];
        try {
            Drops.perform(session, plan.drops(), place, () -> hasDropped[0] = true);
        } catch (EspalierException e) {
            if (!hasDropped[0] && !session.isLost()) {
                putBack(plan); // the account may not drop anything, for example
            }
            throw e;
        }
        if (!plan.drops().isEmpty()) {
            Drops.finished(session, plan.drops());
        }
    }

    /** The catalog as before: nothing was dropped. */
    private void putBack(FinishPlan plan) {
        session.rollback();
        session.beginWrite();
        Description written = plan.after();
        CatalogTables.write(session, written, plan.before());
        CatalogTables.putDrops(session, List.of());
        session.commit();
    }

    private static FinishPlan plan(Session session, ChangePlanner planner, Found found, Place place) {
        OpeningPlan opening =
                !found.catalog().isDescribed() ? null : planner.plan(found, new StoredFacts(session), Made.NOTHING);
        Occasion occasion = new Occasion(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                ProgramLease.self().replace('\\', '/').replace(';', ',')); // which scripts cannot write
        return FinishPlanner.plan(session.dialect(), place, found, opening, new StoredFinishFacts(session), occasion);
    }

    private FinishPlan checked(Found found) {
        FinishPlan plan = plan(session, planner, found, place);
        if (!plan.refusals().isEmpty()) {
            throw new SchemaException(
                    STILL_USED,
                    place + ": nothing was dropped:\n  " + NameList.lines(plan.refusals())
                            + "\nDelete these objects, or give them another value");
        }
        if (!isForced && !plan.programs().isEmpty()) {
            throw new SchemaException(
                    IN_USE,
                    place + ": nothing was dropped: these programs know what would be dropped:\n  "
                            + NameList.lines(plan.programs().stream()
                                    .map(ProgramRows.Row::described)
                                    .toList())
                            + "\nStop them; SchemaAdmin.programs() and the command schema programs name their hosts. Or finish by force");
        }
        return plan;
    }
}
