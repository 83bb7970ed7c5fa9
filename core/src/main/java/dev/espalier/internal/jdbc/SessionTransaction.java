package dev.espalier.internal.jdbc;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction of a session, of which at most one is open: how it begins and ends on the connection. For one thread at a time.
 *
 * <p>The session sends what it has put off before it has a transaction committed.
 */
final class SessionTransaction {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final Connection connection;
    private final boolean isOwn;
    private final boolean sendsTogether;
    private final @Nullable ReadsInARow reads;
    private final @Nullable Lent lent;
    private final Driver driver;
    private final Engine engine;
    private final StatementRunner runner;
    private final Pipeline pipeline;

    private boolean isOpen;
    private boolean seesOneState;
    /** How many statements had run when a level was said for the transaction; negative if none was. */
    private int runAtLevel = -1;
    /** The statements that begin the transaction, if they wait for the first one behind them. */
    private List<Pipeline.Waiting> beginning = List.of();
    /** Whether a ROLLBACK has failed: auto-commit or a level that is set now would commit what the transaction has written. */
    private boolean mayBeOpen;

    /** @param pipeline the statements that the session has put off */
    SessionTransaction(Leased leased, Address address, StatementRunner runner, Pipeline pipeline) {
        this.connection = leased.connection();
        this.isOwn = leased.isOwn();
        this.sendsTogether = leased.sendsTogether();
        this.reads = leased.reads();
        this.lent = leased.lent();
        this.driver = address.driver();
        this.engine = address.engine();
        this.runner = runner;
        this.pipeline = pipeline;
    }

    boolean isOpen() {
        return isOpen;
    }

    /** Whether all reads of the transaction see one state of the database, beside what it writes itself. */
    boolean seesOneState() {
        return seesOneState;
    }

    boolean mayBeOpen() {
        return mayBeOpen;
    }

    // ---- beginning

    void begin(TransactionKind kind) {
        if (isOpen) {
            throw new IllegalStateException("a transaction is already open on this session");
        }
        try {
            if (lent != null && (kind == TransactionKind.WRITE || kind == TransactionKind.WORK)) {
                lent.beginWriting();
            }
            if (reads != null && reads.end()) {
                try (Watchdog.Watch watch = runner.watchCommit()) {
                    autoCommit(beginsByStatement());
                }
            } else {
                autoCommit(beginsByStatement());
            }
        } catch (SQLException e) {
            throw runner.translate(e, "beginning a transaction");
        }
        isOpen = true;
        runner.begun();
        seesOneState = kind != TransactionKind.WRITE;
        for (String statement : beginning(kind)) {
            if (isOwn && sendsTogether) {
                beginLater(List.of(statement));
            } else {
                runner.begin(statement);
                runAtLevel = isOwn ? runner.run() : -1;
            }
        }
    }

    private void beginLater(List<String> statements) {
        beginning = statements.stream().map(SessionTransaction::withoutValues).toList();
        beginning.forEach(pipeline::add);
    }

    static Pipeline.Waiting withoutValues(String text) {
        return new Pipeline.Waiting(text, text, 0, 0, (prepared, at) -> at, RowCount.ANY);
    }

    /** Whether {@link #beginWriteAfterReads} may be called. */
    boolean canBeginWriteAfterReads() {
        return isOwn
                && sendsTogether
                && isOpen
                && pipeline.isEmpty()
                && runner.failure() == null
                && engine.sessions().rollbackBeforeNext() != null
                && endsTransactionsInTexts();
    }

    private boolean endsTransactionsInTexts() {
        try {
            return driver.endsTransactionsInTexts(connection);
        } catch (SQLException e) {
            throw runner.translate(e, "ending a transaction that has only read");
        }
    }

    /** Ends a transaction that has only read, and begins one as {@link Session#beginWrite} does. Both are said in the text of the next statements: no round trip ends the reads. */
    void beginWriteAfterReads() {
        List<String> statements = new ArrayList<>();
        statements.add(
                requireNonNull(engine.sessions().rollbackBeforeNext(), "canBeginWriteAfterReads has been asked"));
        statements.addAll(beginning(TransactionKind.WRITE));
        beginLater(statements);
        seesOneState = false;
    }

    private List<String> beginning(TransactionKind kind) {
        Sessions sessions = engine.sessions();
        return isOwn
                ? sessions.beginOnOwn(kind)
                : lent != null ? sessions.beginOnGiven(kind, lent.lockWait()) : sessions.begin(kind);
    }

    private boolean beginsByStatement() {
        return !isOwn && engine.sessions().beginsByStatement();
    }

    /** Nothing is sent if it is so already. A pool of our own learns that auto-commit is on only here, and turns it off at the end. */
    private void autoCommit(boolean on) throws SQLException {
        if (connection.getAutoCommit() != on || on && reads != null) {
            connection.setAutoCommit(on);
        }
    }

    // ---- statements

    /** Prepares the connection for a statement. One outside of a transaction is a transaction by itself. */
    void prepareStatement() {
        if (isOpen) {
            requireGoingOn();
        } else {
            try {
                autoCommit(true);
            } catch (SQLException e) {
                throw runner.translate(e, "ending a transaction");
            }
        }
    }

    /**
     * A server that has ended a transaction, after a deadlock, runs what comes next in another one, or by itself if auto-commit is on. So does a driver that has
     * gone to another server.
     *
     * @throws EspalierException the error with which it may have ended
     */
    private void requireGoingOn() {
        EspalierException ending = engine.isServer() ? runner.ending() : null;
        if (ending != null) {
            throw ending;
        }
    }

    /** Another read in one round trip is to be done, without a transaction. Says whether auto-commit is on. */
    boolean readsWithAutoCommit() {
        if (reads == null) {
            return false;
        }
        try (Watchdog.Watch watch = runner.watchCommit()) {
            return reads.another();
        } catch (SQLException e) {
            throw runner.translate(e, "beginning to read");
        }
    }

    /** Runs statements in one text that begins and ends a transaction. If it fails, the transaction may be open. */
    void readInOneText(List<Reading> readings) {
        isOpen = true;
        seesOneState = true;
        runner.together(List.of(), readings, "ROLLBACK");
        isOpen = false;
    }

    // ---- ending

    /** A level that was sent alone would be that of the next transaction if the engine begins none with it. */
    void dropBeginningAlone() {
        if (pipeline.holdsOnly(beginning)) {
            pipeline.takeAll();
        }
        beginning = List.of();
    }

    /** Makes what was written since the transaction began durable and visible. */
    void commit() {
        requireGoingOn();
        try (Watchdog.Watch watch = runner.watchCommit()) {
            if (beginsByStatement()) {
                runner.command("COMMIT");
            } else {
                connection.commit();
                LOG.debug("COMMIT");
            }
        } catch (SQLException e) {
            throw runner.translate(e, "COMMIT");
        }
        isOpen = false;
        endTransactions();
    }

    /**
     * A connection that fails now is none that a transaction fails with: what was done is done. One of our own stays ready for the next, unless it
     * would have the level of a transaction in which nothing was asked: MariaDB's driver ends none that the server has not begun.
     */
    private void endTransactions() {
        if (runAtLevel == runner.run()) {
            runner.giveUp();
        }
        runAtLevel = -1;
        try {
            String levelAlone = engine.sessions().levelAlone();
            if (levelAlone != null && seesOneState) {
                runner.command(levelAlone);
            }
            if (!isOwn) {
                autoCommit(true);
            }
        } catch (SQLException e) {
            runner.giveUp();
            LOG.debug("after a transaction: {}", e.toString());
        }
    }

    /** Undoes what was written since the transaction began. Does nothing if none is open. */
    void rollback() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        pipeline.takeAll();
        boolean isDone = false;
        try {
            if (beginsByStatement()) {
                runner.command("ROLLBACK");
            } else {
                connection.rollback();
                LOG.debug("ROLLBACK");
            }
            isDone = true;
        } catch (SQLException e) {
            isDone = engine.sessions().saysThatNoneIsOpen(e);
            if (!isDone) {
                mayBeOpen = true;
                throw runner.translate(e, "ROLLBACK");
            }
        } finally {
            if (!isDone) { // nobody gets the connection with what is open on it
                runner.giveUp();
            }
        }
        endTransactions();
    }
}
