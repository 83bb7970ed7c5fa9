package dev.espalier.transaction;

import dev.espalier.catalog.SystemTables;
import dev.espalier.dialect.Dialect;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Retries;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether a transaction was committed whose connection was lost: a row to which each transaction writes its number before all
 * else. As long as such a transaction lives, the row is locked; when it has ended, the number tells how. For one thread at a time.
 *
 * <p>An engine in this process has no connections that can be lost, and no such rows.
 */
final class CommitMarker {

    private static final Logger LOG = LoggerFactory.getLogger(CommitMarker.class);

    /** For so long a session that has lost its client may go on by itself: it may be writing what it commits. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final ConnectionSource source;
    private final Dialect dialect;
    private final Clock clock;
    private long slot;
    private long number;
    /** Whether the row is there, as far as is known. */
    private boolean isThere;
    private boolean isMarked;
    private boolean isCommitting;
    /** The session of the last transaction that has written here, as the server knows it; 0 where it is not known. */
    private long serverId;

    /** One whose row is yet to be made. */
    CommitMarker(ConnectionSource source, Clock clock) {
        this.source = source;
        this.dialect = source.dialect();
        this.clock = clock;
    }

    /** The one of a transaction whose outcome was not known. */
    static CommitMarker of(UnknownOutcomeException unknown, ConnectionSource source, Clock clock) {
        CommitMarker marker = new CommitMarker(source, clock);
        marker.slot = unknown.slot();
        marker.number = unknown.number();
        marker.isCommitting = true;
        return marker;
    }

    /** A new transaction begins; the row is made, in a transaction of its own, so that others can lock it while this one is open. */
    void prepare() {
        begin();
        if (!isReady()) {
            slot = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
            try (Session session = source.writer()) {
                session.update(new Statement(dialect.insert(SystemTables.COMMITS, 1),
                        List.of(bigint(slot), bigint(number), bigint(clock.millis()))));
            }
            isThere = true;
        }
    }

    /** A new transaction begins, which may write nothing: no row is made for it. */
    void begin() {
        isMarked = false;
        isCommitting = false;
    }

    /** Whether it can be written to as it is. */
    boolean isReady() {
        return isThere || !source.engine().isServer();
    }

    /** Writes the next number in the session's transaction, at the latest when it is flushed. */
    void mark(Session session) {
        if (!source.engine().isServer()) {
            return;
        }
        serverId = session.serverId();
        number++;
        isMarked = true;
        session.updateLater(new Statement("UPDATE " + table() + " SET " + dialect.quote("number") + " = ?, " + dialect.quote("touched")
                + " = ? WHERE " + dialect.quote("slot") + " = ?", List.of(bigint(number), bigint(clock.millis()), bigint(slot))), this::requireRow);
    }

    private void requireRow(int rows) {
        if (rows == 0) {
            isThere = false;
            throw new DatabaseException("conflict", source.place() + ": row " + slot + " of " + SystemTables.COMMITS.name()
                    + " was removed by somebody else; another one will be made", true, null);
        }
    }

    /** COMMIT is sent now. */
    void committing() {
        isCommitting = true;
    }

    /** Whether the database has to be asked how the transaction ended that has met the failure. */
    boolean isNeeded(EspalierException failure) {
        return isMarked && (Retries.isLost(failure) || isCommitting && !failure.code().equals("conflict"));
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
            if (!isCommitting) {
                failure.addSuppressed(e);
                throw failure;
            }
            isThere = false;
            UnknownOutcomeException unknown = new UnknownOutcomeException(source.place() + ": it is not known whether the transaction was committed:"
                    + " the connection was lost while it was, and the database could not be asked since. Hand this exception to"
                    + " Database.isCommitted later, and store nothing of the transaction anew before. Last met: " + e.getMessage(), slot, number, failure);
            unknown.addSuppressed(e);
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
                return lookUp(session, retries.time().compareTo(PATIENCE) > 0);
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    private boolean lookUp(Session session, boolean isImpatient) {
        List<Long> found = new ArrayList<>();
        try {
            session.query(new Statement("SELECT " + dialect.quote("number") + " FROM " + table() + " WHERE " + dialect.quote("slot")
                    + " = ? FOR UPDATE NOWAIT", List.of(bigint(slot))), row -> found.add(row.getLong(1)));
        } catch (EspalierException e) {
            if (isImpatient && e.code().equals("lock-timeout") && serverId != 0 && source.engine().sessions().end(serverId) != null) {
                endLastSession(session);
            }
            throw e;
        }
        if (found.isEmpty()) {
            throw new DatabaseException("database-error", source.place() + ": row " + slot + " of " + SystemTables.COMMITS.name() + " was removed", false, null);
        }
        if (source.engine().certifiesWrites()) {
            outdo(session);
        }
        return found.get(0) >= number;
    }

    /** The transaction may live on another server, where this lock keeps it from nothing: after this it cannot be committed any more. */
    private void outdo(Session session) {
        String touched = dialect.quote("touched");
        session.update(new Statement("UPDATE " + table() + " SET " + touched + " = " + touched + " + 1 WHERE " + dialect.quote("slot") + " = ?",
                List.of(bigint(slot))));
        session.commit();
    }

    /** It holds the lock, so it is there, and its number is not another one's. */
    private void endLastSession(Session session) {
        try {
            session.rollback();
            session.execute(source.engine().sessions().end(serverId));
        } catch (EspalierException e) {
            LOG.debug("session {} could not be ended: {}", serverId, e.getMessage());
        }
    }

    /** Its row's key; 0 where there is no row that may be removed. */
    long removable() {
        return isThere ? slot : 0;
    }

    private String table() {
        return dialect.quote(SystemTables.COMMITS.name());
    }

    private static Bind bigint(long value) {
        return new Bind(ColumnType.BIGINT, value);
    }
}
