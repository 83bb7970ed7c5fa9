package dev.espalier.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.dialect.RowLock;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.math.BigDecimal;
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
    static StoredContent of(Session session, List<WriteSet.Update> updates) {
        StoredContent content = new StoredContent(session);
        Map<ClassTable, Set<Long>> overwritten = new LinkedHashMap<>();
        Map<Table, Set<Long>> objects = new LinkedHashMap<>();
        Map<Table, Set<Long>> owners = new LinkedHashMap<>();
        for (WriteSet.Update update : updates) {
            if (update.basis() != WriteSet.Basis.KNOWN) {
                objects.computeIfAbsent(update.table().table(), t -> new TreeSet<>()).add(update.id());
                update.collections().forEach(c -> owners.computeIfAbsent(c.table().table(), t -> new TreeSet<>()).add(update.id()));
                if (update.basis() == WriteSet.Basis.NONE) {
                    overwritten.computeIfAbsent(update.table(), t -> new TreeSet<>()).add(update.id());
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

    /** The row of an object; null where there is none. */
    Object @Nullable [] row(ClassTable table, long id) {
        if (!rows.containsKey(table.table())) {
            readRows(table.table(), Set.of(id));
        }
        return requireNonNull(rows.get(table.table())).get(id);
    }

    /** The rows of those of the objects that are there, read by one statement. */
    List<Object[]> rows(ClassTable table, Collection<Long> ids) {
        readRows(table.table(), ids);
        Map<Long, Object[]> found = requireNonNull(rows.get(table.table()));
        return ids.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    /** The rows of the collections of several owners, read by one statement. */
    List<Object[]> members(LinkTable link, Collection<Long> owners) {
        members.remove(link.table());
        readMembers(link.table(), owners);
        Map<Long, List<Object[]>> found = requireNonNull(members.get(link.table()));
        return owners.stream().flatMap(owner -> found.getOrDefault(owner, List.of()).stream()).toList();
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
        read(table, LinkTable.OWNER, owners, row -> found.computeIfAbsent((Long) row[LinkTable.OWNER], o -> new ArrayList<>()).add(row));
    }

    private void read(Table table, int idColumn, Collection<Long> ids, Consumer<Object[]> each) {
        Source source = new Source(table, "t");
        List<Column> columns = table.columns();
        Expression[] selected = new Expression[columns.size()];
        Arrays.setAll(selected, source::column);
        Expression[] key = Arrays.copyOf(selected, table.primaryKey());
        RowLocks.chunks(session, ids, chunk -> session.query(
                session.dialect().render(Select.of(source, selected).where(Predicate.InIds.lookup(source.column(idColumn), chunk)).orderBy(key)), row -> {
                    Object[] values = new Object[columns.size()];
                    row.get(1, columns, values, 0);
                    each.accept(values);
                }));
    }
}
