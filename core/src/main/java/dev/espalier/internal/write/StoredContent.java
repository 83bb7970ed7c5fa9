package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of objects and collections as a session sees them. Rows that are known to be needed are read by one statement for each table. */
final class StoredContent {

    private final Session session;
    private final Map<Table, Map<Long, Object[]>> rows = new HashMap<>();
    private final Map<Table, Map<Long, List<Object[]>>> members = new HashMap<>();

    StoredContent(Session session) {
        this.session = session;
    }

    /** Reads the content of the updated objects whose stored content the program does not know, and locks those that it overwrites. */
    static StoredContent of(Session session, WriteSet set) {
        StoredContent content = new StoredContent(session);
        if (!set.asks()) {
            return content;
        }
        Map<ClassTable, Set<Long>> overwritten = new LinkedHashMap<>();
        Map<Table, Set<Long>> objects = new LinkedHashMap<>();
        Map<Table, Set<Long>> owners = new LinkedHashMap<>();
        for (WriteSet.Update update : set.updates()) {
            if (update.basis() != WriteSet.Basis.KNOWN) {
                objects.computeIfAbsent(update.table().table(), t -> new TreeSet<>())
                        .add(update.id());
                update.collections()
                        .forEach(c -> owners.computeIfAbsent(c.table().table(), t -> new TreeSet<>())
                                .add(update.id()));
                if (update.basis() == WriteSet.Basis.NONE) {
                    overwritten
                            .computeIfAbsent(update.table(), t -> new TreeSet<>())
                            .add(update.id());
                }
            }
        }
        overwritten.forEach((table, ids) -> RowLocks.take(session, table, ids, RowLock.CHANGE));
        objects.forEach(content::readRows);
        owners.forEach(content::readMembers);
        return content;
    }

    /** Whether some columns of two rows have the same values. */
    static boolean same(Object[] stored, Object[] wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            boolean same = stored[i] instanceof BigDecimal number && wanted[i] instanceof BigDecimal other
                    ? number.compareTo(other) == 0
                    : Objects.deepEquals(stored[i], wanted[i]);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** The row of an object; null if there is none. */
    Object @Nullable [] row(ClassTable table, long id) {
        if (!rows.containsKey(table.table())) {
            readRows(table.table(), Set.of(id));
        }
        return requireNonNull(rows.get(table.table())).get(id);
    }

    /** Returns the queries for rows of objects and of collections, by their tables and the ids of the objects or owners. */
    List<Reading> readings(Map<Table, Set<Long>> objects, Map<Table, Set<Long>> owners) {
        List<Reading> readings = new ArrayList<>();
        objects.forEach((table, ids) -> {
            Map<Long, Object[]> found = rows.computeIfAbsent(table, t -> new HashMap<>());
            addReadings(table, ClassTable.ID, ids, row -> found.put((Long) row[ClassTable.ID], row), readings);
        });
        owners.forEach((table, ids) -> {
            Map<Long, List<Object[]>> found = members.computeIfAbsent(table, t -> new HashMap<>());
            addReadings(
                    table,
                    LinkTable.OWNER,
                    ids,
                    row -> found.computeIfAbsent((Long) row[LinkTable.OWNER], o -> new ArrayList<>())
                            .add(row),
                    readings);
        });
        return readings;
    }

    /**
     * Returns the queries for the rows of collections that refer to some objects.
     *
     * @param places of the columns with the references
     */
    List<Reading> referring(Table collection, List<Integer> places, Collection<Long> ids, Consumer<Object[]> each) {
        List<Reading> readings = new ArrayList<>();
        for (int place : places) {
            addReadings(collection, place, ids, each, readings);
        }
        return readings;
    }

    /** The rows of those of the objects that are there. */
    List<Object[]> rows(ClassTable table, Collection<Long> ids) {
        return ids.stream().map(id -> row(table, id)).filter(Objects::nonNull).toList();
    }

    /** The rows of a collection, in order. */
    List<Object[]> members(LinkTable link, long owner) {
        if (!members.containsKey(link.table())) {
            readMembers(link.table(), Set.of(owner));
        }
        return requireNonNull(members.get(link.table())).getOrDefault(owner, List.of());
    }

    private void readRows(Table table, Collection<Long> ids) {
        Map<Long, Object[]> found = rows.computeIfAbsent(table, t -> new HashMap<>());
        read(table, ClassTable.ID, ids, row -> found.put((Long) row[ClassTable.ID], row));
    }

    private void readMembers(Table table, Collection<Long> owners) {
        Map<Long, List<Object[]>> found = members.computeIfAbsent(table, t -> new HashMap<>());
        read(
                table,
                LinkTable.OWNER,
                owners,
                row -> found.computeIfAbsent((Long) row[LinkTable.OWNER], o -> new ArrayList<>())
                        .add(row));
    }

    private void read(Table table, int idColumn, Collection<Long> ids, Consumer<Object[]> each) {
        RowLocks.chunks(
                session,
                ids,
                chunk -> session.query(
                        session.dialect().render(select(table, idColumn, chunk)),
                        row -> each.accept(values(table, row))));
    }

    private void addReadings(
            Table table, int idColumn, Collection<Long> ids, Consumer<Object[]> each, List<Reading> readings) {
        RowLocks.chunks(
                session,
                ids,
                chunk -> readings.add(new Reading(
                        session.dialect().render(select(table, idColumn, chunk)),
                        row -> each.accept(values(table, row)))));
    }

    private static Select select(Table table, int idColumn, long[] ids) {
        Source source = new Source(table, "t");
        Expression[] selected = new Expression[table.columns().size()];
        Arrays.setAll(selected, source::column);
        Expression[] key = Arrays.copyOf(selected, table.primaryKey());
        return Select.of(source, selected)
                .where(Predicate.InIds.lookup(source.column(idColumn), ids))
                .orderBy(key);
    }

    private static Object[] values(Table table, Row row) throws SQLException {
        Object[] values = new Object[table.columns().size()];
        row.get(1, table.columns(), values, 0);
        return values;
    }
}
