package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.ROW_TOO_LARGE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.CatalogLock;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.IndexedTable;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.TableRows;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import dev.espalier.internal.sql.Definition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of openings, on engines that do not create tables in transactions: rows that describe the planned tables. A later opening that finds such rows
 * completes them before its own work, whatever its classes are. For one opening, by one thread.
 */
public final class AnnouncedChanges {

    private static final Logger LOG = LoggerFactory.getLogger(AnnouncedChanges.class);

    private final Session session;
    private final Dialect dialect;
    private final Place place;
    private final SchemaWriter changes;
    /** Whether this opening has announced changes of its own. */
    private boolean hasAnnounced;

    AnnouncedChanges(ConnectionSource source, Session session) {
        this.session = session;
        this.dialect = session.dialect();
        this.place = source.place();
        this.changes = new SchemaWriter(source, session);
    }

    /** Whether an opening has announced changes that are not completed. */
    static boolean isAny(Found found) {
        return found.catalog().isAnnounced();
    }

    /**
     * Announces what the catalog is going to say when the changes are made.
     *
     * @param last is done in the same transaction; if it throws, nothing is announced
     */
    void announce(OpeningPlan plan, Runnable last) {
        session.beginWrite();
        CatalogTables.announce(session, plan.description());
        last.run();
        session.commit();
        hasAnnounced = true;
    }

    /** Completes what other openings have announced, under the lock of the catalog. Plans nothing. */
    static void completePending(ConnectionSource source, Session session) {
        Found found = Found.read(session);
        while (isAny(found)) {
            new AnnouncedChanges(source, session).completeOrWithdraw(found);
            found = Found.read(session);
        }
    }

    /** Writes down that all objects have these attributes. */
    public static void filled(ConnectionSource source, Session session, List<Fill> fills) {
        CatalogLock lock = new CatalogLock(source, session);
        if (source.engine().definesInTransactions()) {
            lock.beginWith(source.lockWait());
        } else {
            lock.hold(source.lockWait());
        }
        try {
            Found found = Found.read(session);
            if (isAny(found)) {
                new AnnouncedChanges(source, session).complete(found);
                found = Found.read(session);
            }
            Description before = found.catalog().described(source.place());
            StoredAttributes attributes = before.attributes();
            fills.forEach(fill -> filled(attributes, fill));
            if (!source.engine().definesInTransactions()) {
                session.beginWrite();
            }
            CatalogTables.write(session, before, before.with(attributes));
            session.commit();
        } finally {
            lock.release();
        }
    }

    public static void filled(StoredAttributes attributes, Fill fill) {
        attributes.putOrigin(
                fill.className(),
                fill.path(),
                requireNonNull(attributes.line(fill.className(), fill.path()).origin()),
                true);
    }

    /**
     * Completes announced changes. Changes that the database refuses, for example because the account may not change tables or a row has no room, are withdrawn: other programs
     * could not open the database otherwise. It is an error for the opening that wants them.
     */
    void completeOrWithdraw(Found found) {
        try {
            complete(found);
        } catch (EspalierException e) {
            boolean isDamaged = e instanceof SchemaException && e.errorCode() != ROW_TOO_LARGE;
            if (session.isLost() || e.retryable() || isDamaged) {
                throw e;
            }
            session.rollback();
            withdraw(found, e);
            if (hasAnnounced) {
                throw e;
            }
            LOG.warn(
                    "{}: withdrew changes of another program, which the database refuses: {}",
                    place.url(),
                    e.getMessage());
        }
    }

    /** @param refusal why; it is reported even if they cannot be withdrawn now */
    private void withdraw(Found found, EspalierException refusal) {
        try {
            withdraw(found);
        } catch (EspalierException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
    }

    /** Drops what was made of announced changes, then the announcement. Columns that have been changed already hold more than they need to. */
    private void withdraw(Found found) {
        Map<TableSubject, Table> before = found.catalog().currentOrNone().tables();
        Map<String, Set<String>> present = Layout.present(session);
        found.catalog().announced(place).tables().forEach((subject, table) -> {
            Set<String> columns = present.getOrDefault(Layout.lower(table.name()), Set.of());
            if (before.containsKey(subject)) {
                List<String> old =
                        before.get(subject).columns().stream().map(Column::name).toList();
                table.columns().stream()
                        .filter(column -> !old.contains(column.name()) && columns.contains(Layout.lower(column.name())))
                        .forEach(column -> IndexedTable.change(session, table, () -> drop(table, column)));
            } else if (!columns.isEmpty() && !TableRows.exist(session, table)) {
                dialect.render(new Definition.DropTable(table)).forEach(session::execute);
            }
        });
        session.beginWrite();
        CatalogTables.withdraw(session);
        session.commit();
    }

    private void drop(Table table, Column column) {
        try {
            dialect.render(new Definition.DropColumn(table, column)).forEach(session::execute);
        } catch (SchemaException e) {
            String anew = dialect.dropColumnAnew(table, column);
            if (e.errorCode() != ROW_TOO_LARGE || anew == null) {
                throw e;
            }
            session.execute(anew);
        }
    }

    /** The indexes that shall stand, as they were announced: this program may not know their classes. */
    private static List<Index> indexes(Description next) {
        return Layout.described(next).indexes().stream()
                .filter(Layout.LevelIndex::isWanted)
                .map(Layout.LevelIndex::index)
                .toList();
    }

    /** Completes announced changes. Without a lock, another opening may do the same at the same time. */
    private void complete(Found found) {
        Description next = found.catalog().announced(place);
        Description before = found.catalog().current();
        changes.requireStrictTables();
        RowSize sizes = new RowSize(dialect, place, next);
        if (before != null) { // first: they may be refused
            changes.change(SchemaChange.between(before, next), sizes);
        }
        List<String> known = found.catalog().currentOrNone().tableNames();
        changes.create(
                next.tables().values().stream()
                        .filter(table -> !known.contains(table.name()) && !found.has(table))
                        .toList(),
                indexes(next),
                sizes);
        session.beginWrite();
        if (CatalogTables.replaceByAnnounced(session, found.catalog(), next)) {
            changes.written(before, next);
        }
        session.commit();
        changes.keepRates();
    }
}
