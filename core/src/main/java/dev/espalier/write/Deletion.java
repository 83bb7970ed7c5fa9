package dev.espalier.write;

import dev.espalier.catalog.Catalog;
import dev.espalier.catalog.StoredLayout;
import dev.espalier.dialect.RowLock;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.RowCount;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import dev.espalier.sql.Delete;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Source;
import dev.espalier.sql.Update;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Takes objects out of the database, and with them every link to them: references become null, lists, sets and maps lose the
 * member and close up. Owners that lose something get a new version. Pure data; can be sent again.
 */
public final class Deletion implements Write {

    private final Schema schema;
    private final StoredLayout stored;
    /** What is deleted, and the versions that are known of it, in the order in which it is locked. */
    private final Map<ClassTable, Map<Long, Integer>> versionsByTable;

    /**
     * Deletes these objects.
     *
     * @throws StoreException if one of them was never stored; {@code unknown-version} if nothing says which version of it is to be deleted
     */
    public static Deletion of(Catalog catalog, Identity identity, Collection<?> objects) {
        return of(catalog.schema(), catalog.stored(), identity, objects);
    }

    /**
     * Deletes these objects.
     *
     * @param stored the tables that all programs have made
     * @throws StoreException as above
     */
    public static Deletion of(Schema schema, StoredLayout stored, Identity identity, Collection<?> objects) {
        Map<ClassTable, Map<Long, Integer>> versions = new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : objects) {
            if (identity.versionOf(object) == WriteSet.Update.UNKNOWN && !identity.isStandIn(object)) {
                throw Misses.unknownVersion(identity.typeOf(object), identity.requireId(object), "delete db.reference(type, id) to delete it as it is");
            }
            versions.computeIfAbsent(schema.table(identity.typeOf(object)), t -> new TreeMap<>())
                    .put(identity.requireId(object), identity.versionOf(object));
        }
        return new Deletion(schema, stored, versions);
    }

    private Deletion(Schema schema, StoredLayout stored, Map<ClassTable, Map<Long, Integer>> versionsByTable) {
        this.schema = schema;
        this.stored = stored;
        this.versionsByTable = versionsByTable;
    }

    /**
     * {@inheritDoc}
     *
     * <p>All rows are locked and deleted before anybody looks for links to them: from then on there are no new ones. Nor is there any in a table
     * that another program adds later: it finds none to refer to.
     *
     * @throws NotFoundException if one of the objects is not there
     * @throws StoreException {@code stale} if one was changed by someone else since it was loaded
     */
    @Override
    public void send(Session session, Versions versions, List<Write> later) {
        versionsByTable.forEach((table, known) -> lock(session, versions, table, known));
        versionsByTable.forEach((table, known) -> RowLocks.chunks(session, known.keySet(), ids -> {
            delete(session, table.table(), ClassTable.ID, ids);
            for (LinkTable link : table.links()) {
                delete(session, link.table(), LinkTable.OWNER, ids);
            }
        }));
        StoredLayout.Look look = stored.look(session);
        versionsByTable.forEach((table, known) -> new Unlinking(schema, look, session, versions, table, known.keySet()).run());
    }

    /** What is deleted. */
    Map<ClassTable, Set<Long>> ids() {
        Map<ClassTable, Set<Long>> ids = new HashMap<>();
        versionsByTable.forEach((table, versions) -> ids.put(table, versions.keySet()));
        return ids;
    }

    private static void lock(Session session, Versions versions, ClassTable table, Map<Long, Integer> known) {
        Map<Long, Integer> found = RowLocks.take(session, table, known.keySet(), RowLock.DELETE);
        known.forEach((id, version) -> {
            if (!found.containsKey(id)) {
                versions.miss(id);
                throw Misses.notFound(table.type(), id);
            }
            if (version != WriteSet.Update.UNKNOWN && versions.now(id, version) != found.get(id)) {
                versions.miss(id);
                throw Misses.stale(table.type(), id, versions.now(id, version), found.get(id));
            }
        });
    }

    private static void delete(Session session, Table table, int column, long[] ids) {
        session.updateLater(session.dialect().render(new Delete(table, new Predicate.InIds(new Source(table, "t").column(column), ids))), RowCount.ANY);
    }
}
