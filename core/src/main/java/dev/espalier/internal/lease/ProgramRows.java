package dev.espalier.internal.lease;

import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Statement;
import dev.espalier.internal.sql.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements on the tables of open programs, and of what they know. All times are from the server's clock. */
public final class ProgramRows {

    /** How long a program counts as open after it has renewed its lease. */
    static final Duration LEASE = Duration.ofSeconds(60);

    private static final Source PROGRAMS = new Source(SystemTables.PROGRAMS, "p");
    private static final Source KNOWN = new Source(SystemTables.KNOWN, "k");
    /** No number is 0. */
    private static final KnownNumbers.Run NOTHING = new KnownNumbers.Run(0, 0);

    private static final int ID = 0;
    private static final int LEASE_END = 5;

    private ProgramRows() {}

    /**
     * A program that has the database open, or had it open when it died.
     *
     * @param opened the time of opening, in milliseconds since 1970
     * @param lease the milliseconds until the lease ends; negative if it has ended
     * @param knows the classes and attributes that it knows
     */
    public record Row(String id, String name, String host, long process, long opened, long lease, KnownNumbers knows) {

        /** Whether the lease has not ended. */
        public boolean isOpen() {
            return lease > 0;
        }

        private Row knowing(KnownNumbers numbers) {
            return new Row(id, name, host, process, opened, lease, numbers);
        }

        /** Names the program in a message, without its host. */
        public String described() {
            return name + " (process " + process + ", lease for another " + (lease + 999) / 1_000 + " s)";
        }
    }

    /** Inserts the row of a program. */
    static void insert(Session session, String id, String name, String host, long process) {
        send(
                session,
                List.of(Insert.values(
                        SystemTables.PROGRAMS,
                        new Bind(ColumnType.NAME, id),
                        new Bind(ColumnType.TEXT, name),
                        new Bind(ColumnType.TEXT, host),
                        new Bind(ColumnType.BIGINT, process),
                        new Expression.Now(),
                        leaseEnd())));
    }

    /** Inserts what a program knows, in the transaction that inserts its row. */
    static void insertKnown(Session session, String id, KnownNumbers knows) {
        send(session, known(id, knows));
    }

    /** The same for a program that had a row before: somebody may have deleted a part of them by hand. */
    static void putKnown(Session session, String id, KnownNumbers knows) {
        send(session, List.of(deleteKnown(id)));
        send(session, known(id, knows));
    }

    private static List<Change> known(String id, KnownNumbers knows) {
        List<Change> changes = new ArrayList<>();
        // A program without rows counts as one that knows all.
        for (KnownNumbers.Run run : knows.numbers().isEmpty() ? List.of(NOTHING) : knows.runs()) {
            changes.add(Insert.values(
                    SystemTables.KNOWN,
                    new Bind(ColumnType.NAME, id),
                    new Bind(ColumnType.BIGINT, (long) run.first()),
                    new Bind(ColumnType.BIGINT, (long) run.last())));
        }
        return changes;
    }

    /** Together with what comes next, or with the COMMIT. */
    private static void send(Session session, List<? extends Change> changes) {
        changes.forEach(change -> session.updateLater(session.dialect().render(change), RowCount.ANY));
    }

    private static Delete deleteKnown(String id) {
        return new Delete(SystemTables.KNOWN, Predicate.equal(KNOWN.column(0), new Bind(ColumnType.NAME, id)));
    }

    /** Renews the lease of a program, and says whether it has a row. */
    static boolean renew(Session session, String id) {
        return session.update(session.dialect()
                        .render(Update.set(
                                SystemTables.PROGRAMS,
                                SystemTables.PROGRAMS.columns().get(LEASE_END),
                                leaseEnd(),
                                of(id))))
                > 0;
    }

    /** The milliseconds until the lease ends, by a query for the row of a program; negative if it has ended, null if there is no row. */
    static @Nullable Long left(Session session, Statement query) {
        @Nullable Long[] left = new @Nullable Long[1];
        session.query(query, row -> left[0] = row.getLong(1));
        return left[0];
    }

    /** The text of a query for the row of a program. */
    static Statement query(Dialect dialect, String id) {
        return dialect.render(row(id));
    }

    /** The same; nobody can take the row away before the transaction ends. */
    static Statement lockingQuery(Dialect dialect, String id) {
        return dialect.renderLocking(row(id), RowLock.REFER);
    }

    private static Select row(String id) {
        return Select.of(PROGRAMS, new Expression.Minus(PROGRAMS.column(LEASE_END), new Expression.Now()))
                .where(of(id));
    }

    /** Deletes the rows of a program, in the transaction that is open. */
    static void delete(Session session, String id) {
        send(session, List.of(new Delete(SystemTables.PROGRAMS, of(id)), deleteKnown(id)));
    }

    /** The same if its lease has ended. */
    public static void deleteEnded(Session session, String id) {
        Predicate isEnded =
                new Predicate.Compare(PROGRAMS.column(LEASE_END), SqlOperator.LESS_OR_EQUAL, new Expression.Now());
        Delete delete = new Delete(SystemTables.PROGRAMS, Predicate.and(of(id), isEnded));
        if (session.update(session.dialect().render(delete)) > 0) {
            session.update(session.dialect().render(deleteKnown(id)));
        }
    }

    /** All rows, the program that was opened first at the beginning. */
    public static List<Row> all(Session session) {
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < SystemTables.PROGRAMS.columns().size(); i++) {
            columns.add(
                    i == LEASE_END
                            ? new Expression.Minus(PROGRAMS.column(i), new Expression.Now())
                            : PROGRAMS.column(i));
        }
        List<Row> rows = new ArrayList<>();
        Map<String, List<KnownNumbers.Run>> known = new HashMap<>();
        Dialect dialect = session.dialect();
        // In this order: who sees the row of a program sees what it knows, as one transaction writes both.
        session.query(List.of(
                new Reading(
                        dialect.render(Select.of(PROGRAMS, columns)),
                        row -> rows.add(new Row(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getLong(4),
                                row.getLong(5),
                                row.getLong(6),
                                KnownNumbers.ANY))),
                new Reading(
                        dialect.render(Select.of(KNOWN, KNOWN.column(0), KNOWN.column(1), KNOWN.column(2))),
                        row -> known.computeIfAbsent(row.getString(1), id -> new ArrayList<>())
                                .add(new KnownNumbers.Run((int) row.getLong(2), (int) row.getLong(3))))));
        return rows.stream()
                .map(row -> row.knowing(KnownNumbers.ofRows(known.getOrDefault(row.id(), List.of()))))
                .sorted(Comparator.comparingLong(Row::opened))
                .toList();
    }

    /**
     * The programs that have the database open, or had it open when they died.
     *
     * @return none if the database has no such table
     */
    public static List<Row> ifAny(Session session) {
        return Listing.tables(session).contains(SystemTables.PROGRAMS.name()) ? all(session) : List.of();
    }

    private static Expression leaseEnd() {
        return new Expression.Plus(new Expression.Now(), new Expression.Constant((int) LEASE.toMillis()));
    }

    private static Predicate of(String id) {
        return Predicate.equal(PROGRAMS.column(ID), new Bind(ColumnType.NAME, id));
    }
}
