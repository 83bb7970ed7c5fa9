package dev.espalier.catalog;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.FOREIGN_TABLES;
import static dev.espalier.error.ErrorCode.LOST_ROW;

import dev.espalier.dialect.Dialect;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.SchemaException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Index;
import dev.espalier.schema.Table;
import dev.espalier.sql.Definition;
import dev.espalier.sql.Delete;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a database for a model. First checks, without a lock, whether the database has all that the model needs. If not, takes the definition lock,
 * checks again, and makes the changes. On engines that do not create tables in transactions, it first announces the changes in rows: a later opening
 * that finds such rows completes them before its own work, whatever its classes are. See docs/decisions/opening.md.
 */
final class Opening {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private final ConnectionSource source;
    private final Session session;
    private final Dialect dialect;
    private final String place;
    private final Planning planning;
    /** The indexes that it is building; empty when it has built them. */
    private List<Index> building = List.of();
    /** Whether it has announced changes of its own. */
    private boolean hasAnnounced;
    /** Whether it has dropped what an interrupted finish has left. */
    private boolean hasTriedDrops;
    private final CatalogLock lock;

    Opening(ConnectionSource source, Session session, Planning planning) {
        this.source = source;
        this.session = session;
        this.dialect = session.dialect();
        this.place = source.place();
        this.planning = planning;
        this.lock = new CatalogLock(source, session);
    }

    /** Changes the database where needed, and returns its final state. */
    OpeningPlan run() {
        try {
            Meta found = Meta.read(session);
            if (found.row(Meta.MODEL) != null) {
                OpeningPlan plan = planning.plan(found);
                if (plan.isDone()) {
                    return !isInterrupted(found) ? plan : source.engine().definesInTransactions() ? indexesDropped(found, plan) : completedIfFree(plan);
                }
            }
        } catch (SchemaException e) {
            LOG.debug("looking again, alone: {}", e.getMessage()); // it may have looked between two statements of another
        }
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try {
                return source.engine().definesInTransactions() ? inTransaction() : underLock(source.lockWait());
            } catch (EspalierException e) {
                if (isBuiltMeanwhile()) {
                    continue;
                }
                // Where there is no lock, two that write the same rows meet at one of them, or at the COMMIT of one.
                if (e.errorCode() != CONFLICT && !(e.errorCode() == DUPLICATE && source.engine().certifiesWrites())) {
                    throw e;
                }
                session.rollback();
                retries.pause(e);
            }
        }
    }

    /** A bulk load that ends, or somebody with a plain client, builds indexes without the lock. In a transaction that fails the building of the same. */
    private boolean isBuiltMeanwhile() {
        if (building.isEmpty() || session.isLost()) {
            return false;
        }
        session.rollback();
        Set<String> standing = Meta.indexes(session);
        boolean isOneBuilt = building.stream().anyMatch(index -> Meta.stands(standing, index));
        building = List.of();
        return isOneBuilt;
    }

    /** Whether a program works, or has died, between two statements. */
    private boolean isInterrupted(Meta found) {
        return !next(found).isEmpty() || found.row(Meta.DROPS) != null;
    }

    /** Where tables are defined in transactions, only a change of the index level leaves anything to drop. Its program has the lock of builders, if it lives. */
    private OpeningPlan indexesDropped(Meta found, OpeningPlan plan) {
        if (found.row(Meta.DROPS) != null && IndexBuilder.lock(session)) {
            try {
                Drops.complete(session, found.row(Meta.DROPS), place);
            } finally {
                IndexBuilder.unlock(session);
            }
        }
        return standing(plan.withoutStanding(), Meta.indexes(session));
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

    /** Writes down that all objects have these attributes. */
    void filled(List<Fill> fills) {
        if (source.engine().definesInTransactions()) {
            lock.beginWith(source.lockWait());
        } else {
            lock.hold(source.lockWait());
        }
        try {
            Meta found = Meta.read(session);
            if (!next(found).isEmpty()) {
                complete(found);
                found = Meta.read(session);
            }
            StoredAttributes attributes = StoredAttributes.parse(found.row(Meta.ATTRIBUTES));
            fills.forEach(fill -> attributes.putOrigin(fill.className(), fill.path(), attributes.find(fill.className(), fill.path()).from(), true));
            if (!source.engine().definesInTransactions()) {
                session.beginWrite();
            }
            Meta.put(session, Map.of(Meta.ATTRIBUTES, attributes.text()));
            session.commit();
        } finally {
            lock.release();
        }
    }

    // ---- the lock

    private OpeningPlan inTransaction() {
        lock.beginWith(source.lockWait());
        OpeningPlan plan = planning.checked(Meta.read(session));
        planning.created(plan.missing());
        plan.missing().forEach(table -> create(table));
        refuseForeign(plan.changes());
        change(plan.changes());
        write(plan.rows());
        List<Index> later = apart(plan);
        plan = indexed(plan, later);
        session.commit();
        return later.isEmpty() ? plan : indexedApart(plan, later);
    }

    private OpeningPlan underLock(Duration wait) {
        lock.hold(wait);
        try {
            while (true) {
                Meta found = Meta.read(session);
                if (!next(found).isEmpty()) {
                    completeOrWithdraw(found);
                    continue;
                }
                if (found.row(Meta.DROPS) != null && !hasTriedDrops) {
                    hasTriedDrops = true;
                    Drops.complete(session, found.row(Meta.DROPS), place);
                    continue;
                }
                OpeningPlan plan = planning.checked(found);
                List<Table> ours = plan.missing().stream().filter(table -> !SystemTables.ALL.contains(table)).toList();
                plan.missing().stream().filter(SystemTables.ALL::contains).forEach(table -> create(table));
                if (!ours.isEmpty() || plan.changes().stream().anyMatch(change -> !(change instanceof SchemaChange.SetDefault))) {
                    planning.created(ours);
                    refuseForeign(plan.changes());
                    announce(plan);
                    continue;
                }
                change(plan.changes());
                if (!plan.rows().isEmpty()) {
                    session.beginWrite();
                    write(plan.rows());
                    session.commit();
                }
                return indexed(plan, buildingElsewhere(plan));
            }
        } finally {
            lock.release();
        }
    }

    // ---- changes

    /** The rows that an opening has announced and not written yet. */
    static Map<String, String> next(Meta found) {
        return found.rows().entrySet().stream().filter(row -> row.getKey().startsWith(Meta.NEXT))
                .collect(Collectors.toMap(row -> row.getKey().substring(Meta.NEXT.length()), Map.Entry::getValue));
    }

    private void announce(OpeningPlan plan) {
        session.beginWrite();
        Meta.put(session, plan.rows().entrySet().stream().collect(Collectors.toMap(row -> Meta.NEXT + row.getKey(), Map.Entry::getValue)));
        session.commit();
        hasAnnounced = true;
    }

    /** Completes what other openings have announced, under the lock of the catalog. Plans nothing. */
    static void completePending(ConnectionSource source, Session session) {
        Meta found = Meta.read(session);
        while (!next(found).isEmpty()) {
            new Opening(source, session, null).completeOrWithdraw(found);
            found = Meta.read(session);
        }
    }

    /**
     * Completes announced changes. Changes that the database refuses, for example because the account may not change tables, are withdrawn: other programs
     * could not open the database otherwise. It is an error for the opening that wants them.
     */
    private void completeOrWithdraw(Meta found) {
        try {
            complete(found);
        } catch (EspalierException e) {
            if (session.isLost() || e.retryable() || e instanceof SchemaException) {
                throw e;
            }
            session.rollback();
            withdraw(found);
            if (hasAnnounced) {
                throw e;
            }
            LOG.warn("{}: withdrew changes of another program, which the database refuses: {}", place, e.getMessage());
        }
    }

    /** Drops what was made of announced changes, then the announcement. Columns that have been changed already hold more than they need to. */
    private void withdraw(Meta found) {
        Map<String, Table> before = StoredModel.tables(Objects.requireNonNullElse(found.row(Meta.MODEL), ""));
        Map<String, Set<String>> present = Layout.present(session);
        StoredModel.tables(next(found).get(Meta.MODEL)).forEach((subject, table) -> {
            Set<String> columns = present.getOrDefault(Layout.lower(table.name()), Set.of());
            if (before.containsKey(subject)) {
                List<String> old = before.get(subject).columns().stream().map(Column::name).toList();
                table.columns().stream().filter(column -> !old.contains(column.name()) && columns.contains(Layout.lower(column.name())))
                        .forEach(column -> IndexedTable.change(session, table, () -> dialect.render(new Definition.DropColumn(table, column)).forEach(session::execute)));
            } else if (!columns.isEmpty() && !Catalog.hasRows(session, table)) {
                dialect.render(new Definition.DropTable(table)).forEach(session::execute);
            }
        });
        session.beginWrite();
        next(found).keySet().forEach(row -> Meta.delete(session, Meta.NEXT + row));
        session.commit();
    }

    /** Refuses columns of wanted names that are not Espalier's. */
    private void refuseForeign(List<SchemaChange> changes) {
        Map<String, Set<String>> present = changes.isEmpty() ? Map.of() : Layout.present(session);
        List<String> foreign = changes.stream().filter(change -> isPresent(change, present)).map(change -> change.planned(dialect).description()).toList();
        if (!foreign.isEmpty()) {
            throw new SchemaException(FOREIGN_TABLES, place + ": there are columns already that were not made by Espalier: " + String.join(", ", foreign)
                    + "; expected none. Rename or drop them");
        }
    }

    private static boolean isPresent(SchemaChange change, Map<String, Set<String>> present) {
        return change instanceof SchemaChange.AddColumn add
                && present.getOrDefault(Layout.lower(add.table().name()), Set.of()).contains(Layout.lower(add.column().name()));
    }

    /** Completes announced changes. Without a lock, another opening may do the same at the same time. */
    private void complete(Meta found) {
        Map<String, String> next = next(found);
        String wanted = next.get(Meta.MODEL);
        if (wanted == null) {
            throw new SchemaException(LOST_ROW, place + ": found no row '" + Meta.NEXT + Meta.MODEL + "' in " + SystemTables.META.name()
                    + ", but others of its kind; expected all of them or none. Delete those whose names begin with '" + Meta.NEXT + "'");
        }
        Set<String> before = StoredModel.tables(Objects.requireNonNullElse(found.row(Meta.MODEL), "")).values().stream().map(Table::name).collect(Collectors.toSet());
        if (found.row(Meta.MODEL) != null) { // first: they may be refused
            change(SchemaChange.between(found.row(Meta.MODEL), wanted, StoredAttributes.parse(found.row(Meta.ATTRIBUTES)), StoredAttributes.parse(next.get(Meta.ATTRIBUTES))));
        }
        StoredModel.tables(wanted).values().stream().filter(table -> !before.contains(table.name()) && !found.has(table))
                .forEach(table -> create(table));
        session.beginWrite();
        boolean isStillToDo = Meta.delete(session, Meta.NEXT + Meta.MODEL, wanted);
        if (isStillToDo) {
            next.keySet().forEach(row -> Meta.delete(session, Meta.NEXT + row));
            write(next);
        }
        session.commit();
    }

    /** In the transaction that is open. */
    private void write(Map<String, String> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Meta.put(session, rows);
        if (rows.containsKey(Meta.FORMAT)) {
            Meta.delete(session, Meta.CREATING);
            session.update(dialect.render(new Delete(SystemTables.IDS, null)));
            Ids.insert(session, 1);
        }
        LOG.debug("changed the rows {} in {}", rows.keySet(), place);
    }

    /** The indexes that are built beside other programs, after the transaction. Unique ones are not: where two rows are equal, the opening changes nothing. */
    private List<Index> apart(OpeningPlan plan) {
        if (!dialect.buildsIndexesApart()) {
            return List.of();
        }
        List<Index> candidates = plan.missingIndexes().stream().filter(index -> !index.unique() && !plan.missing().contains(index.table())).toList();
        Set<String> invalid = candidates.isEmpty() ? Set.of() : MissingIndexes.invalid(session);
        Map<Table, Boolean> hasRows = new HashMap<>();
        return candidates.stream().filter(index -> invalid.contains(Layout.lower(index.table().name() + "." + index.name()))
                || hasRows.computeIfAbsent(index.table(), table -> Catalog.hasRows(session, table))).toList();
    }

    private OpeningPlan indexedApart(OpeningPlan plan, List<Index> later) {
        if (!IndexBuilder.buildIfFree(session, later)) {
            LOG.info("{}: another program is building indexes; this one works without those that are missing", place);
        }
        return standing(plan, Meta.indexes(session));
    }

    /** The indexes of tables from before while another program builds indexes: it builds these, too, or the next opening does. */
    private List<Index> buildingElsewhere(OpeningPlan plan) {
        List<Index> candidates = plan.missingIndexes().stream().filter(index -> !index.unique() && !planning.hasCreated(index.table())).toList();
        if (candidates.isEmpty() || IndexBuilder.lock(session)) {
            if (!candidates.isEmpty()) {
                IndexBuilder.unlock(session);
            }
            return List.of();
        }
        return candidates;
    }

    private OpeningPlan indexed(OpeningPlan plan, List<Index> later) {
        List<Index> missing = plan.missingIndexes().stream().filter(index -> !later.contains(index)).toList();
        if (missing.isEmpty()) {
            return plan;
        }
        building = missing;
        missing.stream().collect(Collectors.groupingBy(Index::table)).forEach((table, ofTable) -> MissingIndexes.build(session, table, ofTable));
        building = List.of();
        Set<String> standing = Meta.indexes(session);
        List<String> taken = missing.stream().filter(index -> !Meta.stands(standing, index)).map(Index::name).toList();
        if (!taken.isEmpty()) {
            throw new SchemaException(FOREIGN_TABLES, place + ": the indexes " + String.join(", ", taken) + " could not be built: something else has these names; "
                    + "expected none. Rename it");
        }
        return standing(plan, standing);
    }

    private static OpeningPlan standing(OpeningPlan plan, Set<String> standing) {
        return new OpeningPlan(plan.schema(), plan.choice(), plan.rows(), plan.missing(), plan.changes(),
                plan.schema().indexes(true, true).stream().filter(index -> Meta.stands(standing, index) || plan.standing().contains(index)).collect(Collectors.toSet()), plan.fills(), plan.known());
    }

    /** Makes changes that may have been made already, all or in part. */
    private void change(List<SchemaChange> changes) {
        Map<String, Set<String>> present = changes.isEmpty() ? Map.of() : Layout.present(session);
        for (SchemaChange change : changes) {
            if (!isPresent(change, present)) {
                if (change instanceof SchemaChange.ChangeColumn column) {
                    IndexedTable.change(session, column.table(), () -> make(change));
                } else {
                    make(change);
                }
            }
        }
    }

    private void make(SchemaChange change) {
        try {
            change.statements(dialect).forEach(statement -> {
                LOG.info("{}: {}", place, statement.text());
                if (statement.binds().isEmpty()) {
                    session.execute(statement.text());
                } else {
                    session.update(statement);
                }
            });
        } catch (EspalierException e) {
            // Where there is no lock, another opening may have added the column meanwhile.
            if (session.isLost() || source.engine().definesInTransactions() || !isPresent(change, Layout.present(session))) {
                throw e;
            }
        }
    }

    private void create(Table table) {
        dialect.render(new Definition.CreateTable(table)).forEach(session::execute);
    }
}
