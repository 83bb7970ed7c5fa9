package dev.espalier.internal.lease;

import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Update;
import java.util.ArrayList;
import java.util.List;

/** The statements on the table of commit markers. Each row belongs to one slot, and has the number of the transaction that wrote it last. */
public final class CommitRows {

    private static final int SLOT = 0;
    private static final int NUMBER = 1;
    private static final int TOUCHED = 2;

    private static final Table TABLE = SystemTables.COMMITS;
    private static final Source COMMITS = new Source(TABLE, "c");

    private CommitRows() {}

    /** Adds the row of a slot. */
    public static void insert(Session session, long slot, long number, long millis) {
        session.update(session.dialect().render(Insert.values(TABLE, bigint(slot), bigint(number), bigint(millis))));
    }

    /** The text of {@link #mark}. */
    public static String markText(Dialect dialect) {
        return dialect.render(new Update(
                        TABLE,
                        List.of(
                                new Update.Assignment(column(NUMBER), bigint(0)),
                                new Update.Assignment(column(TOUCHED), bigint(0))),
                        of(0)))
                .text();
    }

    /**
     * Writes a number to the row of a slot, together with what is sent next.
     *
     * @param text {@link #markText} of the session's dialect
     * @param counted receives the number of rows
     */
    public static void mark(Session session, String text, long slot, long number, long millis, RowCount counted) {
        Object[] values = {number, millis, slot};
        session.updateLater(
                text,
                text,
                List.<Object[]>of(values),
                (prepared, at) -> {
                    for (Object value : values) {
                        session.dialect().bind(prepared, at++, ColumnType.BIGINT, value);
                    }
                    return at;
                },
                counted);
    }

    /**
     * Gives all rows other slots, and waits for the transactions that have written to them: who writes to one of them later finds none, and has to insert another.
     * The numbers stay, for those who ask how their transactions ended.
     */
    public static void retire(Session session) {
        session.update(session.dialect()
                .render(Update.set(
                        TABLE,
                        column(SLOT),
                        new Expression.Minus(new Expression.Constant(0), COMMITS.column(SLOT)),
                        new Predicate.Compare(COMMITS.column(SLOT), SqlOperator.GREATER, new Expression.Constant(0)))));
    }

    /** The slot of a row that was retired. */
    public static long retired(long slot) {
        return -slot;
    }

    /** Changes the row of a slot, and leaves its number. */
    public static void touch(Session session, long slot) {
        session.update(session.dialect()
                .render(Update.set(TABLE, column(TOUCHED), new Expression.Next(COMMITS.column(TOUCHED)), of(slot))));
    }

    /** Locks the row of a slot, and gives its number; empty if there is no row. Fails at once if another transaction has locked it. */
    public static List<Long> lockedNumber(Session session, long slot) {
        List<Long> found = new ArrayList<>();
        session.query(
                session.dialect()
                        .renderLockingAtOnce(
                                Select.of(COMMITS, COMMITS.column(NUMBER)).where(of(slot)), RowLock.DELETE),
                row -> found.add(row.getLong(1)));
        return found;
    }

    /** The slots that nobody has written to since that time. */
    public static List<Long> slotsBefore(Session session, long millis) {
        List<Long> slots = new ArrayList<>();
        session.query(
                session.dialect()
                        .render(Select.of(COMMITS, COMMITS.column(SLOT))
                                .where(new Predicate.Compare(
                                        COMMITS.column(TOUCHED), SqlOperator.LESS, bigint(millis)))),
                row -> slots.add(row.getLong(1)));
        return slots;
    }

    /** Removes the row of a slot. */
    public static void delete(Session session, long slot) {
        session.update(session.dialect().render(new Delete(TABLE, of(slot))));
    }

    private static Predicate of(long slot) {
        return Predicate.equal(COMMITS.column(SLOT), bigint(slot));
    }

    private static Column column(int at) {
        return TABLE.columns().get(at);
    }

    private static Bind bigint(long value) {
        return new Bind(ColumnType.BIGINT, value);
    }
}
