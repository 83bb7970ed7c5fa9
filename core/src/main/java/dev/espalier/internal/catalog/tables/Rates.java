package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many rows a second changes of each kind took when they were last made in a database. Rows of its catalog keep them, and the next plan computes from them
 * how long its steps take. Immutable.
 */
public final class Rates {

    /** A way to change or read all rows of a table. */
    public enum Kind {
        /** One index is built. */
        INDEX,
        /** The engine writes the table again, because a column gets another type. */
        REWRITE,
        /** UPDATE statements give an attribute its values. */
        STATEMENT,
        /** The program computes values, object by object. */
        PROGRAM
    }

    private static final Logger LOG = LoggerFactory.getLogger(Rates.class);

    /** Fewer rows show how long a change takes to begin. */
    private static final long FEWEST_ROWS = 1_000;

    /** So many rows are counted in some milliseconds; of more, the engine's estimate is enough. */
    private static final long MOST_COUNTED = 100_000;

    private static final double NANOS = 1e9;
    private static final Pattern RATE = Pattern.compile("[1-9]\\d{0,17}");

    private final Map<Kind, Long> perSecond;

    private Rates(Map<Kind, Long> perSecond) {
        this.perSecond = perSecond;
    }

    /** Reads those of a database that has a catalog. */
    public static Rates read(Session session) {
        Map<Kind, Long> perSecond = new EnumMap<>(Kind.class);
        Map<String, String> rows = MetaRows.read(session, State.NOW);
        for (Kind kind : Kind.values()) {
            String rate = rows.getOrDefault(row(kind), "");
            if (RATE.matcher(rate).matches()) { // else it was not measured, or somebody has changed the row
                perSecond.put(kind, Long.parseLong(rate));
            }
        }
        return new Rates(perSecond);
    }

    private static String row(Kind kind) {
        return "rate." + kind.name().toLowerCase(Locale.ROOT);
    }

    /** The rows per second of a kind; 0 if none were measured. */
    public long perSecond(Kind kind) {
        return perSecond.getOrDefault(requireNonNull(kind), 0L);
    }

    /** Measures changes of one kind, one after the other or at the same time. Safe for concurrent use. */
    public static final class Meter {

        private final Kind kind;
        private final Queue<Work> works = new ConcurrentLinkedQueue<>();

        private record Work(Table table, int times, long nanos) {}

        public Meter(Kind kind) {
            this.kind = kind;
        }

        /** @param times how often the work reads or writes all rows of the table */
        public void measure(Table table, int times, Runnable work) {
            long start = System.nanoTime();
            work.run();
            works.add(new Work(table, times, System.nanoTime() - start));
        }

        /** @param session without an open transaction */
        public void keep(Session session) {
            if (works.isEmpty()) {
                return;
            }
            try {
                Map<String, Long> estimates = RowEstimates.read(session);
                long rows = 0;
                long nanos = 0;
                for (Work work : works) {
                    long estimate = estimates.getOrDefault(work.table().name().toLowerCase(Locale.ROOT), 0L);
                    rows += work.times() * (estimate >= MOST_COUNTED ? estimate : rows(session, work.table()));
                    nanos += work.nanos();
                }
                Rates.keep(session, kind, rows, nanos);
            } catch (EspalierException e) {
                lost(session, kind, e);
            }
        }
    }

    /** The number of rows of a table. */
    public static long rows(Session session, Table table) {
        return session.queryLong(
                session.dialect().render(Select.of(new Source(table, "t"), new Expression.CountAll())));
    }

    /**
     * Keeps what was measured, in a transaction of its own. A failure is no failure of the change, which is done.
     *
     * @param session without an open transaction
     */
    public static void keep(Session session, Kind kind, long rows, long nanos) {
        if (rows < FEWEST_ROWS || nanos <= 0) {
            return;
        }
        try {
            session.beginWrite();
            MetaRows.put(
                    session,
                    State.NOW,
                    Map.of(row(kind), String.valueOf(Math.max(1, Math.round(rows * NANOS / nanos)))));
            session.commit();
        } catch (EspalierException e) {
            lost(session, kind, e);
        }
    }

    private static void lost(Session session, Kind kind, EspalierException e) {
        LOG.debug("the rate of {} is not kept: {}", kind, e.getMessage());
        if (!session.isLost()) {
            session.rollback();
        }
    }
}
