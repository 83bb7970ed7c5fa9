package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.engine.DefinitionLock;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lock for changes of tables, indexes and catalog rows, as one session takes it. For one thread. */
public final class CatalogLock {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogLock.class);
    private static final ConnectionSource.Turn NO_TURN = () -> {};

    private final ConnectionSource source;
    private final Session session;
    /** The turn to change tables and indexes, of this process. */
    private ConnectionSource.Turn turn = NO_TURN;

    public CatalogLock(ConnectionSource source, Session session) {
        this.source = source;
        this.session = session;
    }

    /** Begins a transaction, and takes the lock in it: it ends with the transaction. */
    public void beginWith(Duration wait) {
        waiting(() -> {
            session.beginWrite();
            take(wait);
        });
    }

    /** Takes the lock until it is {@link #release() released}. Tables are changed under it outside of transactions. */
    public void hold(Duration wait) {
        session.limitWaits();
        waiting(() -> take(wait));
    }

    private void waiting(Runnable lock) {
        try {
            lock.run();
        } catch (DatabaseException e) {
            throw e.errorCode() == LOCK_TIMEOUT ? notHad(e) : e;
        }
    }

    private void take(Duration wait) {
        ConnectionSource.Turn had = source.turnToDefine(wait);
        if (had == null) {
            throw notHad(null);
        }
        turn = had;
        FirstFailure.orUndo(() -> takeOfServer(wait), this::endTurn);
    }

    private void endTurn() {
        turn.close();
        turn = NO_TURN;
    }

    /** The lock that the server has for it, if any. */
    private void takeOfServer(Duration wait) {
        List<String> statements = source.engine().definitions().take(wait);
        for (int i = 0; i < statements.size() - 1; i++) {
            session.execute(statements.get(i));
        }
        if (!statements.isEmpty() && session.queryLong(Statement.of(statements.get(statements.size() - 1))) != 1) {
            throw notHad(null);
        }
    }

    private EspalierException notHad(@Nullable Throwable cause) {
        return source.place()
                .at(new DatabaseException(
                        LOCK_TIMEOUT,
                        source.place()
                                + ": another program is opening it and changes its tables or indexes, or writes without an end; waited "
                                + source.lockWait().toMillis() + " ms for it. Open it again later, or raise lockWait",
                        cause));
    }

    public void release() {
        endTurn();
        giveBack(session, source.engine().definitions());
    }

    /** Gives a lock back that the session has on the server. A pool of the user's would keep the connection with it. */
    public static void giveBack(Session session, DefinitionLock lock) {
        String release = lock.release();
        if (release == null) {
            return;
        }
        Workers.evenIfInterrupted(() -> {
            try {
                session.rollback(); // nothing is open but after a failure
                session.queryLong(Statement.of(release));
            } catch (EspalierException e) {
                LOG.debug("giving the lock back: {}", e.getMessage()); // the server does when the connection ends
            }
        });
    }
}
