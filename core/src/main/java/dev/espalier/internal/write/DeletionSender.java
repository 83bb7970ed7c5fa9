package dev.espalier.internal.write;

import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Source;
import java.util.Map;

/**
 * Sends a deletion through a session. All rows are locked and deleted before anything looks for links to them: from then on there are no new links.
 * Nor is there a new link in a table that another program adds later: it finds no object to refer to.
 */
final class DeletionSender {

    private final Session session;
    private final Versions versions;

    DeletionSender(Session session, Versions versions) {
        this.session = session;
        this.versions = versions;
    }

    void send(Deletion deletion) {
        deletion.versionsByTable().forEach(this::lock);
        deletion.versionsByTable()
                .forEach((table, known) -> RowLocks.chunks(session, known.keySet(), ids -> {
                    delete(table.table(), ClassTable.ID, ids);
                    for (LinkTable link : table.links()) {
                        delete(link.table(), LinkTable.OWNER, ids);
                    }
                }));
        StoredLayout.Look look = deletion.stored().look(session);
        deletion.versionsByTable()
                .forEach((table, known) ->
                        new Unlinking(deletion.schema(), look, session, versions, table, known.keySet()).run());
    }

    private void lock(ClassTable table, Map<Long, Integer> known) {
        Map<Long, Integer> found = RowLocks.take(session, table, known.keySet(), RowLock.DELETE);
        known.forEach((id, version) -> {
            if (!found.containsKey(id)) {
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
