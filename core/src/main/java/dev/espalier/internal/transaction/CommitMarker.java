package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.CommitRows;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a transaction was committed whose connection was lost: a row to which each transaction writes its number. As long as the transaction
 * lives, the row is locked; when it has ended, the number shows how. Used by one transaction at a time. For one thread at a time.
 *
 * <p>An embedded engine has no such rows. It loses a connection only if its file is closed, and then nothing shows how a transaction ended.
 */
final class CommitMarker {

    private static final Logger LOG = LoggerFactory.getLogger(CommitMarker.class);

    /** The time for which a session that has lost its client may go on: it may be writing what it commits. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private enum Phase {
        /** The transaction has written no number. */
        UNMARKED,
        /** The transaction has written its number. */
        MARKED,
        /** COMMIT was sent. */
        COMMITTING
    }

    private final ConnectionSource source;
    private final Clock clock;
    /** Proves in a transaction that the program may write; nobody can convert what it knows before that transaction ends. */
    private final Consumer<Session> proof;
    /** The key of the row; 0 if there is no row, or none that can be used again. */
    private long slot;

    private long number;
    private Phase phase = Phase.UNMARKED;
    /** The text that writes the number; null before the first one. */
    private @Nullable String text;
    /** The server's number for the session of the last transaction that has written here; 0 if it is not known. */
    private long serverId;

    /** A marker whose row is yet to be inserted. */
    CommitMarker(ConnectionSource source, Clock clock, Consumer<Session> proof) {
        this.source = source;
        this.clock = clock;
        this.proof = proof;
    }

    /** The marker of a transaction with an unknown outcome. */
    static CommitMarker of(UnknownOutcomeException unknown, ConnectionSource source, Clock clock) {
        CommitMarker marker = new CommitMarker(source, clock, session -> {});
        marker.slot = unknown.slot();
        marker.number = unknown.number();
        marker.phase = Phase.COMMITTING;
        return marker;
    }

    /**
     * Begins a transaction that writes. Inserts the row in a transaction of its own, so that others can lock it while this one is open. Who converts attributes
     * retires all rows: so a row that is still there when a number is written to it proves what was proved when it was inserted.
     */
    void prepare() {
        begin();
        if (!isReady()) {
            long unused = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
            try (Session session = source.writer()) {
                session.beginWrite();
                proof.accept(session);
                CommitRows.insert(session, unused, number, clock.millis());
                session.commit();
            }
            slot = unused;
        }
    }

    /** Begins a transaction that may write nothing. Inserts no row. */
    void begin() {
        phase = Phase.UNMARKED;
    }

    /** Whether the marker needs no row, or has one. */
    boolean isReady() {
        return slot != 0 || !source.engine().isServer();
    }

    /** Writes the next number in the transaction of the session, together with its next statements; once for each transaction. */
    void mark(Session session) {
        if (!source.engine().isServer() || phase != Phase.UNMARKED) {
            return;
        }
        serverId = session.serverId();
        number++;
        phase = Phase.MARKED;
        if (text == null) {
            text = CommitRows.markText(session.dialect());
        }
        CommitRows.mark(session, text, slot, number, clock.millis(), this::requireRow);
    }

    private void requireRow(int rows) {
        if (rows == 0) {
            long removed = slot;
            slot = 0;
            throw source.place()
                    .at(
                            new DatabaseException(
                                    CONFLICT,
                                    source.place() + ": row " + removed + " of " + SystemTables.COMMITS.name()
                                            + " was deleted or retired by another program; the next attempt inserts another one"));
        }
    }

    /** Notes that COMMIT is sent next. */
    void committing() {
        if (phase == Phase.MARKED) {
            phase = Phase.COMMITTING;
        }
    }

    /**
     * Commits.
     *
     * @throws UnknownOutcomeException if the engine is embedded, and has lost the connection: nothing can show the outcome
     */
    static void commit(Session session) {
        try {
            session.commit();
        } catch (EspalierException e) {
            if (session.engine().isServer() || !Retries.isLost(e)) {
                throw e;
            }
            UnknownOutcomeException unknown = new UnknownOutcomeException(
                    e.place()
                            + ": it is unknown whether the transaction was committed: the database was closed in COMMIT, and nothing in it shows the"
                            + " outcome. Read what the transaction has written before you store its objects again. Last error: "
                            + e.getMessage(),
                    0,
                    0,
                    e);
            unknown.initPlace(e.place());
            throw unknown;
        }
    }

    /** Whether the database must be asked how the transaction ended that has met the failure. */
    boolean isNeeded(EspalierException failure) {
        return switch (phase) {
            case UNMARKED -> false;
            case MARKED -> Retries.isLost(failure);
            case COMMITTING -> failure.errorCode() != CONFLICT;
        };
    }

    /**
     * Waits until the transaction has ended.
     *
     * @param failure what it met
     * @return whether it was committed
     * @throws UnknownOutcomeException if that cannot be found out in time
     * @throws EspalierException the failure, if COMMIT was not sent and the database cannot be reached in time
     */
    boolean isCommitted(EspalierException failure) {
        boolean wasInterrupted = Thread.interrupted();
        try {
            return lookUp();
        } catch (EspalierException e) {
            if (phase != Phase.COMMITTING) {
                failure.addSuppressed(e);
                throw failure;
            }
            UnknownOutcomeException unknown = source.place()
                    .at(new UnknownOutcomeException(
                            source.place() + ": it is unknown whether the transaction was committed: the"
                                    + " connection was lost in COMMIT, and the database could not be asked since. Pass this exception to Database.isCommitted later, and do"
                                    + " not store the objects of the transaction again before. Last error: "
                                    + e.getMessage(),
                            slot,
                            number,
                            failure));
            unknown.addSuppressed(e);
            slot = 0; // the row stays as it is, for a later question
            throw unknown;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean lookUp() {
        Retries retries = source.retries(Retry.Kind.LOOK_UP, Integer.MAX_VALUE);
        while (true) {
            try (Session session = source.begun(Session::beginWrite)) {
                return lookUp(session, retries.time());
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    private boolean lookUp(Session session, Duration waited) {
        List<Long> found;
        try {
            found = CommitRows.lockedNumber(session, slot);
            if (found.isEmpty()) {
                found = CommitRows.lockedNumber(session, CommitRows.retired(slot));
            }
        } catch (EspalierException e) {
            if (waited.compareTo(PATIENCE) > 0
                    && e.errorCode() == LOCK_TIMEOUT
                    && serverId != 0
                    && source.engine().sessions().end(serverId) != null) {
                endLastSession(session);
            }
            throw e;
        }
        if (found.isEmpty()) {
            throw source.place()
                    .at(new DatabaseException(
                            DATABASE_ERROR,
                            source.place() + ": row " + slot + " of " + SystemTables.COMMITS.name() + " was removed"));
        }
        if (source.engine().certifiesWrites()) {
            invalidate(session);
        }
        return found.get(0) >= number;
    }

    /** Changes the row. The transaction may live on another server, and this session's lock does not stop it there; now it cannot be committed any more. */
    private void invalidate(Session session) {
        CommitRows.touch(session, slot);
        session.commit();
    }

    /** Ends the session that holds the lock. It exists, because it holds the lock, so its number cannot mean another session. */
    private void endLastSession(Session session) {
        try {
            session.rollback();
            session.execute(
                    requireNonNull(source.engine().sessions().end(serverId), "only a server loses connections"));
        } catch (EspalierException e) {
            LOG.debug("session {} could not be ended: {}", serverId, e.getMessage());
        }
    }

    /** The key of the row; 0 if there is no row that may be removed. */
    long slot() {
        return slot;
    }
}
