package dev.espalier.write;

import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.Reading;
import dev.espalier.jdbc.RowCount;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Takes away all links to deleted objects of one class. An owner's version is moved before anything of the owner is read that is going to
 * be changed: that locks the owner, for everybody who changes an object, or one of its collections, changes the version first.
 */
final class Unlinking {

    private final Schema schema;
    private final Session session;
    private final Dialect dialect;
    private final Versions versions;
    private final PersistentClass type;
    private final Set<Long> deleted;

    /** @param deleted ids of objects whose rows this transaction has deleted already */
    Unlinking(Schema schema, Session session, Versions versions, PersistentClass type, Collection<Long> deleted) {
        this.schema = schema;
        this.session = session;
        this.dialect = session.dialect();
        this.versions = versions;
        this.type = type;
        this.deleted = new TreeSet<>(deleted);
    }

    void run() {
        List<Referrer> referrers = new ArrayList<>();
        for (ClassTable table : schema.classTables()) {
            table.fields().stream().flatMap(field -> toDeleted(field.slot())).forEach(reference -> referrers.add(
                    new Referrer(table.table(), ClassTable.ID, List.of(reference), owners -> forget(table.table(), reference, owners))));
        }
        for (LinkTable link : schema.linkTables()) {
            List<Slot.ReferenceSlot> references = link.slots().stream().flatMap(this::toDeleted).toList();
            if (!references.isEmpty()) {
                referrers.add(new Referrer(link.table(), LinkTable.OWNER, references, owners -> closeUp(link, references, owners)));
            }
        }
        session.query(referrers.stream().flatMap(this::owners).toList());
        referrers.stream().filter(referrer -> !referrer.owners().isEmpty()).forEach(referrer -> referrer.unlink().accept(referrer.owners()));
    }

    /**
     * Columns that may refer to one of the deleted objects.
     *
     * @param unlink takes the links away from those who have them
     * @param owners these
     */
    private record Referrer(Table table, int ownerColumn, List<Slot.ReferenceSlot> references, Consumer<Set<Long>> unlink, Set<Long> owners) {

        Referrer(Table table, int ownerColumn, List<Slot.ReferenceSlot> references, Consumer<Set<Long>> unlink) {
            this(table, ownerColumn, references, unlink, new TreeSet<>());
        }
    }

    /** Finds those in whose rows one of the references is to a deleted object. */
    private Stream<Reading> owners(Referrer referrer) {
        Source source = new Source(referrer.table(), "t");
        List<Reading> readings = new ArrayList<>();
        for (Slot.ReferenceSlot reference : referrer.references()) {
            RowLocks.chunks(session, deleted, ids -> readings.add(new Reading(
                    dialect.render(Select.of(source, source.column(referrer.ownerColumn())).unique()
                            .where(new Predicate.InIds(source.column(reference.at()), ids))),
                    row -> referrer.owners().add(row.getLong(1)))));
        }
        return readings.stream();
    }

    private Stream<Slot.ReferenceSlot> toDeleted(Slot slot) {
        return slot.references().stream().filter(reference -> type.isSubclassOf(reference.target()));
    }

    /** Sets a column to null where it refers to a deleted object. */
    private void forget(Table table, Slot.ReferenceSlot reference, Set<Long> owners) {
        String version = dialect.quote(table.columns().get(ClassTable.VERSION).name());
        setNull(table, reference, ", " + version + " = " + version + " + 1", ClassTable.ID, owners);
        owners.forEach(versions::movedElsewhere);
    }

    private void setNull(Table table, Slot.ReferenceSlot reference, String more, int ownerColumn, Set<Long> owners) {
        Source source = new Source(table, "t");
        RowLocks.chunks(session, owners, some -> RowLocks.chunks(session, deleted, ids -> {
            Statement where = dialect.condition(Predicate.and(
                    new Predicate.InIds(source.column(ownerColumn), some), new Predicate.InIds(source.column(reference.at()), ids)));
            session.updateLater(new Statement("UPDATE " + dialect.quote(table.name()) + " SET "
                    + dialect.quote(table.columns().get(reference.at()).name()) + " = NULL" + more + " WHERE " + where.text(), where.binds()), RowCount.ANY);
        }));
    }

    /** Takes members and map entries away that are deleted objects; a reference inside an embedded member only becomes null. */
    private void closeUp(LinkTable link, List<Slot.ReferenceSlot> references, Set<Long> owners) {
        moveVersions(link, owners);
        references.stream().filter(reference -> !link.slots().contains(reference))
                .forEach(reference -> setNull(link.table(), reference, "", LinkTable.OWNER, owners));
        List<Slot.ReferenceSlot> members = references.stream().filter(link.slots()::contains).toList();
        if (!members.isEmpty()) {
            rowsOf(link.table(), owners).forEach((owner, rows) -> rewrite(link.table(), owner, rows, members));
        }
    }

    private void moveVersions(LinkTable link, Set<Long> owners) {
        for (PersistentClass owner : link.attribute().declaringClass().concreteClasses()) {
            Table table = schema.table(owner).table();
            String version = dialect.quote(table.columns().get(ClassTable.VERSION).name());
            RowLocks.chunks(session, owners, ids -> {
                Statement where = dialect.condition(new Predicate.InIds(new Source(table, "t").column(ClassTable.ID), ids));
                session.updateLater(new Statement("UPDATE " + dialect.quote(table.name()) + " SET " + version + " = " + version + " + 1 WHERE "
                        + where.text(), where.binds()), RowCount.ANY);
            });
        }
        owners.forEach(versions::movedElsewhere);
    }

    private Map<Long, List<Object[]>> rowsOf(Table table, Set<Long> owners) {
        List<Column> columns = table.columns();
        Source source = new Source(table, "l");
        Expression[] selected = new Expression[columns.size()];
        Arrays.setAll(selected, source::column);
        Map<Long, List<Object[]>> byOwner = new TreeMap<>();
        RowLocks.chunks(session, owners, ids -> session.query(
                dialect.render(Select.of(source, selected).where(new Predicate.InIds(selected[LinkTable.OWNER], ids))
                        .orderBy(selected[LinkTable.OWNER], selected[LinkTable.POS])),
                row -> {
                    Object[] values = new Object[columns.size()];
                    row.get(1, columns, values, 0);
                    byOwner.computeIfAbsent((Long) values[LinkTable.OWNER], o -> new ArrayList<>()).add(values);
                }));
        return byOwner;
    }

    private void rewrite(Table table, long owner, List<Object[]> rows, List<Slot.ReferenceSlot> members) {
        List<Object[]> kept = new ArrayList<>();
        int firstGap = -1;
        for (Object[] row : rows) {
            if (members.stream().anyMatch(member -> row[member.at()] != null && deleted.contains((Long) row[member.at()]))) {
                firstGap = firstGap < 0 ? kept.size() : firstGap;
            } else {
                row[LinkTable.POS] = (long) kept.size();
                kept.add(row);
            }
        }
        if (firstGap < 0) {
            return;
        }
        Source source = new Source(table, "l");
        session.updateLater(dialect.delete(table, Predicate.and(
                new Predicate.InIds(source.column(LinkTable.OWNER), new long[] {owner}),
                new Predicate.Compare(source.column(LinkTable.POS), Operator.GREATER_OR_EQUAL,
                        new Expression.Bind(ColumnType.INTEGER, (long) firstGap)))), RowCount.ANY);
        try (Inserts inserts = new Inserts(session)) {
            inserts.send(table, kept.subList(firstGap, kept.size()));
        }
    }
}
