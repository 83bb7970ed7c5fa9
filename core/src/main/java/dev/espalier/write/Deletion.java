package dev.espalier.write;

import dev.espalier.dialect.Dialect;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Slot;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Operator;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import dev.espalier.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Takes objects out of the database, and with them every link to them: references become null, lists, sets and maps lose the
 * member and close up. Owners that lose something get a new version. Pure data; can be sent again.
 */
public final class Deletion implements Write {

    private final Schema schema;
    private final Map<ClassTable, long[]> idsByTable;

    /**
     * Deletes these objects.
     *
     * @throws StoreException if one of them was never stored
     */
    public static Deletion of(Schema schema, Identity identity, Collection<?> objects) {
        Map<ClassTable, Set<Long>> byTable = new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : objects) {
            byTable.computeIfAbsent(schema.table(identity.typeOf(object)), t -> new TreeSet<>()).add(identity.requireId(object));
        }
        Map<ClassTable, long[]> ids = new LinkedHashMap<>();
        byTable.forEach((table, set) -> ids.put(table, toArray(set)));
        return new Deletion(schema, ids);
    }

    /** @param idsByTable what is deleted, ids in ascending order */
    private Deletion(Schema schema, Map<ClassTable, long[]> idsByTable) {
        this.schema = schema;
        this.idsByTable = new LinkedHashMap<>(idsByTable);
    }

    /**
     * {@inheritDoc}
     *
     * @throws NotFoundException if one of the objects is not there
     */
    @Override
    public void send(Session session, Versions versions) {
        idsByTable.forEach((table, ids) -> new OfClass(session, table, ids).delete());
    }

    /** Deletes the objects of one class. */
    private final class OfClass {

        private final Session session;
        private final Dialect dialect;
        private final ClassTable deleted;
        private final long[] ids;

        OfClass(Session session, ClassTable deleted, long[] ids) {
            this.session = session;
            this.dialect = session.dialect();
            this.deleted = deleted;
            this.ids = ids;
        }

        void delete() {
            deleteRows();
            for (LinkTable link : deleted.links()) {
                chunks(ids, chunk -> deleteWhere(link.table(), LinkTable.OWNER, chunk));
            }
            for (ClassTable table : schema.classTables()) {
                table.fields().forEach(field -> forgetReferences(table.table(), field.slot(), true));
            }
            for (LinkTable link : schema.linkTables()) {
                closeUp(link);
            }
        }

        private void deleteRows() {
            int[] count = new int[1];
            chunks(ids, chunk -> count[0] += deleteWhere(deleted.table(), ClassTable.ID, chunk));
            if (count[0] < ids.length) {
                throw new NotFoundException("not-found", deleted.type() + ": " + (ids.length - count[0]) + " of the objects with the ids "
                        + firstOf(ids) + " are not in the database; nothing was deleted");
            }
        }

        private int deleteWhere(Table table, int column, long[] chunk) {
            return session.update(dialect.delete(table, new Predicate.InIds(new Source(table, "t").column(column), chunk)));
        }

        /** Sets every column to null that refers to a deleted object; in an embedded record too. */
        private void forgetReferences(Table table, Slot slot, boolean versioned) {
            if (slot instanceof Slot.EmbeddedSlot embedded) {
                embedded.components().forEach(component -> forgetReferences(table, component, versioned));
            } else if (slot instanceof Slot.ReferenceSlot reference && mayRefer(reference.target())) {
                Column column = table.columns().get(reference.at());
                String name = dialect.quote(column.name());
                String version = dialect.quote(table.columns().get(ClassTable.VERSION).name());
                chunks(ids, chunk -> {
                    Statement where = dialect.condition(new Predicate.InIds(new Source(table, "t").column(reference.at()), chunk));
                    session.update(new Statement("UPDATE " + dialect.quote(table.name()) + " SET " + name + " = NULL"
                            + (versioned ? ", " + version + " = " + version + " + 1" : "") + " WHERE " + where.text(), where.binds()));
                });
            }
        }

        private boolean mayRefer(PersistentClass target) {
            return deleted.type().isSubclassOf(target);
        }

        /** Takes members and map entries away that are deleted objects; a reference inside an embedded member only becomes null. */
        private void closeUp(LinkTable link) {
            List<Slot.ReferenceSlot> members = new ArrayList<>();
            for (Slot slot : link.key() == null ? List.of(link.element()) : List.of(link.key(), link.element())) {
                if (slot instanceof Slot.ReferenceSlot reference && mayRefer(reference.target())) {
                    members.add(reference);
                } else if (slot instanceof Slot.EmbeddedSlot) {
                    bumpOwnersOfReferences(link, slot);
                    forgetReferences(link.table(), slot, false);
                }
            }
            if (!members.isEmpty()) {
                Map<Long, List<Object[]>> byOwner = new TreeMap<>();
                for (long owner : owners(link.table(), members)) {
                    byOwner.put(owner, new ArrayList<>());
                }
                rowsOf(link.table(), byOwner);
                byOwner.forEach((owner, rows) -> rewrite(link.table(), owner, rows, members));
                bumpVersions(link, toArray(byOwner.keySet()));
            }
        }

        private void bumpOwnersOfReferences(LinkTable link, Slot slot) {
            List<Slot.ReferenceSlot> references = new ArrayList<>();
            gatherReferences(slot, references);
            if (!references.isEmpty()) {
                bumpVersions(link, toArray(owners(link.table(), references)));
            }
        }

        private void gatherReferences(Slot slot, List<Slot.ReferenceSlot> into) {
            if (slot instanceof Slot.EmbeddedSlot embedded) {
                embedded.components().forEach(component -> gatherReferences(component, into));
            } else if (slot instanceof Slot.ReferenceSlot reference && mayRefer(reference.target())) {
                into.add(reference);
            }
        }

        private Set<Long> owners(Table table, List<Slot.ReferenceSlot> references) {
            Set<Long> owners = new HashSet<>();
            Source source = new Source(table, "l");
            for (Slot.ReferenceSlot reference : references) {
                chunks(ids, chunk -> session.query(
                        dialect.render(Select.of(source, source.column(LinkTable.OWNER)).unique()
                                .where(new Predicate.InIds(source.column(reference.at()), chunk))),
                        row -> owners.add(row.getLong(1))));
            }
            return owners;
        }

        private void rowsOf(Table table, Map<Long, List<Object[]>> byOwner) {
            List<Column> columns = table.columns();
            Source source = new Source(table, "l");
            Expression[] selected = new Expression[columns.size()];
            Arrays.setAll(selected, source::column);
            chunks(toArray(byOwner.keySet()), chunk -> session.query(
                    dialect.render(Select.of(source, selected).where(new Predicate.InIds(selected[LinkTable.OWNER], chunk))
                            .orderBy(selected[LinkTable.OWNER], selected[LinkTable.POS])),
                    row -> {
                        Object[] values = new Object[columns.size()];
                        row.get(1, columns, values, 0);
                        byOwner.get((Long) values[LinkTable.OWNER]).add(values);
                    }));
        }

        private void rewrite(Table table, long owner, List<Object[]> rows, List<Slot.ReferenceSlot> members) {
            List<Object[]> kept = new ArrayList<>();
            int firstGap = -1;
            for (Object[] row : rows) {
                if (members.stream().anyMatch(member -> row[member.at()] != null && Arrays.binarySearch(ids, (Long) row[member.at()]) >= 0)) {
                    firstGap = firstGap < 0 ? kept.size() : firstGap;
                } else {
                    row[LinkTable.POS] = (long) kept.size();
                    kept.add(row);
                }
            }
            Source source = new Source(table, "l");
            session.update(dialect.delete(table, Predicate.and(
                    new Predicate.InIds(source.column(LinkTable.OWNER), new long[] {owner}),
                    new Predicate.Compare(source.column(LinkTable.POS), Operator.GREATER_OR_EQUAL,
                            new Expression.Bind(ColumnType.INTEGER, (long) firstGap)))));
            try (Inserts inserts = new Inserts(session)) {
                inserts.send(table, kept.subList(firstGap, kept.size()));
            }
        }

        private void bumpVersions(LinkTable link, long[] owners) {
            for (PersistentClass type : link.attribute().declaringClass().concreteClasses()) {
                Table table = schema.table(type).table();
                String version = dialect.quote(table.columns().get(ClassTable.VERSION).name());
                chunks(owners, chunk -> {
                    Statement where = dialect.condition(new Predicate.InIds(new Source(table, "t").column(ClassTable.ID), chunk));
                    session.update(new Statement("UPDATE " + dialect.quote(table.name()) + " SET " + version + " = " + version + " + 1 WHERE "
                            + where.text(), where.binds()));
                });
            }
        }

        private void chunks(long[] all, Consumer<long[]> each) {
            int most = dialect.limits().idsPerStatement();
            for (int from = 0; from < all.length; from += most) {
                each.accept(Arrays.copyOfRange(all, from, Math.min(all.length, from + most)));
            }
        }
    }

    private static long[] toArray(Set<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private static String firstOf(long[] ids) {
        return ids.length <= 5 ? Arrays.toString(ids) : Arrays.toString(Arrays.copyOf(ids, 5)).replace("]", ", ...]");
    }
}
