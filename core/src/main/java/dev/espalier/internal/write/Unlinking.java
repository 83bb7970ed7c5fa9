package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.OBJECT_IN_USE;

import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Update;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Removes all links to deleted objects of one class. The version of an owner is incremented before its collections are read: this locks the owner,
 * because every change of an object, or of one of its collections, changes the version first.
 */
final class Unlinking {

    private final Referrers links;
    private final Schema schema;
    private final StoredLayout.Look look;
    private final Session session;
    private final Dialect dialect;
    private final Versions versions;
    private final DeletedTable target;
    private final Set<Long> deleted;
    /** A link that the constructor of a record may require, by "table.column"; of records that no class of the program describes. */
    private final Map<String, Required> required = new TreeMap<>();

    private record Required(long owner, long deleted) {}

    /**
     * @param links what may refer to objects
     * @param look at the tables that only other programs know
     * @param target the deleted objects' table
     * @param deleted ids of objects whose rows this transaction has deleted already
     */
    Unlinking(
            Referrers links,
            StoredLayout.Look look,
            Session session,
            Versions versions,
            DeletedTable target,
            Collection<Long> deleted) {
        this.links = links;
        this.schema = links.schema();
        this.look = look;
        this.session = session;
        this.dialect = session.dialect();
        this.versions = versions;
        this.target = target;
        this.deleted = new TreeSet<>(deleted);
    }

    void run() {
        Map<Referrer, Set<Long>> owners = new LinkedHashMap<>();
        do {
            owners.clear();
            required.clear();
            links.of(target, look.layout()).referrers().forEach(referrer -> owners.put(referrer, new TreeSet<>()));
            List<Reading> readings = new ArrayList<>(look.question());
            Set<String> requiring = requiredByOthers();
            owners.forEach((referrer, found) -> readings.addAll(owners(referrer, found, requiring)));
            session.query(readings);
        } while (!look.isRight());
        Map<Table, Set<Long>> byTable = new HashMap<>();
        owners.forEach((referrer, found) -> {
            if (!found.isEmpty()) {
                byTable.computeIfAbsent(referrer.table(), table -> new TreeSet<>())
                        .addAll(found);
            }
        });
        required.forEach(this::refuse);
        if (!byTable.isEmpty() && target.known() != null) {
            new RequiredByRecords(schema, session, target.known(), deleted).check(byTable);
        }
        owners.forEach((referrer, found) -> {
            if (!found.isEmpty() && referrer.isCollection()) {
                closeUp(referrer, found);
            } else if (!found.isEmpty()) {
                forget(referrer, found);
            }
        });
        links.of(target, look.layout())
                .unknownCollections()
                .forEach(collection -> RowLocks.chunks(
                        session,
                        deleted,
                        ids -> session.updateLater(
                                dialect.render(new Delete(
                                        collection,
                                        Predicate.InIds.lookup(
                                                new Source(collection, "t").column(LinkTable.OWNER), ids))),
                                RowCount.ANY)));
    }

    /** Finds the owners of references to deleted objects. */
    private List<Reading> owners(Referrer referrer, Set<Long> found, Set<String> requiring) {
        Source source = new Source(referrer.table(), "t");
        List<Reading> readings = new ArrayList<>();
        for (Referrer.ReferenceColumn place : referrer.places()) {
            String column = referrer.table().name() + "."
                    + referrer.table().columns().get(place.at()).name();
            Expression owner = source.column(referrer.ownerColumn());
            Expression reference = source.column(place.at());
            boolean isRequired = requiring.contains(column);
            RowLocks.chunks(
                    session,
                    deleted,
                    ids -> readings.add(new Reading(
                            dialect.render((isRequired ? Select.of(source, owner, reference) : Select.of(source, owner))
                                    .unique()
                                    .where(new Predicate.InIds(reference, ids))),
                            row -> {
                                found.add(row.getLong(1));
                                if (isRequired) {
                                    required.put(column, new Required(row.getLong(1), row.getLong(2)));
                                }
                            })));
        }
        return readings;
    }

    /** The columns that records of other programs may require. The program constructs its own records, to see whether they do. */
    private Set<String> requiredByOthers() {
        Set<String> required = look.layout().required();
        if (required.isEmpty() || !schema.model().hasJavaClasses() || target.known() == null) {
            return required;
        }
        Set<String> others = new TreeSet<>(required);
        others.removeAll(Referrer.columns(schema));
        return others;
    }

    private void refuse(String column, Required link) {
        throw new StoreException(
                OBJECT_IN_USE,
                target + " " + link.deleted() + ": is in use: the column " + column + " of object "
                        + link.owner()
                        + " refers to it, in a record that may refuse to be constructed without it, as programs with its class say. Change or delete object "
                        + link.owner() + " before, or in the same call");
    }

    /** Sets a column to null if it refers to a deleted object. */
    private void forget(Referrer referrer, Set<Long> owners) {
        referrer.places().forEach(place -> setNull(referrer, place, List.of(nextVersion(referrer.table())), owners));
        owners.forEach(versions::movedElsewhere);
    }

    private static Update.Assignment nextVersion(Table table) {
        return new Update.Assignment(
                table.columns().get(ClassTable.VERSION),
                new Expression.Next(new Source(table, "t").column(ClassTable.VERSION)));
    }

    private void setNull(
            Referrer referrer, Referrer.ReferenceColumn place, List<Update.Assignment> more, Set<Long> owners) {
        Table table = referrer.table();
        Source source = new Source(table, "t");
        List<Update.Assignment> assignments = new ArrayList<>();
        assignments.add(new Update.Assignment(table.columns().get(place.at()), new Expression.Null()));
        assignments.addAll(more);
        RowLocks.chunks(
                session,
                owners,
                some -> RowLocks.chunks(
                        session,
                        deleted,
                        ids -> session.updateLater(
                                dialect.render(new Update(
                                        table,
                                        assignments,
                                        Predicate.and(
                                                Predicate.InIds.lookup(source.column(referrer.ownerColumn()), some),
                                                new Predicate.InIds(source.column(place.at()), ids)))),
                                RowCount.ANY)));
    }

    /** Removes members and map entries that are deleted objects; a reference inside an embedded member only becomes null. */
    private void closeUp(Referrer collection, Set<Long> owners) {
        moveVersions(collection, owners);
        collection.places().stream()
                .filter(place -> !place.isMember())
                .forEach(place -> setNull(collection, place, List.of(), owners));
        List<Referrer.ReferenceColumn> members = collection.places().stream()
                .filter(Referrer.ReferenceColumn::isMember)
                .toList();
        if (!members.isEmpty()) {
            rowsOf(collection.table(), owners)
                    .forEach((owner, rows) -> rewrite(collection.table(), owner, rows, members));
        }
    }

    /** Returns the least number of members of a collection, as the catalog records it. Returns 0 for a collection of the program's own classes, which are tried instead. */
    private int fewestOfOthers(Table collection) {
        int fewest = look.layout().fewest().getOrDefault(collection.name(), 0);
        boolean isKnown = fewest > 0
                && target.known() != null
                && schema.model().hasJavaClasses()
                && schema.linkTables().stream()
                        .anyMatch(link -> link.table().name().equals(collection.name()));
        return isKnown ? 0 : fewest;
    }

    private long gone(Object[] row, List<Referrer.ReferenceColumn> members) {
        return members.stream()
                .map(member -> (Long) row[member.at()])
                .filter(id -> id != null && deleted.contains(id))
                .findFirst()
                .orElseThrow();
    }

    private static String members(int count) {
        return count == 0 ? "no member" : count == 1 ? "1 member" : count + " members";
    }

    private void moveVersions(Referrer collection, Set<Long> owners) {
        for (Table table : collection.owners()) {
            RowLocks.chunks(
                    session,
                    owners,
                    ids -> session.updateLater(
                            dialect.render(new Update(
                                    table,
                                    List.of(nextVersion(table)),
                                    Predicate.InIds.lookup(new Source(table, "t").column(ClassTable.ID), ids))),
                            RowCount.ANY));
        }
        owners.forEach(versions::movedElsewhere);
    }

    private Map<Long, List<Object[]>> rowsOf(Table table, Set<Long> owners) {
        List<Column> columns = table.columns();
        Source source = new Source(table, "l");
        Expression[] selected = new Expression[columns.size()];
        Arrays.setAll(selected, source::column);
        Map<Long, List<Object[]>> byOwner = new TreeMap<>();
        RowLocks.chunks(
                session,
                owners,
                ids -> session.query(
                        dialect.render(Select.of(source, selected)
                                .where(Predicate.InIds.lookup(selected[LinkTable.OWNER], ids))
                                .orderBy(selected[LinkTable.OWNER], selected[LinkTable.POS])),
                        row -> {
                            Object[] values = new Object[columns.size()];
                            row.get(1, columns, values, 0);
                            byOwner.computeIfAbsent((Long) values[LinkTable.OWNER], o -> new ArrayList<>())
                                    .add(values);
                        }));
        return byOwner;
    }

    /** An entry of a map goes with its key, and its value may have been a part. */
    private void take(Table table, Object[] row) {
        for (PartLink link : look.layout().parts()) {
            for (int at = 0; at < row.length && link.table().name().equals(table.name()); at++) {
                if (table.columns().get(at).name().equals(link.column().name()) && row[at] instanceof Long part) {
                    versions.parts().take(link, part);
                }
            }
        }
    }

    private void rewrite(Table table, long owner, List<Object[]> rows, List<Referrer.ReferenceColumn> members) {
        List<Object[]> kept = new ArrayList<>();
        int firstGap = -1;
        for (Object[] row : rows) {
            if (members.stream()
                    .anyMatch(member -> row[member.at()] != null && deleted.contains((Long) row[member.at()]))) {
                firstGap = firstGap < 0 ? kept.size() : firstGap;
                take(table, row);
            } else {
                row[LinkTable.POS] = (long) kept.size();
                kept.add(row);
            }
        }
        if (firstGap < 0) {
            return;
        }
        int fewest = fewestOfOthers(table);
        if (kept.size() < fewest) {
            throw new StoreException(
                    OBJECT_IN_USE,
                    target + " " + gone(rows.get(firstGap), members) + ": is in use: the collection "
                            + table.name() + " of object " + owner + " would have " + members(kept.size())
                            + " without it, in a record that may refuse to be constructed with fewer than "
                            + members(fewest) + ", as programs with its class say. Change or delete object " + owner
                            + " before, or in the same call");
        }
        Source source = new Source(table, "l");
        session.updateLater(
                dialect.render(new Delete(
                        table,
                        Predicate.and(
                                new Predicate.InIds(source.column(LinkTable.OWNER), new long[] {owner}),
                                new Predicate.Compare(
                                        source.column(LinkTable.POS),
                                        SqlOperator.GREATER_OR_EQUAL,
                                        new Expression.Bind(ColumnType.INTEGER, (long) firstGap))))),
                RowCount.ANY);
        try (Inserts inserts = new Inserts(session)) {
            inserts.send(table, kept.subList(firstGap, kept.size()));
        }
    }
}
