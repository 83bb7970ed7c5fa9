package dev.espalier.internal.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements that configure connections: when they are opened, when a transaction begins, and before large tasks. */
public interface Sessions {

    /** Returns the statements that begin a transaction on any connection, with auto-commit off if {@link #beginsByStatement} is false. */
    List<String> begin(TransactionKind kind);

    /**
     * Returns the statements that begin a transaction on a connection of our own pool, whose transactions begin with their first statement, at
     * REPEATABLE READ: no round trip if there is nothing to say. Only used if the engine is a {@link Engine#isServer server}.
     */
    default List<String> beginOnOwn(TransactionKind kind) {
        return kind == TransactionKind.WRITE ? List.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED") : List.of();
    }

    /**
     * Returns the statement that ends a transaction on such a connection, undoes it, and may stand in one text before the statements of the next one; null if none
     * may. The connection goes on to be in a transaction, come what may of the text.
     */
    default @Nullable String rollbackBeforeNext() {
        return null;
    }

    /**
     * Returns the statements that begin a transaction on a connection of a user's pool.
     *
     * @param lockWait how long one statement waits for locks, if it is said for the transaction alone; else see {@link #lendLockWait}
     */
    default List<String> beginOnGiven(TransactionKind kind, Duration lockWait) {
        return begin(kind);
    }

    /**
     * Returns the statement after which statements outside of transactions see the latest committed state, as {@link TransactionKind#WRITE} does, if {@link #begin}
     * says the isolation level of whatever comes later, too; null if it does not.
     */
    default @Nullable String levelAlone() {
        return null;
    }

    /** Whether transactions are begun and ended by statements while JDBC's auto-commit stays on; not on connections of our own pool. */
    default boolean beginsByStatement() {
        return false;
    }

    /**
     * Whether several statements may go in one text, with semicolons between them, and none behind one that fails is run; on connections of our own,
     * which say {@code allowMultiQueries} if the driver wants that. False if a failure may end the transaction and the next statement begin
     * another.
     */
    default boolean takesManyStatements() {
        return false;
    }

    /** How a connection reads one state of the database in one round trip, without a transaction around it. */
    enum SingleTrip {
        /** It cannot. */
        NONE,
        /** One statement in auto-commit. */
        STATEMENT,
        /** One statement in auto-commit, or several in one text that ends with ROLLBACK, on connections of our own pool, whose auto-commit is off. */
        TEXT,
        /**
         * All statements of one text that ends with ROLLBACK, on connections of our own pool, whose auto-commit is off; one statement in auto-commit on those that
         * have only read for a while.
         */
        ENDED_TEXT
    }

    /** Returns how a read of one round trip sees one state of the database. */
    default SingleTrip singleTrip() {
        return SingleTrip.NONE;
    }

    /**
     * Whether several statements of one text may be sent as a batch in a transaction. False if the driver begins one for it, or if the engine may end the transaction at one of them while the driver has
     * sent those behind it: they would be committed by themselves if auto-commit is on.
     *
     * @param isOwn whether it is a connection of our own pool
     */
    default boolean takesBatches(boolean isOwn) {
        return true;
    }

    /** Whether the server may prepare a read that comes again: it answers in the same way then, also when tables are changed. */
    default boolean preparesReads() {
        return true;
    }

    /** Whether a transaction that writes goes on to see its snapshot, and is refused only what others have changed since. */
    default boolean showsSnapshotToWriters() {
        return false;
    }

    /** Whether a transaction has savepoints. */
    default boolean hasSavepoints() {
        return true;
    }

    /** Returns a statement that is refused in a transaction, if the engine may end one by an error and say nothing; null if it does not. */
    default @Nullable String refusedInTransaction() {
        return null;
    }

    /** Whether ROLLBACK has failed because no transaction was open: a COMMIT that fails may have ended it, or may not have reached the database. */
    default boolean saysThatNoneIsOpen(SQLException failedRollback) {
        return false;
    }

    /** Registers with a connection what the engine's SQL needs there; changes nothing of one that has it. */
    default void prepare(Connection connection) throws SQLException {}

    /**
     * Makes sure that a new connection has the settings on which stored values and answers depend.
     *
     * @param mayChange whether it may be given those that it lacks; a connection of a user's {@code DataSource} would keep them
     * @throws dev.espalier.error.ConnectionException {@code server-setting} if it lacks some
     */
    default void establishSettings(Connection connection, boolean mayChange) throws SQLException {}

    /**
     * Returns why transactions of this connection can only read although its server takes writes; null if they can write. Asked at the opening, and
     * of each connection that a {@code DataSource} gives for the first time.
     *
     * @return the end of a sentence
     */
    default @Nullable String readOnlyReason(Connection connection) throws SQLException {
        return null;
    }

    /**
     * Makes sure that the engine refuses a table whose rows would not fit. Asked before tables are made or changed.
     *
     * @throws dev.espalier.error.ConnectionException {@code server-setting} if it does not
     */
    default void requireStrictTables(Connection connection) throws SQLException {}

    /** Fails if the connection leads to no database of the engine. Run once, at the opening. */
    default void checkUsable(Connection connection) throws SQLException {}

    /**
     * Gives a database that keeps objects the settings that stay with it, through a connection without a transaction. A database that another program has
     * made gets none before it has the library's tables.
     */
    default void adopt(Connection connection) throws SQLException {}

    /** Whether an open read keeps every other connection from committing, as this connection is configured. Asked at the opening. */
    default boolean readsBlockCommits(Connection connection) throws SQLException {
        return false;
    }

    /**
     * Returns the settings that a connection of our own gets once; null for none.
     *
     * @param lockWait how long one statement waits for locks, of rows and of tables
     */
    default @Nullable String prepareOwn(Duration lockWait) {
        return null;
    }

    /**
     * Sets, on a connection of a user's pool, how long one statement waits for locks, of rows and of tables.
     *
     * @return the statement with which it waits as before; null if there is nothing to undo
     */
    default @Nullable String lendLockWait(Connection connection, Duration lockWait) throws SQLException {
        return null;
    }

    /**
     * The same for statements outside of transactions, which change tables and indexes: if the wait is said for each transaction, that does not reach them.
     *
     * @return the statement with which it waits as before; null if there is nothing to undo
     */
    default @Nullable String lendLockWaitAlone(Connection connection, Duration lockWait) throws SQLException {
        return lendLockWait(connection, lockWait);
    }

    /** Returns the query for the milliseconds that a connection waits for a lock; null if a single row is never locked by unrelated writers. */
    default @Nullable String lockWaitQuery() {
        return null;
    }

    /** Returns the statement that sets the milliseconds of {@link #lockWaitQuery}; not for an engine if that is null. */
    default String setLockWait(long millis) {
        throw new IllegalStateException(
                "found an engine without a wait for locks; expected lockWaitQuery to be asked first");
    }

    /**
     * Sets, on a connection of a user's pool, what many rows need to be right; what makes them fast only is the pool's to say.
     *
     * @return the statement that undoes it; null if there is nothing to undo
     */
    default @Nullable String lendForBulk(Connection connection) throws SQLException {
        return null;
    }

    /**
     * Returns the settings of a connection of our own that takes in many rows, builds indexes on them, or compares whole tables, of any size, in bounded
     * memory. It gets them once.
     */
    default List<String> prepareBulk() {
        return List.of();
    }

    /** Returns the statement that ends another session of the same user, and rolls back its transaction; null if there is none. */
    default @Nullable String end(long session) {
        return null;
    }
}
