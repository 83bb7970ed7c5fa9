package dev.espalier.internal.write;

import dev.espalier.error.StoreException;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Removes objects from the database, and with them every link to them: references become null, lists, sets and maps lose the
 * member and close up. Owners that lose something get a new version.
 *
 * @param versionsByTable the known versions of the deleted objects by id; tables and ids in the order in which rows are locked
 */
public record Deletion(Map<ClassTable, Map<Long, Integer>> versionsByTable) implements Write {

    /**
     * Deletes these objects.
     *
     * @throws StoreException if one of them was never stored; {@code unknown-version} if nothing says which version of it is to be deleted
     */
    public static Deletion of(Schema schema, Identity identity, Collection<?> objects) {
        Map<ClassTable, Map<Long, Integer>> versions =
                new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : objects) {
            if (identity.versionOf(object) == VersionAccess.UNKNOWN && !identity.isStandIn(object)) {
                throw StoreErrors.unknownVersion(
                        identity.typeOf(object),
                        identity.requireId(object),
                        "delete db.reference(type, id) to delete it as it is");
            }
            versions.computeIfAbsent(schema.table(identity.typeOf(object)), t -> new TreeMap<>())
                    .put(identity.requireId(object), identity.versionOf(object));
        }
        return new Deletion(versions);
    }

    /** What is deleted. */
    Map<ClassTable, Set<Long>> ids() {
        Map<ClassTable, Set<Long>> ids = new HashMap<>();
        versionsByTable.forEach((table, versions) -> ids.put(table, versions.keySet()));
        return ids;
    }
}
