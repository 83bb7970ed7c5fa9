package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.TARGET_NOT_FOUND;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.NotFoundException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import dev.espalier.internal.sql.Update;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * Locks the rows of objects until the transaction ends: table by table and in the order of ids, so that any two transactions lock in the same order.
 * A transaction that adds a reference to an object locks the object's row against deletion; a transaction that deletes an object locks its row before it
 * looks for references. So one of the two sees the other, on every engine.
 */
public final class RowLocks {

    /** The maximum number of queries that one statement joins. */
    private static final int MOST_TOGETHER = 16;

    private RowLocks() {}

    /** Locks the rows of the existing objects among these, and returns their versions by id. */
    public static Map<Long, Integer> take(Session session, ClassTable table, Collection<Long> ids, RowLock lock) {
        return take(session, table.table(), ids, lock);
    }

    /** The same for the table of a class that the program may not know. */
    static Map<Long, Integer> take(Session session, Table table, Collection<Long> ids, RowLock lock) {
        Map<Long, Integer> found = new HashMap<>();
        session.query(readings(session, table, ids, lock, found));
        return found;
    }

    /**
     * Returns the queries that lock the rows of objects.
     *
     * @param found takes the versions of the existing objects by id
     */
    static List<Reading> readings(
            Session session, Table table, Collection<Long> ids, RowLock lock, Map<Long, Integer> found) {
        return readings(session, table, ids, lock, row -> found.put(row.getLong(1), Math.toIntExact(row.getLong(2))));
    }

    /** The same for a reader of ids and versions. */
    static List<Reading> readings(Session session, Table table, Collection<Long> ids, RowLock lock, RowReader reader) {
        Source source = new Source(table, "t");
        Expression id = source.column(ClassTable.ID);
        List<Reading> readings = new ArrayList<>();
        chunks(
                session,
                ids,
                chunk -> readings.add(new Reading(
                        session.dialect()
                                .renderLocking(
                                        Select.of(source, id, source.column(ClassTable.VERSION))
                                                .where(Predicate.InIds.lookup(id, chunk))
                                                .orderBy(id),
                                        lock),
                        reader)));
        return readings;
    }

    /**
     * Does the same for transactions that do not write the row otherwise. An engine that certifies writes at COMMIT does not inform other servers of a
     * lock; so each row is changed and changed back (an update that changes nothing is not certified; 2026-11-21, MariaDB 10.11: of 300 pairs of a reference on one server and a deletion of its target on another
     * both were committed 289 times with a shared lock, 293 with FOR UPDATE, 281 with an update to what was there, 0 with these two).
     */
    public static Map<Long, Integer> hold(Session session, ClassTable table, Collection<Long> ids, RowLock lock) {
        Map<Long, Integer> found = take(session, table, ids, lock);
        if (session.engine().certifiesWrites()) {
            moveVersions(session, table.table(), found.keySet(), Expression.Plus::new);
            moveVersions(session, table.table(), found.keySet(), Expression.Minus::new);
        }
        return found;
    }

    /** Increments the versions of objects whose rows are locked. */
    public static void incrementVersions(Session session, ClassTable table, Collection<Long> ids) {
        moveVersions(session, table.table(), ids, Expression.Plus::new);
    }

    private static void moveVersions(
            Session session, Table table, Collection<Long> ids, BinaryOperator<Expression> by) {
        Source source = new Source(table, "t");
        Expression moved = by.apply(source.column(ClassTable.VERSION), new Expression.Constant(1));
        chunks(
                session,
                ids,
                chunk -> session.update(session.dialect()
                        .render(Update.set(
                                table,
                                table.columns().get(ClassTable.VERSION),
                                moved,
                                Predicate.InIds.lookup(source.column(ClassTable.ID), chunk)))));
    }

    /**
     * Locks objects against deletion that new references lead to.
     *
     * @param references by the id of the object that is referred to
     * @throws NotFoundException {@code target-not-found} if one of them is not there
     */
    static void refer(Session session, Versions versions, Map<Long, Reference> references) {
        if (references.isEmpty()) {
            return;
        }
        Map<ClassTable, List<Long>> byTable = byTable(references);
        if (session.engine().certifiesWrites() || lockAll(session, byTable) != references.size()) {
            byTable.forEach((table, ids) -> requireThere(session, versions, table, ids, references));
        }
    }

    private static Map<ClassTable, List<Long>> byTable(Map<Long, Reference> references) {
        Map<ClassTable, List<Long>> byTable =
                new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        ClassTable last = null;
        List<Long> ids = List.of();
        for (Map.Entry<Long, Reference> one : references.entrySet()) {
            if (one.getValue().target() != last) {
                last = one.getValue().target();
                ids = byTable.computeIfAbsent(last, table -> new ArrayList<>());
            }
            ids.add(one.getKey());
        }
        return byTable;
    }

    /** Locks the objects of all tables in one round trip, and returns how many there are. */
    private static long lockAll(Session session, Map<ClassTable, List<Long>> byTable) {
        long[] found = new long[1];
        List<Select> selects = new ArrayList<>();
        byTable.forEach((table, some) -> {
            Source source = new Source(table.table(), "t");
            Expression id = source.column(ClassTable.ID);
            chunks(
                    session,
                    some,
                    chunk -> selects.add(Select.of(source, id, source.column(ClassTable.VERSION))
                            .where(Predicate.InIds.lookup(id, chunk))
                            .orderBy(id)));
        });
        Dialect dialect = session.dialect();
        Statement one = selects.size() > MOST_TOGETHER ? null : dialect.renderLockingCounts(selects, RowLock.REFER);
        session.query(
                one != null
                        ? List.of(new Reading(one, row -> found[0] += row.getLong(1)))
                        : selects.stream()
                                .map(select ->
                                        new Reading(dialect.renderLocking(select, RowLock.REFER), row -> found[0]++))
                                .toList());
        return found[0];
    }

    /** PostgreSQL does not find a row that its deleter has inserted again in the same transaction, before it is queried again. */
    private static void requireThere(
            Session session, Versions versions, ClassTable table, List<Long> ids, Map<Long, Reference> references) {
        Set<Long> missing = new TreeSet<>(ids);
        missing.removeAll(hold(session, table, ids, RowLock.REFER).keySet());
        missing.forEach(id -> {
            Reference reference = requireNonNull(references.get(id));
            versions.miss(id);
            throw new NotFoundException(
                    TARGET_NOT_FOUND,
                    reference.owner() + " " + reference.ownerId() + "." + reference.field()
                            + ": refers to " + table.type() + " " + id
                            + ", which is not in the database: it was deleted by someone else, or its id was"
                            + " not given by this database; take the reference away, or set the id to 0 to store it as a new object");
        });
    }

    /** Splits ids, in ascending order, into arrays of the size that one statement may have. */
    static void chunks(Session session, Collection<Long> ids, Consumer<long[]> each) {
        long[] all = new long[ids.size()];
        int count = 0;
        for (long id : ids) {
            all[count++] = id;
        }
        Arrays.sort(all);
        int most = session.dialect().limits().idsPerStatement();
        for (int from = 0; from < all.length; from += most) {
            each.accept(Arrays.copyOfRange(all, from, Math.min(all.length, from + most)));
        }
    }
}
