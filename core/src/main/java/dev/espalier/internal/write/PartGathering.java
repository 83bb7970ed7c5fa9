package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.NotLoadedException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a write set does to parts, before it is sent. For one write set. */
final class PartGathering {

    private final Schema schema;
    private final Session session;
    private final Versions versions;

    PartGathering(Schema schema, Session session, Versions versions) {
        this.schema = schema;
        this.session = session;
        this.versions = versions;
    }

    /** Rows that are going to be inserted. */
    void inserts(Map<Table, List<Object[]>> inserts) {
        if (schema.partLinks().isEmpty()) {
            return;
        }
        inserts.forEach((table, rows) -> {
            if (schema.mayHoldParts(table)) {
                versions.parts()
                        .inserted(rows.stream()
                                .mapToLong(row -> (Long) row[ClassTable.ID])
                                .toArray());
            }
        });
        inserts.forEach((table, rows) -> schema.partLinks(table)
                .forEach(link -> rows.forEach(row -> give(link, (Long) row[link.owner()], (Long) row[link.part()]))));
    }

    private void give(PartLink link, @Nullable Long owner, @Nullable Long part) {
        if (owner != null && part != null) {
            versions.parts().give(link, owner, part);
        }
    }

    /** Rows of objects that are going to be updated. What they refer to now is read, by one statement for each table. */
    void rows(List<WriteSet.Update> updates) {
        Map<ClassTable, List<WriteSet.Update>> byTable = new LinkedHashMap<>();
        for (WriteSet.Update update : updates) {
            if (changesPart(schema, update)) {
                byTable.computeIfAbsent(update.table(), table -> new ArrayList<>())
                        .add(update);
            }
        }
        byTable.forEach((table, some) -> compare(some, schema.partLinks(table.table())));
    }

    /** Whether the row may say another part or owner than the stored one does. */
    private static boolean changesPart(Schema schema, WriteSet.Update update) {
        for (PartLink link : schema.partLinks(update.table().table())) {
            if (mayChange(update, link)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayChange(WriteSet.Update update, PartLink link) {
        int at = place(link);
        if (update.changed() != null && !update.changed().get(at)) {
            return false;
        }
        for (ClassTable.Field field : update.table().fields()) {
            if (field.slot().at() == at
                    && RowEncoder.isLeftOut(update.table().type(), field.attribute(), update.notLoaded())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a set may give stored parts to owners, or take parts from owners. */
    static boolean changesParts(Schema schema, WriteSet set) {
        if (schema.partLinks().isEmpty()) {
            return false;
        }
        for (WriteSet.Update update : set.updates()) {
            if (update.row() != null && changesPart(schema, update) || changesMembersThatAreParts(schema, update)) {
                return true;
            }
        }
        return set.inserts().entrySet().stream()
                .anyMatch(inserts ->
                        givesStored(schema.partLinks(inserts.getKey()), inserts.getValue(), set.references()));
    }

    private static boolean changesMembersThatAreParts(Schema schema, WriteSet.Update update) {
        for (WriteSet.Members members : update.collections()) {
            if (!schema.partLinks(members.table().table()).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** A reference says one field only that refers to the object, so the rows are looked at. */
    private static boolean givesStored(List<PartLink> links, List<Object[]> rows, Map<Long, Reference> references) {
        return !references.isEmpty()
                && links.stream()
                        .anyMatch(link -> rows.stream().anyMatch(row -> {
                            Long part = (Long) row[link.part()];
                            return part != null && references.containsKey(part);
                        }));
    }

    private static int place(PartLink link) {
        return link.isInverse() ? link.owner() : link.part();
    }

    private void compare(List<WriteSet.Update> updates, List<PartLink> links) {
        Map<Long, Object[]> stored = new HashMap<>();
        Source source = new Source(links.get(0).table(), "t");
        List<Expression> columns = new ArrayList<>(List.of(source.column(ClassTable.ID)));
        links.forEach(link -> columns.add(source.column(place(link))));
        RowLocks.chunks(
                session,
                updates.stream().map(WriteSet.Update::id).toList(),
                ids -> session.query(
                        session.dialect()
                                .render(Select.of(source, columns).where(Predicate.InIds.lookup(columns.get(0), ids))),
                        row -> {
                            Object[] values = new Object[links.size()];
                            for (int i = 0; i < values.length; i++) {
                                values[i] = row.get(i + 2, ColumnType.BIGINT);
                            }
                            stored.put(row.getLong(1), values);
                        }));
        for (WriteSet.Update update : updates) {
            Object[] before = stored.get(update.id());
            for (int i = 0; i < links.size() && before != null; i++) {
                PartLink link = links.get(i);
                Object now = requireNonNull(update.row())[place(link)];
                if (mayChange(update, link) && !Objects.equals(before[i], now)) {
                    requireKnownLoss(update, link, (Long) before[i], (Long) now);
                    changed(link, update.id(), (Long) before[i], (Long) now);
                }
            }
        }
    }

    /** A copy that was made without the reference back, as for JSON, is no order to delete the object. */
    private static void requireKnownLoss(
            WriteSet.Update update, PartLink link, @Nullable Long before, @Nullable Long now) {
        if (link.isInverse() && before != null && now == null && update.basis() != WriteSet.Basis.KNOWN) {
            throw new NotLoadedException(
                    ErrorCode.NOT_LOADED,
                    update.table().type() + " " + update.id()
                            + ": found a copy that refers to no owner, expected the owner "
                            + before + ", of which it is a part (" + link.relation()
                            + "): it would be deleted. Set the reference to its owner, or delete the object");
        }
    }

    private void changed(PartLink link, long id, @Nullable Long before, @Nullable Long now) {
        if (before != null) {
            versions.parts().take(link, link.isInverse() ? id : before);
        }
        if (now != null) {
            versions.parts().give(link, link.isInverse() ? now : id, link.isInverse() ? id : now);
        }
    }

    /** A collection that is going to be changed. */
    void members(MemberChange change) {
        for (PartLink link : schema.partLinks(change.members().table().table())) {
            Set<Long> positions = new HashSet<>();
            Set<Long> added = new HashSet<>();
            change.rows().forEach(row -> {
                positions.add((Long) row[LinkTable.POS]);
                added.add((Long) row[link.part()]);
            });
            int size = change.members().rows().size();
            for (Object[] row : change.stored()) {
                long position = (Long) row[LinkTable.POS];
                Long part = (Long) row[link.part()];
                if ((position >= size || positions.contains(position)) && !added.remove(part) && part != null) {
                    versions.parts().take(link, part);
                }
            }
            added.forEach(part -> give(link, change.owner(), part));
        }
    }
}
