package dev.espalier.internal.lease;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import java.util.List;

/** Takes away the objects of one load, and then the load: after a failure, or when its process has died. Any number of programs may do so at once. */
final class LoadRemoval {

    /** The ids of one transaction: others wait for its locks. */
    private static final long REMOVED_AT_ONCE = 65_536;

    private final ConnectionSource source;
    private final String load;

    LoadRemoval(ConnectionSource source, String load) {
        this.source = source;
        this.load = load;
    }

    /** Takes the objects away, whether the load is alive or not. */
    void undo() {
        inTransaction(session -> {
            LoadRows.locked(session, LoadRows.of(session, load))
                    .forEach(row -> LoadRows.markLost(session, row.first()));
            return true;
        });
        removeMarked();
    }

    /** From now on nothing of the load is committed, if it is dead; says whether it is. */
    boolean markIfDead() {
        try (Session session = source.writer()) {
            session.beginWrite();
            List<LoadRows.Row> rows = LoadRows.locked(session, LoadRows.of(session, load));
            if (rows.isEmpty() || LoadRows.isAlive(rows, LoadRows.aliveSince(session))) {
                return false;
            }
            rows.forEach(row -> LoadRows.markLost(session, row.first()));
            session.commit();
            return true;
        }
    }

    /** Takes the objects of a marked load away. A block may have been taken while it was marked, but none after it. */
    void removeMarked() {
        Layout layout;
        try (Session session = source.session()) {
            layout = Layout.read(session, source.place());
        }
        while (inTransaction(session -> removeSome(session, layout))) {}
    }

    /** From the end of a block to its beginning, so that what is done need not be done again; says whether there was anything. */
    private boolean removeSome(Session session, Layout layout) {
        List<LoadRows.Row> rows = LoadRows.of(session, load);
        if (rows.isEmpty()) {
            return false;
        }
        LoadRows.Row row = LoadRows.locked(session, rows.get(0).first(), load, RowLock.DELETE);
        if (row == null) {
            return true;
        }
        long left = Math.max(0, row.count() - REMOVED_AT_ONCE);
        LoadRows.deleteObjects(session, layout, row.first() + left, row.first() + row.count() - 1);
        if (left == 0) {
            LoadRows.delete(session, row.first());
        } else {
            LoadRows.shorten(session, row.first(), left);
        }
        return true;
    }

    @FunctionalInterface
    private interface Step {
        boolean in(Session session);
    }

    /** Each step may be done again. */
    private boolean inTransaction(Step step) {
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try (Session session = source.writer()) {
                session.beginWrite();
                boolean result = step.in(session);
                session.commit();
                return result;
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }
}
