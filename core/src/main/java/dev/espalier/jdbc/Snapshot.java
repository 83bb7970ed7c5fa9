package dev.espalier.jdbc;

import static java.util.Objects.requireNonNull;

import dev.espalier.engine.SnapshotSharing;
import dev.espalier.error.EspalierException;
import dev.espalier.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One state of the database, read through one session or several. For one thread, which may lend the sessions to others; closing
 * it closes them all.
 */
public final class Snapshot implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Snapshot.class);

    /** Null if no other session can join. */
    private final @Nullable ConnectionSource source;

    private final List<Session> sessions;
    private final long changesBefore;
    private final boolean isLent;

    /** Takes the snapshot. */
    Snapshot(ConnectionSource source) {
        this(source, new ArrayList<>(), source.changes(), false);
        sessions.add(source.begun(Session::beginSnapshot));
    }

    /** A snapshot that no other session can join: it need not be known whether it is the newest state. */
    static Snapshot ofOneSession(ConnectionSource source) {
        return new Snapshot(null, new ArrayList<>(List.of(source.begun(Session::beginRead))), 0, false);
    }

    /** A snapshot for a read of one round trip. */
    static Snapshot ofLoneRead(Session session) {
        return new Snapshot(null, new ArrayList<>(List.of(session)), 0, false);
    }

    private Snapshot(@Nullable ConnectionSource source, List<Session> sessions, long changesBefore, boolean isLent) {
        this.source = source;
        this.sessions = sessions;
        this.changesBefore = changesBefore;
        this.isLent = isLent;
    }

    /** The state that a session in a transaction sees, its own writes included; closing it leaves the session open. */
    public static Snapshot within(Session session) {
        return new Snapshot(null, List.of(session), 0, true);
    }

    /** The same snapshot for somebody who closes what is not theirs: that has no effect. */
    public Snapshot lent() {
        return new Snapshot(source, sessions, changesBefore, true);
    }

    /** The session that the snapshot was taken with. */
    public Session session() {
        return sessions.get(0);
    }

    /**
     * Opens more sessions of the same snapshot, up to that many in all, as far as the engine can and connections are free.
     *
     * @return all sessions, the first one first
     */
    public List<Session> sessions(int most) {
        while (source != null && sessions.size() < most) {
            Session more = source.sessionIfFree();
            if (more == null || !joins(more)) {
                break;
            }
            sessions.add(more);
        }
        return List.copyOf(sessions);
    }

    /** Whether the session sees the same snapshot now; otherwise it is closed. */
    private boolean joins(Session more) {
        boolean joined = false;
        try {
            joined = requireNonNull(source).engine().snapshots() instanceof SnapshotSharing.Exported exported
                    ? importSnapshot(more, exported)
                    : seesNoChange(more);
        } catch (EspalierException e) {
            LOG.debug("a second session could not join the snapshot: {}", e.getMessage());
        } finally {
            if (!joined) {
                more.close();
            }
        }
        return joined;
    }

    private boolean importSnapshot(Session more, SnapshotSharing.Exported exported) {
        String[] name = new String[1];
        session().query(Statement.of(exported.exportQuery()), row -> name[0] = row.getString(1));
        more.beginSnapshot();
        more.execute(exported.importStatement().apply(name[0]));
        return true;
    }

    /** Two snapshots between which nothing was committed are the same. */
    private boolean seesNoChange(Session more) {
        more.beginSnapshot();
        return requireNonNull(source).changes() == changesBefore;
    }

    @Override
    public void close() {
        if (isLent) {
            return;
        }
        RuntimeException failure = null;
        for (Session session : sessions) {
            try {
                session.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        sessions.subList(1, sessions.size()).clear();
        if (failure != null) {
            throw failure;
        }
    }
}
