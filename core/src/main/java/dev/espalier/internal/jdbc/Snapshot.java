package dev.espalier.internal.jdbc;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.engine.SnapshotSharing;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One state of the database, read through one session or several. For one thread, which may lend the sessions to others; closing
 * it closes them all.
 */
public final class Snapshot implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Snapshot.class);

    private final Members members;
    private final boolean isLent;

    /** The sessions of a snapshot, the same for all to whom it is lent. */
    private static final class Members {
        /** Null if no other session can join, and after one could not. */
        private @Nullable ConnectionSource source;

        private final long changesBefore;
        private final List<Session> sessions = new ArrayList<>(1);
        /** The name under which the first session has exported the snapshot, valid as long as this session is open; null if it has not. */
        private @Nullable String exported;

        private boolean isShared;

        Members(@Nullable ConnectionSource source, long changesBefore, Session first) {
            this.source = source;
            this.changesBefore = changesBefore;
            this.sessions.add(first);
        }
    }

    /** Takes the snapshot. */
    Snapshot(ConnectionSource source) {
        // The number of changes is asked first: what is committed between the two shall count.
        this(new Members(source, source.changes(), source.begun(Session::beginSnapshot)), false);
    }

    /** A snapshot that no other session can join: it need not be known whether it is the newest state. */
    static Snapshot ofOneSession(ConnectionSource source) {
        return ofSingleTrip(source.begun(Session::beginRead));
    }

    /** A snapshot for a read of one round trip. */
    static Snapshot ofSingleTrip(Session session) {
        return new Snapshot(new Members(null, 0, session), false);
    }

    private Snapshot(Members members, boolean isLent) {
        this.members = members;
        this.isLent = isLent;
    }

    /** The state that a session in a transaction sees, its own writes included; closing it leaves the session open. */
    public static Snapshot within(Session session) {
        return new Snapshot(new Members(null, 0, session), true);
    }

    /** The same snapshot for somebody who closes what is not theirs: that has no effect. */
    public Snapshot lent() {
        return new Snapshot(members, true);
    }

    /** Whether others work with its sessions too, so that closing it leaves them open. */
    public boolean isLent() {
        return isLent;
    }

    /** The session that the snapshot was taken with. */
    public Session session() {
        return members.sessions.get(0);
    }

    /**
     * Opens more sessions of the same snapshot, up to that many in all, as far as the engine can and connections are free.
     *
     * @return all sessions, the first one first
     */
    public List<Session> sessions(int most) {
        while (members.source != null && members.sessions.size() < most) {
            Session more = joined(members.source);
            if (more == null) {
                break;
            }
            members.sessions.add(more);
        }
        return List.copyOf(members.sessions);
    }

    /**
     * Works with more sessions of the same snapshot, and gives those back that have joined. Work within such work, as that of a constructor that asks the database, has
     * the snapshot's own session only: threads read with the others.
     *
     * @param most how many in all
     */
    public <T> T sharing(int most, Function<List<Session>, T> work) {
        if (members.isShared) {
            return work.apply(List.of(session()));
        }
        members.isShared = true;
        try {
            return work.apply(sessions(most));
        } finally {
            members.isShared = false;
            release();
        }
    }

    /** Gives back the sessions that have joined, so that others get their connections. They may join again. */
    public void release() {
        FirstFailure failure = new FirstFailure();
        release(failure);
        failure.rethrow();
    }

    private void release(FirstFailure failure) {
        List<Session> joined = members.sessions.subList(1, members.sessions.size());
        joined.forEach(session -> failure.of(session::close));
        joined.clear();
    }

    /** One more session; null if no connection is free. If one could not join, no other is tried. */
    private @Nullable Session joined(ConnectionSource source) {
        try {
            Session more = source.sessionIfFree();
            if (more == null || joins(more, source)) {
                return more;
            }
        } catch (EspalierException e) {
            LOG.debug("a further session could not join the snapshot: {}", e.getMessage());
        }
        members.source = null;
        return null;
    }

    /** Whether the session sees the same snapshot now; otherwise it is closed. */
    private boolean joins(Session more, ConnectionSource source) {
        boolean joined = false;
        try {
            joined = source.engine().snapshots() instanceof SnapshotSharing.Exported exported
                    ? importSnapshot(more, exported)
                    : seesNoChange(more, source);
            return joined;
        } finally {
            if (!joined) {
                more.close();
            }
        }
    }

    private boolean importSnapshot(Session more, SnapshotSharing.Exported exported) {
        if (members.exported == null) {
            session().query(Statement.of(exported.exportQuery()), row -> members.exported = row.getString(1));
        }
        more.beginSnapshot();
        more.execute(exported.importStatement().apply(requireNonNull(members.exported)));
        return true;
    }

    /** Two snapshots between which nothing was committed are the same. */
    private boolean seesNoChange(Session more, ConnectionSource source) {
        more.beginSnapshot();
        return source.changes() == members.changesBefore;
    }

    @Override
    public void close() {
        if (isLent) {
            return;
        }
        FirstFailure failure = new FirstFailure();
        release(failure);
        failure.of(session()::close);
        failure.rethrow();
    }
}
