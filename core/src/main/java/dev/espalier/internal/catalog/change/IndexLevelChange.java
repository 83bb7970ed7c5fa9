package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.LOAD_RUNNING;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.internal.catalog.index.IndexBuilder;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.index.MissingIndexes;
import dev.espalier.internal.catalog.tables.CatalogLock;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.DescribedSchema;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.Drop.Kind;
import dev.espalier.internal.catalog.tables.Drops;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.engine.DefinitionLock;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Changes the index level of a database that has objects, for all of its classes. The level is written first, together with the indexes that are to be
 * dropped; then these are dropped, and those that are missing are built. If the program dies meanwhile, whoever opens the database next does the rest:
 * an opening drops what is still to be dropped, and builds what its level lacks.
 */
public final class IndexLevelChange {

    private final ConnectionSource source;
    private final Session session;
    private final Indexing level;
    private final Nodes nodes;

    /** The digest of the catalog for which the change was planned. */
    private String plannedDigest = "";

    private IndexLevelChange(ConnectionSource source, Session session, Indexing level, Nodes nodes) {
        this.source = source;
        this.session = session;
        this.level = level;
        this.nodes = nodes;
    }

    /** The description before and after the change, the indexes to drop, and the indexes to build. */
    private record Change(Description before, Description after, List<Drop> drops, List<Index> missing) {}

    /**
     * Changes the level.
     *
     * @param nodes the objects of the classes in the catalog
     */
    public static void run(ConnectionSource source, Indexing level, Nodes nodes) {
        try (Session session = source.definer()) {
            IndexLevelChange change = new IndexLevelChange(source, session, level, nodes);
            if (source.engine().indexBuilds() == DefinitionLock.NONE) {
                if (source.engine().definesInTransactions()) {
                    change.tableByTable();
                } else {
                    change.alone();
                }
                return;
            }
            IndexBuilder.lock(session, source);
            try {
                change.besideOthers();
            } finally {
                IndexBuilder.unlock(session);
            }
        }
    }

    /**
     * Builds the indexes of an engine in which a transaction that changes tables keeps all others from writing. Each table has a transaction of its own, so
     * that the others write in between, and so that the log, from which the indexes are copied to the database, stays small.
     */
    private void tableByTable() {
        Rates.Meter meter = new Rates.Meter(Rates.Kind.INDEX);
        Change change = planned();
        List<Map.Entry<Table, List<Index>>> left =
                new ArrayList<>(IndexBuilder.byTable(change.missing()).entrySet());
        while (!left.isEmpty()) {
            Map.Entry<Table, List<Index>> next = left.remove(left.size() - 1);
            boolean isPlanned;
            try (ConnectionSource.Turn turn = source.turnToWrite()) {
                new CatalogLock(source, session).beginWith(source.lockWait());
                if (!level.name().equals(CatalogTables.level(session))) {
                    session.rollback();
                    return; // another program has changed the level meanwhile, and builds what that one needs
                }
                isPlanned = plannedDigest.equals(CatalogTables.digest(session));
                if (isPlanned) {
                    meter.measure(
                            next.getKey(),
                            next.getValue().size(),
                            () -> MissingIndexes.build(session, next.getKey(), next.getValue()));
                    session.commit();
                } else {
                    session.rollback();
                }
            }
            if (!isPlanned) { // another program has changed the tables
                change = planned();
                left = new ArrayList<>(IndexBuilder.byTable(change.missing()).entrySet());
            }
        }
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            meter.keep(session);
        }
    }

    /** Writes the level, and drops what it lacks, in one transaction. */
    private Change planned() {
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            new CatalogLock(source, session).beginWith(source.lockWait());
            Change change = plan(Found.read(session));
            CatalogTables.write(session, change.before(), change.after());
            Drops.perform(session, change.drops(), source.place(), () -> {});
            CatalogTables.putDrops(session, List.of());
            plannedDigest = CatalogTables.digest(session);
            session.commit();
            return change;
        }
    }

    /** Builds the indexes of an engine in which tables cannot be changed while others use them. */
    private void alone() {
        CatalogLock lock = new CatalogLock(source, session);
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            lock.hold(source.lockWait());
            try {
                AnnouncedChanges.completePending(source, session);
                Change change = plan(Found.read(session));
                write(change);
                drop(change);
                Rates.Meter meter = new Rates.Meter(Rates.Kind.INDEX);
                IndexBuilder.byTable(change.missing())
                        .forEach((table, indexes) -> meter.measure(
                                table, indexes.size(), () -> MissingIndexes.build(session, table, indexes)));
                meter.keep(session);
            } finally {
                lock.release();
            }
        }
    }

    private void besideOthers() {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try {
                Change change = written();
                drop(change);
                IndexBuilder.build(source, change.missing());
                return;
            } catch (EspalierException e) {
                if (session.isLost() || !Retries.isCurable(e)) {
                    throw e;
                }
                session.rollback();
                retries.pause(e);
            }
        }
    }

    /** Writes the level under the lock of the catalog, which is not held while indexes are built. */
    private Change written() {
        CatalogLock lock = new CatalogLock(source, session);
        if (source.engine().definesInTransactions()) {
            lock.beginWith(source.lockWait());
            Change change = plan(Found.read(session));
            put(change);
            session.commit();
            return change;
        }
        lock.hold(source.lockWait());
        try {
            AnnouncedChanges.completePending(source, session);
            Change change = plan(Found.read(session));
            write(change);
            return change;
        } finally {
            lock.release();
        }
    }

    private void write(Change change) {
        session.beginWrite();
        put(change);
        session.commit();
    }

    private void put(Change change) {
        CatalogTables.write(session, change.before(), change.after());
        CatalogTables.putDrops(session, change.drops());
    }

    private void drop(Change change) {
        if (!change.drops().isEmpty()) {
            Drops.perform(session, change.drops(), source.place(), () -> {});
            Drops.finished(session, change.drops());
        }
    }

    private Change plan(Found found) {
        if (found.has(SystemTables.LOADS) && Loads.areIndexesBuilt(session)) {
            throw new DatabaseException(
                    LOAD_RUNNING,
                    source.place()
                            + ": a bulk load is running that has dropped indexes and is going to build them; change the"
                            + " index level when it has ended");
        }
        Schema schema = DescribedSchema.of(found, nodes, source.place());
        IndexChoice choice = IndexChoice.of(
                schema,
                level.values(),
                level.relations(),
                source.dialect().limits().indexesPerTable());
        Description before = found.catalog().described(source.place());
        Map<Subject, Set<String>> facts = new TreeMap<>(before.structure().facts());
        List<Drop> interrupted = found.catalog().drops();
        List<Drop> drops = new ArrayList<>(interrupted);
        drops.removeIf(drop -> drop.kind() == Kind.INDEX); // those that the level lacks are found again
        Set<Index> chosen = Set.copyOf(choice.chosen());
        Set<Index> asked = Set.copyOf(schema.indexes(false, false));
        Set<Index> values = Set.copyOf(schema.indexes(true, false));
        for (Index index : schema.indexes(true, true)) {
            Subject subject = Subject.of(index);
            Set<String> levels = facts.getOrDefault(subject, Set.of());
            Drop drop = new Drop(Kind.INDEX, index.table().name(), index.name());
            boolean wasWanted = levels.contains(Structure.ASKED)
                    || before.level().equals("both")
                    || levels.contains(before.level())
                    || interrupted.contains(drop);
            if (wasWanted && !chosen.contains(index) && Listing.stands(found.indexes(), index)) {
                drops.add(drop);
            }
            if (choice.left().contains(index)) {
                facts.remove(subject);
            } else {
                facts.putIfAbsent(subject, Set.of(Structure.level(asked, values, index)));
            }
        }
        return new Change(
                before,
                before.with(level.name(), new Structure(facts)),
                drops,
                choice.chosen().stream()
                        .filter(index -> !Listing.stands(found.indexes(), index))
                        .toList());
    }
}
