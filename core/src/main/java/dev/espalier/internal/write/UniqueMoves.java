package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Update;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lets unique values move between the objects of one transaction. Engines check uniqueness row by row, not at the end of the transaction; so an object
 * that gives up a value loses it before another object takes it. For one thread.
 *
 * <p>The stored values are read only if several objects of a class have changed unique fields; a statement is sent only if one of them takes
 * the value of another.
 */
final class UniqueMoves {

    /** The maximum number of values that are tried until one is found that no object has. */
    private static final int MOST_TRIED = 100;

    private final Session session;
    private final Dialect dialect;

    UniqueMoves(Session session) {
        this.session = session;
        this.dialect = session.dialect();
    }

    /**
     * Releases the unique values that a set takes from other objects of the transaction.
     *
     * @param later what the transaction is going to do after it
     */
    void makeRoom(WriteSet set, List<Write> later) {
        if (later.isEmpty() && !changesUniques(set)) {
            return;
        }
        Map<ClassTable, Map<Long, WriteSet.Update>> givers =
                new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        addGivers(givers, set);
        for (Write write : later) {
            if (write instanceof Deletion deletion) {
                deletion.ids()
                        .forEach((table, ids) -> ids.forEach(id -> givers.computeIfAbsent(table, t -> new TreeMap<>())
                                .putIfAbsent(id, null)));
            } else {
                addGivers(givers, (WriteSet) write);
            }
        }
        givers.forEach((table, candidates) -> makeRoom(set, table, candidates));
    }

    private static boolean changesUniques(WriteSet set) {
        for (WriteSet.Update update : set.updates()) {
            if (update.uniquesChanged()) {
                return true;
            }
        }
        return false;
    }

    private static void addGivers(Map<ClassTable, Map<Long, WriteSet.Update>> givers, WriteSet set) {
        for (WriteSet.Update update : set.updates()) {
            if (update.uniquesChanged()) {
                givers.computeIfAbsent(update.table(), t -> new TreeMap<>()).putIfAbsent(update.id(), update);
            }
        }
    }

    /** @param candidates what each object that may give up a value is going to be; null if it is deleted */
    private void makeRoom(WriteSet set, ClassTable table, Map<Long, WriteSet.Update> candidates) {
        if (candidates.size() == 1 && set.updates().containsAll(candidates.values())) {
            return;
        }
        Map<UniqueField, Set<List<Object>>> taken = new LinkedHashMap<>();
        for (UniqueField field : UniqueField.of(table)) {
            Set<List<Object>> values = taken(set, field);
            if (!values.isEmpty()) {
                taken.put(field, values);
            }
        }
        if (!taken.isEmpty()) {
            givers(table, candidates, taken).forEach(this::release);
        }
    }

    private static Set<List<Object>> taken(WriteSet set, UniqueField field) {
        Set<List<Object>> taken = new HashSet<>();
        set.updates().stream()
                .filter(update -> update.table() == field.table() && update.uniquesChanged())
                .forEach(update -> taken.add(field.key(requireNonNull(update.row()))));
        set.inserts().getOrDefault(field.table().table(), List.of()).forEach(row -> taken.add(field.key(row)));
        taken.remove(null);
        return taken;
    }

    /** Those that have one of the values now and give it up. */
    private Map<UniqueField, Set<Long>> givers(
            ClassTable table, Map<Long, WriteSet.Update> candidates, Map<UniqueField, Set<List<Object>>> taken) {
        Source source = new Source(table.table(), "t");
        List<Expression> selected = new ArrayList<>(List.of(source.column(ClassTable.ID)));
        taken.keySet().forEach(field -> {
            for (int i = field.at(); i < field.at() + field.width(); i++) {
                selected.add(source.column(i));
            }
        });
        Map<UniqueField, Set<Long>> givers = new LinkedHashMap<>();
        Object[] stored = new Object[table.table().columns().size()];
        RowLocks.chunks(
                session,
                candidates.keySet(),
                ids -> session.query(
                        dialect.render(Select.of(source, selected.toArray(Expression[]::new))
                                .where(Predicate.InIds.lookup(selected.get(0), ids))),
                        row -> {
                            long id = row.getLong(1);
                            int at = 2;
                            for (UniqueField field : taken.keySet()) {
                                row.get(at, field.columns(), stored, field.at());
                                at += field.width();
                                List<Object> key = field.key(stored);
                                if (key != null
                                        && requireNonNull(taken.get(field)).contains(key)
                                        && field.isGivenUp(key, candidates.get(id))) {
                                    givers.computeIfAbsent(field, f -> new TreeSet<>())
                                            .add(id);
                                }
                            }
                        }));
        return givers;
    }

    private void release(UniqueField field, Collection<Long> ids) {
        Column column = field.columns().get(0);
        if (column.nullable()) {
            RowLocks.chunks(session, ids, some -> set(field, some, new Expression.Null()));
        } else {
            ids.forEach(id -> releaseByFreeValue(field, column, id));
        }
    }

    private void releaseByFreeValue(UniqueField field, Column column, long id) {
        Table table = field.table().table();
        Source source = new Source(table, "t");
        long random = id;
        for (int tried = 0; tried < MOST_TRIED && column.type() != ColumnType.BOOLEAN; tried++) {
            random = random * 6364136223846793005L + 1442695040888963407L; // Knuth, MMIX
            Bind value = new Bind(column.type(), free(column.type(), random));
            if (session.queryLong(dialect.render(Select.of(source, source.column(ClassTable.ID))
                            .where(new Predicate.Compare(source.column(field.at()), SqlOperator.EQUAL, value))))
                    == 0) {
                set(field, new long[] {id}, value);
                return;
            }
        }
    }

    /** A value of a primitive type's column. */
    private static Object free(ColumnType type, long random) {
        return switch (type) {
            case SMALLINT -> random >> 48;
            case INTEGER -> random >> 32;
            case BIGINT -> random;
            case DOUBLE -> (double) random;
            case BOOLEAN, DECIMAL, INTEGRAL, TEXT, NAME, DATE, TIME, TIMESTAMP, UUID, BINARY ->
                throw new IllegalArgumentException(type + ": no primitive type has so many values");
        };
    }

    private void set(UniqueField field, long[] ids, Expression value) {
        Table table = field.table().table();
        session.update(dialect.render(Update.set(
                table,
                field.columns().get(0),
                value,
                Predicate.InIds.lookup(new Source(table, "t").column(ClassTable.ID), ids))));
    }
}
