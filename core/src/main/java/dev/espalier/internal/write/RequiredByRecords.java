package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.OBJECT_IN_USE;

import dev.espalier.error.ModelException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.RecordTrial;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a deletion that would leave a record whose constructor refuses it: null in place of a deleted object, or a collection without it. Its owner
 * could not be loaded any more.
 */
final class RequiredByRecords {

    private final Schema schema;
    private final Session session;
    private final ClassTable target;
    private final Set<Long> deleted;
    private final StoredContent stored;
    private final RecordTrial trial;
    /** The rows that are needed, by table, with the ids of the objects or of the owners. */
    private final Map<Table, Set<Long>> objects = new LinkedHashMap<>();

    private final Map<Table, Set<Long>> collections = new LinkedHashMap<>();

    /**
     * @param target the deleted objects' table
     * @param deleted their ids
     */
    RequiredByRecords(Schema schema, Session session, ClassTable target, Set<Long> deleted) {
        this.schema = schema;
        this.session = session;
        this.target = target;
        this.deleted = deleted;
        this.stored = new StoredContent(session);
        this.trial = RecordTrial.without(deleted);
    }

    /**
     * Constructs the records that have a link to a deleted object, as they would be without it.
     *
     * @param owners the ids of the owners of such links, by the table where the link is
     * @throws StoreException {@code object-in-use}
     */
    void check(Map<Table, Set<Long>> owners) {
        if (!schema.model().hasJavaClasses()) {
            return;
        }
        List<Runnable> trials = new ArrayList<>();
        List<Reading> readings = new ArrayList<>();
        for (ClassTable table : schema.classTables()) {
            Set<Long> ids = owners.getOrDefault(table.table(), Set.of());
            for (ClassTable.Field field : table.fields()) {
                if (!ids.isEmpty() && field.slot() instanceof Slot.EmbeddedSlot slot && refers(slot)) {
                    objects.put(table.table(), ids);
                    trials.add(() -> stored.rows(table, ids)
                            .forEach(row -> refuse(
                                    table.type(),
                                    row[ClassTable.ID],
                                    field.attribute().name(),
                                    trial.refusal(slot, row))));
                }
            }
            if (table.type().isRecord()) {
                planRecords(table, owners, trials);
            }
        }
        for (LinkTable link : schema.linkTables()) {
            Set<Long> ids = owners.getOrDefault(link.table(), Set.of());
            for (Slot slot : link.slots()) {
                if (!ids.isEmpty() && slot instanceof Slot.EmbeddedSlot embedded && refers(embedded)) {
                    List<Object[]> rows = new ArrayList<>();
                    readings.addAll(stored.referring(
                            link.table(),
                            references(embedded).map(Slot.ReferenceSlot::at).toList(),
                            deleted,
                            rows::add));
                    trials.add(() -> rows.forEach(row -> refuse(
                            link.attribute().declaringClass(),
                            row[LinkTable.OWNER],
                            link.attribute().name(),
                            trial.refusal(embedded, row))));
                }
            }
        }
        if (!trials.isEmpty()) {
            readings.addAll(stored.readings(objects, collections));
            session.query(readings);
            trials.forEach(Runnable::run);
        }
    }

    /** Records that are objects, and hold the link themselves or in one of their collections. */
    private void planRecords(ClassTable table, Map<Table, Set<Long>> owners, List<Runnable> trials) {
        Set<Long> ids = new TreeSet<>(owners.getOrDefault(table.table(), Set.of()));
        // The table of a collection may have owners of other classes.
        table.links().forEach(link -> ids.addAll(owners.getOrDefault(link.table(), Set.of())));
        if (!ids.isEmpty()) {
            objects.put(table.table(), ids);
            table.links()
                    .forEach(link -> collections
                            .computeIfAbsent(link.table(), t -> new TreeSet<>())
                            .addAll(ids));
            trials.add(() -> stored.rows(table, ids)
                    .forEach(row -> refuse(
                            table.type(),
                            row[ClassTable.ID],
                            "",
                            trial.refusal(table, row, link -> stored.members(link, (Long) row[ClassTable.ID])))));
        }
    }

    private boolean refers(Slot slot) {
        return references(slot).findAny().isPresent();
    }

    /** The columns that may refer to a deleted object. */
    private Stream<Slot.ReferenceSlot> references(Slot slot) {
        return slot.references().stream().filter(reference -> target.type().isSubclassOf(reference.target()));
    }

    private void refuse(PersistentClass owner, Object id, String field, @Nullable ModelException refusal) {
        if (refusal != null) {
            String path = owner + " " + id + (field.isEmpty() ? "" : "." + field);
            throw new StoreException(
                    OBJECT_IN_USE,
                    target.type() + " " + some(deleted) + ": is in use: " + path
                            + " has a record that cannot be constructed without it (" + refusal.getMessage()
                            + "), and could not be loaded any more; change or delete " + owner + " " + id
                            + " before, or in the same call",
                    refusal);
        }
    }

    private static String some(Collection<Long> ids) {
        return ids.stream().limit(5).map(String::valueOf).collect(Collectors.joining(", "))
                + (ids.size() > 5 ? ", ..." : "");
    }
}
