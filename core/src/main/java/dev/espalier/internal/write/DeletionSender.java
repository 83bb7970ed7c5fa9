package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sends a deletion through a session. All rows are locked and deleted before anything looks for links to them: from then on there are no new links.
 * Nor is there a new link in a table that another program adds later: it finds no object to refer to.
 */
final class DeletionSender {

    private final Referrers links;
    private final StoredLayout stored;
    private final Session session;
    private final Versions versions;

    /**
     * @param links what may refer to objects
     * @param stored the tables that all programs have made
     */
    DeletionSender(Referrers links, StoredLayout stored, Session session, Versions versions) {
        this.links = links;
        this.stored = stored;
        this.session = session;
        this.versions = versions;
    }

    void send(Deletion deletion) {
        StoredLayout.Look look = stored.look(session);
        Map<Long, Set<String>> parts = new TreeMap<>();
        Map<ClassTable, Map<Long, Integer>> found = lock(deletion, look, parts);
        deletion.versionsByTable()
                .forEach((table, known) -> requireFound(table, known, requireNonNull(found.get(table))));
        Map<DeletedTable, Set<Long>> ids = new TreeMap<>();
        found.forEach((table, some) -> ids.put(DeletedTable.of(table), some.keySet()));
        ids.values().forEach(versions::deleted);
        delete(look, partSender().withParts(look, ids, Set.of(), parts));
    }

    /**
     * Deletes parts that have no owner any more, whose rows are locked, with their own parts.
     *
     * @param named by the caller, so that they outlive their owners
     */
    void deleteParts(StoredLayout.Look look, Map<DeletedTable, Set<Long>> parts, Set<Long> named) {
        parts.values().forEach(versions.parts()::deleted);
        delete(look, partSender().withParts(look, parts, named));
    }

    private PartSender partSender() {
        return new PartSender(links, stored, session, versions);
    }

    /** Deletes objects whose rows are locked. */
    private void delete(StoredLayout.Look look, Map<DeletedTable, Set<Long>> deleted) {
        deleted.forEach((table, known) -> RowLocks.chunks(session, known, ids -> {
            delete(table.table(), ClassTable.ID, ids);
            table.links().forEach(link -> delete(link, LinkTable.OWNER, ids));
        }));
        deleted.forEach((table, ids) -> new Unlinking(links, look, session, versions, table, ids).run());
    }

    /**
     * Locks the rows, and asks behind that in the same round trip whether the layout is the right one still, and for the parts.
     *
     * @param parts takes them
     */
    private Map<ClassTable, Map<Long, Integer>> lock(
            Deletion deletion, StoredLayout.Look look, Map<Long, Set<String>> parts) {
        Map<ClassTable, Map<Long, Integer>> found = new LinkedHashMap<>();
        Map<DeletedTable, Set<Long>> owners = new TreeMap<>();
        deletion.versionsByTable().forEach((table, known) -> owners.put(DeletedTable.of(table), known.keySet()));
        do {
            StoredParts asked = new StoredParts(links.schema(), session, look.layoutBehindLocks());
            parts.clear();
            List<Reading> readings = new ArrayList<>();
            deletion.versionsByTable().forEach((table, known) -> {
                Map<Long, Integer> some = new TreeMap<>();
                found.put(table, some);
                readings.addAll(RowLocks.readings(session, table.table(), known.keySet(), RowLock.DELETE, some));
            });
            readings.addAll(look.question());
            readings.addAll(asked.partsOf(owners, Set.of(), parts));
            session.query(readings);
        } while (!look.isRight());
        return found;
    }

    private void requireFound(ClassTable table, Map<Long, Integer> known, Map<Long, Integer> found) {
        known.forEach((id, version) -> {
            if (!found.containsKey(id)) {
                if (versions.deletedParts().contains(id)) {
                    return; // with its owner, by this transaction
                }
                versions.miss(id);
                throw StoreErrors.notFound(table.type(), id);
            }
            if (version != VersionAccess.UNKNOWN && versions.now(id, version) != found.get(id)) {
                versions.miss(id, versions.now(id, version), found.get(id));
                throw StoreErrors.stale(table.type(), id, versions.now(id, version), found.get(id));
            }
        });
    }

    private void delete(Table table, int column, long[] ids) {
        session.updateLater(
                session.dialect()
                        .render(new Delete(table, Predicate.InIds.lookup(new Source(table, "t").column(column), ids))),
                RowCount.ANY);
    }
}
