package dev.espalier.internal.lease;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.MetaRows;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Update;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements on the table of bulk loads. Each row is a block of ids of one load. All times are from the server's clock. */
public final class LoadRows {

    private static final Source LOADS = new Source(SystemTables.LOADS, "l");
    private static final int FIRST = 0;
    private static final int COUNT = 1;
    private static final int LOAD = 2;
    private static final int PURPOSE = 3;
    private static final int TOUCHED = 4;

    /** A load that has not shown itself for so long is dead: a live one does so several times a minute. */
    public static final Duration ABANDONED_AFTER = Duration.ofMinutes(10);

    /** The time of a load that counts as dead: it is being undone, and it cannot commit any more. */
    static final int LOST = 0;

    private LoadRows() {}

    /**
     * One block.
     *
     * @param purpose the same in all rows of a load; null for one that no version writes
     * @param touched the last heartbeat of its load; {@link #LOST} if it is being undone
     */
    public record Row(
            long first, long count, String load, @Nullable LoadPurpose purpose, long touched) {}

    /** All blocks, by their ids; those of one load if it is not null. */
    public static List<Row> of(Session session, @Nullable String load) {
        Predicate where = load == null ? new Predicate.Constant(true) : compare(LOADS, LOAD, load, ColumnType.NAME);
        List<Row> rows = new ArrayList<>();
        session.query(session.dialect().render(selected().where(where)), row -> rows.add(read(row)));
        rows.sort((a, b) -> Long.compare(a.first(), b.first()));
        return rows;
    }

    /** Locks a block until the transaction ends, and returns its latest committed state; null if it does not exist. By the primary key. */
    public static @Nullable Row locked(Session session, long first, String load, RowLock lock) {
        Row[] found = new Row[1];
        session.query(
                session.dialect()
                        .renderLocking(
                                selected()
                                        .where(new Predicate.And(List.of(
                                                compare(LOADS, FIRST, first, ColumnType.BIGINT),
                                                compare(LOADS, LOAD, load, ColumnType.NAME)))),
                                lock),
                row -> found[0] = read(row));
        return found[0];
    }

    /** Locks the existing blocks among these, one by one in the order of their ids. */
    public static List<Row> locked(Session session, List<Row> rows) {
        List<Row> locked = new ArrayList<>();
        for (Row row : rows) {
            Row now = locked(session, row.first(), row.load(), RowLock.DELETE);
            if (now != null) {
                locked.add(now);
            }
        }
        return locked;
    }

    /** Waits for the transactions of loads that have looked at their leases, and keeps others from it until the transaction ends. */
    public static void waitForWriters(Session session) {
        for (Row row : locked(session, of(session, null))) {
            // Only a write conflicts with those of other servers.
            if (session.engine().certifiesWrites() && row.touched() != LOST) {
                set(
                        session,
                        TOUCHED,
                        new Expression.Next(LOADS.column(TOUCHED)),
                        compare(LOADS, FIRST, row.first(), ColumnType.BIGINT));
            }
        }
    }

    /** Locks the row that every load locks for sharing when it starts. */
    public static void lockStarts(Session session, RowLock lock) {
        session.query(session.dialect().renderLocking(MetaRows.format(), lock), row -> {});
    }

    private static Select selected() {
        return Select.of(
                LOADS,
                LOADS.column(FIRST),
                LOADS.column(COUNT),
                LOADS.column(LOAD),
                LOADS.column(PURPOSE),
                LOADS.column(TOUCHED));
    }

    private static Row read(dev.espalier.internal.jdbc.Row row) throws SQLException {
        return new Row(
                row.getLong(1), row.getLong(2), row.getString(3), LoadPurpose.of(row.getString(4)), row.getLong(5));
    }

    private static Predicate compare(Source source, int column, Object value, ColumnType type) {
        return Predicate.equal(source.column(column), new Bind(type, value));
    }

    public static long now(Session session) {
        return session.queryLong(session.dialect().render(new Query.Single(new Expression.Now())));
    }

    /** The time since which a living load must have had a heartbeat. */
    public static long aliveSince(Session session) {
        return now(session) - ABANDONED_AFTER.toMillis();
    }

    /** Whether a load has had a heartbeat since then. */
    static boolean isAlive(List<Row> load, long since) {
        return load.stream().anyMatch(row -> row.touched() >= since);
    }

    public static void insert(Session session, long first, long count, String load, LoadPurpose purpose) {
        change(
                session,
                Insert.values(
                        SystemTables.LOADS,
                        new Bind(ColumnType.BIGINT, first),
                        new Bind(ColumnType.BIGINT, count),
                        new Bind(ColumnType.NAME, load),
                        new Bind(ColumnType.NAME, purpose.word()),
                        new Expression.Now()));
    }

    /** Writes a heartbeat. */
    public static void touch(Session session, String load) {
        set(
                session,
                TOUCHED,
                new Expression.Now(),
                Predicate.and(
                        compare(LOADS, LOAD, load, ColumnType.NAME),
                        new Predicate.Compare(
                                LOADS.column(TOUCHED), SqlOperator.GREATER, new Expression.Constant(LOST))));
    }

    public static void touch(Session session, long first) {
        set(session, TOUCHED, new Expression.Now(), compare(LOADS, FIRST, first, ColumnType.BIGINT));
    }

    public static void markLost(Session session, long first) {
        set(session, TOUCHED, new Expression.Constant(LOST), compare(LOADS, FIRST, first, ColumnType.BIGINT));
    }

    public static void shorten(Session session, long first, long count) {
        set(session, COUNT, new Bind(ColumnType.BIGINT, count), compare(LOADS, FIRST, first, ColumnType.BIGINT));
    }

    private static void set(Session session, int column, Expression value, Predicate where) {
        change(
                session,
                Update.set(SystemTables.LOADS, SystemTables.LOADS.columns().get(column), value, where));
    }

    public static void delete(Session session, long first) {
        change(session, new Delete(SystemTables.LOADS, compare(LOADS, FIRST, first, ColumnType.BIGINT)));
    }

    public static void delete(Session session, String load) {
        change(session, new Delete(SystemTables.LOADS, compare(LOADS, LOAD, load, ColumnType.NAME)));
    }

    private static void change(Session session, Change change) {
        session.update(session.dialect().render(change));
    }

    /** Deletes the objects with these ids and their collections from the tables of the layout. */
    public static void deleteObjects(Session session, Layout layout, long first, long last) {
        for (Table table : layout.tables()) {
            Column key = table.columns().get(0);
            Set<String> present = layout.present().get(table.name().toLowerCase(Locale.ROOT));
            if (present != null && present.contains(key.name().toLowerCase(Locale.ROOT))) {
                change(
                        session,
                        new Delete(
                                table,
                                new Predicate.Between(
                                        new Source(table, "t").column(0),
                                        new Bind(ColumnType.BIGINT, first),
                                        new Bind(ColumnType.BIGINT, last))));
            }
        }
    }
}
