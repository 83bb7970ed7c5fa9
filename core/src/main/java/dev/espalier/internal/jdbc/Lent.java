package dev.espalier.internal.jdbc;

import dev.espalier.internal.engine.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A connection of a user's pool while the library has it: it is given back as it came. For one thread at a time. */
final class Lent {

    private final Connection connection;
    private final Sessions sessions;
    private final Duration lockWait;
    private final boolean cameWithAutoCommit;
    /** Negative if it is not changed. */
    private final int cameWithLevel;

    private final Runnable givenBack;
    /** Null while the connection waits for locks as it came. */
    private @Nullable String undoLockWait;
    /** Null if nothing was set for many rows. */
    private @Nullable String undoBulk;

    /**
     * Turns auto-commit on.
     *
     * @param givenBack is run before the connection is closed
     */
    Lent(Connection connection, Sessions sessions, Duration lockWait, Runnable givenBack) throws SQLException {
        this.connection = connection;
        this.sessions = sessions;
        this.lockWait = lockWait;
        this.givenBack = givenBack;
        this.cameWithLevel = sessions.levelAlone() == null ? -1 : connection.getTransactionIsolation();
        this.cameWithAutoCommit = connection.getAutoCommit();
        if (!cameWithAutoCommit) {
            turnAutoCommitOn(connection);
        }
    }

    static void turnAutoCommitOn(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith("08")) {
                throw e;
            }
            throw ForeignTransactions.keepsAutoCommitOff(e);
        }
    }

    /** How long its statements wait for locks from now on, if that is not said for each transaction. */
    void beginWriting() throws SQLException {
        if (undoLockWait == null) {
            undoLockWait = sessions.lendLockWait(connection, lockWait);
        }
    }

    /** The same for statements outside of transactions, too. */
    void limitWaits() throws SQLException {
        if (undoLockWait == null) {
            undoLockWait = sessions.lendLockWaitAlone(connection, lockWait);
        }
    }

    /** Asks for the settings once more, since another user of the pool may have changed them, and sets what many rows need. */
    void lendForBulk() throws SQLException {
        sessions.establishSettings(connection, false);
        if (undoBulk == null) {
            undoBulk = sessions.lendForBulk(connection);
        }
    }

    Duration lockWait() {
        return lockWait;
    }

    /**
     * Before it is closed.
     *
     * @param isInTransaction whether a transaction may still be open: JDBC has it committed if auto-commit or the level is changed, so these stay
     */
    void restore(boolean isInTransaction) throws SQLException {
        undo(undoLockWait);
        undo(undoBulk);
        if (isInTransaction) {
            return;
        }
        if (cameWithLevel >= 0 && connection.getTransactionIsolation() != cameWithLevel) {
            connection.setTransactionIsolation(cameWithLevel);
        }
        if (connection.getAutoCommit() != cameWithAutoCommit) {
            connection.setAutoCommit(cameWithAutoCommit);
        }
    }

    private void undo(@Nullable String undo) throws SQLException {
        if (undo != null) {
            try (Statement statement = connection.createStatement()) {
                if (statement.execute(undo)) {
                    statement.getResultSet().next(); // SQLite has done it then only
                }
            }
        }
    }

    /** Right before it is closed. */
    void givenBack() {
        givenBack.run();
    }
}
