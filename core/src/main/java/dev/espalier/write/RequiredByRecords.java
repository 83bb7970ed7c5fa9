package dev.espalier.write;

import static dev.espalier.error.ErrorCode.OBJECT_IN_USE;

import dev.espalier.error.ModelException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.Session;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.RecordTrial;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Slot;
import dev.espalier.schema.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a deletion that would leave a record whose constructor refuses it: null in place of a deleted object, or a collection without it. Its owner
 * could not be loaded any more.
 */
final class RequiredByRecords {

    private final Schema schema;
    private final ClassTable target;
    private final Set<Long> deleted;
    private final StoredContent stored;
    private final RecordTrial trial;

    /**
     * @param target the deleted objects' table
     * @param deleted their ids
     */
    RequiredByRecords(Schema schema, Session session, ClassTable target, Set<Long> deleted) {
        this.schema = schema;
        this.target = target;
        this.deleted = deleted;
        this.stored = new StoredContent(session);
        this.trial = RecordTrial.without(deleted);
    }

    /**
     * Constructs the records that have a link to a deleted object, as they would be without it.
     *
     * @param owners the ids of the owners of such links, by the table where the link is
     * @throws StoreException {@code in-use}
     */
    void check(Map<Table, Set<Long>> owners) {
        if (!schema.model().hasJavaClasses()) {
            return;
        }
        for (ClassTable table : schema.classTables()) {
            Set<Long> ids = owners.getOrDefault(table.table(), Set.of());
            for (ClassTable.Field field : table.fields()) {
                if (!ids.isEmpty() && field.slot() instanceof Slot.EmbeddedSlot slot && refers(slot)) {
                    stored.rows(table, ids).forEach(row -> refuse(table.type(), row[ClassTable.ID], field.attribute().name(), trial.refusal(slot, row)));
                }
            }
            if (table.type().isRecord()) {
                checkRecords(table, owners);
            }
        }
        for (LinkTable link : schema.linkTables()) {
            Set<Long> ids = owners.getOrDefault(link.table(), Set.of());
            for (Slot slot : link.slots()) {
                if (!ids.isEmpty() && slot instanceof Slot.EmbeddedSlot embedded && refers(embedded)) {
                    CollectionAttribute attribute = link.attribute();
                    stored.members(link, ids).forEach(row ->
                            refuse(attribute.declaringClass(), row[LinkTable.OWNER], attribute.name(), trial.refusal(embedded, row)));
                }
            }
        }
    }

    /** Records that are objects, and hold the link themselves or in one of their collections. */
    private void checkRecords(ClassTable table, Map<Table, Set<Long>> owners) {
        Set<Long> ids = table.links().stream().flatMap(link -> owners.getOrDefault(link.table(), Set.of()).stream()).collect(Collectors.toSet());
        ids.addAll(owners.getOrDefault(table.table(), Set.of()));
        if (ids.isEmpty()) {
            return;
        }
        List<Object[]> rows = stored.rows(table, ids); // the table of a collection may have owners of other classes
        table.links().forEach(link -> stored.members(link, ids));
        rows.forEach(row -> refuse(table.type(), row[ClassTable.ID], "", trial.refusal(table, row, link -> stored.members(link, (Long) row[ClassTable.ID]))));
    }

    private boolean refers(Slot slot) {
        return slot.references().stream().anyMatch(reference -> target.type().isSubclassOf(reference.target()));
    }

    private void refuse(PersistentClass owner, Object id, String field, @Nullable ModelException refusal) {
        if (refusal != null) {
            String path = owner + " " + id + (field.isEmpty() ? "" : "." + field);
            throw new StoreException(OBJECT_IN_USE, target.type() + " " + some(deleted) + ": is in use: " + path + " has a record that cannot be constructed without it ("
                    + refusal.getMessage() + "), and could not be loaded any more; change or delete " + owner + " " + id + " before, or in the same call", refusal);
        }
    }

    private static String some(Collection<Long> ids) {
        return ids.stream().limit(5).map(String::valueOf).collect(Collectors.joining(", ")) + (ids.size() > 5 ? ", ..." : "");
    }
}
